// SPDX-License-Identifier: Apache-2.0
#include "relevance/threads/concurrent_explainer.h"

#include <algorithm>
#include <set>

#include "relevance/threads/concurrency_pattern.h"
#include "relevance/threads/reordering.h"

namespace bireach::relevance {

using Clock = std::chrono::steady_clock;
using frontend::EdgeId;
using frontend::Program;
using logic::SatResult;

namespace {

class ConcurrencyAnalysis {
 public:
  ConcurrencyAnalysis(const Program& program, const frontend::Execution& execution, const ErrorExplanation& explanation,
                      const ConcurrentConfig& config)
      : program_(program),
        execution_(execution),
        explanation_(explanation),
        config_(config),
        deadline_(Clock::now() + config.time_limit),
        accesses_(program, execution) {}

  ConcurrentExplanation run() {
    keep();
    find_switches();
    Reordering orders(program_, execution_, accesses_,
                      {std::min(config_.query_limit, config_.time_limit), config_.stop, config_.statistics});
    for (ContextSwitch& change : result_.switches) decide(orders, change);
    const auto late = [this] { return is_late(); };
    const ConcurrencyPatternFinder finder(program_, execution_, accesses_, result_);
    std::tie(result_.pattern, result_.facts) = finder.find(orders, late);
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_late() const { return Clock::now() > deadline_ || config_.stop.stop_requested(); }

  void keep() {
    result_.kept.assign(execution_.trace.size(), false);
    if (!explanation_.found()) {
      result_.reason = explanation_.reason.text;
      return;
    }
    // What creation and join order could not have come otherwise.
    for (const Hazard& hazard : explanation_.hazards)
      if (!accesses_.is_forced(hazard.from, hazard.to)) result_.hazards.push_back(hazard);
    for (const KeptStatement& kept : explanation_.kept) result_.kept[kept.position] = true;
    for (const std::size_t branch : explanation_.needed_branches) result_.kept[branch] = true;
    if (explanation_.assertion < result_.kept.size()) result_.kept[explanation_.assertion] = true;
  }

  void find_switches() {
    std::optional<std::size_t> last;
    for (std::size_t position = 0; position < accesses_.length(); ++position) {
      const auto thread = accesses_.thread(position);
      if (!thread) continue;
      if (last && accesses_.thread(*last) != thread) {
        ContextSwitch change;
        change.after = *last;
        change.before = position;
        change.from = *accesses_.thread(*last);
        change.to = *thread;
        change.cause = cause_of(*last, change.from);
        for (std::size_t i = 0; i < result_.hazards.size(); ++i)
          if (result_.hazards[i].from <= *last && result_.hazards[i].to >= position) change.hazards.push_back(i);
        result_.switches.push_back(std::move(change));
      }
      last = position;
    }
  }

  /// What keeps the thread, in the state after the position.
  [[nodiscard]] SwitchCause cause_of(std::size_t position, std::uint32_t thread) const {
    const Program& graphs = own_graphs(program_);
    std::size_t next = position + 1;
    while (next < accesses_.length() && accesses_.thread(next) != thread) ++next;
    const bool goes_on = next < accesses_.length();
    const EdgeId last = *own_edge(program_, execution_.trace[position]);
    if (!goes_on && graphs.target(last) == graphs.threads[thread].end) return SwitchCause::ended;
    const auto& out = graphs.outgoing(graphs.target(last));
    // Of a region that begins with waiting (a lock is taken), the wait is what comes behind its begin.
    const EdgeId first = out.empty() ? last : out[0];
    if (out.size() == 1 && graphs.edge(first).thread_step.kind == frontend::ThreadStep::Kind::atomic_begin) {
      const auto& behind = graphs.outgoing(graphs.target(first));
      if (behind.size() == 1 && waits(behind[0], position)) return SwitchCause::waits;
    }
    if (out.size() == 1 && waits(first, position)) return SwitchCause::waits;
    return goes_on ? SwitchCause::interrupted : SwitchCause::ended;
  }

  [[nodiscard]] bool waits(EdgeId own, std::size_t position) const {
    const Program& graphs = own_graphs(program_);
    const frontend::Edge& edge = graphs.edge(own);
    if (edge.thread_step.kind == frontend::ThreadStep::Kind::join) return !has_ended(edge.thread_step.thread, position);
    const frontend::Assume* assume = frontend::as_assume(edge.statement);
    if (assume == nullptr) return false;
    std::vector<frontend::UndefinedEvent> ignored;
    return frontend::evaluate(program_, *assume->condition, execution_.states[position + 1], execution_.trace[position],
                              ignored) == 0;
  }

  [[nodiscard]] bool has_ended(std::uint32_t thread, std::size_t position) const {
    const Program& graphs = own_graphs(program_);
    for (std::size_t i = 0; i <= position; ++i)
      if (accesses_.thread(i) == thread &&
          graphs.target(*own_edge(program_, execution_.trace[i])) == graphs.threads[thread].end)
        return true;
    return false;
  }

  void decide(Reordering& orders, ContextSwitch& change) {
    if (is_late()) {
      result_.reason = "out of time";
      return;
    }
    OrderAnswer answer = orders.without_switch(change.after, change.before);
    switch (answer.result) {
      case SatResult::sat:
        change.need = SwitchNeed::any_order;
        change.other_order = std::move(answer.order);
        return;
      case SatResult::unsat:
        change.need = SwitchNeed::needed;
        return;
      case SatResult::unknown:
        result_.reason = answer.reason;
        return;
    }
  }

  const Program& program_;
  const frontend::Execution& execution_;
  const ErrorExplanation& explanation_;
  const ConcurrentConfig& config_;
  Clock::time_point deadline_;
  TraceAccesses accesses_;
  ConcurrentExplanation result_;
};

}  // namespace

ConcurrentExplanation explain_concurrency(const Program& program, const frontend::Execution& execution,
                                          const ErrorExplanation& explanation, const ConcurrentConfig& config) {
  const auto start = Clock::now();
  ConcurrentExplanation result = ConcurrencyAnalysis(program, execution, explanation, config).run();
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return result;
}

std::vector<std::size_t> normal_order(const Program& program, const frontend::Execution& execution) {
  const TraceAccesses accesses(program, execution);
  std::vector<std::vector<std::size_t>> steps(std::max<std::size_t>(program.threads.size(), 1));
  for (std::size_t position = 0; position < execution.trace.size(); ++position)
    if (const auto own = own_edge(program, execution.trace[position]))
      steps[program.edge(execution.trace[position]).thread].push_back(position);
  std::vector<std::size_t> next(steps.size(), 0);
  const auto depends = [&](std::size_t earlier, std::size_t later) {
    if (accesses.is_forced(earlier, later)) return true;
    for (const Access& first : accesses.at(earlier))
      for (const Access& second : accesses.at(later))
        if ((first.writes || second.writes) && overlap(first, second)) return true;
    return false;
  };
  const auto is_free = [&](std::size_t position, std::size_t thread) {
    for (std::size_t other = 0; other < steps.size(); ++other) {
      if (other == thread) continue;
      for (std::size_t i = next[other]; i < steps[other].size() && steps[other][i] < position; ++i)
        if (depends(steps[other][i], position)) return false;
    }
    return true;
  };
  std::vector<std::size_t> result;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t thread = 0; thread < steps.size() && !moved; ++thread) {
      if (next[thread] == steps[thread].size() || !is_free(steps[thread][next[thread]], thread)) continue;
      result.push_back(steps[thread][next[thread]++]);
      moved = true;
    }
  }
  return result;
}

}  // namespace bireach::relevance
