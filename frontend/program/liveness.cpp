// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/liveness.h"

#include <cstdint>
#include <numeric>

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
  std::vector<std::size_t> all(places);
  std::iota(all.begin(), all.end(), 0);
  return live_variables(places, variables, effects, all);
}

std::vector<std::vector<bool>> live_variables(std::size_t places, std::size_t variables,
                                              const std::vector<FlowEffect>& effects,
                                              const std::vector<std::size_t>& wanted) {
  // The effects that lead to a place, one after the other.
  std::vector<std::size_t> first(places + 1);
  for (const FlowEffect& effect : effects) ++first[effect.target + 1];
  for (std::size_t place = 0; place < places; ++place) first[place + 1] += first[place];
  std::vector<const FlowEffect*> incoming(effects.size());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (const FlowEffect& effect : effects) incoming[next[effect.target]++] = &effect;
  std::vector<VariableSet> live(places, VariableSet((variables + word_bits - 1) / word_bits));
  // Ends of ways are mostly made last, so they come first.
  std::vector<std::size_t> pending;
  std::vector<bool> is_pending(places, true);
  for (std::size_t place = 0; place < places; ++place) pending.push_back(place);
  VariableSet before;
  while (!pending.empty()) {
    const std::size_t place = pending.back();
    pending.pop_back();
    is_pending[place] = false;
    for (std::size_t i = first[place]; i < first[place + 1]; ++i) {
      const FlowEffect& effect = *incoming[i];
      before = live[place];
      if (effect.overwrites) reset(before, *effect.overwrites);
      for (const VariableId variable : effect.reads) set(before, variable);
      if (!unite(live[effect.source], before) || is_pending[effect.source]) continue;
      is_pending[effect.source] = true;
      pending.push_back(effect.source);
    }
  }
  std::vector<std::vector<bool>> result;
  for (const std::size_t place : wanted) {
    std::vector<bool>& here = result.emplace_back(variables);
    for (std::size_t variable = 0; variable < variables; ++variable) here[variable] = contains(live[place], variable);
  }
  return result;
}

std::vector<std::vector<bool>> live_variables(const Program& program) {
  std::vector<FlowEffect> effects;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    const Statement& statement = program.edge(edge).statement;
    effects.push_back(
        {program.source(edge), program.target(edge), variables_read(statement), assigned_variable(statement)});
  }
  return live_variables(program.location_count(), program.variables.size(), effects);
}

}  // namespace bireach::frontend
