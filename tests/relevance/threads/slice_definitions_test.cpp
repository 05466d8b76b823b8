// SPDX-License-Identifier: Apache-2.0
/// What "Error invariants for concurrent traces" (Holzer et al., FM 2016) asks of slices, Definitions 10 to 12, and
/// what is said of switches, on random threads: by executions.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "relevance/threads/concurrent_explainer.h"
#include "relevance/threads/fewest_switches.h"
#include "tests/support/random_threads.h"
#include "tests/support/sampling.h"
#include "tests/support/threads_builder.h"

namespace bireach::test {
namespace {

using frontend::EdgeId;
using frontend::Execution;
using frontend::Program;
using relevance::ExplanationKind;
using relevance::HazardSensitivity;

struct Example {
  Program program;
  Execution execution;
};

std::vector<Example> random_errors(std::uint64_t seed, std::size_t at_most) {
  testing::RandomThreadsOptions options;
  options.threads = 2 + static_cast<unsigned>(seed % 2);
  options.statements = 5;
  options.spin_percent = 0;
  std::vector<Example> result;
  const Program program = frontend::interleave(testing::RandomThreads(seed, options).make(), {});
  auto executions = testing::error_executions(program, 30, 1, 6000);
  // Those found last have more steps, and more threads in them.
  for (std::size_t i = executions.size() - std::min(at_most, executions.size()); i < executions.size(); ++i)
    result.push_back({program, std::move(executions[i])});
  return result;
}

/// Executes only these positions, with the values of the execution for what is chosen. Where does it stop?
std::size_t run_slice(const Example& example, const std::vector<bool>& kept, std::size_t end) {
  frontend::ConcreteState state = example.execution.states.front();
  std::vector<frontend::UndefinedEvent> undefined;
  for (std::size_t position = 0; position < end; ++position) {
    if (!kept[position]) continue;
    const EdgeId edge = example.execution.trace[position];
    const auto target = frontend::assigned_variable(example.program.edge(edge).statement);
    const auto oracle = [&](EdgeId, std::size_t) {
      return target ? example.execution.states[position + 1][*target] : logic::Value{logic::Integer{0}};
    };
    if (frontend::execute_edge(example.program, edge, state, oracle, position, undefined) != frontend::StepResult::done)
      return position;
  }
  return end;
}

class Slice {
 public:
  Slice(const Example& example, ExplanationKind kind, const HazardSensitivity& hazards) : example_(example) {
    relevance::ExplanationConfig config;
    config.kind = kind;
    config.hazards = hazards;
    relevance::ErrorExplainer explainer(example.program, config);
    found_ = explainer.explain(example.execution);
    kept_.assign(example.execution.trace.size(), false);
    for (const auto& statement : found_.kept) kept_[statement.position] = true;
  }
  [[nodiscard]] const relevance::ErrorExplanation& found() const { return found_; }
  [[nodiscard]] const std::vector<bool>& kept() const { return kept_; }
  [[nodiscard]] std::size_t size() const { return found_.kept.size(); }

  /// Definition 10: what is kept is an error trace, with its last condition.
  void is_sound() const {
    std::vector<bool> kept = kept_;
    if (found_.assertion < kept.size()) kept[found_.assertion] = true;
    const std::size_t end = std::min(found_.assertion + 1, kept.size());
    CHECK(run_slice(example_, kept, end) == end);
  }
  /// Definition 11: the slice before a condition in whose scope a kept statement is forces it.
  void is_control_sensitive() const {
    const relevance::ControlDependence dependence(example_.program);
    const auto scopes = relevance::trace_scopes(example_.program, dependence, example_.execution.trace);
    for (std::size_t position = 0; position <= found_.assertion; ++position) {
      if (position < found_.assertion && !kept_[position]) continue;
      for (const std::size_t branch : scopes.scope(position)) {
        std::vector<bool> prefix = kept_;
        prefix[branch] = true;
        CHECK(run_slice(example_, prefix, branch + 1) == branch + 1);
      }
    }
  }
  /// Definition 12: a read whose value matters is kept with all writes of other threads that could take it away.
  void is_hazard_sensitive() const {
    const relevance::TraceAccesses accesses(example_.program, example_.execution);
    std::set<std::pair<std::size_t, frontend::VariableId>> reads;
    for (const auto& hazard : found_.hazards) {
      if (hazard.kind == relevance::HazardKind::raw) reads.emplace(hazard.to, hazard.variable);
      if (hazard.kind == relevance::HazardKind::war) reads.emplace(hazard.from, hazard.variable);
    }
    for (const auto& [position, variable] : reads)
      for (const auto& read : accesses.conflicts(position, found_.assertion)) {
        if (read.variable != variable) continue;
        for (const std::size_t writer : read.earlier) CHECK(kept_[writer]);
        for (const std::size_t writer : read.later) CHECK(kept_[writer]);
        if (read.last_writer) CHECK(kept_[*read.last_writer]);
      }
  }

