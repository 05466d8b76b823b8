// SPDX-License-Identifier: Apache-2.0
/// Language inclusion by antichains.
#include <algorithm>
#include <deque>

#include "automata/operations.h"
#include "automata/subsets.h"

namespace bireach::automata {
namespace {

bool is_subset(const std::vector<State>& small, const std::vector<State>& large) {
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

/// Pairs (p, S): some word leads to p in a and to exactly S in b. A pair with a smaller S has every counterexample that
/// one with a larger S has, so only minimal ones are kept.
class Antichain {
 public:
  explicit Antichain(std::size_t states) : minimal_(states) {}

  /// False if a pair that is kept covers this one; otherwise keeps it and drops those it covers.
  bool insert(State state, const std::vector<State>& subset) {
    std::vector<std::vector<State>>& kept = minimal_[state];
    for (const std::vector<State>& other : kept)
      if (is_subset(other, subset)) return false;
    std::erase_if(kept, [&](const std::vector<State>& other) { return is_subset(subset, other); });
    kept.push_back(subset);
    return true;
  }

  [[nodiscard]] bool contains(State state, const std::vector<State>& subset) const {
    const std::vector<std::vector<State>>& kept = minimal_[state];
    return std::find(kept.begin(), kept.end(), subset) != kept.end();
  }

 private:
  std::vector<std::vector<std::vector<State>>> minimal_;
};

}  // namespace

bool is_included(const Nfa& a, const Nfa& b) {
  const std::vector<Distance> to_accepting = distances_to_accepting(a);
  Antichain antichain(a.size());
  std::deque<std::pair<State, std::vector<State>>> work;
  // False on a counterexample.
  const auto visit = [&](State state, const std::vector<State>& subset) {
    if (to_accepting[state] == unreachable) return true;
    // Nothing of b is left, and some word is accepted from here.
    if (subset.empty() || (a.is_accepting(state) && !has_accepting_member(b, subset))) return false;
    if (antichain.insert(state, subset)) work.emplace_back(state, subset);
    return true;
  };

  std::vector<State> initial = b.initial();
  sort_unique(initial);
  for (const State state : a.initial())
    if (!visit(state, initial)) return false;
  while (!work.empty()) {
    const auto [state, subset] = std::move(work.front());
    work.pop_front();
    if (!antichain.contains(state, subset)) continue;  // a smaller subset has come since
    std::optional<Letter> letter;
    std::vector<State> successor;
    for (const Transition& transition : a.transitions(state)) {
      if (letter != transition.letter) {
        letter = transition.letter;
        successor = successors_of_subset(b, subset, transition.letter);
      }
      if (!visit(transition.target, successor)) return false;
    }
  }
  return true;
}

}  // namespace bireach::automata
