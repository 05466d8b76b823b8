// SPDX-License-Identifier: Apache-2.0
/// Danger automata over nested words, for programs with recursive procedures: the canonical danger automaton ("Static
/// fault localization for simple bugs", 2017, section 4.5) with calls and returns as letters of a hierarchy (Alur,
/// Madhusudan, "Adding Nesting Structure to Words", JACM 2009).
///
/// A state has a location, a predicate over the variables of the running activation there, and the *goal* of that
/// activation: a predicate at its procedure's exit over the values at its entry and at its exit, or `false`, if the
/// activation is to end in the error and never to return. What Definition 4.2 says of paths to the error is here said
/// of paths to the error or to an exit where the goal holds. Condition (5) for a state with predicate p reads:
///   p is contained in the union of
///   - pre(q, letter) over internal transitions to states with predicate q and the same goal,
///   - over calls to states with predicate q and goal h: pre(q, call), and for *every* exit where h holds, with this
///     caller, some return transition leads to a state whose predicate holds and whose goal is that of the caller.
///
/// Claim (Prop. 4.3 for nested words): whoever is in a state and satisfies its predicate has an execution along the
/// automaton that reaches the error, or an exit of the running activation with its goal true. Proof, for automata that
/// the least fixpoint annotates: by the order in which predicates were added. An internal transition leads to a
/// predicate added before. At a call, the callee's predicate was added before, so from it an execution reaches the
/// error, or an exit with h; whichever exit that is, after its return a predicate holds that was added before. In the
/// outermost activation the goal is `false`, so there it is the error. Where predicates of entries were assumed
/// (induction, see NestedFixpoint), the order is that of the activations' ranks first.
///
/// As in flat words the claim is of continuations: a word may be accepted that no execution follows. With
/// Generalization::danger_strict each transition on its own is contained in its precondition (returns: for each exit
/// with the goal and each caller with the predicate), so every accepted word is feasible: along a word, a value that
/// satisfies the state's predicate always has a successor that satisfies the next one's. A strict automaton cannot
/// cover recursion of unbounded depth, since a predicate has to choose between going on and ending.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "automata/nested_automaton.h"
#include "relevance/danger/alphabet.h"
#include "relevance/danger/error_automaton.h"

namespace bireach::relevance {

/// The meaning of the letters. A program with recursive procedures is an automaton whose states are its locations and
/// in which each letter is one transition.
struct NestedAlphabet {
  struct Shape {
    automata::SymbolKind kind = automata::SymbolKind::internal;
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    std::uint32_t call = 0;  ///< of calls (their source) and returns (the location before the call)
  };
  struct Procedure {
    std::uint32_t entry = 0;
    std::uint32_t exit = 0;
    /// What is known of the start of an activation: a variable and the one that stands for its value at the entry. Both
    /// are the same at the entry.
    std::vector<std::pair<logic::Term, logic::Term>> entry_values;
  };
  /// Transitions of calls and internal letters read variables of the source; those of returns the callee's, and
  /// hierarchical copies of the caller's. Without undefined behaviour.
  Alphabet letters;
  std::vector<Shape> shapes;  ///< by letter
  std::vector<Procedure> procedures;
  std::vector<std::size_t> contexts;  ///< by location: 0 outside of procedures, i + 1 in procedures[i]
  std::vector<bool> accepting;        ///< by location
  std::uint32_t initial = 0;
  logic::Substitution hierarchical;  ///< each variable's copy in a suspended activation
};

/// A feasible trace of the program.
struct NestedFeasibleTrace {
  automata::NestedWord word;
  /// As in FeasibleTrace. May be empty.
  std::vector<logic::Model> choices;
  /// For each position that is a return, the values of the variables before it; the others are not read.
  std::vector<logic::Model> before;
};

/// With the mapping of the definition above; for Generalization::trace the mapping is empty.
struct NestedErrorAutomaton {
  automata::NestedWordAutomaton automaton;
  std::vector<logic::Term> predicates;  ///< by state
  std::vector<logic::Term> goals;       ///< by state
  Guarantee guarantee = Guarantee::feasible_continuation;
};

}  // namespace bireach::relevance
