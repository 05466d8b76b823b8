// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/flow_sensitive_reference.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <variant>

#include "relevance/explanation/abstract_error_check.h"

namespace bireach::relevance {

using logic::SatResult;
using logic::Term;
using logic::TransitionFormula;

namespace {

/// No result, for this reason.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Reference {
 public:
  Reference(const ReferenceProblem& problem, logic::InterpolationEngine& engine, logic::Solver& solver)
      : problem_(problem),
        engine_(engine),
        solver_(solver),
        terms_(problem.semantics.terms()),
        formula_(problem.program, problem.semantics, problem.trace, problem.assertion, problem.precondition) {}

  FlowSensitiveReference run() {
    FlowSensitiveReference result;
    try {
      const TransitionFormula assertion{problem_.holds, {}, {}, true};
      const std::vector<Term> invariants = fsei(problem_.assertion, assertion);
      localize(invariants, result);
    } catch (const Failure& failure) {
      result.failure = failure.what();
    }
    for (const auto& branch : explained_) result.branches.push_back(branch.first);
    return result;
  }

 private:
  /// FSEI(psi, pi[0, length], phi) where `assume` lets phi pass.
  std::vector<Term> fsei(std::size_t length, const TransitionFormula& assume) {
    errors_.emplace_back(length, assume.guard);
    std::vector<Term> result = error_invariants(length, assume);                              // (1)
    for (const std::size_t branch : conditions(result)) {                                     // (2), (3)
      const std::vector<Term>& more = explain(branch);                                        // (4)
      for (std::size_t i = 0; i <= branch; ++i) result[i] = terms_.and_(result[i], more[i]);  // (5)
    }
    return result;
  }

  /// FSEI(psi, pi[0, branch], the condition does not hold); once for each branch.
  const std::vector<Term>& explain(std::size_t branch) {
    const auto known = explained_.find(branch);
    if (known != explained_.end()) return known->second;
    const TransitionFormula other_way = problem_.semantics.branch(problem_.trace[branch]).second;
    std::vector<Term> found = fsei(branch, other_way);
    return explained_.emplace(branch, std::move(found)).first->second;
  }

  std::vector<Term> error_invariants(std::size_t length, const TransitionFormula& assume) {
    std::vector<const TransitionFormula*> trace;
    for (std::size_t i = 0; i < length; ++i) trace.push_back(&formula_.transitions()[i]);
    trace.push_back(&assume);
    const logic::InterpolationProblem interpolation{
        trace, formula_.initial(), [this](Term variable) { return problem_.semantics.range_of(variable); }};
    auto found = engine_.interpolate(interpolation);
    if (const auto* failure = std::get_if<logic::InterpolationFailure>(&found)) throw Failure(failure->reason);
    std::vector<Term> result = std::move(std::get<logic::TracePredicates>(found).predicates);
    result.pop_back();
    return result;
  }

  /// The scopes of all positions where the invariant changes, and of the last one.
  [[nodiscard]] std::set<std::size_t> conditions(const std::vector<Term>& invariants) const {
    std::set<std::size_t> result;
    const auto add_scope = [&](std::size_t position) {
      for (const std::size_t branch : problem_.scopes.scope(position)) result.insert(branch);
    };
    const std::size_t last = invariants.size() - 1;
    add_scope(last);
    for (std::size_t i = 0; i < last; ++i) {
      if (invariants[i] == invariants[i + 1]) continue;
      add_scope(i);
      if (is_branch(i)) result.insert(i);
    }
    return result;
  }

  [[nodiscard]] bool is_branch(std::size_t position) const {
    return problem_.program.outgoing(problem_.program.source(problem_.trace[position])).size() == 2;
  }

  bool refuted(SatResult result) const {
    switch (result) {
      case SatResult::unsat:
        return true;
      case SatResult::sat:
        return false;
      case SatResult::unknown:
        break;
    }
    throw Failure("the solver does not know: " + solver_.reason_unknown().text);
  }

  bool is_error_invariant(Term invariant, std::size_t position) {
    const auto [entry, is_new] = answers_.try_emplace({invariant, position}, false);
    if (!is_new) return entry->second;
    bool holds = refuted(formula_.execution(solver_, 0, position, formula_.initial(), terms_.not_(invariant)));
    for (const auto& [length, passes] : errors_)
      holds = holds && (length < position || refuted(formula_.execution(solver_, position, length, invariant, passes)));
    return entry->second = holds;
  }

  /// The longest interval around the position in which its invariant is an error invariant everywhere.
  std::pair<std::size_t, std::size_t> interval(Term invariant, std::size_t position) {
    std::size_t first = position;
    std::size_t last = position;
    while (first > 0 && is_error_invariant(invariant, first - 1)) --first;
    while (last < formula_.length() && is_error_invariant(invariant, last + 1)) ++last;
    return {first, last};
  }

  /// Covers the positions with few intervals, each as long as possible. An interval ends only where the sequence of
  /// invariants changes: there the scope of the statement, which is kept then, has been explained.
  void localize(const std::vector<Term>& invariants, FlowSensitiveReference& result) {
    const std::size_t count = invariants.size();
    for (std::size_t i = 0; i < count; ++i)
      if (!is_error_invariant(invariants[i], i)) throw Failure("an interpolant that is no error invariant");
    std::vector<std::size_t> change_before;  // the last position up to this one after which the invariant changes
    for (std::size_t i = 0; i < count; ++i) {
      const bool changes = i + 1 == count || invariants[i] != invariants[i + 1];
      change_before.push_back(changes || i == 0 ? i : change_before.back());
    }
    while (result.invariants.size() < count) {
      const std::size_t here = result.invariants.size();
      std::size_t end = 0;
      Term best;
      for (std::size_t i = 0; i < count; ++i) {
        const auto [first, last] = interval(invariants[i], i);
        if (first <= here && last >= here && (best.is_null() || change_before[last] > end)) {
          end = change_before[last];
          best = invariants[i];
        }
      }
      if (here > 0) result.kept.push_back(here - 1);
      result.invariants.resize(end + 1, best);
    }
  }

  const ReferenceProblem& problem_;
  logic::InterpolationEngine& engine_;
  logic::Solver& solver_;
  logic::TermManager& terms_;
  PlainTraceFormula formula_;
  /// Length of the prefix, and what lets it pass.
  std::vector<std::pair<std::size_t, Term>> errors_;
  std::map<std::size_t, std::vector<Term>> explained_;
  std::map<std::pair<Term, std::size_t>, bool> answers_;
};

}  // namespace

FlowSensitiveReference flow_sensitive_reference(const ReferenceProblem& problem, logic::InterpolationEngine& engine,
                                                logic::Solver& solver) {
  return Reference(problem, engine, solver).run();
}

}  // namespace bireach::relevance
