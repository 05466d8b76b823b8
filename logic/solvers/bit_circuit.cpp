// SPDX-License-Identifier: Apache-2.0
#include "logic/solvers/bit_circuit.h"

#include <algorithm>
#include <utility>

namespace bireach::logic {

BitCircuit::BitCircuit() : gates_(1) {}

std::size_t BitCircuit::Hash::operator()(const Gate& gate) const {
  std::uint64_t hash = static_cast<std::uint64_t>(gate.kind);
  for (const Bit bit : gate.of) {
    hash = (hash ^ bit.code()) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29U;
  }
  return hash;
}

Bit BitCircuit::shared(const Gate& gate) {
  const auto [found, is_new] = known_.try_emplace(gate, static_cast<std::uint32_t>(gates_.size()));
  if (is_new) gates_.push_back(gate);
  return {found->second, false};
}

Bit BitCircuit::input() {
  gates_.emplace_back();
  return {static_cast<std::uint32_t>(gates_.size() - 1), false};
}

Bit BitCircuit::both(Bit a, Bit b) {
  if (b < a) std::swap(a, b);
  if (a == constant(false) || a == !b) return constant(false);
  if (a == constant(true) || a == b) return b;
  return shared({Kind::and_gate, {a, b, Bit()}});
}

Bit BitCircuit::differ(Bit a, Bit b) {
  const bool is_negated = a.is_negated() != b.is_negated();
  std::uint32_t first = a.gate();
  std::uint32_t second = b.gate();
  if (second < first) std::swap(first, second);
  if (first == second) return constant(is_negated);
  const Bit other(second, is_negated);
  if (first == 0) return other;
  const Bit result = shared({Kind::xor_gate, {Bit(first, false), Bit(second, false), Bit()}});
  return is_negated ? !result : result;
}

Bit BitCircuit::choose(Bit condition, Bit then, Bit otherwise) {
  if (condition.is_negated()) {
    condition = !condition;
    std::swap(then, otherwise);
  }
  if (condition.is_constant()) return otherwise;
  if (then == otherwise) return then;
  if (then == !otherwise) return !differ(condition, then);
  if (then == constant(true) || then == condition) return either(condition, otherwise);
  if (then == constant(false) || then == !condition) return both(!condition, otherwise);
  if (otherwise == constant(false) || otherwise == condition) return both(condition, then);
  if (otherwise == constant(true) || otherwise == !condition) return either(!condition, then);
  if (then.is_negated()) return !shared({Kind::choice, {condition, !then, !otherwise}});
  return shared({Kind::choice, {condition, then, otherwise}});
}

Bit BitCircuit::majority(Bit a, Bit b, Bit c) {
  std::array<Bit, 3> of{a, b, c};
  std::sort(of.begin(), of.end());
  if (of[0].is_constant()) return of[0] == constant(true) ? either(of[1], of[2]) : both(of[1], of[2]);
  for (unsigned i = 0; i < 2; ++i) {  // sorted, so that a bit and its negation are next to each other
    if (of[i] == of[i + 1]) return of[i];
    if (of[i] == !of[i + 1]) return of[i == 0 ? 2 : 0];
  }
  if (!of[0].is_negated()) return shared({Kind::majority, of});
  for (Bit& bit : of) bit = !bit;
  return !shared({Kind::majority, of});
}

}  // namespace bireach::logic
