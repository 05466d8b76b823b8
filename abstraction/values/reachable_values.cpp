// SPDX-License-Identifier: Apache-2.0
#include "abstraction/values/reachable_values.h"

#include <utility>

namespace bireach::abstraction {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;

namespace {

constexpr std::size_t max_stored_values = 20000000;  ///< of 16 bytes each
constexpr std::size_t slots_a_unit = 64;             ///< a statement goes over all of them

}  // namespace

std::size_t ReachableValues::ValueHash::operator()(const SlotValue& value) const {
  return (value.bits * 0x9e3779b97f4a7c15U) ^ (value.symbol * 0xc2b2ae3d27d4eb4fU);
}

std::size_t ReachableValues::Hash::operator()(const ValueState& state) const {
  std::size_t result = state.size();
  for (const SlotValue& value : state) result = (result ^ ValueHash()(value)) * 0x100000001b3U + (result >> 29U);
  return result;
}

ReachableValues::ReachableValues(const frontend::Program& program, const ValueGraph& graph, Slots& slots,
                                 std::vector<Tracking> tracked, const Limits& limits)
    : program_(program),
      slots_(slots),
      graph_(graph),
      tracked_(std::move(tracked)),
      limits_(limits),
      execution_(slots, tracked_),
      reached_(program.location_count()) {
  ValueState start = execution_.start();
  if (graph.reaches_target[program.initial] && arrive(program.initial, start))
    open_.push_back({program.initial, std::move(start)});
}

const std::vector<const ValueState*>& ReachableValues::states(LocationId location) const {
  return reached_[location].in_order;
}

bool ReachableValues::is_target(LocationId location) const {
  const LocationKind kind = program_.location(location).kind;
  return kind == LocationKind::Error || kind == LocationKind::Unsupported;
}

void ReachableValues::count_values(const ValueState& state) {
  if (values_.size() < state.size()) values_.resize(state.size());
  if (last_.size() < state.size()) last_.resize(state.size(), {SlotValue::unknown, 0});
  for (SlotId slot = 0; slot < state.size(); ++slot) {
    const SlotValue& value = state[slot];
    if (value == last_[slot] || value.symbol == SlotValue::unknown || value.symbol == SlotValue::as_others) continue;
    if (!is_tracked(slot)) continue;
    last_[slot] = value;
    auto& seen = values_[slot];
    seen.insert(value);
    if (seen.size() <= limits_.values) continue;
    track_less(slot);
    seen.clear();
  }
}

/// Of what has too many values, such as a counter, the difference from another one may have few.
void ReachableValues::track_less(SlotId slot) {
  const bool may_differ = tracking(slot) == Tracking::all && !slots_[slot].type.is_floating() &&
                          !slots_[slot].type.is_boolean() &&
                          (slots_[slot].index || !program_.variables[slots_[slot].variable].array);
  if (tracked_.size() <= slot) tracked_.resize(slot + 1, Tracking::all);
  tracked_[slot] = may_differ ? Tracking::differences : Tracking::nothing;
  has_dropped_ = true;
}

/// False: the state was there already. Gives it its normal form.
bool ReachableValues::arrive(LocationId location, ValueState& state) {
  state = execution_.normal_form(std::move(state), graph_.live[location]);
  Reached& reached = reached_[location];
  const auto [known, fresh] = reached.known.insert(state);
  if (!fresh) return false;
  ++state_count_;
  stored_values_ += known->size();
  reached.in_order.push_back(&*known);
  count_values(*known);
  return true;
}

ReachableValues::Outcome ReachableValues::explore(std::uint64_t edges) {
  const std::uint64_t until = edges_ + edges;
  while (!open_.empty()) {
    if (edges_ >= until) return Outcome::open;
    if (edges_ >= limits_.edges || state_count_ >= limits_.states || stored_values_ >= max_stored_values)
      return Outcome::limited;
    const Open next = std::move(open_.back());
    open_.pop_back();
    for (const EdgeId edge : program_.outgoing(next.location)) {
      const LocationId target = program_.target(edge);
      if (!graph_.reaches_target[target]) continue;
      edges_ += 1 + next.state.size() / slots_a_unit;
      for (ValueState& state : execution_.successors(next.state, program_.edge(edge).statement)) {
        if (is_target(target)) return Outcome::target;
        if (!graph_.is_kept[target] || arrive(target, state)) open_.push_back({target, std::move(state)});
      }
    }
  }
  return Outcome::safe;
}

}  // namespace bireach::abstraction
