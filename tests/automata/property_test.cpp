// SPDX-License-Identifier: Apache-2.0
/// Each fast operation against its plain reference, on random automata with fixed seeds.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "automata/reference.h"
#include "tests/automata/random_nfa.h"

namespace bireach::automata::tests {
namespace {

constexpr std::uint32_t rounds = 1500;

std::vector<Letter> letters_below(std::uint32_t count) {
  std::vector<Letter> letters;
  for (Letter letter = 0; letter < count; ++letter) letters.push_back(letter);
  return letters;
}

/// Runs the test on automata with two and with three letters.
template <typename Test>
void for_random_automata(const Test& test) {
  for (std::uint32_t seed = 0; seed < rounds; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const std::uint32_t letters = 2 + seed % 2;
    const std::size_t length = letters == 2 ? 6 : 5;
    test(random, letters, reference::words_up_to(letters_below(letters), length));
  }
}

bool is_run_of(const Nfa& automaton, const Run& run) {
  if (run.states.size() != run.word.size() + 1) return false;
  const std::vector<State>& initial = automaton.initial();
  bool fits = std::find(initial.begin(), initial.end(), run.states.front()) != initial.end();
  for (std::size_t i = 0; i < run.word.size(); ++i) {
    const std::vector<Transition>& out = automaton.transitions(run.states[i]);
    fits = fits && std::find(out.begin(), out.end(), Transition{run.word[i], run.states[i + 1]}) != out.end();
  }
  return fits && automaton.is_accepting(run.states.back());
}

/// Is each state on a path from an initial to an accepting state? By the run search of the reference.
bool is_trimmed(const Nfa& automaton) {
  for (State state = 0; state < automaton.size(); ++state) {
    Nfa into = automaton;
    Nfa from;
    for (State copy = 0; copy < automaton.size(); ++copy) {
      into.set_accepting(copy, copy == state);
      from.add_state(automaton.is_accepting(copy));
    }
    from.add_initial(state);
    for (State copy = 0; copy < automaton.size(); ++copy)
      for (const Transition& transition : automaton.transitions(copy))
        from.add_transition(copy, transition.letter, transition.target);
    if (reference::is_language_empty(into) || reference::is_language_empty(from)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("accepts agrees with the definition of a run") {
  for_random_automata([](Random& random, std::uint32_t letters, const std::vector<Word>& words) {
    const Nfa automaton = random_nfa(random, letters);
    LazyView view(automaton);
    for (const Word& word : words) {
      const bool expected = reference::accepts(automaton, word);
      REQUIRE(accepts(automaton, word) == expected);
      REQUIRE(accepts(view, word) == expected);
    }
  });
}

TEST_CASE("the references agree with the enumeration of words") {
  for_random_automata([](Random& random, std::uint32_t letters, const std::vector<Word>& words) {
    const Nfa a = random_nfa(random, letters);
    const Nfa b = random_nfa(random, letters);
    const std::vector<Letter> alphabet = letters_below(letters);
    const Nfa deterministic = reference::determinise(a, alphabet);
    const Nfa complement = reference::complement(a, alphabet);
    const Nfa both = reference::intersect(a, b);
    for (const Word& word : words) {
      const bool in_a = reference::accepts(a, word);
      REQUIRE(reference::accepts(deterministic, word) == in_a);
      REQUIRE(reference::accepts(complement, word) == !in_a);
      REQUIRE(reference::accepts(both, word) == (in_a && reference::accepts(b, word)));
    }
  });
}

TEST_CASE("difference is the reference's, trimmed, and tells the minuend's states") {
  for_random_automata([](Random& random, std::uint32_t letters, const std::vector<Word>& words) {
    const Nfa minuend = random_nfa(random, letters);
    const Nfa subtrahend = random_nfa(random, letters);
    LazyView view(subtrahend);
    std::vector<State> minuend_state_of;
    DifferenceStatistics statistics;
    const std::optional<Nfa> result = difference(minuend, view, {}, &statistics, &minuend_state_of);
    REQUIRE(result.has_value());
    for (const Word& word : words) {
      const bool expected = reference::accepts(minuend, word) && !reference::accepts(subtrahend, word);
      REQUIRE(reference::accepts(*result, word) == expected);
    }
    REQUIRE(reference::is_equivalent(*result, reference::difference(minuend, subtrahend)));
    REQUIRE(reference::is_equivalent(difference(minuend, subtrahend), *result));
    REQUIRE(is_trimmed(*result));
    REQUIRE(statistics.states_built >= result->size());
    REQUIRE(minuend_state_of.size() == result->size());
    for (State state = 0; state < result->size(); ++state) {
      const State origin = minuend_state_of[state];
      REQUIRE((!result->is_accepting(state) || minuend.is_accepting(origin)));
      for (const Transition& transition : result->transitions(state)) {
        const std::vector<Transition>& out = minuend.transitions(origin);
        const Transition expected{transition.letter, minuend_state_of[transition.target]};
        REQUIRE(std::find(out.begin(), out.end(), expected) != out.end());
      }
    }
  });
}

TEST_CASE("find_accepting_run gives the first word of the language, and a run over it") {
  for_random_automata([](Random& random, std::uint32_t letters, const std::vector<Word>& words) {
    const Nfa automaton = random_nfa(random, letters);
    const std::optional<Run> run = find_accepting_run(automaton);
    REQUIRE(run.has_value() == !reference::is_language_empty(automaton));
    REQUIRE(is_language_empty(automaton) == !run.has_value());
    // At most six states: a shortest word has at most five letters, so the enumeration meets it.
    const auto first =
        std::find_if(words.begin(), words.end(), [&](const Word& w) { return reference::accepts(automaton, w); });
    REQUIRE(run.has_value() == (first != words.end()));
    if (run) {
      REQUIRE(is_run_of(automaton, *run));
      REQUIRE(run->word == *first);
    }
  });
}

TEST_CASE("trim keeps the language, the states' order and only useful states") {
  for_random_automata([](Random& random, std::uint32_t letters, const std::vector<Word>& words) {
    const Nfa automaton = random_nfa(random, letters);
    std::vector<State> origin;
    const Nfa trimmed = trim(automaton, &origin);
    REQUIRE(is_trimmed(trimmed));
    REQUIRE(reference::is_equivalent(trimmed, automaton));
    for (const Word& word : words) REQUIRE(reference::accepts(trimmed, word) == reference::accepts(automaton, word));
    REQUIRE(origin.size() == trimmed.size());
    REQUIRE(std::is_sorted(origin.begin(), origin.end()));
    for (State state = 0; state < trimmed.size(); ++state)
      REQUIRE(trimmed.is_accepting(state) == automaton.is_accepting(origin[state]));
    REQUIRE(trim(trimmed).transition_count() == trimmed.transition_count());
  });
}

TEST_CASE("reduce is the quotient by the coarsest bisimulation and keeps the language") {
  for_random_automata([](Random& random, std::uint32_t letters, const std::vector<Word>& words) {
    const Nfa automaton = random_nfa(random, letters);
    std::vector<State> class_of;
    const Nfa reduced = reduce(automaton, &class_of);
    REQUIRE(class_of == reference::bisimulation_classes(automaton));
    REQUIRE(reference::is_equivalent(reduced, automaton));
    for (const Word& word : words) REQUIRE(reference::accepts(reduced, word) == reference::accepts(automaton, word));
    for (State state = 0; state < automaton.size(); ++state) {
      for (const Transition& transition : automaton.transitions(state)) {
        const std::vector<Transition>& out = reduced.transitions(class_of[state]);
        const Transition expected{transition.letter, class_of[transition.target]};
        REQUIRE(std::find(out.begin(), out.end(), expected) != out.end());
      }
    }
  });
}

TEST_CASE("reduce finds the coarsest bisimulation of larger automata, where classes split many times") {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Nfa automaton = random_nfa(random, 60, 1 + seed % 3, 80 + 20 * (seed % 7), 20);
    std::vector<State> class_of;
    static_cast<void>(reduce(automaton, &class_of));
    REQUIRE(class_of == reference::bisimulation_classes(automaton));
  }
}

TEST_CASE("is_included agrees with the reference") {
  std::map<bool, std::size_t> answers;
  for_random_automata([&](Random& random, std::uint32_t letters, const std::vector<Word>&) {
    const Nfa a = random_nfa(random, letters);
    const Nfa b = random_nfa(random, letters);
    const bool expected = reference::is_included(a, b);
    ++answers[expected];
    REQUIRE(is_included(a, b) == expected);
    REQUIRE(is_included(a, a));
    REQUIRE(is_included(difference(a, b), a));
  });
  CHECK(answers[true] > 50);
  CHECK(answers[false] > 50);
}

}  // namespace bireach::automata::tests
