// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/few_values.h"

#include <algorithm>
#include <span>

namespace bireach::logic {

namespace {

constexpr std::uint32_t few = 32;           ///< of one part
constexpr std::uint32_t few_together = 64;  ///< of all parts
constexpr std::uint32_t many = 1U << 16U;   ///< no telling how many
constexpr unsigned bits_of_many = 16;

std::uint32_t times(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(std::uint64_t{a} * b, many));
}

/// How many values the sort has.
std::uint32_t size_of(Sort sort) {
  if (sort.is_bool()) return 2;
  return sort.is_bit_vector() && sort.width() < bits_of_many ? 1U << sort.width() : many;
}

/// How many values a conjunction with this mask has.
std::uint32_t below_mask(const Integer& mask) {
  std::uint32_t result = 1;
  for (Integer rest = mask; rest != 0; rest >>= 1U)
    if (bit_test(rest, 0)) result = times(result, 2);
  return result;
}

}  // namespace

std::uint32_t FewValues::values_of(Term term) const {
  std::uint32_t result = 1;
  switch (term.kind()) {
    case Kind::Constant:
      return 1;
    case Kind::Variable:
    case Kind::Select:
      return size_of(term.sort());
    case Kind::Ite:
      result = std::min(many, known_.at(term[1]).values + known_.at(term[2]).values);
      break;
    default:
      for (const Term child : term.children()) result = times(result, known_.at(child).values);
  }
  if (term.kind() == Kind::BvAnd)
    for (const Term child : term.children())
      if (child.is_constant()) result = std::min(result, below_mask(child.constant()));
  if (term.kind() == Kind::BvUrem && term[1].is_constant() && term[1].constant() != 0 && term[1].constant() < many)
    result = std::min(result, static_cast<std::uint32_t>(term[1].constant()));
  return std::min(result, size_of(term.sort()));
}

/// Of what is known of its children.
FewValues::Known FewValues::combined(Term term) const {
  if (term.sort().is_array() && (term.is_variable() || term.kind() == Kind::ConstArray))
    return {many, false, false, {}};
  if (term.has_quantifier()) return {many, false, true, {}};
  Known result{term.sort().is_array() ? many : values_of(term),
               term.kind() == Kind::Select || term.kind() == Kind::Ite,
               term.is_variable(),
               {}};
  std::span<const Term> children = term.children();
  if (term.kind() == Kind::Store) children = children.first(2);
  std::uint32_t together = 1;
  for (const Term child : children) {
    const Known& part = known_.at(child);
    result.is_read = result.is_read || part.is_read;
    result.is_open = result.is_open || part.is_open;
    for (const Term depends : part.depends) {
      if (std::find(result.depends.begin(), result.depends.end(), depends) != result.depends.end()) continue;
      result.depends.push_back(depends);
      together = times(together, known_.at(depends).values);
    }
  }
  result.is_open = result.is_open || together > few_together;
  if (!result.is_open) return result;
  result.depends.clear();
  if (term.sort().is_array() || result.values > few) return result;
  result.is_open = false;
  result.depends.push_back(term);
  return result;
}

const FewValues::Known& FewValues::known(Term term) {
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term next = open.back();
    const std::size_t before = open.size();
    for (const Term child : next.children())
      if (!known_.contains(child)) open.push_back(child);
    if (open.size() != before) continue;
    open.pop_back();
    if (!known_.contains(next)) known_.emplace(next, combined(next));
  }
  return known_.at(term);
}

Term FewValues::deciding(Term address) {
  if (address.is_constant()) return {};
  const Known& parts = known(address);
  return parts.is_open || !parts.is_read || parts.depends.empty() ? Term() : parts.depends.front();
}

}  // namespace bireach::logic
