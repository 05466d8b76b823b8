// SPDX-License-Identifier: Apache-2.0
/// A hand-built interleaving of three threads, one path of it, in which an update is lost: the lock is given up between
/// read and write, and the last statement of T2 is split into its accesses.
///
///    1  int balance, count;
///    2  pthread_mutex_t m;
///    3  void *deposit(void *arg) {
///    4    pthread_mutex_lock(&m);
///    5    int b = balance;
///    6    pthread_mutex_unlock(&m);
///    7    balance = b + 10;
///    8    count++;
///    9  }
///   10  int main() {
///   11    pthread_create(&t, 0, deposit, 0);
///   12    pthread_create(&u, 0, deposit, 0);
///   13    pthread_join(t, 0);
///   14    pthread_join(u, 0);
///   15    if (!(balance == 20)) reach_error();
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "relevance/statements/relevance.h"
#include "relevance/threads/concurrent_explanation.h"

namespace bireach::testing {

class ThreadedTrace {
 public:
  frontend::Program program;
  frontend::Execution execution;

  ThreadedTrace() {
    using namespace frontend;
    program.files = {"a.c"};
    program.entry = "main";
    program.threads = {{"main", "main", {}, std::nullopt, 0, 0, false},
                       {"deposit", "deposit", at(11), 0U, 0, 0, false},
                       {"deposit", "deposit#2", at(12), 0U, 0, 0, false}};
    balance_ = variable("balance", "");
    count_ = variable("count", "");
    m_ = variable("m", "");
    scheduler_ = variable("", "");
    program.variables[scheduler_].name = "scheduler#";
    for (std::uint32_t thread = 0; thread < 3; ++thread) build_thread(thread);
    graphs_ = program;
    for (const std::vector<Step>& steps : threads_) add_graph(steps);
    program.thread_graphs = std::make_shared<const Program>(graphs_);
    // T1 has read the balance before T2 runs; T1 runs to its end within T2's count++.
    interleave({{0, 2}, {1, 11}, {2, 13}, {1, 14}, {2, 14}, {0, 5}});
    run();
  }

  static constexpr const char* lost =
      "T2 wrote `balance` (line 7) between T1's read (line 5) and write (line 7): T2's update is lost";

  /// The first position of a step whose statement has this text, in the thread.
  [[nodiscard]] std::size_t position(std::uint32_t thread, const std::string& text) const {
    for (std::size_t i = 0; i < execution.trace.size(); ++i) {
      const frontend::Edge& edge = program.edge(execution.trace[i]);
      if (edge.thread == thread && edge.thread_edge && edge.text == text) return i;
    }
    throw std::logic_error("no step " + text);
  }

  [[nodiscard]] relevance::RelevanceReport relevance() const {
    relevance::RelevanceReport report;
    report.execution = execution;
    for (std::size_t i = 0; i < execution.trace.size(); ++i) {
      if (!frontend::assigned_variable(program.edge(execution.trace[i]).statement)) continue;
      relevance::StatementRelevance entry{i, relevance::Relevance::irrelevant, std::nullopt, ""};
      const frontend::Edge& edge = program.edge(execution.trace[i]);
      if (edge.text == "balance = b + 10" || !edge.thread_edge) entry.relevance = relevance::Relevance::relevant;
      report.positions.push_back(entry);
    }
    return report;
  }

  /// As an analysis might answer.
  [[nodiscard]] relevance::ConcurrentExplanation explanation() const {
    using namespace relevance;
    ConcurrentExplanation result;
    const std::size_t read = position(1, "int b = balance");
    const std::size_t other = position(2, "balance = b + 10");
    const std::size_t write = position(1, "balance = b + 10");
    result.hazards = {{HazardKind::war, balance_, read, other}, {HazardKind::waw, balance_, other, write}};
    result.pattern = ConcurrencyPattern::atomicity_violation;
    result.kept.assign(execution.trace.size(), false);
    for (const std::size_t at : {read, other, write, execution.trace.size() - 1}) result.kept[at] = true;
    std::size_t last = 0;
    for (std::size_t i = 0; i < execution.trace.size(); ++i) {
      const frontend::Edge& edge = program.edge(execution.trace[i]);
      if (!edge.thread_edge) continue;
      const std::uint32_t before = program.edge(execution.trace[last]).thread;
      if (edge.thread != before) {
        ContextSwitch entry{last, i, before, edge.thread, SwitchNeed::any_order, {}};
        if (before == 1 && i < other) entry.need = SwitchNeed::needed, entry.hazards = {0};
        if (before == 2 && i < write + 1) entry.need = SwitchNeed::needed, entry.hazards = {1};
        result.switches.push_back(entry);
      }
      last = i;
    }
    return result;
  }

