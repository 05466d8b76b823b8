// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>

#include "logic/elimination/quantifier_rules.h"

namespace bireach::logic {

bool occurs(Term variable, Term term) {
  std::vector<Term> work{term};
  std::unordered_set<Term, TermHash> seen{term};
  while (!work.empty()) {
    const Term current = work.back();
    work.pop_back();
    if (current == variable) return true;
    if (!current.has_variable()) continue;
    if (current.has_quantifier()) {
      const std::vector<Term> free = free_variables(current);
      if (std::find(free.begin(), free.end(), variable) == free.end()) continue;
    }
    for (Term child : current.children())
      if (seen.insert(child).second) work.push_back(child);
  }
  return false;
}

namespace {

/// The inverse of an odd number modulo 2^width (Newton's iteration doubles the correct bits).
Integer odd_inverse(const Integer& odd, unsigned width) {
  Integer inverse = 1;
  for (unsigned bits = 1; bits < width; bits *= 2) inverse = wrap_unsigned(inverse * (2 - odd * inverse), width);
  return inverse;
}

/// Moves one operator from the left to the right of `left = right`; the variable stays in `left`.
class Inverter {
 public:
  Inverter(TermManager& terms, Term variable) : terms_(terms), variable_(variable), side_(terms.true_term()) {}

  std::optional<Solution> solve(Term left, Term right) {
    if (occurs(variable_, right)) return std::nullopt;
    while (left != variable_)
      if (!step(left, right)) return std::nullopt;
    return Solution{variable_, right, side_, introduced_};
  }

 private:
  bool step(Term& left, Term& right) {
    switch (left.kind()) {
      case Kind::BvNot:
      case Kind::BvNeg:
        right = terms_.bv_unary(left.kind(), right);
        left = left[0];
        return true;
      case Kind::BvAdd:
      case Kind::BvXor:
      case Kind::BvMul:
      case Kind::Concat:
        return binary(left, right);
      case Kind::ZeroExtend:
      case Kind::SignExtend:
        extension(left, right);
        return true;
      case Kind::Store:
        return store(left, right);
      default:
        return false;
    }
  }

  bool binary(Term& left, Term& right) {
    const std::size_t place = occurs(variable_, left[0]) ? 0 : 1;
    const Term other = left[1 - place];
    if (left.children().size() != 2 || occurs(variable_, other)) return false;
    const unsigned width = left.sort().width();
    if (left.kind() == Kind::BvAdd) {
      right = terms_.bv_binary(Kind::BvAdd, right, terms_.bv_unary(Kind::BvNeg, other));
    } else if (left.kind() == Kind::BvXor) {
      right = terms_.bv_binary(Kind::BvXor, right, other);
    } else if (left.kind() == Kind::BvMul) {
      if (!other.is_constant() || other.constant() % 2 == 0) return false;
      right = terms_.bv_binary(Kind::BvMul, terms_.bit_vector(odd_inverse(other.constant(), width), width), right);
    } else {
      const unsigned low = left[1].sort().width();
      const Term high_part = terms_.extract(right, width - 1, low);
      const Term low_part = terms_.extract(right, low - 1, 0);
      side_ = terms_.and_(side_, terms_.equal(other, place == 0 ? low_part : high_part));
      right = place == 0 ? high_part : low_part;
    }
    left = left[place];
    return true;
  }

  void extension(Term& left, Term& right) {
    const unsigned added = left.first();
    const Term narrow = terms_.extract(right, left[0].sort().width() - 1, 0);
    const bool zero = left.kind() == Kind::ZeroExtend;
    const Term wide = zero ? terms_.zero_extend(narrow, added) : terms_.sign_extend(narrow, added);
    side_ = terms_.and_(side_, terms_.equal(right, wide));
    right = narrow;
    left = left[0];
  }

  /// store(a, i, e) = r  iff  select(r, i) = e and a is r but for any element at i.
  bool store(Term& left, Term& right) {
    if (occurs(variable_, left[1]) || occurs(variable_, left[2])) return false;
    side_ = terms_.and_(side_, terms_.equal(terms_.select(right, left[1]), left[2]));
    introduced_.push_back(terms_.fresh_variable(variable_.name() + "_element", left[2].sort()));
    right = terms_.store(right, left[1], introduced_.back());
    left = left[0];
    return true;
  }

  TermManager& terms_;
  Term variable_;
  Term side_;
  std::vector<Term> introduced_;
};

std::optional<Solution> solve_linear(TermManager& terms, Term variable, Term equality) {
  LinearForm form = linear_form(equality[0]);
  form.add(linear_form(equality[1]), -1);
  const Integer coefficient = form.coefficient(variable);
  if (coefficient != 1 && coefficient != -1) return std::nullopt;
  form.coefficients.erase(variable);
  for (const auto& [part, factor] : form.coefficients)
    if (occurs(variable, part)) return std::nullopt;
  LinearForm value;
  value.add(form, -coefficient);
  return Solution{variable, to_term(terms, value), terms.true_term(), {}};
}

}  // namespace

std::optional<Solution> solve_for(TermManager& terms, Term variable, Term conjunct) {
  if (variable.sort().is_bool()) {
    if (conjunct == variable) return Solution{variable, terms.true_term(), terms.true_term(), {}};
    if (conjunct.kind() == Kind::Not && conjunct[0] == variable)
      return Solution{variable, terms.false_term(), terms.true_term(), {}};
    if (conjunct.kind() == Kind::Not && conjunct[0].kind() == Kind::Equal && conjunct[0][0].sort().is_bool()) {
      for (std::size_t i = 0; i < 2; ++i)
        if (conjunct[0][i] == variable && !occurs(variable, conjunct[0][1 - i]))
          return Solution{variable, terms.not_(conjunct[0][1 - i]), terms.true_term(), {}};
    }
  }
  if (conjunct.kind() != Kind::Equal) return std::nullopt;
  if (variable.sort().is_int() && conjunct[0].sort().is_int()) return solve_linear(terms, variable, conjunct);
  if (std::optional<Solution> solution = Inverter(terms, variable).solve(conjunct[0], conjunct[1])) return solution;
  return Inverter(terms, variable).solve(conjunct[1], conjunct[0]);
}

}  // namespace bireach::logic
