// SPDX-License-Identifier: Apache-2.0
/// Difference and intersection of automata over nested words.
#include <algorithm>
#include <map>

#include "automata/nested_contexts.h"

namespace bireach::automata {
namespace {

/// The minuend times the deterministic subtrahend; a return is taken only with the hierarchical predecessors that a
/// saturation of the contexts finds.
class DifferenceProduct {
 public:
  DifferenceProduct(const NestedWordAutomaton& minuend, LazyNestedAutomaton& subtrahend, const std::stop_token& stop)
      : minuend_(minuend), subtrahend_(subtrahend), stop_(stop) {}

  /// False if stopped, or if there are more states than `state_limit`.
  bool build(std::size_t state_limit = outermost) {
    const State start = subtrahend_.initial();
    for (const State state : minuend_.initial()) {
      if (const auto product = product_state(state, start)) {
        result_.add_initial(*product);
        exploration_.start(*product);
      }
    }
    while (const auto pair = exploration_.next()) {
      if (stop_.stop_requested() || result_.size() > state_limit) return false;
      expand(*pair);
    }
    return !stop_.stop_requested();
  }

  [[nodiscard]] const NestedWordAutomaton& result() const { return result_; }
  [[nodiscard]] const std::vector<std::pair<State, State>>& components() const { return components_; }
  [[nodiscard]] State minuend_state(State state) const { return components_[state].first; }

 private:
  void expand(const ContextExploration::Pair& pair) {
    const auto [state, context] = pair;
    const auto [left, right] = components_[state];
    for (const Transition& transition : minuend_.internals(left)) {
      const State next = subtrahend_.after_internal(right, transition.letter);
      if (const auto target = product_state(transition.target, next)) {
        result_.add_internal(state, transition.letter, *target);
        exploration_.internal(pair, *target);
      }
    }
    for (const Transition& transition : minuend_.calls(left)) {
      const State next = subtrahend_.after_call(right, transition.letter);
      if (const auto target = product_state(transition.target, next)) {
        result_.add_call(state, transition.letter, *target);
        exploration_.call(pair, *target);
      }
    }
    if (context == outermost) return;
    const auto [caller, caller_right] = components_[context];
    for (const ReturnTransition& transition : minuend_.returns(left)) {
      if (transition.hierarchical != caller) continue;
      const State next = subtrahend_.after_return(right, caller_right, transition.letter);
      if (const auto target = product_state(transition.target, next)) {
        result_.add_return(state, context, transition.letter, *target);
        exploration_.return_to(pair, *target);
      }
    }
  }

  /// Nothing if no word is accepted from there for sure.
  std::optional<State> product_state(State left, State right) {
    if (subtrahend_.is_universal(right)) return std::nullopt;
    const auto [entry, is_new] = numbers_.try_emplace({left, right}, static_cast<State>(result_.size()));
    if (is_new) {
      result_.add_state(minuend_.is_accepting(left) && !subtrahend_.is_accepting(right));
      components_.emplace_back(left, right);
    }
    return entry->second;
  }

  const NestedWordAutomaton& minuend_;
  LazyNestedAutomaton& subtrahend_;
  const std::stop_token& stop_;
  NestedWordAutomaton result_;
  ContextExploration exploration_;
  std::vector<std::pair<State, State>> components_;
  std::map<std::pair<State, State>, State> numbers_;
};

}  // namespace

std::optional<NestedWordAutomaton> difference(const NestedWordAutomaton& minuend, LazyNestedAutomaton& subtrahend,
                                              std::stop_token stop, NestedDifferenceStatistics* statistics,
                                              std::vector<State>* minuend_state_of) {
  DifferenceProduct product(minuend, subtrahend, stop);
  const bool complete = product.build();
  if (statistics != nullptr) statistics->states_built = product.result().size();
  if (!complete) return std::nullopt;
  std::vector<State> origin;
  NestedWordAutomaton result = trim(product.result(), &origin);
  if (minuend_state_of != nullptr) {
    for (State& state : origin) state = product.minuend_state(state);
    *minuend_state_of = std::move(origin);
  }
  return result;
}

NestedWordAutomaton difference(const NestedWordAutomaton& minuend, const NestedWordAutomaton& subtrahend) {
  Determinisation deterministic(subtrahend);
  return difference(minuend, deterministic).value();
}

std::optional<NestedProduct> reachable_product(const NestedWordAutomaton& minuend, LazyNestedAutomaton& subtrahend,
                                               std::size_t state_limit) {
  const std::stop_token never;
  DifferenceProduct product(minuend, subtrahend, never);
  if (!product.build(state_limit)) return std::nullopt;
  return NestedProduct{product.result(), product.components()};
}

}  // namespace bireach::automata
