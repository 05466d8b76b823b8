// SPDX-License-Identifier: Apache-2.0
/// What the difference asks of a lazy subtrahend, where each question stands for calls of a solver.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "automata/operations.h"
#include "automata/reference.h"
#include "tests/automata/random_nfa.h"

namespace bireach::automata::tests {
namespace {

/// An explicit automaton as a lazy one that keeps account of the questions.
class Counting : public LazyAutomaton {
 public:
  explicit Counting(Nfa automaton) : automaton_(std::move(automaton)), view_(automaton_) {}

  std::vector<State> initial() override { return view_.initial(); }
  bool is_accepting(State state) override { return view_.is_accepting(state); }
  std::vector<State> successors(State state, Letter letter) override { return view_.successors(state, letter); }
  std::vector<State> subset_successors(const std::vector<State>& subset, Letter letter) override {
    ++asked[{subset, letter}];
    if (stop_after != 0 && asked.size() == stop_after) stop.request_stop();
    return LazyAutomaton::subset_successors(subset, letter);
  }
  bool is_universal(State state) override { return universal.contains(state); }

  [[nodiscard]] bool asked_for_letter(Letter letter) const {
    return std::any_of(asked.begin(), asked.end(), [&](const auto& entry) { return entry.first.second == letter; });
  }

  std::map<std::pair<std::vector<State>, Letter>, int> asked;
  std::set<State> universal;
  std::size_t stop_after = 0;
  std::stop_source stop;

 private:
  Nfa automaton_;
  LazyView view_;
};

/// One accepting initial state with a loop for each letter.
Nfa loops(const std::vector<Letter>& letters) {
  Nfa result;
  result.add_initial(result.add_state(true));
  for (const Letter letter : letters) result.add_transition(0, letter, 0);
  return result;
}

/// 0 -letters[0]-> 1 -letters[1]-> …, all states accept.
Nfa chain(const std::vector<Letter>& letters) {
  Nfa result = single_word(letters);
  for (State state = 0; state < result.size(); ++state) result.set_accepting(state);
  return result;
}

}  // namespace

TEST_CASE("only letters of the minuend's state are asked for") {
  Counting subtrahend(loops({0, 1, 2, 3}));
  const std::optional<Nfa> result = difference(chain({2, 3}), subtrahend);
  REQUIRE(result.has_value());
  CHECK(result->size() == 0);
  CHECK(subtrahend.asked.size() == 2);
  CHECK_FALSE(subtrahend.asked_for_letter(0));
  CHECK_FALSE(subtrahend.asked_for_letter(1));
}

TEST_CASE("each subset and letter is asked for once, however many states of the minuend need it") {
  Nfa minuend = chain(Word(50, 4));
  for (State state = 0; state + 3 < minuend.size(); ++state) {
    minuend.add_transition(state, 4, state + 2);
    minuend.add_transition(state, 5, state + 3);
  }
  Counting subtrahend(loops({4, 5}));
  DifferenceStatistics statistics;
  const std::optional<Nfa> result = difference(minuend, subtrahend, {}, &statistics);
  REQUIRE(result.has_value());
  CHECK(subtrahend.asked == decltype(subtrahend.asked){{{{0}, 4}, 1}, {{{0}, 5}, 1}});
  CHECK(statistics.subset_queries == 2);
  CHECK(statistics.subsets_built == 1);
  CHECK(statistics.states_built == minuend.size());
}

TEST_CASE("the empty subset is not asked about: the rest of the minuend is copied") {
  Counting subtrahend(chain({0}));
  const std::optional<Nfa> result = difference(chain({0, 1, 1, 1}), subtrahend);
  REQUIRE(result.has_value());
  // {1} is asked for letter 1 and has no successor; nothing is asked after that.
  CHECK(subtrahend.asked.size() == 2);
  CHECK(reference::language_up_to(*result, {0, 1}, 5) == std::vector<Word>{{0, 1}, {0, 1, 1}, {0, 1, 1, 1}});
}

TEST_CASE("a subset with a universal state is cut off at once") {
  Nfa automaton = chain({0});
  automaton.set_accepting(0, false);
  automaton.set_accepting(1, false);  // universal implies accepting, so the claim alone has to do
  automaton.add_transition(1, 1, 1);
  Counting subtrahend(automaton);
  subtrahend.universal = {1};
  Nfa minuend = chain({0, 1, 1});
  minuend.add_transition(0, 1, 2);
  const std::optional<Nfa> result = difference(minuend, subtrahend);
  REQUIRE(result.has_value());
  CHECK(reference::language_up_to(*result, {0, 1}, 4) == std::vector<Word>{{}, {1}, {1, 1}});
  CHECK(subtrahend.asked == decltype(subtrahend.asked){{{{0}, 0}, 1}, {{{0}, 1}, 1}});
  CHECK(accepts(subtrahend, {0}));
  CHECK(accepts(subtrahend, {0, 1, 0, 1}));
  CHECK_FALSE(accepts(subtrahend, {1}));
}

TEST_CASE("a universal initial state leaves nothing") {
  Counting subtrahend(loops({}));
  subtrahend.universal = {0};
  const std::optional<Nfa> result = difference(chain({0, 1}), subtrahend);
  REQUIRE(result.has_value());
  CHECK(result->size() == 0);
  CHECK(subtrahend.asked.empty());
}

TEST_CASE("transitions into dead ends of the minuend are not asked for") {
  Nfa minuend = chain({0});
  const State dead = minuend.add_state();
  minuend.add_transition(0, 1, dead);
  minuend.add_transition(dead, 1, dead);
  Counting subtrahend(loops({0, 1}));
  REQUIRE(difference(minuend, subtrahend).has_value());
  CHECK(subtrahend.asked_for_letter(0));
  CHECK_FALSE(subtrahend.asked_for_letter(1));
}

TEST_CASE("on random automata no question is asked twice or without a need") {
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Nfa minuend = random_nfa(random, 2);
    const Nfa explicit_subtrahend = random_nfa(random, 3);
    Counting subtrahend(explicit_subtrahend);
    DifferenceStatistics statistics;
    const std::optional<Nfa> result = difference(minuend, subtrahend, {}, &statistics);
    REQUIRE(result.has_value());
    const std::vector<Letter> letters = trim(minuend).alphabet();
    for (const auto& [question, times] : subtrahend.asked) {
      REQUIRE(times == 1);
      REQUIRE_FALSE(question.first.empty());
      REQUIRE(std::is_sorted(question.first.begin(), question.first.end()));
      REQUIRE(std::find(letters.begin(), letters.end(), question.second) != letters.end());
    }
    REQUIRE(statistics.subset_queries == subtrahend.asked.size());
    REQUIRE(reference::is_equivalent(*result, reference::difference(minuend, explicit_subtrahend)));
  }
}

