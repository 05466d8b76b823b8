// SPDX-License-Identifier: Apache-2.0
/// Difference of an explicit and a lazy automaton: the minuend times the subset construction of the subtrahend.
#include <algorithm>
#include <unordered_map>

#include "automata/operations.h"
#include "automata/subsets.h"

namespace bireach::automata {
namespace {

using SubsetId = std::uint32_t;

std::uint64_t pair_key(std::uint32_t first, std::uint32_t second) {
  return (std::uint64_t{first} << 32U) | second;
}

struct SubsetHash {
  std::size_t operator()(const std::vector<State>& subset) const noexcept {
    std::uint64_t hash = subset.size();
    for (const State state : subset) {
      hash = (hash ^ state) * 0x9E3779B97F4A7C15ULL;
      hash ^= hash >> 29U;
    }
    return static_cast<std::size_t>(hash);
  }
};

/// The subset construction, with interned subsets and each question to the lazy automaton asked once.
class SubsetConstruction {
 public:
  struct Subset {
    const std::vector<State>* states;  // key of the intern table, whose nodes do not move
    bool accepting;
    bool universal;
  };

  explicit SubsetConstruction(LazyAutomaton& automaton) : automaton_(automaton) {}

  SubsetId initial() { return intern(automaton_.initial()); }

  [[nodiscard]] const Subset& at(SubsetId id) const { return subsets_[id]; }

  [[nodiscard]] std::optional<SubsetId> known_successor(SubsetId id, Letter letter) const {
    if (subsets_[id].states->empty()) return id;
    const auto found = successors_.find(pair_key(id, letter));
    return found == successors_.end() ? std::nullopt : std::optional(found->second);
  }

  SubsetId ask_successor(SubsetId id, Letter letter) {
    ++queries_;
    const SubsetId successor = intern(automaton_.subset_successors(*subsets_[id].states, letter));
    successors_.emplace(pair_key(id, letter), successor);
    return successor;
  }

  [[nodiscard]] std::size_t size() const { return subsets_.size(); }
  [[nodiscard]] std::size_t queries() const { return queries_; }

 private:
  SubsetId intern(std::vector<State> states) {
    sort_unique(states);
    const auto [entry, is_new] = ids_.try_emplace(std::move(states), static_cast<SubsetId>(subsets_.size()));
    if (is_new) {
      const std::vector<State>& members = entry->first;
      const bool universal =
          std::any_of(members.begin(), members.end(), [&](State state) { return automaton_.is_universal(state); });
      // Nobody asks whether a universal subset accepts: its product states are never built.
      const bool accepting = !universal && std::any_of(members.begin(), members.end(),
                                                       [&](State state) { return automaton_.is_accepting(state); });
      subsets_.push_back({&members, accepting, universal});
    }
    return entry->second;
  }

  LazyAutomaton& automaton_;
  std::unordered_map<std::vector<State>, SubsetId, SubsetHash> ids_;
  std::vector<Subset> subsets_;
  std::unordered_map<std::uint64_t, SubsetId> successors_;
  std::size_t queries_ = 0;
};

class Product {
 public:
  Product(const Nfa& minuend, LazyAutomaton& subtrahend, const std::stop_token& stop)
      : minuend_(minuend), subsets_(subtrahend), stop_(stop), to_accepting_(distances_to_accepting(minuend)) {}

  /// False if stopped.
  bool build() {
    if (stop_.stop_requested()) return false;
    const SubsetId initial = subsets_.initial();
    for (const State state : minuend_.initial())
      if (const std::optional<State> start = product_state(state, initial)) result_.add_initial(*start);
    // States are numbered as they are found, so counting up is a breadth-first search.
    for (State state = 0; state < result_.size(); ++state)
      if (stop_.stop_requested() || !expand(state)) return false;
    return !stop_.stop_requested();
  }

  [[nodiscard]] const Nfa& result() const { return result_; }
  [[nodiscard]] State minuend_state(State state) const { return components_[state].first; }
  [[nodiscard]] DifferenceStatistics statistics() const {
    return {result_.size(), subsets_.size(), subsets_.queries()};
  }

 private:
  bool expand(State source) {
    const auto [minuend_source, subset] = components_[source];
    for (const Transition& transition : minuend_.transitions(minuend_source)) {
      if (to_accepting_[transition.target] == unreachable) continue;
      std::optional<SubsetId> successor = subsets_.known_successor(subset, transition.letter);
      if (!successor) {
        if (stop_.stop_requested()) return false;
        successor = subsets_.ask_successor(subset, transition.letter);
      }
      if (const std::optional<State> target = product_state(transition.target, *successor))
        result_.add_transition(source, transition.letter, *target);
    }
    return true;
  }

  /// Nothing if no word is accepted from there for sure.
  std::optional<State> product_state(State minuend_state, SubsetId subset) {
    const SubsetConstruction::Subset& members = subsets_.at(subset);
    if (members.universal || to_accepting_[minuend_state] == unreachable) return std::nullopt;
    const auto [entry, is_new] =
        product_states_.try_emplace(pair_key(minuend_state, subset), static_cast<State>(result_.size()));
    if (is_new) {
      result_.add_state(minuend_.is_accepting(minuend_state) && !members.accepting);
      components_.emplace_back(minuend_state, subset);
    }
    return entry->second;
  }

  const Nfa& minuend_;
  SubsetConstruction subsets_;
  const std::stop_token& stop_;
  std::vector<Distance> to_accepting_;
  Nfa result_;
  std::vector<std::pair<State, SubsetId>> components_;
  std::unordered_map<std::uint64_t, State> product_states_;
};

}  // namespace

std::optional<Nfa> difference(const Nfa& minuend, LazyAutomaton& subtrahend, std::stop_token stop,
                              DifferenceStatistics* statistics, std::vector<State>* minuend_state_of) {
  Product product(minuend, subtrahend, stop);
  const bool complete = product.build();
  if (statistics != nullptr) *statistics = product.statistics();
  if (!complete) return std::nullopt;
  std::vector<State> origin;
  Nfa result = trim(product.result(), &origin);
  if (minuend_state_of != nullptr) {
    for (State& state : origin) state = product.minuend_state(state);
    *minuend_state_of = std::move(origin);
  }
  return result;
}

Nfa difference(const Nfa& minuend, const Nfa& subtrahend) {
  LazyView view(subtrahend);
  return difference(minuend, view).value();
}

}  // namespace bireach::automata
