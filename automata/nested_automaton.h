// SPDX-License-Identifier: Apache-2.0
/// Finite automata over nested words, weakly hierarchical: a return reads the state before its call, its *hierarchical
/// predecessor*, beside the state before itself (Alur, Madhusudan, "Adding Nesting Structure to Words", JACM 2009,
/// sections 3 and 4; Heizmann, Hoenicke, Podelski, "Nested interpolants", POPL 2010). Acceptance is by the last state,
/// whatever calls are open.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <vector>

#include "automata/nested_word.h"

namespace bireach::automata {

struct ReturnTransition {
  State hierarchical;  ///< the state before the call
  Letter letter;
  State target;
  auto operator<=>(const ReturnTransition&) const = default;
};

/// Nondeterministic; states are 0 … size()-1.
class NestedWordAutomaton {
 public:
  /// The new state's number, size() before the call. Throws std::length_error when the numbers are used up.
  State add_state(bool accepting = false);
  /// These have no effect if it is there already, and throw std::out_of_range for an unknown state.
  void add_initial(State state);
  void set_accepting(State state, bool accepting = true);
  void add_internal(State source, Letter letter, State target);
  void add_call(State source, Letter letter, State target);
  void add_return(State source, State hierarchical, Letter letter, State target);

  [[nodiscard]] std::size_t size() const { return states_.size(); }
  [[nodiscard]] std::size_t transition_count() const;
  [[nodiscard]] bool is_accepting(State state) const { return states_[state].accepting; }
  [[nodiscard]] const std::vector<State>& initial() const { return initial_; }
  /// Each sorted.
  [[nodiscard]] const std::vector<Transition>& internals(State state) const { return states_[state].internals; }
  [[nodiscard]] const std::vector<Transition>& calls(State state) const { return states_[state].calls; }
  [[nodiscard]] const std::vector<ReturnTransition>& returns(State state) const { return states_[state].returns; }

 private:
  struct StateData {
    bool accepting = false;
    std::vector<Transition> internals, calls;
    std::vector<ReturnTransition> returns;
  };
  void check(State state) const;
  std::vector<StateData> states_;
  std::vector<State> initial_;
};

/// A deterministic, complete automaton whose transitions are computed when asked for (e.g. one Hoare triple each).
/// States are numbers of the implementation's choosing.
class LazyNestedAutomaton {
 public:
  virtual ~LazyNestedAutomaton() = default;
  [[nodiscard]] virtual State initial() = 0;
  [[nodiscard]] virtual bool is_accepting(State state) = 0;
  [[nodiscard]] virtual State after_internal(State state, Letter letter) = 0;
  [[nodiscard]] virtual State after_call(State state, Letter letter) = 0;
  [[nodiscard]] virtual State after_return(State state, State hierarchical, Letter letter) = 0;
  /// Is every word accepted from here, whatever the hierarchical predecessors of returns? Lets the difference cut at
  /// once; `false` is always a sound answer.
  [[nodiscard]] virtual bool is_universal(State) { return false; }
};

/// The deterministic automaton of the same language, built as it is asked for: states are sets of pairs of the state
/// before the innermost open call and the state now (Alur, Madhusudan 2009, Theorem 3.4). Up to 2^(n^2) states.
class Determinisation final : public LazyNestedAutomaton {
 public:
  /// The automaton must outlive this.
  explicit Determinisation(const NestedWordAutomaton& automaton) : automaton_(automaton) {}
  explicit Determinisation(const NestedWordAutomaton&&) = delete;
  [[nodiscard]] State initial() override;
  [[nodiscard]] bool is_accepting(State state) override;
  [[nodiscard]] State after_internal(State state, Letter letter) override;
  [[nodiscard]] State after_call(State state, Letter letter) override;
  [[nodiscard]] State after_return(State state, State hierarchical, Letter letter) override;

 private:
  using Pairs = std::vector<std::pair<State, State>>;
  State intern(Pairs pairs);
  const NestedWordAutomaton& automaton_;
  std::map<Pairs, State> numbers_;
  std::vector<const Pairs*> states_;  // keys of numbers_, which do not move
};

/// --- operations (each with a plain reference in nested_reference.h, held against it by property tests) ---

[[nodiscard]] bool accepts(const NestedWordAutomaton& automaton, const NestedWord& word);
[[nodiscard]] bool accepts(LazyNestedAutomaton& automaton, const NestedWord& word);

/// For each state the states before the innermost open call with which it is reached (`outermost`: with no open call),
/// sorted; none for states that are not reached.
inline constexpr State outermost = static_cast<State>(-1);
[[nodiscard]] std::vector<std::vector<State>> call_predecessors(const NestedWordAutomaton& automaton);

/// A shortest accepted word with one of its runs; nothing if the language is empty. By shortest summaries of
/// well-matched words (Knuth, "A generalization of Dijkstra's algorithm", IPL 1977). O(c * m log m) for c targets of
/// calls.
[[nodiscard]] std::optional<NestedRun> find_accepting_run(const NestedWordAutomaton& automaton);
[[nodiscard]] bool is_language_empty(const NestedWordAutomaton& automaton);

/// Without states and transitions that no accepting run uses; states keep their order. `origin`, if given, receives for
/// each new state the old one.
[[nodiscard]] NestedWordAutomaton trim(const NestedWordAutomaton& automaton, std::vector<State>* origin = nullptr);

/// Its words that use one of these letters. Twice the states.
[[nodiscard]] NestedWordAutomaton words_using(const NestedWordAutomaton& automaton,
                                              const std::function<bool(Letter)>& letters);

struct NestedDifferenceStatistics {
  std::size_t states_built = 0;  ///< product states, before trimming
};
/// L(minuend) \ L(subtrahend), trimmed; the subtrahend is asked only for what the minuend can do, and for a return only
/// with hierarchical predecessors that lead to it. Nothing if stopped (looked at for each product state and context).
/// `minuend_state_of`, if given, receives for each state the minuend's.
[[nodiscard]] std::optional<NestedWordAutomaton> difference(const NestedWordAutomaton& minuend,
                                                            LazyNestedAutomaton& subtrahend, std::stop_token stop = {},
                                                            NestedDifferenceStatistics* statistics = nullptr,
                                                            std::vector<State>* minuend_state_of = nullptr);
[[nodiscard]] NestedWordAutomaton difference(const NestedWordAutomaton& minuend, const NestedWordAutomaton& subtrahend);

/// The reachable part of the minuend times the subtrahend, without states where the subtrahend is universal; it accepts
/// where the minuend accepts and the subtrahend does not. Nothing if it has more than `state_limit` states.
struct NestedProduct {
  NestedWordAutomaton automaton;
  std::vector<std::pair<State, State>> components;  ///< by state: of the minuend and of the subtrahend
};
[[nodiscard]] std::optional<NestedProduct> reachable_product(const NestedWordAutomaton& minuend,
                                                             LazyNestedAutomaton& subtrahend, std::size_t state_limit);

/// The automaton that accepts just this word. Throws std::invalid_argument if a return has no call.
[[nodiscard]] NestedWordAutomaton single_nested_word(const NestedWord& word);

}  // namespace bireach::automata
