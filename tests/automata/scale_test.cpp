// SPDX-License-Identifier: Apache-2.0
/// Sizes at which an algorithm of the wrong order would run into the test's time limit.
#include <doctest/doctest.h>

#include "automata/operations.h"
#include "tests/automata/random_nfa.h"

namespace bireach::automata::tests {
namespace {

constexpr State many = 100'000;

Nfa long_chain(State states) {
  Nfa result;
  for (State state = 0; state < states; ++state) result.add_state(state + 1 == states);
  result.add_initial(0);
  for (State state = 0; state + 1 < states; ++state) result.add_transition(state, 0, state + 1);
  return result;
}

}  // namespace

TEST_CASE("a chain: one split of a class after the other, and paths deeper than the stack") {
  const Nfa chain = long_chain(many);
  CHECK(reduce(chain).size() == many);
  CHECK(trim(chain).size() == many);
  const std::optional<Run> run = find_accepting_run(chain);
  REQUIRE(run.has_value());
  CHECK(run->word.size() == many - 1);
  CHECK(is_included(chain, chain));
  CHECK(difference(chain, chain).size() == 0);
}

TEST_CASE("a state with very many transitions") {
  Nfa star;
  star.add_state();
  star.add_initial(0);
  for (State i = 1; i < many; ++i) {
    star.add_state(true);
    star.add_transition(0, i, i);
  }
  CHECK(reduce(star).size() == 2);
  CHECK(reduce(star).transition_count() == many - 1);
  CHECK(trim(star).size() == many);
}

TEST_CASE("a large random automaton") {
  Random random(1);
  Nfa large;
  for (State state = 0; state < many; ++state) large.add_state(random.percent(1));
  large.add_initial(0);
  for (State i = 0; i < 2 * many; ++i) large.add_transition(random.below(many), random.below(50), random.below(many));
  const Nfa trimmed = trim(large);
  const Nfa reduced = reduce(trimmed);
  CHECK(trimmed.size() > many / 4);
  CHECK(reduced.size() <= trimmed.size());
  CHECK(is_included(trimmed, large));
  const std::optional<Run> run = find_accepting_run(trimmed);
  REQUIRE(run.has_value());
  const Nfa rest = difference(trimmed, single_word(run->word));
  CHECK_FALSE(accepts(rest, run->word));
  CHECK(rest.size() + run->word.size() + 1 >= trimmed.size());
}

}  // namespace bireach::automata::tests
