// SPDX-License-Identifier: Apache-2.0
#include "automata/nested_automaton.h"

#include <algorithm>
#include <stdexcept>

#include "automata/subsets.h"

namespace bireach::automata {
namespace {

template <typename T>
void insert_sorted(std::vector<T>& values, T value) {
  const auto place = std::lower_bound(values.begin(), values.end(), value);
  if (place == values.end() || *place != value) values.insert(place, value);
}

}  // namespace

bool is_nested_word(const NestedWord& word) {
  std::size_t open = 0;
  for (const Symbol& symbol : word)
    if (symbol.kind == SymbolKind::call)
      ++open;
    else if (symbol.kind == SymbolKind::return_ && open-- == 0)
      return false;
  return true;
}

std::vector<std::optional<std::size_t>> matching_calls(const NestedWord& word) {
  std::vector<std::optional<std::size_t>> result(word.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i].kind == SymbolKind::call) {
      open.push_back(i);
    } else if (word[i].kind == SymbolKind::return_) {
      if (open.empty()) throw std::invalid_argument("a return without its call");
      result[i] = open.back();
      open.pop_back();
    }
  }
  return result;
}

State NestedWordAutomaton::add_state(bool accepting) {
  if (states_.size() >= outermost) throw std::length_error("too many states");
  states_.push_back({accepting, {}, {}, {}});
  return static_cast<State>(states_.size() - 1);
}

void NestedWordAutomaton::check(State state) const {
  if (state >= states_.size()) throw std::out_of_range("no such state");
}

void NestedWordAutomaton::add_initial(State state) {
  check(state);
  if (std::find(initial_.begin(), initial_.end(), state) == initial_.end()) initial_.push_back(state);
}

void NestedWordAutomaton::set_accepting(State state, bool accepting) {
  check(state);
  states_[state].accepting = accepting;
}

void NestedWordAutomaton::add_internal(State source, Letter letter, State target) {
  check(source);
  check(target);
  insert_sorted(states_[source].internals, Transition{letter, target});
}

void NestedWordAutomaton::add_call(State source, Letter letter, State target) {
  check(source);
  check(target);
  insert_sorted(states_[source].calls, Transition{letter, target});
}

void NestedWordAutomaton::add_return(State source, State hierarchical, Letter letter, State target) {
  check(source);
  check(hierarchical);
  check(target);
  insert_sorted(states_[source].returns, ReturnTransition{hierarchical, letter, target});
}

std::size_t NestedWordAutomaton::transition_count() const {
  std::size_t count = 0;
  for (const StateData& state : states_) count += state.internals.size() + state.calls.size() + state.returns.size();
  return count;
}

State Determinisation::intern(Pairs pairs) {
  sort_unique(pairs);
  const auto [entry, is_new] = numbers_.try_emplace(std::move(pairs), static_cast<State>(states_.size()));
  if (is_new) states_.push_back(&entry->first);
  return entry->second;
}

State Determinisation::initial() {
  Pairs pairs;
  for (const State state : automaton_.initial()) pairs.emplace_back(outermost, state);
  return intern(std::move(pairs));
}

bool Determinisation::is_accepting(State state) {
  const Pairs& pairs = *states_[state];
  return std::any_of(pairs.begin(), pairs.end(),
                     [this](const auto& pair) { return automaton_.is_accepting(pair.second); });
}

State Determinisation::after_internal(State state, Letter letter) {
  Pairs next;
  for (const auto& [before, now] : *states_[state]) {
    for (const Transition& transition : automaton_.internals(now))
      if (transition.letter == letter) next.emplace_back(before, transition.target);
  }
  return intern(std::move(next));
}

State Determinisation::after_call(State state, Letter letter) {
  Pairs next;
  for (const auto& [before, now] : *states_[state]) {
    for (const Transition& transition : automaton_.calls(now))
      if (transition.letter == letter) next.emplace_back(now, transition.target);
  }
  return intern(std::move(next));
}

State Determinisation::after_return(State state, State hierarchical, Letter letter) {
  Pairs next;
  for (const auto& [called_from, now] : *states_[state]) {
    for (const ReturnTransition& transition : automaton_.returns(now)) {
      if (transition.hierarchical != called_from || transition.letter != letter) continue;
      for (const auto& [before, caller] : *states_[hierarchical])
        if (caller == called_from) next.emplace_back(before, transition.target);
    }
  }
  return intern(std::move(next));
}

bool accepts(LazyNestedAutomaton& automaton, const NestedWord& word) {
  State state = automaton.initial();
  std::vector<State> open;
  for (const Symbol& symbol : word) {
    if (automaton.is_universal(state)) return true;
    switch (symbol.kind) {
      case SymbolKind::internal:
        state = automaton.after_internal(state, symbol.letter);
        break;
      case SymbolKind::call:
        open.push_back(state);
        state = automaton.after_call(state, symbol.letter);
        break;
      case SymbolKind::return_:
        if (open.empty()) return false;
        state = automaton.after_return(state, open.back(), symbol.letter);
        open.pop_back();
        break;
    }
  }
  return automaton.is_universal(state) || automaton.is_accepting(state);
}

bool accepts(const NestedWordAutomaton& automaton, const NestedWord& word) {
  Determinisation deterministic(automaton);
  return accepts(deterministic, word);
}

NestedWordAutomaton single_nested_word(const NestedWord& word) {
  NestedWordAutomaton result;
  const auto calls = matching_calls(word);
  for (std::size_t i = 0; i <= word.size(); ++i) result.add_state(i == word.size());
  result.add_initial(0);
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto source = static_cast<State>(i);
    switch (word[i].kind) {
      case SymbolKind::internal:
        result.add_internal(source, word[i].letter, source + 1);
        break;
      case SymbolKind::call:
        result.add_call(source, word[i].letter, source + 1);
        break;
      case SymbolKind::return_:
        result.add_return(source, static_cast<State>(*calls[i]), word[i].letter, source + 1);
        break;
    }
  }
  return result;
}

}  // namespace bireach::automata