 private:
  const Example& example_;
  relevance::ErrorExplanation found_;
  std::vector<bool> kept_;
};

TEST_CASE("slices of random threads satisfy the definitions 10 to 12") {
  int slices = 0;
  int with_hazards = 0;
  int larger = 0;
  for (int seed = 0; seed < testing::rounds(120); ++seed) {
    for (const Example& example : random_errors(static_cast<std::uint64_t>(seed), 1)) {
      for (const ExplanationKind kind : {ExplanationKind::plain, ExplanationKind::flow_sensitive}) {
        const Slice data(example, kind, {false, false});
        const Slice hazards(example, kind, {true, true, true});
        for (const Slice* slice : {&data, &hazards}) {
          if (!slice->found().found()) continue;
          ++slices;
          slice->is_sound();
          if (kind == ExplanationKind::flow_sensitive) slice->is_control_sensitive();
        }
        if (!hazards.found().found()) continue;
        hazards.is_hazard_sensitive();
        with_hazards += !hazards.found().hazards.empty();
        larger += data.found().found() && hazards.size() > data.size();
      }
    }
  }
  CHECK(testing::is_often(slices, 100));
  CHECK(testing::is_often(with_hazards, 20));
  CHECK(testing::is_often(larger, 10));
}

/// All orders of the steps of an execution, with its values: by threads' numbers.
class AllOrders {
 public:
  explicit AllOrders(const Example& example) : example_(example), own_(example.program.threads.size()) {
    const auto& trace = example.execution.trace;
    for (std::size_t position = 0; position < trace.size(); ++position)
      if (const auto thread = relevance::thread_of(example.program, trace[position])) own_[*thread].push_back(position);
    failing_ = example.program.edge(trace.back()).thread;
  }

  /// Those that reach the error, at most so many steps tried.
  std::vector<std::vector<std::size_t>> run(std::size_t most) {
    most_ = most;
    std::vector<std::size_t> taken(own_.size(), 0);
    std::vector<std::size_t> depth(own_.size(), 0);
    follow({}, example_.execution.states.front(), taken, depth);
    return std::move(found_);
  }
  [[nodiscard]] bool complete() const { return tried_ < most_; }

