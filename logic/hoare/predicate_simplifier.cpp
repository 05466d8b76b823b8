// SPDX-License-Identifier: Apache-2.0
#include "logic/hoare/predicate_simplifier.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace bireach::logic {
namespace {

constexpr std::size_t max_size = 600;

class Simplifier {
 public:
  Simplifier(TermManager& terms, Solver& solver, const SimplificationOptions& options)
      : terms_(terms), solver_(solver), queries_(options.max_queries), satisfiable_(options.satisfiable) {}

  /// `settled`: parts of the outermost connective that need no check, but are context for the others.
  Term run(Term formula, const std::set<Term>& settled) {
    const bool negated = formula.kind() == Kind::Not;
    const Term inner = negated ? formula[0] : formula;
    const bool is_connective = inner.kind() == Kind::And || inner.kind() == Kind::Or;
    if (!is_connective) return run(formula);
    std::vector<Term> kept;
    std::vector<Term> open;
    for (const Term part : inner.children()) (settled.contains(part) ? kept : open).push_back(part);
    const bool conjunction = inner.kind() == Kind::And;
    solver_.push();
    for (const Term part : kept) solver_.add(conjunction ? part : terms_.not_(part));
    uses_.clear();
    for (const Term part : inner.children())
      for (const Term variable : free_variables(part)) ++uses_[variable];
    // Of a satisfiable conjunction no literal is false, whether it is written as such or as a negated disjunction.
    check_parts(open, conjunction, satisfiable_ && conjunction != negated);
    solver_.pop();
    kept.insert(kept.end(), open.begin(), open.end());
    const Term result = conjunction ? terms_.and_(std::move(kept)) : terms_.or_(std::move(kept));
    return negated ? terms_.not_(result) : result;
  }

 private:
  Term run(Term formula) {
    const bool negated = formula.kind() == Kind::Not;
    const Term inner = negated ? formula[0] : formula;
    if (inner.kind() == Kind::And || inner.kind() == Kind::Or) {
      const Term result = connective(inner);
      return negated ? terms_.not_(result) : result;
    }
    return leaf(formula);
  }

  Term leaf(Term formula) {
    if (formula.is_constant() || queries_ < 2) return formula;
    queries_ -= 2;
    return holds(formula) ? terms_.true_term() : holds(terms_.not_(formula)) ? terms_.false_term() : formula;
  }

  /// A literal that can only be redundant: implied in a conjunction, excluded in a disjunction.
  Term redundant_leaf(Term formula, bool conjunction) {
    if (formula.is_constant() || queries_ < 1) return formula;
    --queries_;
    return holds(conjunction ? formula : terms_.not_(formula)) ? terms_.boolean(conjunction) : formula;
  }

  bool holds(Term formula) { return solver_.check({terms_.not_(formula)}) == SatResult::unsat; }

  /// Each child in the context of the others: assumed in a conjunction, refuted in a disjunction.
  Term connective(Term formula) {
    const bool conjunction = formula.kind() == Kind::And;
    std::vector<Term> parts(formula.children().begin(), formula.children().end());
    constexpr bool redundant_only = false;
    check_parts(parts, conjunction, redundant_only);
    return conjunction ? terms_.and_(std::move(parts)) : terms_.or_(std::move(parts));
  }

  static bool is_leaf(Term formula) {
    const Term inner = formula.kind() == Kind::Not ? formula[0] : formula;
    return inner.kind() != Kind::And && inner.kind() != Kind::Or;
  }

  /// An equality or its negation with a variable that no other part has: hardly ever implied by the others.
  bool is_unrelated_equality(Term part) {
    const Term atom = part.kind() == Kind::Not ? part[0] : part;
    if (atom.kind() != Kind::Equal) return false;
    const std::vector<Term> variables = free_variables(atom);
    return std::any_of(variables.begin(), variables.end(), [&](Term variable) { return uses_[variable] == 1; });
  }

  /// `redundant_only`: no literal among the parts decides all.
  void check_parts(std::vector<Term>& parts, bool conjunction, bool redundant_only) {
    for (std::size_t i = 0; i < parts.size() && queries_ >= 2; ++i) {
      if (redundant_only && is_unrelated_equality(parts[i])) continue;
      solver_.push();
      for (std::size_t j = 0; j < parts.size(); ++j)
        if (j != i) solver_.add(conjunction ? parts[j] : terms_.not_(parts[j]));
      if (redundant_only && is_leaf(parts[i]))
        parts[i] = redundant_leaf(parts[i], conjunction);
      else
        parts[i] = run(parts[i]);
      solver_.pop();
    }
  }

  TermManager& terms_;
  Solver& solver_;
  std::size_t queries_;
  bool satisfiable_;
  std::map<Term, std::size_t> uses_;  ///< number of parts of the outermost connective with a variable
};

/// variable = constant, with the sides in any order.
bool fixes_variable(Term formula, Substitution& values) {
  if (formula.kind() != Kind::Equal) return false;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
    if (formula[side].is_variable() && formula[1 - side].is_constant())
      return values.emplace(formula[side], formula[1 - side]).second;
  return false;
}

/// What a conjunct x = c (in a disjunction: a disjunct x != c) says of x is used in all others. Cheap, and often leaves
/// the solver little to do.
Term propagate_constants(TermManager& terms, Term formula) {
  if (formula.kind() == Kind::Not) return terms.not_(propagate_constants(terms, formula[0]));
  if (formula.kind() != Kind::And && formula.kind() != Kind::Or) return formula;
  const bool conjunction = formula.kind() == Kind::And;
  Substitution values;
  std::vector<Term> parts;
  std::vector<Term> others;
  for (const Term part : formula.children()) {
    const Term literal = conjunction ? part : terms.not_(part);
    (fixes_variable(literal, values) ? parts : others).push_back(part);
  }
  if (values.empty()) return formula;
  Substitution cache;
  for (const Term part : others) parts.push_back(terms.substitute(part, values, cache));
  return conjunction ? terms.and_(std::move(parts)) : terms.or_(std::move(parts));
}

}  // namespace

Term simplify_in_context(TermManager& terms, Solver& solver, Term formula, Term background,
                         const SimplificationOptions& options) {
  if (formula.is_constant() || formula.has_quantifier() || dag_size(formula) > max_size) return formula;
  const Term known = propagate_constants(terms, formula);
  std::set<Term> settled;
  if (!options.simplified.is_null()) {
    const Term last = options.simplified;
    const Term inner = last.kind() == Kind::Not ? last[0] : last;
    settled.insert(inner.children().begin(), inner.children().end());
  }
  solver.push();
  solver.add(background);
  const Term result = Simplifier(terms, solver, options).run(known, settled);
  solver.pop();
  return result;
}

}  // namespace bireach::logic
