// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/linear_form.h"

#include <utility>

#include "logic/terms/linear.h"

namespace bireach::logic {

void LinearForm::add(const LinearForm& other, const Integer& factor) {
  constant += factor * other.constant;
  for (const auto& [part, value] : other.coefficients) {
    Integer& mine = coefficients[part];
    mine += factor * value;
    if (mine == 0) coefficients.erase(part);
  }
}

Integer LinearForm::coefficient(Term part) const {
  const auto found = coefficients.find(part);
  return found == coefficients.end() ? Integer(0) : found->second;
}

LinearForm linear_form(Term term) {
  LinearSum sum = linear_sum(term);
  LinearForm result;
  result.constant = std::move(sum.constant);
  result.coefficients.insert(sum.monomials.begin(), sum.monomials.end());
  return result;
}

Term to_term(TermManager& terms, const LinearForm& form) {
  LinearSum sum;
  sum.monomials.assign(form.coefficients.begin(), form.coefficients.end());
  sum.constant = form.constant;
  return from_linear_sum(terms, sum);
}

std::optional<LinearLiteral> linear_literal(Term literal) {
  const bool negated = literal.kind() == Kind::Not;
  const Term atom = negated ? literal[0] : literal;
  const Kind kind = atom.kind();
  if ((kind != Kind::LessEqual && kind != Kind::Less && kind != Kind::Equal) || !atom[0].sort().is_int())
    return std::nullopt;
  LinearForm form = linear_form(atom[0]);
  form.add(linear_form(atom[1]), -1);
  if (kind == Kind::Equal)
    return LinearLiteral{std::move(form), negated ? LinearRelation::distinct : LinearRelation::equal};
  if (kind == Kind::Less) form.constant += 1;
  if (negated) {  // not (f <= 0)  iff  -f + 1 <= 0
    LinearForm opposite;
    opposite.add(form, -1);
    opposite.constant += 1;
    form = std::move(opposite);
  }
  return LinearLiteral{std::move(form), LinearRelation::less_equal};
}

Term at_most_zero(TermManager& terms, const LinearForm& form) {
  return terms.less_equal(to_term(terms, form), terms.integer(0));
}

Integer floor_div(const Integer& a, const Integer& b) {
  Integer quotient = a / b;
  if (a % b != 0 && a < 0) quotient -= 1;
  return quotient;
}

Integer ceil_div(const Integer& a, const Integer& b) {
  return -floor_div(-a, b);
}

void ConstantBounds::learn(Term literal) {
  const std::optional<LinearLiteral> parsed = linear_literal(literal);
  if (!parsed || parsed->form.coefficients.size() != 1 || parsed->relation == LinearRelation::distinct) return;
  const auto& [part, coefficient] = *parsed->form.coefficients.begin();
  const Integer constant = -parsed->form.constant;  // coefficient * part <= constant
  const auto at_most = [this](Term term, const Integer& bound) {
    const auto [place, added] = upper_.emplace(term, bound);
    if (!added && bound < place->second) place->second = bound;
  };
  const auto at_least = [this](Term term, const Integer& bound) {
    const auto [place, added] = lower_.emplace(term, bound);
    if (!added && bound > place->second) {
      place->second = bound;
    }
  };
  const Integer magnitude = coefficient > 0 ? coefficient : Integer(-coefficient);
  const Integer signed_constant = coefficient > 0 ? constant : Integer(-constant);
  if (coefficient > 0 || parsed->relation == LinearRelation::equal)
    at_most(part, floor_div(signed_constant, magnitude));
  if (coefficient < 0 || parsed->relation == LinearRelation::equal)
    at_least(part, ceil_div(signed_constant, magnitude));
}

std::optional<Integer> ConstantBounds::lower(const LinearForm& form) const {
  Integer result = form.constant;
  for (const auto& [part, coefficient] : form.coefficients) {
    const auto& bounds = coefficient > 0 ? lower_ : upper_;
    const auto found = bounds.find(part);
    if (found == bounds.end()) return std::nullopt;
    result += coefficient * found->second;
  }
  return result;
}

std::optional<Integer> ConstantBounds::upper(const LinearForm& form) const {
  LinearForm opposite;
  opposite.add(form, -1);
  const std::optional<Integer> result = lower(opposite);
  return result ? std::optional<Integer>(-*result) : std::nullopt;
}

}  // namespace bireach::logic
