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
  groups_.back().seats.push_back(std::make_unique<Seat>(Seat{std::move(make), nullptr, first_turn, lane}));
}

void Schedule::add(std::shared_ptr<Engine> engine) {
  groups_.back().seats.push_back(std::make_unique<Seat>(Seat{nullptr, std::move(engine)}));
}

Schedule Schedule::take(const std::function<bool(std::size_t lane)>& is_wanted) {
  Schedule taken(now_);
  for (Group& group : groups_) {
    group.had_joined = group.has_joined();
    const auto others = std::stable_partition(group.seats.begin(), group.seats.end(),
                                              [&](const auto& seat) { return is_wanted(seat->lane); });
    if (others == group.seats.begin()) continue;
    taken.groups_.push_back({group.measure, group.joins_after, group.share, group.had_joined, {}});
    taken.groups_.back().seats.assign(std::make_move_iterator(group.seats.begin()), std::make_move_iterator(others));
    group.seats.erase(group.seats.begin(), others);
  }
  return taken;
}

bool Schedule::is_empty() const {
  return std::all_of(groups_.begin(), groups_.end(), [](const Group& group) { return group.seats.empty(); });
}

double Schedule::seconds() const {
  double sum = 0;
  for (const Group& group : groups_) sum += group.seconds();
  return sum;
}

bool Schedule::Group::is_ready() const {
  return std::any_of(seats.begin(), seats.end(), [](const auto& seat) { return seat->is_ready(); });
}

bool Schedule::Group::has_joined() const {
  return had_joined || std::any_of(seats.begin(), seats.end(), [](const auto& seat) { return seat->has_begun; });
}

std::uint64_t Schedule::Group::work() const {
  std::uint64_t sum = 0;
  for (const auto& seat : seats)
    if (seat->has_begun) sum += seat->work;
  return sum;
}

double Schedule::Group::seconds() const {
  double sum = 0;
  for (const auto& seat : seats) sum += seat->seconds;
  return sum;
}

/// Precondition: is_ready().
Schedule::Seat& Schedule::Group::next() {
  const bool by_time = measure == Measure::time || seconds() >= seconds_of_fixed_order;
  Seat* least = nullptr;
  for (const auto& seat : seats) {
    if (!seat->is_ready()) continue;
    if (seat->engine && seat->engine->is_free()) return *seat;
    if (least == nullptr || (by_time ? seat->seconds < least->seconds : seat->work < least->work)) least = seat.get();
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
      const bool is_due = group.has_joined() ? group.seconds() <= group.share * seconds_before : joins;
      if (result == nullptr || is_due) result = &group;
    }
    work_before += group.work();
    seconds_before += group.seconds();
  }
  return result;
}

Schedule::Seat* Schedule::next() {
  Group* group = due();
  return group == nullptr ? nullptr : &group->next();
}

Schedule::Turn Schedule::step(Seat& seat) const {
  if (!seat.engine) seat.engine = seat.make();
  const double begin = now_();
  Turn turn{seat.engine->name(), seat.engine->step(), 0};
  turn.seconds = now_() - begin;
  return turn;
}

void Schedule::end(Seat& seat, const Turn& turn) {
  seat.seconds += turn.seconds;
  seat.work = seat.engine->work();
  if (std::holds_alternative<Exhausted>(turn.result) || std::holds_alternative<GaveUp>(turn.result)) {
    seat.has_left = true;
    seat.engine.reset();
  }
}

std::optional<Schedule::Turn> Schedule::take_turn() {
  Seat* seat = next();
  if (seat == nullptr) return std::nullopt;
  begin(*seat);
  Turn turn = step(*seat);
  end(*seat, turn);
  return turn;
}

}  // namespace bireach::checker
