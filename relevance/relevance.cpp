// SPDX-License-Identifier: Apache-2.0
#include "relevance/relevance.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "relevance/position_check.h"

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
  for (std::size_t first = 0; first < positions; first += size) {
    blocks.push_back({first, std::min(first + size, positions)});
  }
  return blocks;
}

/// Does the edge only save or restore what suspended activations of recursive functions hold?
bool moves_stack(const frontend::Program& program, frontend::EdgeId edge) {
  const frontend::Statement& statement = program.edge(edge).statement;
  const auto is_stack = [&program](frontend::VariableId variable) {
    return std::binary_search(program.stack.begin(), program.stack.end(), variable);
  };
  const auto target = frontend::assigned_variable(statement);
  const auto* assign = std::get_if<frontend::Assign>(&statement);
  return (target && is_stack(*target)) ||
         (assign && assign->value->kind == frontend::Expr::Kind::Element && is_stack(assign->value->variable));
}

/// One run of the analysis; the workers take blocks in order.
class Analysis {
 public:
  Analysis(const frontend::Program& program, const RelevanceConfig& config, RelevanceReport& report)
      : trace_(program, report.execution),
        config_(config),
        positions_(report.positions),
        arithmetic_(config.arithmetic) {
    for (std::size_t k = 0; k < trace_.length(); ++k) {
      if (trace_.at(k).target && !moves_stack(program, report.execution.trace[k])) {
        positions_.push_back({k, Relevance::unknown, std::nullopt, "the run was stopped"});
      }
    }
    if (arithmetic_ == frontend::Arithmetic::integer && !trace_.integer_is_exact()) {
      arithmetic_ = frontend::Arithmetic::bitvector;
    }
    blocks_ = partition(positions_.size());
  }

  void run() {
    const std::size_t wanted = std::clamp<std::size_t>(config_.jobs, 1, std::max<std::size_t>(blocks_.size(), 1));
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < wanted; ++i) {
      helpers.emplace_back([this] { work(); });
    }
    work();
    for (std::thread& helper : helpers) {
      helper.join();
    }
  }

 private:
  void work() {
    for (std::size_t next = next_++; next < blocks_.size(); next = next_++) {
      check(blocks_[next]);
    }
  }

  void check(const Block& block) {
    if (config_.stop.stop_requested()) {
      return;
    }
    try {
      PositionChecker checker(trace_, arithmetic_, config_);
      for (std::size_t i = block.first; i < block.last && !config_.stop.stop_requested(); ++i) {
        positions_[i] = checker.check(positions_[i].position);
      }
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

std::string_view to_string(Relevance relevance) {
  switch (relevance) {
    case Relevance::relevant:
      return "relevant";
    case Relevance::irrelevant:
      return "irrelevant";
    case Relevance::unknown:
      break;
  }
  return "unknown";
}

RelevanceReport analyze_trace(const frontend::Program& program, const frontend::Execution& execution,
                              const RelevanceConfig& config) {
  const auto start = std::chrono::steady_clock::now();
  RelevanceReport report;
  report.execution = execution;
  Analysis(program, config, report).run();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

std::map<std::uint32_t, Relevance> relevance_by_statement(const frontend::Program& program,
                                                          const RelevanceReport& report) {
  const auto weight = [](Relevance relevance) {
    return relevance == Relevance::relevant ? 2 : relevance == Relevance::unknown ? 1 : 0;
  };
  std::map<std::uint32_t, Relevance> result;
  for (const StatementRelevance& entry : report.positions) {
    const std::uint32_t id = program.edge(report.execution.trace[entry.position]).statement_id;
    const auto [it, is_new] = result.emplace(id, entry.relevance);
    if (!is_new && weight(entry.relevance) > weight(it->second)) {
      it->second = entry.relevance;
    }
  }
  return result;
}

std::map<std::uint32_t, std::vector<std::size_t>> relevant_positions_by_statement(const frontend::Program& program,
                                                                                  const RelevanceReport& report) {
  std::map<std::uint32_t, std::vector<std::size_t>> result;
  for (std::size_t i = 0; i < report.positions.size(); ++i) {
    const StatementRelevance& entry = report.positions[i];
    if (entry.relevance == Relevance::relevant) {
      result[program.edge(report.execution.trace[entry.position]).statement_id].push_back(i);
    }
  }
  return result;
}

}  // namespace bireach::relevance
