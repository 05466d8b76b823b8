// SPDX-License-Identifier: Apache-2.0
#include "checker/witness/invariants/value_templates.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/witness/witness_violation.h"

namespace bireach::checker {
namespace {

using logic::Integer;
using logic::Term;
using FittedRelation = FittedTemplate::Relation;

constexpr unsigned most_moves = 8;         // of a bound by values that broke it
constexpr int largest_coefficient = 1000;  // of a pair
constexpr unsigned width = 160;            // no sum of these templates overflows in it

Integer modulo(const Integer& value, const Integer& modulus) {
  const Integer rest = value % modulus;
  return rest < 0 ? Integer(rest + modulus) : rest;
}

Integer absolute(const Integer& value) {
  return value < 0 ? Integer(-value) : value;
}

Integer greatest_divisor(Integer a, Integer b) {
  while (b != 0) {
    const Integer rest = a % b;
    a = b;
    b = rest;
  }
  return absolute(a);
}

Integer sum_of(const FittedTemplate& fitted, const std::vector<Integer>& values) {
  Integer sum = 0;
  for (const auto& [variable, coefficient] : fitted.parts) sum += coefficient * values[variable];
  return sum;
}

/// "- 3", "+ 3"
std::string shift_text(const Integer& constant) {
  if (constant == 0) return "";
  return constant < 0 ? " - " + Integer(-constant).str() : " + " + constant.str();
}

}  // namespace

bool FittedTemplate::holds(const std::vector<Integer>& values) const {
  const Integer sum = sum_of(*this, values);
  switch (relation) {
    case FittedRelation::equal:
      return sum == limit;
    case FittedRelation::at_most:
      return sum <= limit;
    case FittedRelation::congruent:
      return modulo(sum, modulus) == limit;
  }
  return false;
}

TemplateFitter::TemplateFitter(std::vector<TemplateVariable> variables)
    : variables_(std::move(variables)), bounds_(variables_.size()) {}

void TemplateFitter::add(std::vector<Integer> values) {
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    Bounds& bounds = bounds_[v];
    if (samples_.empty()) bounds.low = bounds.high = bounds.seen_low = bounds.seen_high = values[v];
    bounds.seen_low = std::min(bounds.seen_low, values[v]);
    bounds.seen_high = std::max(bounds.seen_high, values[v]);
    if (values[v] < bounds.low) bounds.low = ++bounds.moved_low > most_moves ? variables_[v].type.min() : values[v];
    if (values[v] > bounds.high) bounds.high = ++bounds.moved_high > most_moves ? variables_[v].type.max() : values[v];
  }
  samples_.push_back(std::move(values));
}

std::optional<TemplateFitter::OpenBound> TemplateFitter::open_bound() const {
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const Bounds& bounds = bounds_[v];
    if (bounds.moved_low > most_moves && !bounds.closed_low)
      return OpenBound{.variable = v, .is_upper = false, .seen = bounds.seen_low};
    if (bounds.moved_high > most_moves && !bounds.closed_high)
      return OpenBound{.variable = v, .is_upper = true, .seen = bounds.seen_high};
  }
  return std::nullopt;
}

void TemplateFitter::close(const OpenBound& bound, const std::optional<Integer>& limit) {
  Bounds& bounds = bounds_[bound.variable];
  (bound.is_upper ? bounds.closed_high : bounds.closed_low) = true;
  if (limit) (bound.is_upper ? bounds.high : bounds.low) = *limit;
}

std::vector<FittedTemplate> TemplateFitter::fit() const {
  std::vector<FittedTemplate> result;
  if (samples_.empty()) return result;
  for (std::size_t x = 0; x < variables_.size(); ++x) fit_one(x, result);
  for (std::size_t x = 0; x < variables_.size(); ++x) {
    for (std::size_t y = x + 1; y < variables_.size(); ++y)
      if (!is_constant(x) && !is_constant(y)) fit_pair(x, y, result);
  }
  return result;
}

void TemplateFitter::fit_one(std::size_t variable, std::vector<FittedTemplate>& result) const {
  const Bounds& bounds = bounds_[variable];
  const frontend::ScalarType& type = variables_[variable].type;
  if (is_constant(variable)) {
    if (type.min() != type.max()) result.push_back({{{variable, 1}}, FittedRelation::equal, bounds.low, 0});
    return;
  }
  if (bounds.low > type.min()) result.push_back({{{variable, -1}}, FittedRelation::at_most, -bounds.low, 0});
  if (bounds.high < type.max()) result.push_back({{{variable, 1}}, FittedRelation::at_most, bounds.high, 0});
  if (bounds.low < 0) return;  // C's % is another one there
  Integer step = 0;
  for (const auto& sample : samples_) step = greatest_divisor(sample[variable] - samples_.front()[variable], step);
  if (step > 1 && step <= 1 << 16 && samples_.size() > 2)
    result.push_back({{{variable, 1}}, FittedRelation::congruent, modulo(samples_.front()[variable], step), step});
}

