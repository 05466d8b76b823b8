// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/portfolio.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "logic/solvers/deep_thread.h"

namespace bireach::checker {

Portfolio::Portfolio(Schedule& schedule, Rules rules, Callbacks callbacks)
    : schedule_(schedule),
      rules_(rules),
      callbacks_(std::move(callbacks)),
      lanes_(rules.lanes),
      threads_(rules.lanes) {}

std::optional<Schedule::Turn> Portfolio::run(std::stop_source& end) {
  tracks_.push_back({0, lanes_.size(), schedule_.take([](std::size_t) { return true; }), 0, {}});
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
  threads_[thread] = gettid();
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
    end_turn(seat->lane);
  }
}

/// Null: there is none any more. Others are told of the turn before only where they come next: an engine may have
/// thousands of turns in a second.
Schedule::Seat* Portfolio::wait_for_turn(std::size_t thread, std::unique_lock<std::mutex>& lock,
                                         const std::stop_token& stop) {
  Schedule::Seat* seat = nullptr;
  for (bool is_first = true; !is_over_ && !stop.stop_requested(); is_first = false) {
    seat = next_of(thread);
    if (seat != nullptr || is_over_) break;
    if (is_first) note_change();
    // That a turn becomes long, or the run, is a change of which nobody tells.
    const auto look = Clock::now() + std::chrono::ceil<Clock::duration>(rules_.long_turn / 10);
    changed_.wait_until(lock, stop, look, [this, seen = changes_] { return changes_ != seen; });
  }
  if (seat == nullptr) note_change();
  return seat;
}

/// The seat has the turn then. Null: another thread's turn comes first.
Schedule::Seat* Portfolio::next_of(std::size_t thread) {
  if (jobs_ < rules_.jobs && lanes_.size() > 1 && elapsed() >= rules_.alone) divide_jobs();
  find_long_turns();
  if (is_busy(thread)) return nullptr;
  for (std::size_t job = 0; job < jobs_; ++job) {
    while (has_place(job)) {
      Track* track = next_track(job);
      if (track == nullptr) break;
      Schedule::Seat* seat = track->schedule.next();
      if (seat == nullptr) {
        track->is_over = true;
        note_change();
        continue;
      }
      if (lanes_[seat->lane].thread != thread) break;
      track->running = seat->lane;
      return seat;
    }
  }
  is_over_ = std::all_of(tracks_.begin(), tracks_.end(), [](const Track& track) { return track.is_over; });
  if (is_over_) note_change();
  return nullptr;
}

void Portfolio::take_turn(Schedule::Seat& seat, std::unique_lock<std::mutex>& lock, std::stop_source& end) {
  callbacks_.before_turn(seat.lane, tracks_.size() > 1);
  Schedule::begin(seat);
  lanes_[seat.lane].begun = Clock::now();
  lock.unlock();
  Schedule::Turn turn = schedule_.step(seat);
  lock.lock();
  Schedule::end(seat, turn);
  if (decision_) return;  // the turn was cut short by it
  if (!callbacks_.decides(seat.lane, turn)) return;
  decision_ = std::move(turn);
  is_over_ = true;
  const auto turns = std::count_if(lanes_.begin(), lanes_.end(), [](const Lane& lane) { return lane.begun; });
  if (turns > 1) end.request_stop();
}

void Portfolio::end_turn(std::size_t lane) {
  lanes_[lane].begun.reset();
  lanes_[lane].is_long = false;
  for (Track& track : tracks_)
    if (track.running == lane) track.running.reset();
}

void Portfolio::note_change() {
  ++changes_;
  changed_.notify_all();
}

