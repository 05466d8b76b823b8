// SPDX-License-Identifier: Apache-2.0
#include "automata/reference.h"

#include <algorithm>
#include <map>
#include <set>

namespace bireach::automata::reference {
namespace {

bool accepts_from(const Nfa& automaton, State state, const Word& word, std::size_t position) {
  if (position == word.size()) return automaton.is_accepting(state);
  for (const Transition& transition : automaton.transitions(state))
    if (transition.letter == word[position] && accepts_from(automaton, transition.target, word, position + 1))
      return true;
  return false;
}

bool reaches_acceptance(const Nfa& automaton, State state, std::set<State>& seen) {
  if (automaton.is_accepting(state)) return true;
  if (!seen.insert(state).second) return false;
  for (const Transition& transition : automaton.transitions(state))
    if (reaches_acceptance(automaton, transition.target, seen)) return true;
  return false;
}

std::vector<Letter> common_alphabet(const Nfa& a, const Nfa& b) {
  std::set<Letter> letters;
  for (const Nfa* automaton : {&a, &b}) {
    for (State state = 0; state < automaton->size(); ++state)
      for (const Transition& transition : automaton->transitions(state)) letters.insert(transition.letter);
  }
  return {letters.begin(), letters.end()};
}

using Relation = std::vector<std::vector<bool>>;

/// Does each transition of the one state have a related transition of the other?
bool simulates_step(const Nfa& automaton, const Relation& related, State one, State other) {
  const std::vector<Transition>& answers = automaton.transitions(other);
  return std::all_of(automaton.transitions(one).begin(), automaton.transitions(one).end(), [&](const Transition& step) {
    return std::any_of(answers.begin(), answers.end(), [&](const Transition& answer) {
      return answer.letter == step.letter && related[step.target][answer.target];
    });
  });
}

}  // namespace

bool accepts(const Nfa& automaton, const Word& word) {
  return std::any_of(automaton.initial().begin(), automaton.initial().end(),
                     [&](State state) { return accepts_from(automaton, state, word, 0); });
}

std::vector<Word> words_up_to(const std::vector<Letter>& alphabet, std::size_t length) {
  std::vector<Word> words{{}};
  std::size_t begin = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t end = words.size();
    for (std::size_t prefix = begin; prefix < end; ++prefix) {
      for (const Letter letter : alphabet) {
        Word word = words[prefix];
        word.push_back(letter);
        words.push_back(std::move(word));
      }
    }
    begin = end;
  }
  return words;
}

std::vector<Word> language_up_to(const Nfa& automaton, const std::vector<Letter>& alphabet, std::size_t length) {
  std::vector<Word> words = words_up_to(alphabet, length);
  std::erase_if(words, [&](const Word& word) { return !reference::accepts(automaton, word); });
  return words;
}

Nfa determinise(const Nfa& automaton, const std::vector<Letter>& alphabet) {
  Nfa result;
  std::map<std::set<State>, State> states;
  std::vector<std::set<State>> work;
  const auto state_of = [&](const std::set<State>& subset) {
    const auto [entry, is_new] = states.try_emplace(subset, static_cast<State>(states.size()));
    if (is_new) {
      result.add_state(std::any_of(subset.begin(), subset.end(), [&](State s) { return automaton.is_accepting(s); }));
      work.push_back(subset);
    }
    return entry->second;
  };
  result.add_initial(state_of({automaton.initial().begin(), automaton.initial().end()}));
  for (std::size_t i = 0; i < work.size(); ++i) {
    const std::set<State> subset = work[i];
    for (const Letter letter : alphabet) {
      std::set<State> successors;
      for (const State state : subset) {
        for (const Transition& transition : automaton.transitions(state))
          if (transition.letter == letter) successors.insert(transition.target);
      }
      result.add_transition(states.at(subset), letter, state_of(successors));
    }
  }
  return result;
}

Nfa complement(const Nfa& automaton, const std::vector<Letter>& alphabet) {
  Nfa result = determinise(automaton, alphabet);
  for (State state = 0; state < result.size(); ++state) result.set_accepting(state, !result.is_accepting(state));
  return result;
}

Nfa intersect(const Nfa& a, const Nfa& b) {
  Nfa result;
  const auto pair = [&](State p, State q) { return static_cast<State>(p * b.size() + q); };
  for (State p = 0; p < a.size(); ++p)
    for (State q = 0; q < b.size(); ++q) result.add_state(a.is_accepting(p) && b.is_accepting(q));
  for (const State p : a.initial())
    for (const State q : b.initial()) result.add_initial(pair(p, q));
  for (State p = 0; p < a.size(); ++p) {
    for (State q = 0; q < b.size(); ++q) {
      for (const Transition& left : a.transitions(p)) {
        for (const Transition& right : b.transitions(q))
          if (left.letter == right.letter)
            result.add_transition(pair(p, q), left.letter, pair(left.target, right.target));
      }
    }
  }
  return result;
}

Nfa difference(const Nfa& a, const Nfa& b) {
  return intersect(a, complement(b, common_alphabet(a, b)));
}

bool is_language_empty(const Nfa& automaton) {
  std::set<State> seen;
  return std::none_of(automaton.initial().begin(), automaton.initial().end(),
                      [&](State state) { return reaches_acceptance(automaton, state, seen); });
}

bool is_included(const Nfa& a, const Nfa& b) {
  return reference::is_language_empty(reference::difference(a, b));
}

bool is_equivalent(const Nfa& a, const Nfa& b) {
  return reference::is_included(a, b) && reference::is_included(b, a);
}

std::vector<State> bisimulation_classes(const Nfa& automaton) {
  const auto size = static_cast<State>(automaton.size());
  Relation related(size, std::vector<bool>(size));
  for (State p = 0; p < size; ++p)
    for (State q = 0; q < size; ++q) related[p][q] = automaton.is_accepting(p) == automaton.is_accepting(q);
  for (bool changed = true; changed;) {
    changed = false;
    for (State p = 0; p < size; ++p) {
      for (State q = 0; q < size; ++q) {
        if (related[p][q] && (!simulates_step(automaton, related, p, q) || !simulates_step(automaton, related, q, p))) {
          related[p][q] = related[q][p] = false;
          changed = true;
        }
      }
    }
  }
  std::vector<State> classes(size);
  State next = 0;
  for (State p = 0; p < size; ++p) {
    State earlier = 0;
    while (!related[p][earlier]) ++earlier;
    classes[p] = earlier == p ? next++ : classes[earlier];
  }
  return classes;
}

}  // namespace bireach::automata::reference
