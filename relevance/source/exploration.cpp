// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <utility>

#include "relevance/source/detour.h"

namespace bireach::relevance {

namespace {

class Explorer {
 public:
  Explorer(const Detours& detours, const Forks& forks, const SourceConfig& config,
           std::chrono::steady_clock::time_point deadline)
      : detours_(detours), forks_(forks), config_(config), deadline_(deadline), visits_(detours.visits(forks)) {}

  Exploration run() {
    for (std::size_t v = 0; v < visits_.size(); ++v) result_.here.push_back(try_one({{v}, std::nullopt}));
    if (!finished()) try_many();
    while (!finished() && !pending_.empty() && !out_of_limits()) static_cast<void>(try_one(take_pending()));
    if (!passing_.passing) passing_ = without_passing();
    result_.everywhere = std::move(passing_);
    return std::move(result_);
  }

 private:
  /// The ways that go as `from` does, and another way once more, at a visit between these.
  struct Branching {
    DetourPlan from;
    std::size_t next;
    std::size_t end;
  };

  /// Once more visits are combined, any end without an error will do.
  [[nodiscard]] bool finished() const { return passing_.passing.has_value(); }

  bool out_of_limits() {
    const bool no_time = config_.stop.stop_requested() || std::chrono::steady_clock::now() >= deadline_;
    if (no_time) limit_ = logic::no_time_left(config_.stop);
    if (!no_time && (runs_ >= config_.runs_per_condition || steps_ >= config_.steps_per_condition))
      limit_ = "there are too many other ways";
    return limit_.has_value();
  }

  [[nodiscard]] DetourOutcome outcome_of(const DetourPlan& plan) {
    DetourOutcome outcome = detours_.run(forks_, visits_, plan);
    ++runs_;
    steps_ += outcome.steps;
    return outcome;
  }

  /// What it says, noted with the ways that branch off from it.
  WayOut try_one(const DetourPlan& plan) {
    if (out_of_limits()) return {Relevance::unknown, std::nullopt, *limit_};
    const DetourOutcome outcome = outcome_of(plan);
    WayOut way = way_out(outcome, config_.stop);
    if (way.relevance == Relevance::unknown && !undecided_) undecided_ = way.reason;
    note_passing(way);
    const std::size_t next = plan.visits.back() + 1;
    if (next < outcome.visits) pending_.push_back({plan, next, outcome.visits});
    return way;
  }

  /// The next way that has one more visit than one that was tried.
  DetourPlan take_pending() {
    Branching& branching = pending_.front();
    DetourPlan plan = branching.from;
    plan.visits.push_back(branching.next);
    if (++branching.next == branching.end) pending_.pop_front();
    return plan;
  }

  void note_passing(const WayOut& way) {
    if (!way.passing) return;
    const bool better = way.passing->returns && passing_.passing && !passing_.passing->returns;
    if (!passing_.passing || better) passing_ = way;
  }

  /// A loop that ends later or earlier, a condition that is the other way round.
  void try_many() {
    std::vector<DetourPlan> plans;
    DetourPlan first;
    for (std::size_t v = 0; v < visits_.size(); ++v) {
      first.visits.push_back(v);
      if (v > 0) plans.push_back(first);
    }
    for (std::size_t v = 0; v < visits_.size(); ++v) plans.push_back({{}, v});
    for (const DetourPlan& plan : plans) {
      if (finished() || out_of_limits()) return;
      note_passing(way_out(outcome_of(plan), config_.stop));
    }
  }

  WayOut without_passing() {
    if (undecided_) return {Relevance::unknown, std::nullopt, *undecided_};
    if (limit_) return {Relevance::unknown, std::nullopt, *limit_};
    return {Relevance::irrelevant, std::nullopt, {}};
  }

  const Detours& detours_;
  const Forks& forks_;
  const SourceConfig& config_;
  std::chrono::steady_clock::time_point deadline_;
  std::vector<std::size_t> visits_;
  std::deque<Branching> pending_;
  std::size_t runs_ = 0;
  std::size_t steps_ = 0;
  std::optional<logic::UnknownReason> undecided_;  // of some way
  std::optional<logic::UnknownReason> limit_;      // why some ways were not tried
  WayOut passing_;
  Exploration result_;
};

}  // namespace

Exploration explore(const Detours& detours, const Forks& forks, const SourceConfig& config,
                    std::chrono::steady_clock::time_point deadline) {
  return Explorer(detours, forks, config, deadline).run();
}

}  // namespace bireach::relevance