/// The run is no short one.
void Portfolio::divide_jobs() {
  jobs_ = std::min(rules_.jobs, lanes_.size());
  std::deque<Track> all = std::exchange(tracks_, {});
  for (Track& track : all) {
    for (std::size_t job = 0; job < jobs_; ++job) {
      Schedule part = track.schedule.take([&](std::size_t lane) { return job_of(lane) == job; });
      if (part.is_empty()) continue;
      const double before = part.seconds();
      const bool has_turn = track.running && job_of(*track.running) == job;
      const std::size_t lanes = job + 1 < jobs_ ? 1 : lanes_.size() - job;
      tracks_.push_back({job, lanes, std::move(part), before, has_turn ? track.running : std::nullopt});
    }
  }
}

void Portfolio::find_long_turns() {
  const auto now = Clock::now();
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    Lane& lane = lanes_[i];
    if (!lane.begun || lane.is_long || now - *lane.begun < rules_.long_turn) continue;
    lane.is_long = true;
    set_aside(i);
    give_way(job_of(i));
  }
}

/// The job's threads do, for good: only those with privileges may take it back.
void Portfolio::give_way(std::size_t job) {
  constexpr int third_of_usual = 5;  // of the time that others get
  for (std::size_t i = 0; i < lanes_.size(); ++i) {
    Lane& lane = lanes_[i];
    const auto thread = static_cast<id_t>(threads_[lane.thread]);
    if (lane.thread == 0 || thread == 0 || job_of(i) != job || std::exchange(lane.gives_way, true)) continue;
    setpriority(PRIO_PROCESS, thread, getpriority(PRIO_PROCESS, thread) + third_of_usual);
  }
}

/// The others of its track go on without it.
void Portfolio::set_aside(std::size_t lane) {
  const auto has_turn = [lane](const Track& track) { return track.running == lane; };
  Track& track = *std::find_if(tracks_.begin(), tracks_.end(), has_turn);
  Schedule own = track.schedule.take([lane](std::size_t other) { return other == lane; });
  if (track.schedule.is_empty()) {
    track.schedule = std::move(own);
    return;
  }
  track.running.reset();
  track.before = track.schedule.seconds();
  if (track.lanes > 1) --track.lanes;
  const double before = own.seconds();
  const std::size_t job = track.job;
  tracks_.push_back({job, 1, std::move(own), before, lane});
}

/// Seconds of all turns, in a short run.
double Portfolio::elapsed() const {
  double sum = 0;
  for (const Track& track : tracks_) sum += track.schedule.seconds();
  for (const Lane& lane : lanes_)
    if (lane.begun) sum += std::chrono::duration<double>(Clock::now() - *lane.begun).count();
  return sum;
}

bool Portfolio::has_place(std::size_t job) const {
  const auto runs = [](const Track& track) { return track.running.has_value(); };
  const auto runs_for_job = [job](const Track& track) { return track.running && track.job == job; };
  const auto is_long = [this, job](const Track& track) {
    return track.running && track.job == job && lanes_[*track.running].is_long;
  };
  const auto of_job = std::count_if(tracks_.begin(), tracks_.end(), runs_for_job);
  if (of_job == 0) return true;
  const auto all = static_cast<std::size_t>(std::count_if(tracks_.begin(), tracks_.end(), runs));
  return of_job == 1 && all <= jobs_ && std::any_of(tracks_.begin(), tracks_.end(), is_long);
}

/// Of those of the job that wait, the one that has had least for each lane since it began; null: none does.
Portfolio::Track* Portfolio::next_track(std::size_t job) {
  Track* least = nullptr;
  const auto spent = [](const Track& track) {
    return (track.schedule.seconds() - track.before) / static_cast<double>(track.lanes);
  };
  for (Track& track : tracks_)
    if (track.job == job && !track.running && !track.is_over && (least == nullptr || spent(track) < spent(*least)))
      least = &track;
  return least;
}

bool Portfolio::is_busy(std::size_t thread) const {
  return std::any_of(lanes_.begin(), lanes_.end(),
                     [thread](const Lane& lane) { return lane.thread == thread && lane.begun; });
}

}  // namespace bireach::checker
