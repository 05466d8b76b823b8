// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/portfolio.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "logic/solvers/deep_thread.h"

namespace bireach::checker {

Portfolio::Portfolio(Schedule& schedule, Rules rules, Callbacks callbacks)
    : schedule_(schedule), rules_(rules), callbacks_(std::move(callbacks)), lanes_(rules.lanes) {}

std::optional<Schedule::Turn> Portfolio::run(std::stop_source& end) {
  {
    std::vector<std::unique_ptr<logic::DeepThread>> threads;
    {
      const std::lock_guard lock(mutex_);  // until it is known who has a thread
      for (std::size_t lane = 1; lane < lanes_.size(); ++lane) {
        threads.push_back(std::make_unique<logic::DeepThread>([this, lane, &end] { advance(lane, end); }));
        if (threads.back()->started()) lanes_[lane].thread = lane;
      }
    }
    advance(0, end);
  }
  if (failure_ && !decision_) std::rethrow_exception(failure_);
  return std::move(decision_);
}

/// Turns of the lanes of one thread until somebody decides.
void Portfolio::advance(std::size_t thread, std::stop_source& end) {
  std::unique_lock lock(mutex_);
  while (Schedule::Seat* seat = wait_for_turn(thread, lock, end.get_token())) {
    try {
      take_turn(*seat, lock, end);
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      // What an engine throws that was to end does not matter any more.
      if (!decision_ && !failure_) failure_ = std::current_exception();
      is_over_ = true;
      end.request_stop();
    }
    lanes_[seat->lane].begun.reset();
    note_change();
  }
}

/// Null: there is none any more.
Schedule::Seat* Portfolio::wait_for_turn(std::size_t thread, std::unique_lock<std::mutex>& lock,
                                         const std::stop_token& stop) {
  while (!is_over_ && !stop.stop_requested()) {
    if (Schedule::Seat* seat = next_of(thread)) return seat;
    const auto has_ended = [thread](const Lane& lane) { return lane.thread != thread || lane.is_over; };
    if (is_over_ || std::all_of(lanes_.begin(), lanes_.end(), has_ended)) break;
    // A turn that becomes long is a change of which nobody tells.
    auto next_long = Clock::time_point::max();
    for (const Lane& lane : lanes_) {
      if (!lane.begun) continue;
      const auto becomes_long = *lane.begun + std::chrono::ceil<Clock::duration>(rules_.long_turn);
      if (becomes_long > Clock::now()) next_long = std::min(next_long, becomes_long);
    }
    const auto is_changed = [this, seen = changes_] { return changes_ != seen; };
    if (next_long == Clock::time_point::max())
      changed_.wait(lock, stop, is_changed);
    else
      changed_.wait_until(lock, stop, next_long, is_changed);
  }
  return nullptr;
}

/// Null: another thread's turn comes first.
Schedule::Seat* Portfolio::next_of(std::size_t thread) {
  const bool was_short = schedule_.seconds() < rules_.alone || rules_.jobs == 1;
  if (!side_by_side_ && lanes_.size() > 1 && (!was_short || has_long_turn())) go_side_by_side();
  if (!has_place()) return nullptr;
  if (!side_by_side_) {
    Schedule::Seat* seat = schedule_.next();
    if (seat == nullptr) {
      is_over_ = true;
      note_change();
    }
    return seat != nullptr && lanes_[seat->lane].thread == thread ? seat : nullptr;
  }
  Lane* least = nullptr;
  for (Lane& lane : lanes_)
    if (waits(lane) && (least == nullptr || spent(lane) < spent(*least))) least = &lane;
  if (least == nullptr || least->thread != thread) return nullptr;
  Schedule::Seat* seat = least->schedule->next();
  if (seat != nullptr) return seat;
  least->is_over = true;
  note_change();
  return next_of(thread);
}

void Portfolio::take_turn(Schedule::Seat& seat, std::unique_lock<std::mutex>& lock, std::stop_source& end) {
  callbacks_.before_turn(seat.lane, side_by_side_);
  Schedule::begin(seat);
  lanes_[seat.lane].begun = Clock::now();
  note_change();
  lock.unlock();
  Schedule::Turn turn = schedule_.step(seat);
  lock.lock();
  Schedule::end(seat, turn);
  if (decision_) return;  // the turn was cut short by it
  if (!callbacks_.decides(seat.lane, turn)) return;
  decision_ = std::move(turn);
  is_over_ = true;
  const auto others = std::count_if(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.begun; });
  if (others > 1) end.request_stop();
}

void Portfolio::go_side_by_side() {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) lanes_[lane].schedule = schedule_.take_lane(lane);
  side_by_side_ = true;
}

void Portfolio::note_change() {
  ++changes_;
  changed_.notify_all();
}

bool Portfolio::has_long_turn() const {
  const auto now = Clock::now();
  return std::any_of(lanes_.begin(), lanes_.end(),
                     [&](const Lane& lane) { return lane.begun && now - *lane.begun >= rules_.long_turn; });
}

bool Portfolio::has_place() const {
  const auto turns = std::count_if(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.begun; });
  const std::size_t places = side_by_side_ ? rules_.jobs + (has_long_turn() ? 1 : 0) : 1;
  return static_cast<std::size_t>(turns) < places;
}

/// For a turn, in a thread that could begin it?
bool Portfolio::waits(const Lane& lane) const {
  const auto has_turn = [&](const Lane& other) { return other.thread == lane.thread && other.begun; };
  return !lane.is_over && std::none_of(lanes_.begin(), lanes_.end(), has_turn);
}

/// What its turns have taken, as far as it counts.
double Portfolio::spent(const Lane& lane) const {
  const auto others = static_cast<double>(lanes_.size() - 1);
  return lane.schedule->seconds() / (&lane == &lanes_.front() && others > 0 ? others : 1);
}

}  // namespace bireach::checker
