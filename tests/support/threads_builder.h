// SPDX-License-Identifier: Apache-2.0
/// Graphs of threads built by hand, and error executions of their interleavings.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/threads/interleaving.h"
#include "tests/support/program_builder.h"

namespace bireach::testing {

/// Each thread is a line of statements that is made longer at its end; branches are made with `fork`.
class ThreadsBuilder : public ProgramBuilder {
 public:
  explicit ThreadsBuilder(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i) {
      frontend::Thread thread;
      thread.function = thread.name = i == 0 ? "main" : "t" + std::to_string(i);
      thread.entry = location();
      thread.end = location(frontend::LocationKind::Exit);
      if (i > 0) thread.creator = 0;
      program.threads.push_back(thread);
      at.push_back(thread.entry);
    }
    program.initial = at[0];
  }

  using Id = std::uint32_t;
  frontend::EdgeId then(Id thread, frontend::Statement statement, frontend::ThreadStep step = {}) {
    const frontend::LocationId next = location();
    return add(thread, std::exchange(at[thread], next), next, std::move(statement), step);
  }
  frontend::EdgeId set(Id thread, frontend::VariableId variable, frontend::ExprPtr value) {
    return then(thread, frontend::Assign{{variable, nullptr}, std::move(value)});
  }
  frontend::EdgeId set(Id thread, frontend::VariableId variable, int value) {
    return set(thread, variable, frontend::make_constant(value, program.variables[variable].type));
  }
  frontend::EdgeId choose(Id thread, frontend::VariableId variable) {
    return then(thread, frontend::Havoc{{variable, nullptr}, "__VERIFIER_nondet_int"});
  }
  void start(Id thread, Id other) { step(thread, {frontend::ThreadStep::Kind::start, other}); }
  void join(Id thread, Id other) { step(thread, {frontend::ThreadStep::Kind::join, other}); }
  void atomic_begin(Id thread) { step(thread, {frontend::ThreadStep::Kind::atomic_begin, 0}); }
  void atomic_end(Id thread) { step(thread, {frontend::ThreadStep::Kind::atomic_end, 0}); }
  frontend::EdgeId wait(Id thread, frontend::ExprPtr condition) {
    return then(thread, frontend::Assume{std::move(condition)});
  }
  void lock(Id thread, frontend::VariableId mutex) {
    atomic_begin(thread);
    wait(thread, is(mutex, 0));
    set(thread, mutex, 1);
    atomic_end(thread);
  }
  void unlock(Id thread, frontend::VariableId mutex) {
    atomic_begin(thread);
    set(thread, mutex, 0);
    atomic_end(thread);
  }
  /// Both ways of a branch; the thread goes on with the first. Returns the location of the second.
  frontend::LocationId fork(Id thread, const frontend::ExprPtr& condition,
                            std::optional<frontend::LocationId> otherwise = std::nullopt) {
    const frontend::LocationId here = at[thread];
    const frontend::LocationId yes = location();
    const frontend::LocationId no = otherwise ? *otherwise : location();
    add(thread, here, yes, frontend::Assume{condition}, {});
    add(thread, here, no, frontend::Assume{frontend::make_not(condition)}, {});
    at[thread] = yes;
    return no;
  }
  /// The thread fails unless the condition holds.
  void check(Id thread, const frontend::ExprPtr& condition) {
    fork(thread, condition, location(frontend::LocationKind::Error));
  }
  /// Leads the line of the thread to an existing location.
  void lead(Id thread, frontend::LocationId target) { add(thread, at[thread], target, skip(), {}); }
  frontend::Program interleaved(
      frontend::InterleavingOptions::Reduction reduction = frontend::InterleavingOptions::Reduction::none) {
    for (Id thread = 0; thread < at.size(); ++thread) lead(thread, program.threads[thread].end);
    frontend::InterleavingOptions options;
    options.reduction = reduction;
    return frontend::interleave(program, options);
  }

