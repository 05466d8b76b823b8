// SPDX-License-Identifier: Apache-2.0
/// Building automata, error cases, small examples and the DOT text.
#include <doctest/doctest.h>

#include <stdexcept>

#include "automata/operations.h"
#include "automata/reference.h"

namespace bireach::automata::tests {
namespace {

/// Letters a = 0, b = 1; the words a b* over two states.
Nfa a_then_bs() {
  Nfa result;
  result.add_state();
  result.add_state(true);
  result.add_initial(0);
  result.add_transition(0, 0, 1);
  result.add_transition(1, 1, 1);
  return result;
}

}  // namespace

TEST_CASE("transitions are a sorted set") {
  Nfa automaton;
  for (int i = 0; i < 3; ++i) automaton.add_state();
  automaton.add_transition(0, 7, 2);
  automaton.add_transition(0, 3, 1);
  automaton.add_transition(0, 7, 0);
  automaton.add_transition(0, 3, 1);
  automaton.add_transition(2, 5, 2);
  CHECK(automaton.transitions(0) == std::vector<Transition>{{3, 1}, {7, 0}, {7, 2}});
  CHECK(automaton.transition_count() == 4);
  CHECK(automaton.alphabet() == std::vector<Letter>{3, 5, 7});
  automaton.add_initial(2);
  automaton.add_initial(0);
  automaton.add_initial(2);
  CHECK(automaton.initial() == std::vector<State>{2, 0});
}

TEST_CASE("unknown states are refused") {
  Nfa automaton;
  CHECK_THROWS_AS(automaton.add_initial(0), std::out_of_range);
  automaton.add_state();
  CHECK_THROWS_AS(automaton.add_initial(1), std::out_of_range);
  CHECK_THROWS_AS(automaton.set_accepting(1), std::out_of_range);
  CHECK_THROWS_AS(automaton.add_transition(0, 0, 1), std::out_of_range);
  CHECK_THROWS_AS(automaton.add_transition(1, 0, 0), std::out_of_range);
  CHECK_THROWS_WITH(automaton.add_initial(4), "automaton of 1 states has no state 4");
  CHECK(automaton.transition_count() == 0);
  CHECK(automaton.initial().empty());
}

TEST_CASE("set_accepting goes both ways") {
  Nfa automaton = a_then_bs();
  automaton.set_accepting(1, false);
  CHECK(is_language_empty(automaton));
  automaton.set_accepting(0);
  CHECK(accepts(automaton, {}));
}

TEST_CASE("the automaton without states") {
  const Nfa none;
  CHECK(none.alphabet().empty());
  CHECK_FALSE(accepts(none, {}));
  CHECK(is_language_empty(none));
  CHECK_FALSE(find_accepting_run(none).has_value());
  CHECK(trim(none).size() == 0);
  CHECK(reduce(none).size() == 0);
  CHECK(is_included(none, none));
  CHECK(is_included(none, a_then_bs()));
  CHECK_FALSE(is_included(a_then_bs(), none));
  CHECK(difference(none, a_then_bs()).size() == 0);
  CHECK(difference(a_then_bs(), none).size() == 2);
}

TEST_CASE("single_word accepts just that word") {
  for (const Word& word : {Word{}, Word{1}, Word{0, 1, 0}, Word{1, 1, 1}}) {
    const Nfa automaton = single_word(word);
    CHECK(automaton.size() == word.size() + 1);
    CHECK(reference::language_up_to(automaton, {0, 1}, 4) == std::vector<Word>{word});
  }
}

TEST_CASE("subtracting the shortest word again and again enumerates the language in order") {
  Nfa automaton = a_then_bs();
  std::vector<Word> found;
  for (int i = 0; i < 4; ++i) {
    const std::optional<Run> run = find_accepting_run(automaton);
    REQUIRE(run.has_value());
    found.push_back(run->word);
    automaton = difference(automaton, single_word(run->word));
    CHECK_FALSE(accepts(automaton, run->word));
  }
  CHECK(found == std::vector<Word>{{0}, {0, 1}, {0, 1, 1}, {0, 1, 1, 1}});
}

TEST_CASE("of several shortest words the lexicographically least is found, whatever the states' order") {
  Nfa automaton;
  for (int i = 0; i < 4; ++i) automaton.add_state(i == 3);
  automaton.add_initial(0);  // the first in the queue of a plain search, but with the larger letter
  automaton.add_initial(1);
  automaton.add_transition(0, 1, 3);
  automaton.add_transition(1, 0, 3);
  automaton.add_transition(1, 0, 2);
  const std::optional<Run> run = find_accepting_run(automaton);
  REQUIRE(run.has_value());
  CHECK(run->word == Word{0});
  CHECK(run->states == std::vector<State>{1, 3});
}

TEST_CASE("a shortest word that has a wanted letter") {
  Nfa automaton;  // a(0) a* (b | c) ...: 0 -0-> 1, 1 -0-> 1, 1 -1-> 2 accepting, 1 -2-> 3, 3 -0-> 2
  for (int i = 0; i < 4; ++i) automaton.add_state(i == 2);
  automaton.add_initial(0);
  automaton.add_transition(0, 0, 1);
  automaton.add_transition(1, 0, 1);
  automaton.add_transition(1, 1, 2);
  automaton.add_transition(1, 2, 3);
  automaton.add_transition(3, 0, 2);
  const auto wanting = [&](Letter wanted) {
    return find_accepting_run_using(automaton, [wanted](Letter letter) { return letter == wanted; });
  };
  REQUIRE(wanting(1));
  CHECK(wanting(1)->word == Word{0, 1});
  REQUIRE(wanting(2));
  CHECK(wanting(2)->word == Word{0, 2, 0});
  CHECK(wanting(2)->states == std::vector<State>{0, 1, 3, 2});
  CHECK_FALSE(wanting(7));
  CHECK(run_over(automaton, {0, 0, 1}).states == std::vector<State>{0, 1, 1, 2});
  CHECK_THROWS_AS((void)run_over(automaton, {0}), std::invalid_argument);
}

TEST_CASE("reduce merges states with equal futures, also on cycles") {
  Nfa ring;  // a ring of six in which every third state accepts is a ring of three
  for (State i = 0; i < 6; ++i) ring.add_state(i % 3 == 2);
  ring.add_initial(0);
  for (State i = 0; i < 6; ++i) ring.add_transition(i, 9, (i + 1) % 6);
  std::vector<State> class_of;
  const Nfa reduced = reduce(ring, &class_of);
  CHECK(reduced.size() == 3);
  CHECK(reduced.transition_count() == 3);
  CHECK(class_of == std::vector<State>{0, 1, 2, 0, 1, 2});
  CHECK(reference::is_equivalent(ring, reduced));
}

TEST_CASE("reduce counts the ways into a class, it does not only ask whether there is one") {
  // 0 and 1 both reach a dead and a live state under one letter, 2 only live ones: stable only after two splits.
  Nfa automaton;
  for (State i = 0; i < 6; ++i) automaton.add_state(i == 5);
  for (const State source : {0U, 1U, 2U}) automaton.add_initial(source);
  automaton.add_transition(0, 0, 3);
  automaton.add_transition(0, 0, 4);
  automaton.add_transition(1, 0, 3);
  automaton.add_transition(1, 0, 4);
  automaton.add_transition(2, 0, 4);
  automaton.add_transition(3, 0, 3);
  automaton.add_transition(4, 0, 5);
  std::vector<State> class_of;
  const Nfa reduced = reduce(automaton, &class_of);
  CHECK(class_of == std::vector<State>{0, 0, 1, 2, 3, 4});
  CHECK(class_of == reference::bisimulation_classes(automaton));
  CHECK(reduced.size() == 5);
}

TEST_CASE("inclusion where the larger automaton needs the subset construction") {
  // b accepts every word over {0, 1}, but each of its initial states only those that end in its letter, or none.
  Nfa all;
  all.add_state(true);
  all.add_initial(0);
  all.add_transition(0, 0, 0);
  all.add_transition(0, 1, 0);
  Nfa b;
  for (const Letter last : {0U, 1U}) {
    const State loop = b.add_state();
    const State end = b.add_state(true);
    b.add_initial(loop);
    b.add_transition(loop, 0, loop);
    b.add_transition(loop, 1, loop);
    b.add_transition(loop, last, end);
  }
  CHECK_FALSE(is_included(all, b));  // the empty word
  b.add_initial(b.add_state(true));
  CHECK(is_included(all, b));
  CHECK(is_included(b, all));
}

TEST_CASE("DOT text") {
  const Nfa automaton = a_then_bs();
  CHECK(to_dot(automaton) == R"dot(digraph automaton {
  rankdir=LR;
  node [shape=circle];
  0 [label="0"];
  1 [label="1", shape=doublecircle];
  initial_0 [shape=point, label=""];
  initial_0 -> 0;
  0 -> 1 [label="0"];
  1 -> 1 [label="1"];
}
)dot");
}

TEST_CASE("DOT text with names, quotes and backslashes shown as they are") {
  const auto letter = [](Letter l) { return l == 0 ? std::string("printf(\"a\\n\")") : std::string("x < 1\ny"); };
  const auto state = [](State s) { return std::string("L").append(std::to_string(s)); };
  CHECK(to_dot(a_then_bs(), letter, state) == R"dot(digraph automaton {
  rankdir=LR;
  node [shape=circle];
  0 [label="L0"];
  1 [label="L1", shape=doublecircle];
  initial_0 [shape=point, label=""];
  initial_0 -> 0;
  0 -> 1 [label="printf(\"a\\n\")"];
  1 -> 1 [label="x < 1\ny"];
}
)dot");
}

}  // namespace bireach::automata::tests
