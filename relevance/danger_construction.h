// SPDX-License-Identifier: Apache-2.0
/// The canonical danger automaton ("Static fault localization for simple bugs", 2017, section 4.5): annotation of an
/// automaton's states with predicates by a fixpoint, and the automaton made of it.
#pragma once

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "automata/nfa.h"
#include "relevance/error_generalizer.h"
#include "relevance/formula_pool.h"

namespace bireach::relevance {

/// By state: predicates, none of which is known to imply another; `true` alone at accepting states.
using Annotation = std::vector<std::vector<FormulaId>>;

/// The least fixpoint: each annotated predicate is covered by the preconditions of those annotated before.
/// Once the pool is out of time no predicate is added; what is annotated by then satisfies condition (5).
class DangerFixpoint {
 public:
  /// Precondition: the automaton outlives this. Accepting states are annotated with `true`.
  DangerFixpoint(FormulaPool& pool, const automata::Nfa& automaton);

  /// Adds a predicate that the caller knows to be covered.
  void add(automata::State state, FormulaId predicate);
  /// Annotates until nothing changes. `candidates`: offered to a state, the weakest first; asked for when the state
  /// has annotated successors.
  void run(const std::function<const std::vector<FormulaId>&(automata::State)>& candidates);

  [[nodiscard]] const Annotation& annotation() const { return annotation_; }

 private:
  /// Preconditions along the outgoing transitions, sorted, without repetition.
  std::vector<FormulaId> successors(automata::State state);
  bool known_here(automata::State state, FormulaId predicate);
  bool visit(automata::State state, const std::vector<FormulaId>& candidates);
  void order_states();
  void touch_predecessors(automata::State state);

  FormulaPool& pool_;
  const automata::Nfa& automaton_;
  Annotation annotation_;
  std::vector<std::vector<automata::State>> predecessors_;
  std::vector<std::size_t> order_;  ///< successors first, where there is no cycle
  std::set<std::pair<std::size_t, automata::State>> pending_;
};

/// States are pairs of a state and one of its predicates; transitions where the predicate may meet the precondition;
/// without states that are not reachable or from which no accepting state is. Condition (5) holds if it does for the
/// annotation.
[[nodiscard]] ErrorAutomaton make_automaton(FormulaPool& pool, const automata::Nfa& automaton,
                                            const Annotation& annotation);

}  // namespace bireach::relevance
