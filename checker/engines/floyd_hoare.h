// SPDX-License-Identifier: Apache-2.0
/// Floyd-Hoare automata (Heizmann, Hoenicke, Podelski, SAS 2009 and CAV 2013): states are predicates, and a letter
/// leads from a set of predicates to every predicate that it establishes. All accepted words are infeasible.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "automata/lazy_automaton.h"
#include "checker/blocks/block_program.h"
#include "logic/hoare/hoare.h"

namespace bireach::checker {

/// Built lazily: a Hoare triple is decided when the difference asks for it. Subsets are read as conjunctions, so the
/// automaton is deterministic. A predicate is offered only at locations where all its variables are live.
class FloydHoareAutomaton final : public automata::LazyAutomaton {
 public:
  using Subset = std::vector<automata::State>;  ///< predicate ids, sorted; {true} for no predicate

  /// The references must outlive this; `initial` holds before the first edge; predicates are those of
  /// one refinement.
  FloydHoareAutomaton(logic::PredicateUnifier& unifier, logic::HoareTripleChecker& triples, const BlockProgram& blocks,
                      const ControlFlow& flow, const frontend::Semantics& semantics, logic::PredicateId initial,
                      const std::vector<logic::PredicateId>& predicates);

  [[nodiscard]] Subset initial() override { return {initial_}; }
  [[nodiscard]] bool is_accepting(automata::State state) override { return state == logic::PredicateUnifier::false_id; }
  [[nodiscard]] Subset successors(automata::State state, automata::Letter letter) override {
    return subset_successors({state}, letter);
  }
  [[nodiscard]] Subset subset_successors(const Subset& subset, automata::Letter letter) override;
  [[nodiscard]] bool is_universal(automata::State state) override { return is_accepting(state); }

 private:
  logic::PredicateUnifier& unifier_;
  logic::PredicateId initial_;
  logic::HoareTripleChecker& triples_;
  const BlockProgram& blocks_;
  /// Predicates (but true and false) that may be offered at a location.
  std::map<frontend::LocationId, std::vector<logic::PredicateId>> offered_;
  std::map<std::pair<Subset, automata::Letter>, Subset> memo_;
};

}  // namespace bireach::checker