 private:
  struct Step {
    frontend::Edge edge;
    bool fails = false;  ///< a branch to the error
  };

  static constexpr frontend::ScalarType int_type = frontend::signed_integer(32);
  static frontend::SourceRange at(std::uint32_t line) { return {0, line, 3, line, 10}; }

  frontend::VariableId variable(const std::string& name, const std::string& function, const std::string& suffix = "") {
    frontend::Variable entry;
    entry.name = (function.empty() ? "" : function + suffix + "::") + (name.empty() ? "value" : name);
    entry.user_name = name;
    entry.c_type = "int";
    entry.type = int_type;
    entry.function = function;
    entry.declared = at(1);
    program.variables.push_back(entry);
    return static_cast<frontend::VariableId>(program.variables.size() - 1);
  }

  [[nodiscard]] static frontend::ExprPtr use(frontend::VariableId id) { return frontend::make_variable(id, int_type); }
  [[nodiscard]] static frontend::ExprPtr number(int value) { return frontend::make_constant(value, int_type); }
  [[nodiscard]] static frontend::ExprPtr sum(frontend::VariableId id, int value) {
    return frontend::make_binary(frontend::BinaryOp::Add, use(id), number(value), int_type);
  }
  [[nodiscard]] static frontend::ExprPtr equal(frontend::VariableId id, int value) {
    return frontend::make_binary(frontend::BinaryOp::Eq, use(id), number(value), int_type);
  }

  frontend::Edge& add(std::uint32_t thread, frontend::Statement statement, std::uint32_t line, const std::string& text,
                      frontend::EdgeRole role = frontend::EdgeRole::Plain, std::uint32_t call_path = 0) {
    frontend::Edge edge;
    edge.statement = std::move(statement);
    edge.source = at(line);
    edge.text = text;
    edge.role = role;
    edge.call_path = call_path != 0 ? call_path : root_;
    // Copies of one statement have one number.
    edge.statement_id = line * 10 + (call_path == 0 ? 0 : static_cast<std::uint32_t>(threads_[thread].size()));
    edge.thread = thread;
    threads_[thread].push_back({edge});
    return threads_[thread].back().edge;
  }

  std::uint32_t call_path(const std::string& caller, const std::string& callee, std::uint32_t line, bool is_library) {
    program.call_paths.push_back({caller, callee, at(line), root_, is_library});
    return static_cast<std::uint32_t>(program.call_paths.size() - 1);
  }

  void lock(std::uint32_t thread, const std::string& function, std::uint32_t line, int before, int after) {
    using namespace frontend;
    const std::uint32_t call = call_path("deposit", function, line, true);
    const VariableId mutex = variable("mutex", function, std::to_string(program.variables.size()));
    add(thread, Assign{{mutex, nullptr}, number(64)}, line, "mutex = &m", EdgeRole::Parameter);
    add(thread, Assume{number(1)}, line, "", EdgeRole::Internal, call).thread_step = {ThreadStep::Kind::atomic_begin};
    add(thread, Assume{equal(m_, before)}, line, "*mutex == 0", EdgeRole::Internal, call);
    add(thread, Assign{{m_, nullptr}, number(after)}, line, "*mutex = 1", EdgeRole::Plain, call);
    add(thread, Assume{number(1)}, line, "", EdgeRole::Internal, call).thread_step = {ThreadStep::Kind::atomic_end};
  }

