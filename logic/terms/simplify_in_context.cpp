// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/simplify_in_context.h"

#include <algorithm>
#include <utility>

namespace bireach::logic {

namespace {

constexpr std::size_t most_nested_choices = 6;  ///< whose bounds are those of their branches
constexpr int rounds_of_assumptions = 3;

/// The parts of a conjunction, or of a disjunction that does not hold: no further ones.
void split(TermManager& terms, Term condition, bool holds, std::vector<Term>& literals) {
  if (condition.kind() == Kind::Not) return split(terms, condition[0], !holds, literals);
  if (condition.kind() == (holds ? Kind::And : Kind::Or))
    for (const Term part : condition.children()) split(terms, part, holds, literals);
  else
    literals.push_back(holds ? condition : terms.not_(condition));
}

bool is_number_comparison(Term term) {
  const Kind kind = term.kind();
  return (kind == Kind::LessEqual || kind == Kind::Less || kind == Kind::Equal) && term[0].sort().is_int();
}

/// Does a literal speak of nothing but sums of variables?
bool is_plain(Term literal) {
  if (literal.kind() == Kind::Not) literal = literal[0];
  if (!is_number_comparison(literal)) return false;
  return std::all_of(literal.children().begin(), literal.children().end(), [](Term side) {
    const LinearForm form = linear_form(side);
    return std::all_of(form.coefficients.begin(), form.coefficients.end(),
                       [](const auto& part) { return part.first.children().empty(); });
  });
}

}  // namespace

std::vector<Term> ContextSimplifier::assume(const std::vector<Term>& conditions) {
  std::vector<Term> literals;
  for (const Term condition : conditions) split(terms_, condition, true, literals);
  // What has nothing in it that could be simplified comes first: of the others nothing follows for themselves.
  const auto others = std::stable_partition(literals.begin(), literals.end(), is_plain);
  learn_from({literals.begin(), others});
  for (auto literal = literals.begin(); literal != others; ++literal) stated_.learn(*literal);
  for (Term& literal : literals) literal = simplify_assumption(literal);
  learn_from({others, literals.end()});
  return literals;
}

void ContextSimplifier::learn_from(const std::vector<Term>& literals) {
  for (int round = 0; round < rounds_of_assumptions; ++round) {
    const std::size_t before = changes_.size();
    for (const Term literal : literals) learn_all(literal, true);
    if (changes_.size() == before) return;
  }
}

void ContextSimplifier::learn_all(Term condition, bool holds) {
  if (condition.kind() == Kind::Not) return learn_all(condition[0], !holds);
  if (condition.kind() == (holds ? Kind::And : Kind::Or))
    for (const Term part : condition.children()) learn_all(part, holds);
  else if (is_number_comparison(condition))
    learn(holds ? condition : terms_.not_(condition));
}

void ContextSimplifier::learn(Term literal) {
  const std::optional<LinearLiteral> parsed = linear_literal(literal);
  if (!parsed || parsed->relation == LinearRelation::distinct) return;
  learn_at_most_zero(parsed->form);
  if (parsed->relation == LinearRelation::equal) {
    LinearForm opposite;
    opposite.add(parsed->form, -1);
    learn_at_most_zero(opposite);
  }
}

/// c * part <= -(constant + the least that the others can be).
void ContextSimplifier::learn_at_most_zero(const LinearForm& form) {
  for (const auto& [part, coefficient] : form.coefficients) {
    LinearForm others = form;
    others.coefficients.erase(part);
    const std::optional<Integer> least = lower(others, 0);
    if (!least) continue;
    if (coefficient > 0)
      learn_part(part, std::nullopt, floor_div(-*least, coefficient));
    else
      learn_part(part, ceil_div(*least, -coefficient), std::nullopt);
  }
}

void ContextSimplifier::learn_part(Term part, const std::optional<Integer>& lower,
                                   const std::optional<Integer>& upper) {
  Bound& known = known_[part];
  const bool is_higher = lower && (!known.lower || *known.lower < *lower);
  const bool is_lower = upper && (!known.upper || *upper < *known.upper);
  if (!is_higher && !is_lower) return;
  changes_.push_back({part, known});
  if (is_higher) known.lower = lower;
  if (is_lower) known.upper = upper;
}

void ContextSimplifier::restore(std::size_t changes) {
  while (changes_.size() > changes) {
    known_[changes_.back().part] = std::move(changes_.back().before);
    changes_.pop_back();
  }
}

ContextSimplifier::Bound ContextSimplifier::bound(Term part, std::size_t depth) {
  Bound result;
  if (const auto found = known_.find(part); found != known_.end()) result = found->second;
  if (part.kind() == Kind::IntMod && part[1].is_constant() && part[1].constant() > 0) {
    if (!result.lower || *result.lower < 0) result.lower = 0;
    const Integer most = part[1].constant() - 1;
    if (!result.upper || most < *result.upper) result.upper = most;
  }
  if (part.kind() != Kind::Ite || depth == most_nested_choices || visits_left_ == 0) return result;
  --visits_left_;
  const LinearForm first = linear_form(part[1]);
  const LinearForm second = linear_form(part[2]);
  const auto first_lower = lower(first, depth + 1);
  const auto second_lower = first_lower ? lower(second, depth + 1) : std::nullopt;
  if (second_lower && (!result.lower || *result.lower < std::min(*first_lower, *second_lower)))
    result.lower = std::min(*first_lower, *second_lower);
  const auto first_upper = upper(first, depth + 1);
  const auto second_upper = first_upper ? upper(second, depth + 1) : std::nullopt;
  if (second_upper && (!result.upper || std::max(*first_upper, *second_upper) < *result.upper))
    result.upper = std::max(*first_upper, *second_upper);
  return result;
}

std::optional<Integer> ContextSimplifier::lower(const LinearForm& form, std::size_t depth) {
  Integer result = form.constant;
  for (const auto& [part, coefficient] : form.coefficients) {
    const Bound known = bound(part, depth);
    const std::optional<Integer>& used = coefficient > 0 ? known.lower : known.upper;
    if (!used) return std::nullopt;
    result += coefficient * *used;
  }
  return result;
}

std::optional<Integer> ContextSimplifier::upper(const LinearForm& form, std::size_t depth) {
  LinearForm opposite;
  opposite.add(form, -1);
  const std::optional<Integer> result = lower(opposite, depth);
  return result ? std::optional<Integer>(-*result) : std::nullopt;
}

std::optional<bool> ContextSimplifier::decided(Term atom) {
  const std::optional<LinearLiteral> literal = linear_literal(atom);
  if (!literal) return std::nullopt;
  const std::optional<Integer> least = lower(literal->form, 0);
  if (least && *least > 0) return literal->relation == LinearRelation::distinct;
  const std::optional<Integer> most = upper(literal->form, 0);
  if (literal->relation == LinearRelation::less_equal) {
    if (most && *most <= 0) return true;
    return std::nullopt;
  }
  if (most && *most < 0) return literal->relation == LinearRelation::distinct;
  return std::nullopt;
}

Term ContextSimplifier::simplify_children(Term term) {
  std::vector<Term> children;
  bool is_same = true;
  for (const Term child : term.children()) {
    children.push_back(simplify(child));
    is_same = is_same && children.back() == child;
  }
  return is_same ? term : terms_.rebuild(term, children);
}

/// Each part under those before it: they hold in a conjunction, in a disjunction they do not.
Term ContextSimplifier::simplify_connective(Term term) {
  const bool is_conjunction = term.kind() == Kind::And;
  const std::size_t before = changes_.size();
  std::vector<Term> parts;
  for (const Term child : term.children()) {
    parts.push_back(simplify(child));
    learn_all(parts.back(), is_conjunction);
  }
  restore(before);
  return is_conjunction ? terms_.and_(std::move(parts)) : terms_.or_(std::move(parts));
}

Term ContextSimplifier::simplify_choice(Term term) {
  const Term condition = simplify(term[0]);
  if (condition.is_true()) return simplify(term[1]);
  if (condition.is_false()) return simplify(term[2]);
  const std::size_t before = changes_.size();
  learn_all(condition, true);
  const Term then_term = simplify(term[1]);
  restore(before);
  learn_all(condition, false);
  const Term else_term = simplify(term[2]);
  restore(before);
  return terms_.ite(condition, then_term, else_term);
}

/// Without the division, if there is one quotient only.
Term ContextSimplifier::simplify_division(Term term) {
  if (!term[1].is_constant() || term[1].constant() <= 0) return term;
  const Integer& divisor = term[1].constant();
  LinearForm dividend = linear_form(term[0]);
  const std::optional<Integer> least = lower(dividend, 0);
  const std::optional<Integer> most = least ? upper(dividend, 0) : std::nullopt;
  if (!most || floor_div(*least, divisor) != floor_div(*most, divisor)) return term;
  const Integer quotient = floor_div(*least, divisor);
  if (term.kind() == Kind::IntDiv) return terms_.integer(quotient);
  dividend.constant -= quotient * divisor;
  return to_term(terms_, dividend);
}

Term ContextSimplifier::simplify(Term term) {
  if (visits_left_ == 0 || term.children().empty()) return term;
  --visits_left_;
  switch (term.kind()) {
    case Kind::And:
    case Kind::Or:
      return simplify_connective(term);
    case Kind::Ite:
      return simplify_choice(term);
    case Kind::Not:
      return terms_.not_(simplify(term[0]));
    case Kind::Forall:
    case Kind::Exists:
      return term;
    default:
      break;
  }
  const Term result = simplify_children(term);
  if (result.kind() == Kind::IntMod || result.kind() == Kind::IntDiv) return simplify_division(result);
  if (!is_number_comparison(result)) return result;
  const std::optional<bool> value = decided(result);
  return value ? (*value ? terms_.true_term() : terms_.false_term()) : result;
}

Term ContextSimplifier::simplify_assumption(Term term) {
  const bool is_negated = term.kind() == Kind::Not;
  const Term atom = is_negated ? term[0] : term;
  if (!is_number_comparison(atom)) return simplify(term);
  const Term result = simplify_children(atom);
  // A type's bound, where a closer one is stated, too; what only follows may follow from this one.
  const std::optional<LinearLiteral> literal = linear_literal(is_negated ? terms_.not_(result) : result);
  if (literal && literal->relation == LinearRelation::less_equal && literal->form.coefficients.size() == 1) {
    const std::optional<Integer> most = stated_.upper(literal->form);
    if (most && *most <= -abs(literal->form.coefficients.begin()->second)) return terms_.true_term();
  }
  return is_negated ? terms_.not_(result) : result;
}

}  // namespace bireach::logic
