// SPDX-License-Identifier: Apache-2.0
#include "logic/predicate_simplifier.h"

#include <vector>

namespace bireach::logic {
namespace {

constexpr std::size_t kMaxSize = 600;

class Simplifier {
 public:
  Simplifier(TermManager& terms, Solver& solver, std::size_t queries)
      : terms_(terms), solver_(solver), queries_(queries) {}

  Term run(Term formula, bool alone) {
    const bool negated = formula.kind() == Kind::Not;
    const Term inner = negated ? formula[0] : formula;
    if (inner.kind() == Kind::And || inner.kind() == Kind::Or) {
      const Term result = connective(inner);
      return negated ? terms_.not_(result) : result;
    }
    return alone ? leaf(formula) : formula;
  }

 private:
  Term leaf(Term formula) {
    if (formula.is_constant() || queries_ < 2) {
      return formula;
    }
    queries_ -= 2;
    if (solver_.check({terms_.not_(formula)}) == SatResult::unsat) {
      return terms_.true_term();
    }
    return solver_.check({formula}) == SatResult::unsat ? terms_.false_term() : formula;
  }

  /// Each child in the context of the others: assumed in a conjunction, refuted in a disjunction.
  Term connective(Term formula) {
    const bool conjunction = formula.kind() == Kind::And;
    std::vector<Term> parts(formula.children().begin(), formula.children().end());
    for (std::size_t i = 0; i < parts.size() && queries_ >= 2; ++i) {
      solver_.push();
      for (std::size_t j = 0; j < parts.size(); ++j) {
        if (j != i) {
          solver_.add(conjunction ? parts[j] : terms_.not_(parts[j]));
        }
      }
      parts[i] = run(parts[i], true);
      solver_.pop();
    }
    return conjunction ? terms_.and_(std::move(parts)) : terms_.or_(std::move(parts));
  }

  TermManager& terms_;
  Solver& solver_;
  std::size_t queries_;
};

}  // namespace

Term simplify_in_context(TermManager& terms, Solver& solver, Term formula, Term background, std::size_t max_queries) {
  if (formula.is_constant() || formula.has_quantifier() || dag_size(formula) > kMaxSize) {
    return formula;
  }
  solver.push();
  solver.add(background);
  const Term result = Simplifier(terms, solver, max_queries).run(formula, true);
  solver.pop();
  return result;
}

}  // namespace bireach::logic