  void build_thread(std::uint32_t thread) {
    using namespace frontend;
    threads_.emplace_back();
    root_ = 0;
    if (thread == 0) {
      add(0, Assume{number(1)}, 11, "pthread_create(&t, 0, deposit, 0)", EdgeRole::Call).thread_step = {
          ThreadStep::Kind::start, 1};
      add(0, Assume{number(1)}, 12, "pthread_create(&u, 0, deposit, 0)", EdgeRole::Call).thread_step = {
          ThreadStep::Kind::start, 2};
      add(0, Assume{number(1)}, 13, "pthread_join(t, 0)", EdgeRole::Call).thread_step = {ThreadStep::Kind::join, 1};
      add(0, Assume{number(1)}, 14, "pthread_join(u, 0)", EdgeRole::Call).thread_step = {ThreadStep::Kind::join, 2};
      add(0, Assume{make_not(equal(balance_, 20))}, 15, "!(balance == 20)", EdgeRole::BranchTrue);
      threads_[0].back().fails = true;
      return;
    }
    const std::string suffix = thread == 1 ? "" : "#2";
    root_ = call_path("main", "deposit", 10 + thread, false);
    const VariableId b = variable("b", "deposit", suffix);
    const VariableId read = variable("", "deposit", suffix);
    lock(thread, "pthread_mutex_lock", 4, 0, 1);
    add(thread, Assign{{b, nullptr}, use(balance_)}, 5, "int b = balance");
    lock(thread, "pthread_mutex_unlock", 6, 1, 0);
    add(thread, Assign{{balance_, nullptr}, sum(b, 10)}, 7, "balance = b + 10");
    add(thread, Assign{{read, nullptr}, use(count_)}, 8, "count", EdgeRole::Internal);
    add(thread, Assign{{count_, nullptr}, sum(read, 1)}, 8, "count++");
  }

  void add_graph(const std::vector<Step>& steps) {
    frontend::LocationId here = graphs_.add_location({});
    for (const Step& step : steps) {
      const frontend::LocationId next = graphs_.add_location({});
      graphs_.add_edge(here, next, step.edge);
      here = next;
    }
  }

  frontend::LocationId location(frontend::LocationKind kind = frontend::LocationKind::Normal) {
    frontend::Location entry;
    entry.function = "main";
    entry.kind = kind;
    return program.add_location(entry);
  }

  void branch(frontend::LocationId from, frontend::LocationId to, frontend::LocationId other, frontend::Edge edge,
              bool other_first) {
    frontend::Edge beside = edge;
    beside.statement = frontend::Assume{make_not(frontend::as_assume(edge.statement)->condition)};
    if (beside.role == frontend::EdgeRole::BranchTrue) beside.role = frontend::EdgeRole::BranchFalse;
    if (other_first) program.add_edge(from, other, beside);
    program.add_edge(from, to, std::move(edge));
    if (!other_first) program.add_edge(from, other, std::move(beside));
  }

  /// Each thread in turn goes on until so many of its steps are done.
  void interleave(const std::vector<std::pair<std::uint32_t, std::size_t>>& schedule) {
    using namespace frontend;
    const LocationId exit = location(LocationKind::Exit);
    LocationId here = program.initial = location();
    std::vector<std::size_t> done(threads_.size());
    std::vector<std::uint32_t> first_edge{0};
    for (const auto& steps : threads_)
      first_edge.push_back(first_edge.back() + static_cast<std::uint32_t>(steps.size()));
    for (const auto& [thread, end] : schedule) {
      Edge choice;
      choice.role = EdgeRole::Internal;
      choice.statement_id = 1000;
      choice.thread = thread;
      choice.statement = Havoc{{scheduler_, nullptr}, ""};
      const LocationId chosen = location();
      program.add_edge(here, chosen, choice);
      choices_.push_back(thread);
      choice.statement = Assume{equal(scheduler_, static_cast<int>(thread))};
      here = location();
      branch(chosen, here, exit, choice, false);
      for (; done[thread] < std::min(end, threads_[thread].size()); ++done[thread]) {
        const Step& step = threads_[thread][done[thread]];
        Edge edge = step.edge;
        edge.thread_step = {};
        edge.thread_edge = first_edge[thread] + static_cast<std::uint32_t>(done[thread]);
        const LocationId next = location(step.fails ? LocationKind::Error : LocationKind::Normal);
        if (as_assume(edge.statement) != nullptr)
          branch(here, next, exit, std::move(edge), false);
        else
          program.add_edge(here, next, std::move(edge));
        here = next;
      }
    }
    program.location(here).note = "call of reach_error";
    program.location(here).violation = Violation::unreach_call;
    program.location(here).place = at(15);
  }

  void run() {
    std::size_t next = 0;
    const auto oracle = [&](frontend::EdgeId, std::size_t) -> logic::Value {
      return logic::Integer(choices_.at(next++));
    };
    execution = frontend::run(program, oracle, 200).execution;
  }

  frontend::Program graphs_;
  std::vector<std::vector<Step>> threads_;
  std::vector<std::uint32_t> choices_;
  std::uint32_t root_ = 0;
  frontend::VariableId balance_ = 0, count_ = 0, m_ = 0, scheduler_ = 0;
};

}  // namespace bireach::testing
