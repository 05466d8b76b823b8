// SPDX-License-Identifier: Apache-2.0
/// The canonical danger automaton ("Static fault localization for simple bugs", 2017, section 4.5): annotation of an
/// automaton's states with predicates by a fixpoint, and the automaton made of it.
#pragma once

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "automata/nfa.h"
#include "relevance/danger/error_automaton.h"
#include "relevance/danger/formula_pool.h"

namespace bireach::relevance {

/// By state: predicates, none of which is known to imply another; `true` alone at accepting states.
using Annotation = std::vector<std::vector<FormulaId>>;

/// What a fixpoint offers to a state beside what it has.
struct Candidates {
  /// The weakest first; asked for when the state has annotated successors.
  std::function<const std::vector<FormulaId>&(automata::State)> of;
  /// Also the union of the preconditions along the transitions, the weakest predicate that is covered, as long as it
  /// stays small and a state changes it at most a few times; else the single preconditions.
  bool exact = false;
};

/// The least fixpoint: each annotated predicate is covered by the preconditions of those annotated before.
/// Once the pool is out of time no predicate is added; what is annotated by then satisfies condition (5).
class DangerFixpoint {
 public:
  /// Precondition: pool and automaton outlive this. Accepting states are annotated with `true`.
  DangerFixpoint(FormulaPool& pool, const automata::Nfa& automaton);

  /// Adds a predicate that the caller knows to be covered, or answers for.
  void add(automata::State state, FormulaId predicate);
  /// The state's annotation no longer changes.
  void freeze(automata::State state) { frozen_[state] = true; }
  /// Annotates until nothing changes, or each state has used up its exact preconditions.
  void run(const Candidates& candidates);
  /// Preconditions along the outgoing transitions, sorted, without repetition.
  [[nodiscard]] std::vector<FormulaId> successors(automata::State state);

  [[nodiscard]] const Annotation& annotation() const { return annotation_; }

 private:
  bool known_here(automata::State state, FormulaId predicate);
  bool visit(automata::State state, const Candidates& candidates);
  void put(automata::State state, FormulaId predicate);
  void touch_predecessors(automata::State state);

  FormulaPool& pool_;
  const automata::Nfa& automaton_;
  Annotation annotation_;
  std::vector<bool> frozen_;
  std::vector<unsigned> exact_changes_;
  std::vector<std::vector<automata::State>> predecessors_;
  std::vector<std::size_t> order_;  ///< successors first, where there is no cycle
  std::set<std::pair<std::size_t, automata::State>> pending_;
};

/// Depth-first post-order from the initial states (unreachable states last), and the targets of edges back into the
/// search's path: without them there is no cycle.
struct DepthFirstOrder {
  std::vector<std::size_t> position;   ///< by state
  std::vector<automata::State> heads;  ///< sorted
};
[[nodiscard]] DepthFirstOrder depth_first_order(const automata::Nfa& automaton);

/// What becomes of states from which no accepting state is reachable.
enum class DeadEnds {
  removed,  ///< each predicate must be covered by paths to the error, as in the least fixpoint
  kept      ///< they may be all that covers a predicate: executions that go on for ever
};

/// Which transitions an automaton has.
enum class Steps {
  may,  ///< where the predicate may meet the precondition: condition (5) holds if it does for the annotation
  must  ///< where it is contained in it: every value of the predicate has a successor along each, so all words that
        ///< start in a satisfiable predicate are feasible
};

/// States are pairs of a state and one of its predicates; without states that are not reachable.
[[nodiscard]] ErrorAutomaton make_automaton(FormulaPool& pool, const automata::Nfa& automaton,
                                            const Annotation& annotation, DeadEnds dead_ends, Steps steps = Steps::may);

}  // namespace bireach::relevance
