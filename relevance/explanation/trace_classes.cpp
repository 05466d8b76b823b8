// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/trace_classes.h"

#include <algorithm>
#include <optional>

#include "logic/hoare/hoare.h"

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
    if (constraint.position != position) continue;
    transition.guard = trace.terms().and_(transition.guard, trace.admits(trace.inputs()[i], constraint));
  }
  return transition;
}

}  // namespace

/// Follows which invariants of a sequence can stand at a position of a trace.
class InvariantFollower {
 public:
  InvariantFollower(const TraceClasses::Representative& sequence, const ErrorTrace& trace, logic::Solver& solver)
      : sequence_(sequence), trace_(trace), solver_(solver), possible_(sequence.invariants.size(), false) {
    for (const Term invariant : sequence.invariants) variables_.push_back(logic::free_variables(invariant));
  }

  void start(Term precondition) {
    const TransitionFormula nothing = logic::identity_transition(trace_.terms());
    possible_[sequence_.first] = leads(precondition, nothing, sequence_.invariants[sequence_.first]);
  }

  void step(const TransitionFormula& transition, std::size_t next_position) {
    std::vector<bool> after(possible_.size(), false);
    for (std::size_t i = 0; i < possible_.size(); ++i) {
      if (!possible_[i]) continue;
      after[i] = after[i] || untouched(transition, i) || follows(i, transition, i, next_position);
      for (const std::size_t next : sequence_.successors[i])
        after[next] = after[next] || follows(i, transition, next, next_position);
    }
    possible_ = std::move(after);
  }

  [[nodiscard]] bool lost() const {
    return std::none_of(possible_.begin(), possible_.end(), [](bool possible) { return possible; });
  }
  [[nodiscard]] bool end(Term holds) {
    const TransitionFormula nothing = logic::identity_transition(trace_.terms());
    return possible_[sequence_.last] &&
           leads(sequence_.invariants[sequence_.last], nothing, trace_.terms().not_(holds));
  }

 private:
  [[nodiscard]] bool untouched(const TransitionFormula& transition, std::size_t i) const {
    return std::none_of(variables_[i].begin(), variables_[i].end(),
                        [&](Term variable) { return transition.updates.contains(variable); });
  }

  /// The execution itself refutes most candidates.
  bool follows(std::size_t from, const TransitionFormula& transition, std::size_t to, std::size_t position) {
    return trace_.holds_in_execution(sequence_.invariants[to], position) &&
           leads(sequence_.invariants[from], transition, sequence_.invariants[to]);
  }

  bool leads(Term pre, const TransitionFormula& transition, Term post) {
    const auto range_of = [this](Term variable) { return trace_.semantics().range_of(variable); };
    return logic::check_hoare_triple(trace_.terms(), solver_, pre, transition, post, range_of) == Validity::valid;
  }

  const TraceClasses::Representative& sequence_;
  const ErrorTrace& trace_;
  logic::Solver& solver_;
  std::vector<bool> possible_;
  std::vector<std::vector<Term>> variables_;
};

TraceClasses::Representative TraceClasses::representative(std::size_t number, const ErrorExplanation& explanation) {
  Representative result{number, explanation.arithmetic, {}, {}, 0, 0};
  std::optional<std::size_t> previous;
  for (const Term invariant : explanation.invariants) {
    const auto known = std::find(result.invariants.begin(), result.invariants.end(), invariant);
    const auto index = static_cast<std::size_t>(known - result.invariants.begin());
    if (known == result.invariants.end()) {
      result.invariants.push_back(invariant);
      result.successors.emplace_back();
    }
    if (previous && *previous != index) {
      auto& successors = result.successors[*previous];
      if (std::find(successors.begin(), successors.end(), index) == successors.end()) successors.push_back(index);
    }
    previous = index;
  }
  result.last = *previous;
  return result;
}

std::size_t TraceClasses::add(const ErrorTrace& trace, const ErrorExplanation& explanation) {
  const std::size_t number = count_++;
  logic::SolverConfig config;
  config.time_limit = std::chrono::milliseconds(500);
  config.stop = config_.stop;
  config.statistics = config_.statistics;
  const auto solver = logic::make_solver(logic::SolverKind::z3, trace.terms(), config);
  for (const Representative& representative : representatives_)
    if (representative.arithmetic == explanation.arithmetic && explains(representative, trace, explanation, *solver))
      return representative.number;
  representatives_.push_back(representative(number, explanation));
  return number;
}

bool TraceClasses::explains(const Representative& representative, const ErrorTrace& trace,
                            const ErrorExplanation& explanation, logic::Solver& solver) {
  std::vector<Term> initial;
  for (std::size_t i = 0; i < explanation.precondition.size(); ++i) {
    const InputConstraint& constraint = explanation.precondition[i];
    if (constraint.position == initially) initial.push_back(trace.admits(trace.inputs()[i], constraint));
  }
  InvariantFollower follower(representative, trace, solver);
  follower.start(trace.terms().and_(std::move(initial)));
  for (std::size_t position = 0; position < trace.length(); ++position) {
    follower.step(constrained(trace, explanation, position), position + 1);
    if (follower.lost() || config_.stop.stop_requested()) return false;
  }
  return follower.end(trace.holds());
}

}  // namespace bireach::relevance
