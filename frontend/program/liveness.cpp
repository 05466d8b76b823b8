// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/liveness.h"

#include <cstdint>

namespace bireach::frontend {
namespace {

constexpr std::size_t word_bits = 64;
using VariableSet = std::vector<std::uint64_t>;

void set(VariableSet& bits, VariableId variable) {
  bits[variable / word_bits] |= std::uint64_t{1} << (variable % word_bits);
}

void reset(VariableSet& bits, VariableId variable) {
  bits[variable / word_bits] &= ~(std::uint64_t{1} << (variable % word_bits));
}

bool contains(const VariableSet& bits, std::size_t variable) {
  return (bits[variable / word_bits] >> (variable % word_bits) & 1U) != 0;
}

/// Does `into` grow?
bool unite(VariableSet& into, const VariableSet& bits) {
  std::uint64_t grown = 0;
  for (std::size_t i = 0; i < into.size(); ++i) {
    grown |= bits[i] & ~into[i];
    into[i] |= bits[i];
  }
  return grown != 0;
}

}  // namespace

std::vector<std::vector<bool>> live_variables(std::size_t places, std::size_t variables,
                                              const std::vector<FlowEffect>& effects) {
  std::vector<std::vector<const FlowEffect*>> incoming(places);
  for (const FlowEffect& effect : effects) incoming[effect.target].push_back(&effect);
  std::vector<VariableSet> live(places, VariableSet((variables + word_bits - 1) / word_bits));
  // Ends of ways are mostly made last, so they come first.
  std::vector<std::size_t> pending;
  std::vector<bool> is_pending(places, true);
  for (std::size_t place = 0; place < places; ++place) pending.push_back(place);
  while (!pending.empty()) {
    const std::size_t place = pending.back();
    pending.pop_back();
    is_pending[place] = false;
    for (const FlowEffect* effect : incoming[place]) {
      VariableSet before = live[place];
      if (effect->overwrites) reset(before, *effect->overwrites);
      for (const VariableId variable : effect->reads) set(before, variable);
      if (!unite(live[effect->source], before) || is_pending[effect->source]) continue;
      is_pending[effect->source] = true;
      pending.push_back(effect->source);
    }
  }
  std::vector<std::vector<bool>> result(places, std::vector<bool>(variables));
  for (std::size_t place = 0; place < places; ++place)
    for (std::size_t variable = 0; variable < variables; ++variable)
      result[place][variable] = contains(live[place], variable);
  return result;
}

}  // namespace bireach::frontend