  [[nodiscard]] frontend::ExprPtr number(int value) const { return frontend::make_constant(value, frontend::int_type); }
  [[nodiscard]] frontend::ExprPtr binary(frontend::BinaryOp op, frontend::ExprPtr left, frontend::ExprPtr right) const {
    return frontend::make_binary(op, std::move(left), std::move(right), frontend::int_type);
  }
  [[nodiscard]] frontend::ExprPtr plus(frontend::VariableId variable, int value) const {
    return binary(frontend::BinaryOp::Add, read(variable), number(value));
  }
  [[nodiscard]] frontend::ExprPtr is(frontend::VariableId variable, int value) const {
    return binary(frontend::BinaryOp::Eq, read(variable), number(value));
  }
  static frontend::Statement skip() { return frontend::Assume{frontend::make_constant(1, frontend::int_type)}; }

  std::vector<frontend::LocationId> at;  ///< by thread: the end of its line

 private:
  void step(Id thread, frontend::ThreadStep step) { then(thread, skip(), step); }
  frontend::EdgeId add(Id thread, frontend::LocationId from, frontend::LocationId to, frontend::Statement statement,
                       frontend::ThreadStep step) {
    frontend::Edge edge;
    edge.text = frontend::to_string(program, statement);
    edge.statement = std::move(statement);
    edge.statement_id = static_cast<std::uint32_t>(program.edge_count());
    edge.thread = thread;
    edge.thread_step = step;
    edge.source = {0, static_cast<unsigned>(edge.statement_id + 1), 1, static_cast<unsigned>(edge.statement_id + 1), 2};
    return program.add_edge(from, to, std::move(edge));
  }
};

/// The error executions of an interleaving with values 0 … `most` for each choice, each state at each location once, so
/// not all of them; the shortest first.
inline std::vector<frontend::Execution> error_executions(const frontend::Program& program, std::size_t at_most,
                                                         int most = 1, std::size_t limit = 200'000) {
  struct Node {
    frontend::LocationId location;
    frontend::ConcreteState state;
    std::size_t parent;
    std::optional<frontend::EdgeId> edge;
  };
  std::vector<frontend::Execution> result;
  std::deque<Node> nodes{{program.initial, frontend::initial_state(program), 0, std::nullopt}};
  std::set<std::string> seen;
  for (std::size_t i = 0; i < nodes.size() && result.size() < at_most && nodes.size() < limit; ++i) {
    if (program.location(nodes[i].location).kind == frontend::LocationKind::Error) {
      frontend::Execution found;
      for (std::size_t k = i;; k = nodes[k].parent) {
        found.states.insert(found.states.begin(), nodes[k].state);
        if (!nodes[k].edge) break;
        found.trace.insert(found.trace.begin(), *nodes[k].edge);
      }
      result.push_back(std::move(found));
    }
    for (const frontend::EdgeId edge : program.outgoing(nodes[i].location)) {
      const frontend::Edge& step = program.edge(edge);
      const int last = !frontend::is_havoc(step.statement)  ? 0
                       : frontend::is_choice(program, step) ? static_cast<int>(program.threads.size()) - 1
                                                            : most;
      for (int value = 0; value <= last; ++value) {
        frontend::ConcreteState next = nodes[i].state;
        std::vector<frontend::UndefinedEvent> undefined;
        const auto oracle = [&](frontend::EdgeId, std::size_t) { return logic::Value{logic::Integer{value}}; };
        if (frontend::execute_edge(program, edge, next, oracle, 0, undefined) != frontend::StepResult::done) continue;
        if (!undefined.empty()) continue;
        std::string key = std::to_string(program.target(edge));
        for (const logic::Value& part : next) key += ' ' + logic::to_string(part);
        if (seen.insert(std::move(key)).second) nodes.push_back({program.target(edge), std::move(next), i, edge});
      }
    }
  }
  return result;
}

}  // namespace bireach::testing