 private:
  void follow(const std::vector<std::size_t>& order, const frontend::ConcreteState& state,
              const std::vector<std::size_t>& taken, const std::vector<std::size_t>& depth) {
    if (++tried_ >= most_) return;
    if (taken[failing_] == own_[failing_].size()) {
      found_.push_back(order);
      return;
    }
    const Program& graphs = *example_.program.thread_graphs;
    for (std::uint32_t thread = 0; thread < own_.size(); ++thread) {
      if (taken[thread] == own_[thread].size()) continue;
      bool held = false;
      for (std::uint32_t other = 0; other < own_.size(); ++other) held = held || (other != thread && depth[other] > 0);
      if (held || !has_started(thread, order)) continue;
      const std::size_t position = own_[thread][taken[thread]];
      const EdgeId edge = example_.execution.trace[position];
      const auto& step = graphs.edge(*example_.program.edge(edge).thread_edge).thread_step;
      using Kind = frontend::ThreadStep::Kind;
      if (step.kind == Kind::join && taken[step.thread] < own_[step.thread].size()) continue;
      frontend::ConcreteState next = state;
      std::vector<frontend::UndefinedEvent> undefined;
      const auto target = frontend::assigned_variable(example_.program.edge(edge).statement);
      const auto oracle = [&](EdgeId, std::size_t) { return example_.execution.states[position + 1][*target]; };
      if (frontend::execute_edge(example_.program, edge, next, oracle, 0, undefined) != frontend::StepResult::done)
        continue;
      if (!undefined.empty()) continue;
      auto longer = order;
      longer.push_back(position);
      auto after = taken;
      ++after[thread];
      auto nested = depth;
      if (step.kind == Kind::atomic_begin) ++nested[thread];
      if (step.kind == Kind::atomic_end && nested[thread] > 0) --nested[thread];
      follow(longer, next, after, nested);
    }
  }
  [[nodiscard]] bool has_started(std::uint32_t thread, const std::vector<std::size_t>& order) const {
    if (thread == 0) return true;
    return std::any_of(order.begin(), order.end(), [&](std::size_t position) {
      const auto own = relevance::own_edge(example_.program, example_.execution.trace[position]);
      const auto& step = example_.program.thread_graphs->edge(*own).thread_step;
      return step.kind == frontend::ThreadStep::Kind::start && step.thread == thread;
    });
  }

  const Example& example_;
  std::vector<std::vector<std::size_t>> own_;
  std::uint32_t failing_ = 0;
  std::size_t most_ = 0, tried_ = 0;
  std::vector<std::vector<std::size_t>> found_;
};

/// Where an order of a trace's steps interrupts threads.
class Interruptions {
 public:
  using Pair = std::pair<std::size_t, std::size_t>;

  explicit Interruptions(const Example& example) : example_(example), accesses_(example.program, example.execution) {
    for (std::size_t position = 0; position < accesses_.length(); ++position)
      if (accesses_.thread(position) && is_seen(position)) seen_[*accesses_.thread(position)].push_back(position);
  }

  /// Neighbours among the steps of a thread that others see, between which others take such steps, or after the first
  /// of which the order ends. Threads may be left where they create or join another.
  [[nodiscard]] std::set<Pair> of(const std::vector<std::size_t>& order) const {
    std::map<std::size_t, std::size_t> time;
    for (std::size_t i = 0; i < order.size(); ++i) time.emplace(order[i], i);
    std::set<Pair> result;
    for (const auto& [thread, steps] : seen_) {
      for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        const auto first = time.find(steps[i]);
        const auto second = time.find(steps[i + 1]);
        if (first == time.end() || may_leave(steps[i], steps[i + 1])) continue;
        const std::size_t end = second == time.end() ? order.size() : second->second;
        for (std::size_t k = first->second + 1; k < end; ++k)
          if (accesses_.thread(order[k]) != thread && is_seen(order[k])) result.emplace(steps[i], steps[i + 1]);
      }
    }
    return result;
  }
  [[nodiscard]] std::optional<Pair> around(std::size_t position) const {
    const auto found = seen_.find(*accesses_.thread(position));
    if (found == seen_.end()) return std::nullopt;
    const auto next = std::upper_bound(found->second.begin(), found->second.end(), position);
    if (next == found->second.begin() || next == found->second.end()) return std::nullopt;
    return Pair{*std::prev(next), *next};
  }
  [[nodiscard]] std::optional<Pair> before(std::size_t position) const {
    const auto found = seen_.find(*accesses_.thread(position));
    if (found == seen_.end()) return std::nullopt;
    const auto next = std::lower_bound(found->second.begin(), found->second.end(), position);
    if (next == found->second.begin() || next == found->second.end()) return std::nullopt;
    return Pair{*std::prev(next), *next};
  }
  [[nodiscard]] std::size_t switches(const std::vector<std::size_t>& order) const {
    std::size_t result = 0;
    for (std::size_t i = 1; i < order.size(); ++i)
      result += accesses_.thread(order[i]) != accesses_.thread(order[i - 1]);
    return result;
  }
  [[nodiscard]] std::vector<std::size_t> trace() const {
    std::vector<std::size_t> result;
    for (std::size_t position = 0; position < accesses_.length(); ++position)
      if (accesses_.thread(position)) result.push_back(position);
    return result;
  }

