// SPDX-License-Identifier: Apache-2.0
/// Floyd-Hoare automata over nested words (Heizmann, Hoenicke, Podelski, "Nested interpolants", POPL 2010): states are
/// sets of predicates, read as conjunctions. A return leads from the predicates at the callee's end and those at the
/// call to every predicate that both together establish. All accepted words are infeasible.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "checker/blocks/nested_program.h"
#include "logic/hoare/hoare.h"

namespace bireach::checker {

/// Built lazily: a Hoare triple is decided when the difference asks for it. Deterministic. A predicate is offered only
/// where the vocabulary has all its variables.
class NestedFloydHoareAutomaton final : public automata::LazyNestedAutomaton {
 public:
  using Predicates = std::vector<logic::PredicateId>;  ///< sorted; none: true

  /// The references must outlive this; the letters of `triples` are those of the program.
  NestedFloydHoareAutomaton(logic::PredicateUnifier& unifier, logic::HoareTripleChecker& triples,
                            const NestedProgram& program, const Predicates& predicates);

  [[nodiscard]] automata::State initial() override;
  [[nodiscard]] bool is_accepting(automata::State state) override { return is_false(state); }
  [[nodiscard]] bool is_universal(automata::State state) override { return is_false(state); }
  [[nodiscard]] automata::State after_internal(automata::State state, automata::Letter letter) override;
  [[nodiscard]] automata::State after_call(automata::State state, automata::Letter letter) override {
    return after_internal(state, letter);
  }
  [[nodiscard]] automata::State after_return(automata::State state, automata::State hierarchical,
                                             automata::Letter letter) override;
  [[nodiscard]] const Predicates& predicates(automata::State state) const { return *states_[state]; }

 private:
  [[nodiscard]] bool is_false(automata::State state) const;
  automata::State intern(Predicates predicates);
  automata::State establish(logic::PredicateId pre, automata::Letter letter);
  logic::PredicateId conjunction(automata::State state);

  logic::PredicateUnifier& unifier_;
  logic::HoareTripleChecker& triples_;
  const NestedProgram& program_;
  std::map<frontend::LocationId, Predicates> offered_;
  std::map<Predicates, automata::State> numbers_;
  std::vector<const Predicates*> states_;  // keys of numbers_
  std::map<std::pair<automata::State, automata::Letter>, automata::State> steps_;
  std::map<std::tuple<automata::State, automata::State, automata::Letter>, automata::State> returns_;
};

}  // namespace bireach::checker
