// SPDX-License-Identifier: Apache-2.0
/// Automata over nested words: brute force over all nested words up to a length on random automata, and against the
/// plain references.
#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "automata/nested_reference.h"
#include "tests/automata/random_nfa.h"

namespace bireach::automata::tests {
namespace {

constexpr std::uint32_t rounds = 250;
/// Letter 0 stands at positions of every kind, letters 1 only at some: the kind belongs to the position.
const reference::NestedAlphabet alphabet{{0, 1}, {0}, {0, 2}};

NestedWordAutomaton random_automaton(Random& random, std::uint32_t max_states) {
  NestedWordAutomaton result;
  const std::uint32_t states = random.below(max_states + 1);
  const std::uint32_t accepting = 10 + 10 * random.below(6);
  for (std::uint32_t i = 0; i < states; ++i) result.add_state(random.percent(accepting));
  if (states == 0) return result;
  for (std::uint32_t i = 1 + random.below(2); i > 0; --i) result.add_initial(random.below(states));
  const std::uint32_t density = 30 + 20 * random.below(6);
  const auto any = [&] { return random.below(states); };
  for (std::uint32_t i = 0; i < states * density / 100; ++i) result.add_internal(any(), random.below(2), any());
  for (std::uint32_t i = 0; i < 1 + states * density / 100; ++i) result.add_call(any(), 0, any());
  for (std::uint32_t i = 0; i < 1 + states * states * density / 100; ++i)
    result.add_return(any(), any(), 2 * random.below(2), any());
  return result;
}

template <typename Test>
void for_random_automata(const Test& test) {
  const std::vector<NestedWord> words = reference::nested_words_up_to(alphabet, 5);
  for (std::uint32_t seed = 0; seed < rounds; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    test(random, words);
  }
}

bool contains(const std::vector<Transition>& transitions, Letter letter, State target) {
  return std::find(transitions.begin(), transitions.end(), Transition{letter, target}) != transitions.end();
}

bool is_run_of(const NestedWordAutomaton& automaton, const NestedRun& run) {
  if (run.states.size() != run.word.size() + 1 || !is_nested_word(run.word)) return false;
  const auto& initial = automaton.initial();
  bool fits = std::find(initial.begin(), initial.end(), run.states.front()) != initial.end();
  const auto calls = matching_calls(run.word);
  for (std::size_t i = 0; i < run.word.size(); ++i) {
    const auto [letter, kind] = run.word[i];
    const State source = run.states[i];
    const State target = run.states[i + 1];
    if (kind == SymbolKind::return_) {
      const auto& returns = automaton.returns(source);
      const ReturnTransition wanted{run.states[*calls[i]], letter, target};
      fits = fits && std::find(returns.begin(), returns.end(), wanted) != returns.end();
    } else {
      fits = fits &&
             contains(kind == SymbolKind::call ? automaton.calls(source) : automaton.internals(source), letter, target);
    }
  }
  return fits && automaton.is_accepting(run.states.back());
}

/// The same automaton twice: a run changes to the second copy, which alone accepts, where it uses what `mark` names.
/// A return into the caller finds the caller's copy of the time of the call.
template <typename Mark>
bool is_used(const NestedWordAutomaton& automaton, const Mark& mark) {
  NestedWordAutomaton marked;
  const auto size = static_cast<State>(automaton.size());
  const auto copy = [size](State state, bool seen) { return seen ? state + size : state; };
  for (const bool seen : {false, true})
    for (State state = 0; state < size; ++state) marked.add_state(seen && automaton.is_accepting(state));
  for (const State state : automaton.initial()) marked.add_initial(copy(state, mark.state(state)));
  for (const bool seen : {false, true}) {
    for (State state = 0; state < size; ++state) {
      for (const Transition& t : automaton.internals(state))
        marked.add_internal(copy(state, seen), t.letter, copy(t.target, seen || mark.state(t.target)));
      for (const Transition& t : automaton.calls(state))
        marked.add_call(copy(state, seen), t.letter, copy(t.target, seen || mark.state(t.target)));
      for (const ReturnTransition& t : automaton.returns(state)) {
        const bool now = seen || mark.state(t.target) || mark.returns(state, t);
        for (const bool before : {false, true})
          marked.add_return(copy(state, seen), copy(t.hierarchical, before), t.letter, copy(t.target, now));
      }
    }
  }
  return !reference::is_language_empty(marked);
}

struct MarkState {
  State wanted;
  [[nodiscard]] bool state(State state) const { return state == wanted; }
  [[nodiscard]] static bool returns(State, const ReturnTransition&) { return false; }
};
struct MarkReturn {
  State source;
  ReturnTransition wanted;
  [[nodiscard]] static bool state(State) { return false; }
  [[nodiscard]] bool returns(State state, const ReturnTransition& transition) const {
    return state == source && transition == wanted;
  }
};

/// Not asked of large automata: the reference for emptiness is slow.
bool is_trimmed(const NestedWordAutomaton& automaton) {
  if (automaton.size() > 16) return true;
  for (State state = 0; state < automaton.size(); ++state) {
    if (!is_used(automaton, MarkState{state})) return false;
    const auto& returns = automaton.returns(state);
    for (std::size_t i = 0; i < returns.size(); i += 1 + returns.size() / 4) {
      const ReturnTransition& transition = returns[i];
      if (!is_used(automaton, MarkReturn{state, transition})) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("nested words: a return has a call, which the nesting finds") {
  const Symbol call{0, SymbolKind::call};
  const Symbol internal{1, SymbolKind::internal};
  const Symbol end{2, SymbolKind::return_};
  CHECK(is_nested_word({}));
  CHECK(is_nested_word({call, internal, call, end}));
  CHECK_FALSE(is_nested_word({call, end, end}));
  CHECK_THROWS_AS((void)matching_calls({end}), std::invalid_argument);
  const auto calls = matching_calls({call, call, end, internal, end});
  CHECK(calls[2] == 1);
  CHECK(calls[4] == 0);
  CHECK_FALSE(calls[3]);
}

TEST_CASE("nested words: acceptance is that of the definition") {
  for_random_automata([](Random& random, const std::vector<NestedWord>& words) {
    const NestedWordAutomaton automaton = random_automaton(random, 4);
    Determinisation deterministic(automaton);
    for (const NestedWord& word : words) {
      const bool expected = reference::accepts(automaton, word);
      REQUIRE(accepts(automaton, word) == expected);
      REQUIRE(accepts(deterministic, word) == expected);
    }
  });
}

TEST_CASE("nested words: a language that no automaton over flat words has") {
  NestedWordAutomaton balanced;  // internal letter 0 or 1 before each call comes again after it
  for (int i = 0; i < 3; ++i) balanced.add_state(i == 0);
  balanced.add_initial(0);
  for (const Letter letter : {0U, 1U}) {
    balanced.add_internal(0, letter, letter + 1);
    balanced.add_call(letter + 1, 0, 0);
    balanced.add_return(0, letter + 1, letter, 0);
  }
  const auto word = [](std::initializer_list<int> nested) {
    NestedWord result;
    for (const int letter : nested) {
      if (letter < 0) {
        result.push_back({static_cast<Letter>(-letter - 1), SymbolKind::return_});
      } else {
        result.push_back({static_cast<Letter>(letter), SymbolKind::internal});
        result.push_back({0, SymbolKind::call});
      }
    }
    return result;
  };
  CHECK(accepts(balanced, word({0, 1, 1, -2, -2, -1})));
  CHECK_FALSE(accepts(balanced, word({0, 1, -1, -2})));
  CHECK(accepts(balanced, word({0, 1, -2, 1})));
}

TEST_CASE("nested words: the references agree with the enumeration of words") {
  for_random_automata([](Random& random, const std::vector<NestedWord>& words) {
    const NestedWordAutomaton a = random_automaton(random, 2);
    const NestedWordAutomaton b = random_automaton(random, 3);
    const NestedWordAutomaton deterministic = reference::determinise(a, alphabet);
    const NestedWordAutomaton complement = reference::complement(a, alphabet);
    const NestedWordAutomaton both = reference::intersect(a, b);
    for (std::size_t i = 0; i < words.size(); i += 3) {
      const NestedWord& word = words[i];
      const bool in_a = reference::accepts(a, word);
      REQUIRE(reference::accepts(deterministic, word) == in_a);
      REQUIRE(reference::accepts(complement, word) == !in_a);
      REQUIRE(reference::accepts(both, word) == (in_a && reference::accepts(b, word)));
    }
  });
}

TEST_CASE("nested words: difference and intersection agree with the definition, trimmed") {
  for_random_automata([](Random& random, const std::vector<NestedWord>& words) {
    const NestedWordAutomaton minuend = random_automaton(random, 4);
    const NestedWordAutomaton subtrahend = random_automaton(random, 3);
    Determinisation lazy(subtrahend);
    std::vector<State> minuend_state_of;
    NestedDifferenceStatistics statistics;
    const auto rest = difference(minuend, lazy, {}, &statistics, &minuend_state_of);
    REQUIRE(rest.has_value());
    const NestedWordAutomaton both = trim(reference::intersect(minuend, subtrahend));
    Determinisation left(minuend);
    Determinisation without(*rest);
    Determinisation common(both);
    for (const NestedWord& word : words) {
      const bool in_minuend = accepts(left, word);
      const bool in_subtrahend = accepts(lazy, word);
      REQUIRE(accepts(without, word) == (in_minuend && !in_subtrahend));
      REQUIRE(accepts(common, word) == (in_minuend && in_subtrahend));
    }
    REQUIRE(is_trimmed(*rest));
    REQUIRE(is_trimmed(both));
    REQUIRE(statistics.states_built >= rest->size());
    REQUIRE(minuend_state_of.size() == rest->size());
    for (State state = 0; state < rest->size(); ++state) {
      REQUIRE((!rest->is_accepting(state) || minuend.is_accepting(minuend_state_of[state])));
      for (const Transition& t : rest->calls(state))
        REQUIRE(contains(minuend.calls(minuend_state_of[state]), t.letter, minuend_state_of[t.target]));
    }
  });
}

TEST_CASE("nested words: difference is that of determinisation, complement and intersection") {
  std::uint32_t compared = 0;
  for (std::uint32_t seed = 0; seed < rounds; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const NestedWordAutomaton minuend = random_automaton(random, 3);
    const NestedWordAutomaton subtrahend = random_automaton(random, 2);
    const NestedWordAutomaton rest = difference(minuend, subtrahend);
    const NestedWordAutomaton expected = reference::difference(minuend, subtrahend, alphabet);
    REQUIRE(is_language_empty(difference(minuend, minuend)));
    if (expected.size() > 16)  // the rest would take long
      continue;
    ++compared;
    REQUIRE(is_language_empty(rest) == reference::is_language_empty(expected));
    if (rest.size() <= 5) REQUIRE(is_language_empty(difference(trim(expected), rest)));
  }
  CHECK(compared > rounds / 4);
}

TEST_CASE("nested words: find_accepting_run gives a shortest word and a run over it") {
  for_random_automata([](Random& random, const std::vector<NestedWord>& words) {
    const NestedWordAutomaton automaton = random_automaton(random, 4);
    const auto run = find_accepting_run(automaton);
    REQUIRE(run.has_value() == !reference::is_language_empty(automaton));
    const auto first =
        std::find_if(words.begin(), words.end(), [&](const NestedWord& w) { return reference::accepts(automaton, w); });
    if (run) {
      REQUIRE(is_run_of(automaton, *run));
      REQUIRE((first == words.end() ? run->word.size() > 5 : run->word.size() == first->size()));
    } else {
      REQUIRE(first == words.end());
    }
  });
}

TEST_CASE("nested words: trim keeps the language and only what accepting runs use") {
  for_random_automata([](Random& random, const std::vector<NestedWord>& words) {
    const NestedWordAutomaton automaton = random_automaton(random, 5);
    std::vector<State> origin;
    const NestedWordAutomaton trimmed = trim(automaton, &origin);
    REQUIRE(origin.size() == trimmed.size());
    REQUIRE(std::is_sorted(origin.begin(), origin.end()));
    REQUIRE(is_trimmed(trimmed));
    for (State state = 0; state < automaton.size(); ++state) {
      const bool kept = std::binary_search(origin.begin(), origin.end(), state);
      REQUIRE(kept == is_used(automaton, MarkState{state}));
    }
    Determinisation before(automaton);
    Determinisation after(trimmed);
    for (const NestedWord& word : words) REQUIRE(accepts(after, word) == accepts(before, word));
  });
}

TEST_CASE("nested words: the automaton of a single word") {
  const std::vector<NestedWord> words = reference::nested_words_up_to(alphabet, 4);
  for (std::size_t i = 0; i < words.size(); i += 7) {
    const NestedWordAutomaton single = single_nested_word(words[i]);
    for (const NestedWord& word : words) REQUIRE(accepts(single, word) == (word == words[i]));
    CHECK(find_accepting_run(single)->word == words[i]);
  }
  CHECK_THROWS_AS((void)single_nested_word({{0, SymbolKind::return_}}), std::invalid_argument);
}

TEST_CASE("nested words: a stopped difference gives nothing") {
  const NestedWordAutomaton automaton = single_nested_word({{0, SymbolKind::call}, {0, SymbolKind::return_}});
  Determinisation lazy(automaton);
  std::stop_source source;
  source.request_stop();
  CHECK_FALSE(difference(automaton, lazy, source.get_token()).has_value());
}

TEST_CASE("nested words: misuse is refused") {
  NestedWordAutomaton automaton;
  automaton.add_state();
  CHECK_THROWS_AS(automaton.add_initial(1), std::out_of_range);
  CHECK_THROWS_AS(automaton.add_internal(0, 0, 1), std::out_of_range);
  CHECK_THROWS_AS(automaton.add_call(1, 0, 0), std::out_of_range);
  CHECK_THROWS_AS(automaton.add_return(0, 1, 0, 0), std::out_of_range);
}

}  // namespace bireach::automata::tests