TEST_CASE("a claim of universality that is true changes nothing but the work") {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Nfa minuend = random_nfa(random, 2);
    Nfa explicit_subtrahend = random_nfa(random, 2);
    const State sink = explicit_subtrahend.add_state(true);
    for (const Letter letter : {0U, 1U}) {
      explicit_subtrahend.add_transition(sink, letter, sink);
      explicit_subtrahend.add_transition(random.below(sink + 1), letter, sink);
    }
    explicit_subtrahend.add_initial(random.below(sink + 1));
    Counting plain(explicit_subtrahend);
    Counting claiming(explicit_subtrahend);
    claiming.universal = {sink};
    const std::optional<Nfa> expected = difference(minuend, plain);
    const std::optional<Nfa> result = difference(minuend, claiming);
    REQUIRE(expected.has_value());
    REQUIRE(result.has_value());
    REQUIRE(reference::is_equivalent(*expected, *result));
    REQUIRE(claiming.asked.size() <= plain.asked.size());
  }
}

TEST_CASE("a stop before the start asks nothing") {
  Counting subtrahend(loops({0}));
  subtrahend.stop.request_stop();
  CHECK_FALSE(difference(chain({0, 0}), subtrahend, subtrahend.stop.get_token()).has_value());
  CHECK(subtrahend.asked.empty());
}

TEST_CASE("a stop on the way ends at once; the numbers of the work done so far are there") {
  const Nfa word = chain(Word(100, 0));
  Counting subtrahend(word);
  subtrahend.stop_after = 10;
  DifferenceStatistics statistics;
  std::vector<State> untouched{42};
  CHECK_FALSE(difference(word, subtrahend, subtrahend.stop.get_token(), &statistics, &untouched).has_value());
  CHECK(subtrahend.asked.size() == 10);
  CHECK(statistics.subset_queries == 10);
  CHECK(untouched == std::vector<State>{42});
}

TEST_CASE("a stop during the last question is not overlooked") {
  const Nfa word = chain({0});
  Counting subtrahend(word);
  subtrahend.stop_after = 1;
  CHECK_FALSE(difference(word, subtrahend, subtrahend.stop.get_token()).has_value());
}

TEST_CASE("the result stands in breadth-first order, the same each time") {
  Nfa minuend;  // numbered against the direction of its transitions
  for (int i = 0; i < 4; ++i) minuend.add_state(i == 0);
  minuend.add_initial(3);
  minuend.add_transition(3, 0, 2);
  minuend.add_transition(3, 1, 1);
  minuend.add_transition(2, 0, 0);
  minuend.add_transition(1, 0, 0);
  Counting subtrahend(single_word({7}));
  std::vector<State> minuend_state_of;
  const std::optional<Nfa> result = difference(minuend, subtrahend, {}, nullptr, &minuend_state_of);
  REQUIRE(result.has_value());
  CHECK(minuend_state_of == std::vector<State>{3, 2, 1, 0});
  Counting again(single_word({7}));
  const std::optional<Nfa> repeated = difference(minuend, again);
  REQUIRE(repeated.has_value());
  CHECK(to_dot(*result) == to_dot(*repeated));
}

}  // namespace bireach::automata::tests
