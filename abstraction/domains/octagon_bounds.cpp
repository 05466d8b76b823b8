// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/octagon_bounds.h"

#include <vector>

namespace bireach::abstraction {

using frontend::VariableId;
using logic::Integer;

namespace {

/// Closing more of them would take long.
constexpr std::size_t most_bounds = 800;

}  // namespace

std::optional<Integer> OctagonBounds::bound(SignedVariable a, SignedVariable b) const {
  const auto found = bounds_.find({a, b});
  return found == bounds_.end() ? std::nullopt : std::optional(found->second);
}

/// False: a and b are the same, and their difference would be negative.
bool OctagonBounds::tighten(SignedVariable a, SignedVariable b, const Integer& c) {
  if (a == b) return c >= 0;
  if (a.variable == b.variable) return true;  // twice a variable: intervals know more
  const auto [entry, is_new] = bounds_.emplace(Pair{a, b}, c);
  if (!is_new && c < entry->second) entry->second = c;
  return true;
}

bool OctagonBounds::close_over(SignedVariable a, SignedVariable b, const Integer& c) {
  if (const auto known = bound(a, b); known && *known <= c) return true;
  if (const auto back = bound(b, a); back && *back + c < 0) return false;
  std::vector<std::pair<SignedVariable, Integer>> before{{a, 0}};  // u - a <= …
  std::vector<std::pair<SignedVariable, Integer>> behind{{b, 0}};  // b - v <= …
  if (bounds_.size() < most_bounds)
    for (const auto& [pair, value] : bounds_) {
      if (pair.second == a) before.emplace_back(pair.first, value);
      if (pair.first == b) behind.emplace_back(pair.second, value);
    }
  for (const auto& [u, first] : before)
    for (const auto& [v, last] : behind)
      if (!tighten(u, v, first + c + last)) return false;
  return true;
}

bool OctagonBounds::add(SignedVariable a, SignedVariable b, const Integer& c) {
  return close_over(a, b, c) && close_over(-b, -a, c);
}

void OctagonBounds::forget(VariableId x) {
  std::erase_if(bounds_,
                [x](const auto& entry) { return entry.first.first.variable == x || entry.first.second.variable == x; });
}

void OctagonBounds::shift(VariableId x, const Integer& c) {
  for (auto& [pair, value] : bounds_) {
    if (pair.first.variable == x) value += pair.first.negative ? Integer(-c) : c;
    if (pair.second.variable == x) value -= pair.second.negative ? Integer(-c) : c;
  }
}

}  // namespace bireach::abstraction
