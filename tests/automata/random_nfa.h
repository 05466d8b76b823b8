// SPDX-License-Identifier: Apache-2.0
/// Random automata with fixed seeds for property tests.
#pragma once

#include <random>

#include "automata/nfa.h"

namespace bireach::automata::tests {

/// std::mt19937's numbers are fixed by the standard, those of the distributions are not; so the remainder is taken.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(engine_() % bound); }
  bool percent(std::uint32_t chance) { return below(100) < chance; }

 private:
  std::mt19937 engine_;
};

/// At most `max_states` states (perhaps none), letters 0 … letters-1, about `degree_percent` / 100 transitions a state.
inline Nfa random_nfa(Random& random, std::uint32_t max_states, std::uint32_t letters, std::uint32_t degree_percent,
                      std::uint32_t accepting_percent = 30) {
  Nfa result;
  const std::uint32_t states = random.below(max_states + 1);
  for (std::uint32_t i = 0; i < states; ++i) result.add_state(random.percent(accepting_percent));
  if (states == 0) return result;
  const std::uint32_t initial = random.below(3);
  for (std::uint32_t i = 0; i < initial; ++i) result.add_initial(random.below(states));
  for (std::uint32_t i = 0; i < states * degree_percent / 100; ++i)
    result.add_transition(random.below(states), random.below(letters), random.below(states));
  return result;
}

/// From sparse and mostly dead to dense and mostly universal, by the seed.
inline Nfa random_nfa(Random& random, std::uint32_t letters = 2) {
  return random_nfa(random, 6, letters, 50 + 50 * random.below(6), 10 + 10 * random.below(6));
}

}  // namespace bireach::automata::tests
