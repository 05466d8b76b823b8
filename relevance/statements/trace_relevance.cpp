// SPDX-License-Identifier: Apache-2.0
#include "relevance/statements/trace_relevance.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>

#include "logic/solvers/deep_thread.h"
#include "relevance/statements/position_check.h"

namespace bireach::relevance {

namespace {

/// Positions checked by one PositionChecker, one after the other. The partition must not depend on the number of
/// threads: term numbers and the solver's state depend on what was asked before.
struct Block {
  std::size_t first;
  std::size_t last;  // exclusive
};

std::vector<Block> partition(std::size_t positions) {
  constexpr std::size_t at_most = 32;
  const std::size_t size = std::clamp<std::size_t>(positions / 8, 1, at_most);
  std::vector<Block> blocks;
  for (std::size_t first = 0; first < positions; first += size)
    blocks.push_back({first, std::min(first + size, positions)});
  return blocks;
}

/// One run of the analysis; the workers take blocks from the last to the first.
class Analysis {
 public:
  Analysis(const frontend::Program& program, const RelevanceConfig& config, RelevanceReport& report)
      : trace_(program, report.execution),
        config_(config),
        positions_(report.positions),
        arithmetic_(config.arithmetic) {
    if (positions_.empty()) list_positions(program);
    if (arithmetic_ == frontend::Arithmetic::integer && !trace_.integer_is_exact())
      arithmetic_ = frontend::Arithmetic::bitvector;
    blocks_ = partition(positions_.size());
    open_ = static_cast<std::size_t>(
        std::count_if(positions_.begin(), positions_.end(), [](const auto& position) { return is_open(position); }));
  }

  void run() {
    const std::size_t wanted = std::clamp<std::size_t>(config_.jobs, 1, std::max<std::size_t>(blocks_.size(), 1));
    std::vector<std::unique_ptr<logic::DeepThread>> helpers;  // as many as the system allows
    for (std::size_t i = 1; i < wanted; ++i) helpers.push_back(std::make_unique<logic::DeepThread>([this] { work(); }));
    work();
  }

 private:
  void list_positions(const frontend::Program& program) {
    for (std::size_t k = 0; k < trace_.length(); ++k)
      if (trace_.at(k).target && !frontend::is_bookkeeping(program, trace_.execution().trace[k]))
        positions_.push_back({k, Relevance::unknown, std::nullopt, logic::run_was_stopped()});
  }

  /// From the end of the trace: what follows a position is short there, and what fails is near.
  void work() {
    for (std::size_t done = done_++; done < blocks_.size(); done = done_++) check(blocks_[blocks_.size() - 1 - done]);
  }

  /// Of the next position. Most take far less than their part of the time, so one may take several.
  [[nodiscard]] std::chrono::milliseconds time_limit() const {
    constexpr double parts = 4;
    constexpr std::chrono::milliseconds least{200};
    const std::chrono::milliseconds most = config_.time_limit_per_position;
    if (!config_.deadline || least >= most) return most;
    const std::chrono::duration<double> left = *config_.deadline - std::chrono::steady_clock::now();
    const auto part = left * parts * std::max(1U, config_.jobs) / static_cast<double>(std::max<std::size_t>(open_, 1));
    return std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(part), least, most);
  }

  [[nodiscard]] StatementRelevance decided(PositionChecker& checker, std::size_t position) {
    const std::chrono::milliseconds limit = time_limit();
    StatementRelevance result = checker.check(position, limit);
    --open_;
    if (limit < config_.time_limit_per_position && result.reason.cause == logic::UnknownCause::time)
      result.reason = logic::part_of_time_is_over();  // with more time it may have an answer
    return result;
  }

  void check(const Block& block) {
    if (config_.stop.stop_requested()) return;
    std::vector<StatementRelevance*> open;
    for (std::size_t i = block.first; i < block.last; ++i)
      if (is_open(positions_[i])) open.push_back(&positions_[i]);
    if (open.empty()) return;
    try {
      PositionChecker checker(trace_, arithmetic_, config_);
      for (StatementRelevance* position : open) {
        if (config_.stop.stop_requested()) return;
        *position = decided(checker, position->position);
      }
    } catch (const std::exception& error) {
      for (StatementRelevance* position : open) {
        position->relevance = Relevance::unknown;
        position->fix.reset();
        position->reason = error.what();
      }
    }
  }

  TraceContext trace_;
  const RelevanceConfig& config_;
  std::vector<StatementRelevance>& positions_;
  frontend::Arithmetic arithmetic_;
  std::vector<Block> blocks_;
  std::atomic<std::size_t> open_{0};
  std::atomic<std::size_t> done_{0};  ///< blocks that somebody has taken
};

}  // namespace

bool is_open(const StatementRelevance& position) {
  return position.relevance == Relevance::unknown && position.reason.cause == logic::UnknownCause::stopped;
}

bool is_open(const RelevanceReport& report) {
  return std::any_of(report.positions.begin(), report.positions.end(),
                     [](const StatementRelevance& position) { return is_open(position); });
}

RelevanceReport analyze_trace(const frontend::Program& program, const frontend::Execution& execution,
                              const RelevanceConfig& config) {
  RelevanceReport report;
  report.execution = execution;
  continue_analysis(program, report, config);
  return report;
}

void continue_analysis(const frontend::Program& program, RelevanceReport& report, const RelevanceConfig& config) {
  const auto start = std::chrono::steady_clock::now();
  Analysis(program, config, report).run();
  report.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace bireach::relevance
