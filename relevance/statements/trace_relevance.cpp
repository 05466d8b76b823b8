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

/// One run of the analysis; the workers take blocks in order.
class Analysis {
 public:
  Analysis(const frontend::Program& program, const RelevanceConfig& config, RelevanceReport& report)
      : trace_(program, report.execution),
        config_(config),
        positions_(report.positions),
        arithmetic_(config.arithmetic) {
    for (std::size_t k = 0; k < trace_.length(); ++k)
      if (trace_.at(k).target && !frontend::is_bookkeeping(program, report.execution.trace[k]))
        positions_.push_back({k, Relevance::unknown, std::nullopt, logic::run_was_stopped()});
    if (arithmetic_ == frontend::Arithmetic::integer && !trace_.integer_is_exact())
      arithmetic_ = frontend::Arithmetic::bitvector;
    blocks_ = partition(positions_.size());
  }

  void run() {
    const std::size_t wanted = std::clamp<std::size_t>(config_.jobs, 1, std::max<std::size_t>(blocks_.size(), 1));
    std::vector<std::unique_ptr<logic::DeepThread>> helpers;  // as many as the system allows
    for (std::size_t i = 1; i < wanted; ++i) helpers.push_back(std::make_unique<logic::DeepThread>([this] { work(); }));
    work();
  }

 private:
  void work() {
    for (std::size_t next = next_++; next < blocks_.size(); next = next_++) check(blocks_[next]);
  }

  void check(const Block& block) {
    if (config_.stop.stop_requested()) return;
    try {
      PositionChecker checker(trace_, arithmetic_, config_);
      for (std::size_t i = block.first; i < block.last && !config_.stop.stop_requested(); ++i)
        positions_[i] = checker.check(positions_[i].position);
    } catch (const std::exception& error) {
      for (std::size_t i = block.first; i < block.last; ++i) {
        positions_[i].relevance = Relevance::unknown;
        positions_[i].fix.reset();
        positions_[i].reason = error.what();
      }
    }
  }

  TraceContext trace_;
  const RelevanceConfig& config_;
  std::vector<StatementRelevance>& positions_;
  frontend::Arithmetic arithmetic_;
  std::vector<Block> blocks_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace

RelevanceReport analyze_trace(const frontend::Program& program, const frontend::Execution& execution,
                              const RelevanceConfig& config) {
  const auto start = std::chrono::steady_clock::now();
  RelevanceReport report;
  report.execution = execution;
  Analysis(program, config, report).run();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace bireach::relevance
