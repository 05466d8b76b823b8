// SPDX-License-Identifier: Apache-2.0
/// Subsets of states as sorted vectors, and graph distances in an automaton. Internal to automata/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "automata/nfa.h"

namespace bireach::automata {

template <typename T>
void sort_unique(std::vector<T>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// The state's transitions under one letter, sorted by target. Logarithmic.
[[nodiscard]] std::span<const Transition> transitions_under(const Nfa& automaton, State state, Letter letter);

/// All successors of a subset under one letter, sorted.
[[nodiscard]] std::vector<State> successors_of_subset(const Nfa& automaton, const std::vector<State>& subset,
                                                      Letter letter);

[[nodiscard]] bool has_accepting_member(const Nfa& automaton, const std::vector<State>& subset);

using Distance = std::uint32_t;
inline constexpr Distance unreachable = std::numeric_limits<Distance>::max();

/// Number of transitions on a shortest path from an initial state, for each state. O(n + m).
[[nodiscard]] std::vector<Distance> distances_from_initial(const Nfa& automaton);
/// Number of transitions on a shortest path to an accepting state, for each state. O(n + m).
[[nodiscard]] std::vector<Distance> distances_to_accepting(const Nfa& automaton);

}  // namespace bireach::automata