void TemplateFitter::fit_pair(std::size_t x, std::size_t y, std::vector<FittedTemplate>& result) const {
  if (samples_.size() < 3) return;
  if (auto line = affine(x, y)) {
    result.push_back(std::move(*line));
    return;
  }
  const bool comparable = variables_[x].type.is_signed() == variables_[y].type.is_signed();
  const bool overlap = bounds_[x].low <= bounds_[y].high && bounds_[y].low <= bounds_[x].high;
  if (!comparable || !overlap) return;
  for (const int sign : {1, -1}) {
    const FittedTemplate ordered{{{x, sign}, {y, -sign}}, FittedRelation::at_most, 0, 0};
    const bool holds = std::all_of(samples_.begin(), samples_.end(), [&](const auto& s) { return ordered.holds(s); });
    if (holds) result.push_back(ordered);
  }
}

/// a * x + b * y == c through all values; neither is constant.
std::optional<FittedTemplate> TemplateFitter::affine(std::size_t x, std::size_t y) const {
  const auto& first = samples_.front();
  const auto other = std::find_if(samples_.begin(), samples_.end(),
                                  [&](const auto& sample) { return sample[x] != first[x] || sample[y] != first[y]; });
  if (other == samples_.end()) return std::nullopt;
  Integer a = (*other)[y] - first[y];
  Integer b = first[x] - (*other)[x];
  const Integer divisor = greatest_divisor(a, b);
  a /= divisor;
  b /= divisor;
  const bool usable = a != 0 && b != 0 && absolute(a) <= largest_coefficient && absolute(b) <= largest_coefficient;
  if (!usable) return std::nullopt;
  FittedTemplate line{{{x, a}, {y, b}}, FittedRelation::equal, a * first[x] + b * first[y], 0};
  const bool holds = std::all_of(samples_.begin(), samples_.end(), [&](const auto& s) { return line.holds(s); });
  return holds ? std::optional(line) : std::nullopt;
}

std::string TemplateFitter::operand(std::size_t variable, Computed computed) const {
  const bool widens = computed == Computed::in_long_long && variables_[variable].type.width < 64;
  return (widens ? "(long long)" : "") + variables_[variable].text;
}

std::string TemplateFitter::text(const FittedTemplate& fitted, Computed computed) const {
  const auto constant = [&](const Integer& value) {
    return c_constant(value, computed == Computed::in_long_long ? frontend::signed_integer(64)
                                                                : variables_[fitted.parts[0].first].type);
  };
  const std::string first = operand(fitted.parts[0].first, computed);
  if (fitted.parts.size() == 1) {
    if (fitted.relation == FittedRelation::congruent)
      return fmt::format("{} % {} == {}", first, fitted.modulus.str(), fitted.limit.str());
    if (fitted.relation == FittedRelation::equal) return fmt::format("{} == {}", first, constant(fitted.limit));
    return fitted.parts[0].second > 0 ? fmt::format("{} <= {}", first, constant(fitted.limit))
                                      : fmt::format("{} >= {}", first, constant(-fitted.limit));
  }
  const std::string second = operand(fitted.parts[1].first, computed);
  const Integer a = fitted.parts[0].second;
  const Integer b = fitted.parts[1].second;
  if (fitted.relation == FittedRelation::at_most) return fmt::format("{} {} {}", first, a > 0 ? "<=" : ">=", second);
  const auto product = [](const Integer& factor, const std::string& of) {
    return factor == 1 ? of : factor == -1 ? "-" + of : fmt::format("{} * {}", factor.str(), of);
  };
  if (absolute(b) == 1) return fmt::format("{} == {}{}", second, product(-a * b, first), shift_text(fitted.limit * b));
  if (absolute(a) == 1) return fmt::format("{} == {}{}", first, product(-b * a, second), shift_text(fitted.limit * a));
  return fmt::format("{} + {} == {}", product(a, first), product(b, second), fitted.limit.str());
}

Term TemplateFitter::formula(logic::TermManager& terms, const FittedTemplate& fitted,
                             const std::vector<Term>& values) const {
  Term sum = terms.bit_vector(0, width);
  for (const auto& [variable, coefficient] : fitted.parts) {
    const Term value = values[variable];
    const unsigned added = width - value.sort().width();
    const Term wide =
        variables_[variable].type.is_signed() ? terms.sign_extend(value, added) : terms.zero_extend(value, added);
    const Term part = terms.bv_binary(logic::Kind::BvMul, terms.bit_vector(coefficient, width), wide);
    sum = terms.bv_binary(logic::Kind::BvAdd, sum, part);
  }
  const Term limit = terms.bit_vector(fitted.limit, width);
  switch (fitted.relation) {
    case FittedRelation::equal:
      return terms.equal(sum, limit);
    case FittedRelation::at_most:
      return terms.bv_binary(logic::Kind::BvSle, sum, limit);
    case FittedRelation::congruent:  // of values that are not negative
      return terms.equal(terms.bv_binary(logic::Kind::BvUrem, sum, terms.bit_vector(fitted.modulus, width)), limit);
  }
  return terms.true_term();
}

}  // namespace bireach::checker