 private:
  [[nodiscard]] frontend::Edge own(std::size_t position) const {
    return example_.program.thread_graphs->edge(
        *relevance::own_edge(example_.program, example_.execution.trace[position]));
  }
  [[nodiscard]] bool is_seen(std::size_t position) const {
    using Kind = frontend::ThreadStep::Kind;
    const Kind kind = own(position).thread_step.kind;
    const auto& accesses = accesses_.at(position);
    return kind == Kind::start || kind == Kind::join || position + 1 == accesses_.length() ||
           std::any_of(accesses.begin(), accesses.end(),
                       [&](const relevance::Access& access) { return accesses_.is_shared(access.variable); });
  }
  [[nodiscard]] bool may_leave(std::size_t first, std::size_t second) const {
    using Kind = frontend::ThreadStep::Kind;
    return own(first).thread_step.kind == Kind::start || own(second).thread_step.kind == Kind::join;
  }

  const Example& example_;
  relevance::TraceAccesses accesses_;
  std::map<std::uint32_t, std::vector<std::size_t>> seen_;
};

TEST_CASE("an interruption that is needed is in every order that reaches the error, by enumeration") {
  int needed = 0;
  int any = 0;
  for (int seed = 0; seed < testing::rounds(200); ++seed) {
    for (Example& example : random_errors(static_cast<std::uint64_t>(seed) + 1000, 2)) {
      example.execution = relevance::fewest_switches(example.program, example.execution);
      AllOrders orders(example);
      const auto all = orders.run(20'000);
      if (!orders.complete()) continue;
      const Interruptions interruptions(example);
      const auto in_trace = interruptions.of(interruptions.trace());
      std::set<Interruptions::Pair> minimal;
      for (const auto& change : relevance::explain_concurrency(example.program, example.execution, {}, {}).switches) {
        any += change.need == relevance::SwitchNeed::any_order;
        CHECK((change.need == relevance::SwitchNeed::any_order) == !change.other_order.empty());
        if (change.need != relevance::SwitchNeed::needed) continue;
        const auto left = interruptions.around(change.after);
        const auto entered = interruptions.before(change.before);
        const bool leaves = left && in_trace.contains(*left);
        const bool returns = entered && in_trace.contains(*entered);
        if (leaves && !returns) minimal.insert(*left);  // of both either may be the reason
        if (returns && !leaves) minimal.insert(*entered);
      }
      for (const auto& here : minimal) {
        ++needed;
        for (const auto& order : all) {
          const auto there = interruptions.of(order);
          const bool only_those = std::includes(minimal.begin(), minimal.end(), there.begin(), there.end());
          CHECK_FALSE((only_those && !there.contains(here)));
        }
      }
    }
  }
  CHECK(testing::is_often(needed, 4));
  CHECK(testing::is_often(any, 10));
}

TEST_CASE("no order of the same steps has fewer switches than the one that is shown, by enumeration") {
  int fewer = 0;
  for (int seed = 0; seed < testing::rounds(80); ++seed) {
    testing::RandomThreadsOptions options;
    options.statements = 3;
    frontend::InterleavingOptions plain;
    plain.reduction = frontend::InterleavingOptions::Reduction::none;
    const Program program =
        frontend::interleave(testing::RandomThreads(static_cast<std::uint64_t>(seed), options).make(), plain);
    for (Execution& execution : testing::error_executions(program, 2, 1, 4000)) {
      Example example{program, execution};
      AllOrders orders(example);
      const auto all = orders.run(20'000);
      if (!orders.complete()) continue;
      const Interruptions given(example);
      std::size_t least = given.switches(given.trace());
      const std::size_t before = least;
      for (const auto& order : all) least = std::min(least, given.switches(order));
      const Example shown{program, relevance::fewest_switches(program, execution)};
      const Interruptions now(shown);
      CHECK(now.switches(now.trace()) == least);
      fewer += least < before;
    }
  }
  CHECK(testing::is_often(fewer, 3));
}

}  // namespace
}  // namespace bireach::test
