// SPDX-License-Identifier: Apache-2.0
#include "automata/nested_reference.h"

#include <algorithm>
#include <set>

namespace bireach::automata::reference {
namespace {

bool accepts_from(const NestedWordAutomaton& automaton, State state, const NestedWord& word, std::size_t position,
                  std::vector<State> open) {
  if (position == word.size()) return automaton.is_accepting(state);
  const Symbol symbol = word[position];
  const auto goes_on = [&](const auto& transition) {
    return transition.letter == symbol.letter && accepts_from(automaton, transition.target, word, position + 1, open);
  };
  if (symbol.kind == SymbolKind::internal)
    return std::any_of(automaton.internals(state).begin(), automaton.internals(state).end(), goes_on);
  if (symbol.kind == SymbolKind::call) {
    open.push_back(state);
    return std::any_of(automaton.calls(state).begin(), automaton.calls(state).end(), goes_on);
  }
  if (open.empty()) return false;
  const State hierarchical = open.back();
  open.pop_back();
  return std::any_of(automaton.returns(state).begin(), automaton.returns(state).end(),
                     [&](const ReturnTransition& transition) {
                       return transition.hierarchical == hierarchical && goes_on(transition);
                     });
}

/// A set of pairs (p, q): p before the innermost open call (without open calls the state of the beginning), q now.
using Pairs = std::set<std::pair<State, State>>;

Pairs step(const NestedWordAutomaton& automaton, const Pairs& pairs, Symbol symbol) {
  Pairs next;
  for (const auto& [before, now] : pairs) {
    const bool is_call = symbol.kind == SymbolKind::call;
    for (const Transition& transition : is_call ? automaton.calls(now) : automaton.internals(now))
      if (transition.letter == symbol.letter) next.emplace(is_call ? now : before, transition.target);
  }
  return next;
}

Pairs step_back(const NestedWordAutomaton& automaton, const Pairs& inner, const Pairs& outer, Letter letter) {
  Pairs next;
  for (const auto& [before, caller] : outer) {
    for (const auto& [called_from, now] : inner) {
      for (const ReturnTransition& transition : automaton.returns(now))
        if (caller == called_from && transition.hierarchical == caller && transition.letter == letter)
          next.emplace(before, transition.target);
    }
  }
  return next;
}

}  // namespace

bool accepts(const NestedWordAutomaton& automaton, const NestedWord& word) {
  return std::any_of(automaton.initial().begin(), automaton.initial().end(),
                     [&](State state) { return accepts_from(automaton, state, word, 0, {}); });
}

std::vector<NestedWord> nested_words_up_to(const NestedAlphabet& alphabet, std::size_t length) {
  std::vector<NestedWord> words{{}};
  std::size_t begin = 0;
  for (std::size_t i = 0; i < length; ++i) {
    const std::size_t end = words.size();
    for (std::size_t prefix = begin; prefix < end; ++prefix) {
      const auto extend = [&](const std::vector<Letter>& letters, SymbolKind kind) {
        for (const Letter letter : letters) {
          NestedWord word = words[prefix];
          word.push_back({letter, kind});
          if (is_nested_word(word)) words.push_back(std::move(word));
        }
      };
      extend(alphabet.internals, SymbolKind::internal);
      extend(alphabet.calls, SymbolKind::call);
      extend(alphabet.returns, SymbolKind::return_);
    }
    begin = end;
  }
  return words;
}

NestedWordAutomaton determinise(const NestedWordAutomaton& automaton, const NestedAlphabet& alphabet) {
  NestedWordAutomaton result;
  std::map<Pairs, State> numbers;
  std::vector<Pairs> states;
  const auto state_of = [&](const Pairs& pairs) {
    const auto [entry, is_new] = numbers.try_emplace(pairs, static_cast<State>(states.size()));
    if (is_new) {
      result.add_state(
          std::any_of(pairs.begin(), pairs.end(), [&](const auto& p) { return automaton.is_accepting(p.second); }));
      states.push_back(pairs);
    }
    return entry->second;
  };
  Pairs start;
  for (const State state : automaton.initial()) start.emplace(state, state);
  result.add_initial(state_of(start));
  for (State i = 0; i < states.size(); ++i) {
    for (const Letter letter : alphabet.internals)
      result.add_internal(i, letter, state_of(step(automaton, states[i], {letter, SymbolKind::internal})));
    for (const Letter letter : alphabet.calls)
      result.add_call(i, letter, state_of(step(automaton, states[i], {letter, SymbolKind::call})));
    for (State other = 0; other <= i; ++other) {
      for (const Letter letter : alphabet.returns) {
        result.add_return(i, other, letter, state_of(step_back(automaton, states[i], states[other], letter)));
        result.add_return(other, i, letter, state_of(step_back(automaton, states[other], states[i], letter)));
      }
    }
  }
  return result;
}

NestedWordAutomaton complement(const NestedWordAutomaton& automaton, const NestedAlphabet& alphabet) {
  NestedWordAutomaton result = determinise(automaton, alphabet);
  for (State state = 0; state < result.size(); ++state) result.set_accepting(state, !result.is_accepting(state));
  return result;
}

NestedWordAutomaton intersect(const NestedWordAutomaton& a, const NestedWordAutomaton& b) {
  NestedWordAutomaton result;
  const auto pair = [&](State p, State q) { return static_cast<State>(p * b.size() + q); };
  for (State p = 0; p < a.size(); ++p)
    for (State q = 0; q < b.size(); ++q) result.add_state(a.is_accepting(p) && b.is_accepting(q));
  for (const State p : a.initial())
    for (const State q : b.initial()) result.add_initial(pair(p, q));
  const auto for_common = [](const auto& left, const auto& right, const auto& add) {
    for (const auto& l : left) {
      for (const auto& r : right)
        if (l.letter == r.letter) add(l, r);
    }
  };
  for (State p = 0; p < a.size(); ++p) {
    for (State q = 0; q < b.size(); ++q) {
      for_common(a.internals(p), b.internals(q), [&](const Transition& l, const Transition& r) {
        result.add_internal(pair(p, q), l.letter, pair(l.target, r.target));
      });
      for_common(a.calls(p), b.calls(q), [&](const Transition& l, const Transition& r) {
        result.add_call(pair(p, q), l.letter, pair(l.target, r.target));
      });
      for_common(a.returns(p), b.returns(q), [&](const ReturnTransition& l, const ReturnTransition& r) {
        result.add_return(pair(p, q), pair(l.hierarchical, r.hierarchical), l.letter, pair(l.target, r.target));
      });
    }
  }
  return result;
}

NestedWordAutomaton difference(const NestedWordAutomaton& a, const NestedWordAutomaton& b,
                               const NestedAlphabet& alphabet) {
  return reference::intersect(a, reference::complement(b, alphabet));
}

bool is_language_empty(const NestedWordAutomaton& automaton) {
  Pairs matched;  // a well-matched word leads from the one to the other
  for (State state = 0; state < automaton.size(); ++state) matched.emplace(state, state);
  for (std::size_t known = 0; known != matched.size();) {
    known = matched.size();
    const Pairs now = matched;
    for (const auto& [from, to] : now) {
      for (const Transition& transition : automaton.internals(to)) matched.emplace(from, transition.target);
      for (const Transition& call : automaton.calls(to)) {
        for (auto inner = now.lower_bound({call.target, 0}); inner != now.end() && inner->first == call.target;
             ++inner) {
          for (const ReturnTransition& transition : automaton.returns(inner->second))
            if (transition.hierarchical == to) matched.emplace(from, transition.target);
        }
      }
    }
  }
  std::set<State> reached(automaton.initial().begin(), automaton.initial().end());
  for (std::size_t known = 0; known != reached.size();) {
    known = reached.size();
    for (const auto& [from, to] : matched) {
      if (!reached.contains(from)) continue;
      reached.insert(to);
      for (const Transition& call : automaton.calls(to)) reached.insert(call.target);
    }
  }
  return std::none_of(reached.begin(), reached.end(), [&](State state) { return automaton.is_accepting(state); });
}

}  // namespace bireach::automata::reference
