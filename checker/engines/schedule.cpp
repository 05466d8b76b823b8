// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/schedule.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace bireach::checker {

double Schedule::steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Schedule::Schedule(Now now) : now_(std::move(now)) {}

void Schedule::begin_group(Measure measure, std::uint64_t joins_after, double share) {
  groups_.push_back({measure, joins_after, share, false, {}});
}

void Schedule::add(Make make, std::uint64_t first_turn, std::size_t lane) {
  groups_.back().seats.push_back({std::move(make), nullptr, first_turn, lane});
}

void Schedule::add(std::shared_ptr<Engine> engine) {
  groups_.back().seats.push_back({nullptr, std::move(engine)});
}

Schedule Schedule::take_lane(std::size_t lane) {
  Schedule taken(now_);
  for (Group& group : groups_) {
    const auto others = std::stable_partition(group.seats.begin(), group.seats.end(),
                                              [lane](const Seat& seat) { return seat.lane == lane; });
    if (others == group.seats.begin()) continue;
    taken.groups_.push_back({group.measure, group.joins_after, group.share, group.has_joined, {}});
    taken.groups_.back().seats.assign(std::make_move_iterator(group.seats.begin()), std::make_move_iterator(others));
    group.seats.erase(group.seats.begin(), others);
  }
  return taken;
}

double Schedule::seconds() const {
  double sum = 0;
  for (const Group& group : groups_) sum += group.seconds();
  return sum;
}

bool Schedule::Group::is_ready() const {
  return std::any_of(seats.begin(), seats.end(), [](const Seat& seat) { return seat.is_ready(); });
}

std::uint64_t Schedule::Group::work() const {
  std::uint64_t sum = 0;
  for (const Seat& seat : seats)
    if (seat.engine || seat.has_left) sum += seat.work;
  return sum;
}

double Schedule::Group::seconds() const {
  double sum = 0;
  for (const Seat& seat : seats) sum += seat.seconds;
  return sum;
}

/// Precondition: is_ready().
Schedule::Seat& Schedule::Group::next() {
  const bool by_time = measure == Measure::time || seconds() >= seconds_of_fixed_order;
  Seat* least = nullptr;
  for (Seat& seat : seats) {
    if (!seat.is_ready()) continue;
    if (seat.engine && seat.engine->is_free()) return seat;
    if (least == nullptr || (by_time ? seat.seconds < least->seconds : seat.work < least->work)) least = &seat;
  }
  return *least;
}

/// The last of the groups that are due; the first one always is, and if it is not ready the next.
Schedule::Group* Schedule::due() {
  std::uint64_t work_before = 0;
  double seconds_before = 0;
  Group* result = nullptr;
  for (Group& group : groups_) {
    if (group.is_ready()) {
      const bool joins = work_before >= group.joins_after || seconds_before >= longest_wait;
      const bool is_due = group.has_joined ? group.seconds() <= group.share * seconds_before : joins;
      if (result == nullptr || is_due) result = &group;
    }
    work_before += group.work();
    seconds_before += group.seconds();
  }
  return result;
}

std::optional<Schedule::Turn> Schedule::take_turn() {
  Group* group = due();
  if (group == nullptr) return std::nullopt;
  Seat& seat = group->next();
  if (!seat.engine) seat.engine = seat.make();
  group->has_joined = true;
  Engine& engine = *seat.engine;
  const double begin = now_();
  Turn turn{engine.name(), engine.step()};
  seat.seconds += now_() - begin;
  seat.work = engine.work();
  if (std::holds_alternative<Exhausted>(turn.result) || std::holds_alternative<GaveUp>(turn.result)) {
    seat.has_left = true;
    seat.engine.reset();
  }
  return turn;
}

}  // namespace bireach::checker
