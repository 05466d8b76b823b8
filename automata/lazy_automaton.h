// SPDX-License-Identifier: Apache-2.0
/// Automata whose transitions cost something to decide (e.g. one Hoare triple each), so that they are asked for.
#pragma once

#include <vector>

#include "automata/nfa.h"

namespace bireach::automata {

/// A complete-or-not automaton whose transitions are computed when asked for (e.g. one Hoare triple each).
/// States are numbers of the implementation's choosing; successors must be deterministic between calls.
class LazyAutomaton {
 public:
  virtual ~LazyAutomaton() = default;
  [[nodiscard]] virtual std::vector<State> initial() = 0;
  [[nodiscard]] virtual bool is_accepting(State state) = 0;
  /// Successors under one letter, sorted.
  [[nodiscard]] virtual std::vector<State> successors(State state, Letter letter) = 0;
  /// Called with a whole subset before its members' successors are asked for, so that an implementation may answer the
  /// subset at once (a conjunction of predicates) and drop implied members. Default: union of successors.
  [[nodiscard]] virtual std::vector<State> subset_successors(const std::vector<State>& subset, Letter letter);
  /// May every word be accepted from here (e.g. predicate `false` with self-loops on all letters)? Lets the difference
  /// cut at once; `false` is always a sound answer.
  [[nodiscard]] virtual bool is_universal(State) { return false; }
};

/// A view of an explicit automaton as a lazy one; the automaton must outlive it.
class LazyView final : public LazyAutomaton {
 public:
  explicit LazyView(const Nfa& automaton) : automaton_(automaton) {}
  explicit LazyView(const Nfa&&) = delete;  // the view does not own the automaton
  [[nodiscard]] std::vector<State> initial() override;
  [[nodiscard]] bool is_accepting(State state) override;
  [[nodiscard]] std::vector<State> successors(State state, Letter letter) override;

 private:
  const Nfa& automaton_;
};

}  // namespace bireach::automata
