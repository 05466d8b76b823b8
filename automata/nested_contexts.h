// SPDX-License-Identifier: Apache-2.0
/// Reachable pairs of a state and the state before the innermost open call, found breadth first. Internal to automata/.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "automata/nested_automaton.h"

namespace bireach::automata {

/// Saturation: whoever knows the transitions feeds them, and gets the pairs that follow. Each pair comes once.
class ContextExploration {
 public:
  using Pair = std::pair<State, State>;  ///< state, the state before the innermost open call or `outermost`

  void start(State state) { add(state, outermost); }
  /// The next pair whose successors have to be fed; nothing: all are known.
  std::optional<Pair> next() {
    if (work_.empty()) return std::nullopt;
    const Pair pair = work_.front();
    work_.pop_front();
    if (const auto resumed = resumed_.find(pair.first); resumed != resumed_.end())
      for (const State target : resumed->second) add(target, pair.second);
    return pair;
  }
  void internal(const Pair& pair, State target) { add(target, pair.second); }
  void call(const Pair& pair, State target) { add(target, pair.first); }
  /// The return of the pair's innermost call: its target is in every context of the caller, now and later.
  void return_to(const Pair& pair, State target) {
    const State caller = pair.second;
    if (!resumed_[caller].insert(target).second) return;
    const std::set<State> contexts = contexts_[caller];
    for (const State context : contexts) add(target, context);
  }
  [[nodiscard]] const std::map<State, std::set<State>>& contexts() const { return contexts_; }

 private:
  void add(State state, State context) {
    if (!contexts_[state].insert(context).second) return;
    work_.emplace_back(state, context);
  }

  std::deque<Pair> work_;
  std::map<State, std::set<State>> contexts_;
  std::map<State, std::set<State>> resumed_;  ///< by caller: where returns of its calls lead
};

}  // namespace bireach::automata
