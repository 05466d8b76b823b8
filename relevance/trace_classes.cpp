// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace_classes.h"

#include <algorithm>

#include "logic/hoare.h"

namespace bireach::relevance {

using logic::Term;
using logic::TransitionFormula;
using logic::Validity;

namespace {

/// The statement with the trace's own precondition on what it chooses.
TransitionFormula constrained(const ErrorTrace& trace, const ErrorExplanation& explanation, std::size_t position) {
  TransitionFormula transition = trace.meaning(position).transition;
  for (std::size_t i = 0; i < explanation.precondition.size(); ++i) {
    const InputConstraint& constraint = explanation.precondition[i];
    if (constraint.initial || constraint.position != position) continue;
    transition.guard = trace.terms().and_(transition.guard, trace.admits(trace.inputs()[i], constraint));
  }
  return transition;
}

/// Follows which invariants of a sequence can stand at a position of a trace.
class Follower {
 public:
  Follower(const std::vector<Term>& invariants, const ErrorTrace& trace, logic::Solver& solver)
      : invariants_(invariants), trace_(trace), solver_(solver), possible_(invariants.size(), false) {
    for (const Term invariant : invariants) variables_.push_back(logic::free_variables(invariant));
  }

  void start(Term precondition) {
    const TransitionFormula nothing = logic::identity_transition(trace_.terms());
    for (std::size_t i = 0; i < invariants_.size(); ++i) possible_[i] = leads(precondition, nothing, invariants_[i]);
  }

  void step(const TransitionFormula& transition, std::size_t next_position) {
    std::vector<bool> after(invariants_.size(), false);
    for (std::size_t i = 0; i < invariants_.size(); ++i) {
      if (!possible_[i]) continue;
      after[i] = after[i] || (untouched(transition, i) || follows(i, transition, i, next_position));
      if (i + 1 < invariants_.size() && !after[i + 1]) after[i + 1] = follows(i, transition, i + 1, next_position);
    }
    possible_ = std::move(after);
  }

  [[nodiscard]] bool lost() const {
    return std::none_of(possible_.begin(), possible_.end(), [](bool p) { return p; });
  }
  [[nodiscard]] bool end(Term holds) {
    const TransitionFormula nothing = logic::identity_transition(trace_.terms());
    return possible_.back() && leads(invariants_.back(), nothing, trace_.terms().not_(holds));
  }

 private:
  [[nodiscard]] bool untouched(const TransitionFormula& transition, std::size_t i) const {
    return std::none_of(variables_[i].begin(), variables_[i].end(),
                        [&](Term variable) { return transition.updates.contains(variable); });
  }

  /// The execution itself refutes most candidates.
  bool follows(std::size_t from, const TransitionFormula& transition, std::size_t to, std::size_t position) {
    return trace_.holds_in_execution(invariants_[to], position) &&
           leads(invariants_[from], transition, invariants_[to]);
  }

  bool leads(Term pre, const TransitionFormula& transition, Term post) {
    const auto range_of = [this](Term variable) { return trace_.semantics().range_of(variable); };
    return logic::check_hoare_triple(trace_.terms(), solver_, pre, transition, post, range_of) == Validity::valid;
  }

  const std::vector<Term>& invariants_;
  const ErrorTrace& trace_;
  logic::Solver& solver_;
  std::vector<bool> possible_;
  std::vector<std::vector<Term>> variables_;
};

}  // namespace

std::size_t TraceClasses::add(const ErrorTrace& trace, const ErrorExplanation& explanation) {
  const std::size_t number = count_++;
  logic::SolverConfig config;
  config.time_limit = std::chrono::milliseconds(500);
  config.stop = config_.stop;
  config.statistics = config_.statistics;
  const auto solver = logic::make_solver(logic::SolverKind::z3, trace.terms(), config);
  for (const Representative& representative : representatives_) {
    if (representative.arithmetic == explanation.arithmetic &&
        explains(representative.invariants, trace, explanation, *solver)) {
      return representative.number;
    }
  }
  std::vector<Term> invariants = explanation.invariants;
  invariants.erase(std::unique(invariants.begin(), invariants.end()), invariants.end());
  representatives_.push_back({number, explanation.arithmetic, std::move(invariants)});
  return number;
}

bool TraceClasses::explains(const std::vector<Term>& invariants, const ErrorTrace& trace,
                            const ErrorExplanation& explanation, logic::Solver& solver) {
  std::vector<Term> initial;
  for (std::size_t i = 0; i < explanation.precondition.size(); ++i) {
    const InputConstraint& constraint = explanation.precondition[i];
    if (constraint.initial) initial.push_back(trace.admits(trace.inputs()[i], constraint));
  }
  Follower follower(invariants, trace, solver);
  follower.start(trace.terms().and_(std::move(initial)));
  for (std::size_t position = 0; position < trace.length(); ++position) {
    follower.step(constrained(trace, explanation, position), position + 1);
    if (follower.lost() || config_.stop.stop_requested()) return false;
  }
  return follower.end(trace.holds());
}

}  // namespace bireach::relevance
