// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "relevance/threads/concurrent_explainer.h"
#include "relevance/threads/fewest_switches.h"
#include "tests/support/threads_builder.h"

namespace bireach::test {
namespace {

using frontend::BinaryOp;
using frontend::Execution;
using frontend::Program;
using frontend::VariableId;
using relevance::ConcurrencyFacts;
using relevance::ConcurrencyPattern;
using relevance::ConcurrentExplanation;
using relevance::ExplanationKind;
using relevance::Hazard;
using relevance::HazardKind;
using relevance::SwitchCause;
using relevance::SwitchNeed;
using testing::ThreadsBuilder;

struct Explained {
  Program program;
  Execution execution;
  relevance::ErrorExplanation errors;
  ConcurrentExplanation found;

  /// Own edges of the steps that are kept.
  [[nodiscard]] std::set<std::string> kept() const {
    std::set<std::string> result;
    for (std::size_t i = 0; i < found.kept.size(); ++i)
      if (found.kept[i]) result.insert(program.edge(execution.trace[i]).text);
    return result;
  }
  [[nodiscard]] bool has(HazardKind kind, const std::string& from, const std::string& to) const {
    return std::any_of(found.hazards.begin(), found.hazards.end(), [&](const Hazard& hazard) {
      return hazard.kind == kind && program.edge(execution.trace[hazard.from]).text == from &&
             program.edge(execution.trace[hazard.to]).text == to;
    });
  }
  [[nodiscard]] std::size_t interruptions() const {
    return static_cast<std::size_t>(std::count_if(found.switches.begin(), found.switches.end(), [](const auto& s) {
      return s.need == SwitchNeed::needed && s.cause == SwitchCause::interrupted;
    }));
  }
};

Explained explain(Program program, ExplanationKind kind = ExplanationKind::flow_sensitive, bool war = true,
                  bool waw = true) {
  Explained result{std::move(program), {}, {}, {}};
  const auto executions = testing::error_executions(result.program, 1);
  REQUIRE(executions.size() == 1);
  result.execution = relevance::fewest_switches(result.program, executions.front());
  relevance::ExplanationConfig config;
  config.kind = kind;
  config.hazards.war = war;
  config.hazards.waw = waw;
  relevance::ErrorExplainer explainer(result.program, config);
  result.errors = explainer.explain(result.execution);
  REQUIRE_MESSAGE(result.errors.found(), result.errors.reason.text);
  result.found = relevance::explain_concurrency(result.program, result.execution, result.errors, {});
  return result;
}

/// Two threads that count, each with a read and a write.
ThreadsBuilder two_counters() {
  ThreadsBuilder threads(3);
  const VariableId x = threads.variable("x");
  for (std::uint32_t t = 1; t <= 2; ++t) threads.start(0, t);
  for (std::uint32_t t = 1; t <= 2; ++t) {
    const VariableId local = threads.variable("l" + std::to_string(t));
    threads.set(t, local, threads.read(x));
    threads.set(t, x, threads.plus(local, 1));
    threads.join(0, t);
  }
  threads.check(0, threads.is(x, 2));
  return threads;
}

TEST_CASE("a lost update is an atomicity violation, and ds+hs shows the write that is lost") {
  const Explained lost = explain(two_counters().interleaved());
  CHECK(lost.found.pattern == ConcurrencyPattern::atomicity_violation);
  CHECK(lost.found.facts.kind == ConcurrencyFacts::Kind::lost_update);
  CHECK(lost.program.variables[lost.found.facts.variable].user_name == "x");
  CHECK(lost.interruptions() >= 1);
  CHECK((lost.kept().contains("l1 = x") || lost.kept().contains("l2 = x")));
  CHECK(lost.kept().contains("x = l1 + 1"));
  CHECK(lost.kept().contains("x = l2 + 1"));
  CHECK((lost.has(HazardKind::war, "l1 = x", "x = l2 + 1") || lost.has(HazardKind::war, "l2 = x", "x = l1 + 1")));
  CHECK(
      (lost.has(HazardKind::waw, "x = l1 + 1", "x = l2 + 1") || lost.has(HazardKind::waw, "x = l2 + 1", "x = l1 + 1")));
  CHECK(lost.found.reason.empty());
}

TEST_CASE("ds alone does not show the other thread's write") {
  const Explained lost = explain(two_counters().interleaved(), ExplanationKind::plain, false, false);
  const auto kept = lost.kept();
  CHECK(kept.contains("x = l1 + 1") + kept.contains("x = l2 + 1") == 1);
  for (const Hazard& hazard : lost.found.hazards) CHECK(hazard.kind == HazardKind::raw);
}

TEST_CASE("war and waw each bring their own kind of order") {
  const Explained war = explain(two_counters().interleaved(), ExplanationKind::plain, true, false);
  const Explained waw = explain(two_counters().interleaved(), ExplanationKind::plain, false, true);
  const auto has = [](const Explained& explained, HazardKind kind) {
    return std::any_of(explained.found.hazards.begin(), explained.found.hazards.end(),
                       [&](const Hazard& hazard) { return hazard.kind == kind; });
  };
  CHECK(has(war, HazardKind::war));
  CHECK_FALSE(has(war, HazardKind::waw));
  CHECK(has(waw, HazardKind::waw));
  CHECK_FALSE(has(waw, HazardKind::war));
}

TEST_CASE("an error of one thread is sequential, whatever another does in between") {
  ThreadsBuilder threads(2);
  const VariableId x = threads.variable("x");
  const VariableId y = threads.variable("y");
  threads.start(0, 1);
  threads.set(1, y, 1);
  threads.set(1, y, 2);
  threads.set(0, x, threads.plus(y, 0));
  threads.set(0, x, 3);
  threads.check(0, threads.is(x, 4));
  const Explained sequential = explain(threads.interleaved());
  CHECK(sequential.found.pattern == ConcurrencyPattern::sequential);
  for (const auto& change : sequential.found.switches) {
    CHECK(change.need == SwitchNeed::any_order);
    CHECK_FALSE(change.other_order.empty());
  }
}

TEST_CASE("a thread that reads before the value is there: an order violation") {
  ThreadsBuilder threads(2);
  const VariableId x = threads.variable("x");
  threads.start(0, 1);
  threads.set(0, x, 1);
  threads.check(1, threads.is(x, 1));
  const Explained early = explain(threads.interleaved());
  CHECK(early.found.pattern == ConcurrencyPattern::order_violation);
  CHECK(early.found.facts.kind == ConcurrencyFacts::Kind::too_early);
  REQUIRE(early.found.facts.pending);
  CHECK(early.program.thread_graphs->edge(*early.found.facts.pending).text == "x = 1");
}

TEST_CASE("accesses that a lock orders are no race, without lock they are") {
  for (const bool locked : {false, true}) {
    ThreadsBuilder threads(2);
    const VariableId x = threads.variable("x");
    const VariableId mutex = threads.variable("mutex");
    const VariableId local = threads.variable("local");
    threads.start(0, 1);
    for (std::uint32_t t = 0; t < 2; ++t) {
      if (locked) threads.lock(t, mutex);
      if (t == 1)
        threads.set(1, x, 1);
      else
        threads.set(0, local, threads.read(x));
      if (locked) threads.unlock(t, mutex);
    }
    threads.check(0, threads.is(local, 0));
    const Explained late = explain(threads.interleaved());
    CHECK(late.found.pattern == (locked ? ConcurrencyPattern::order_violation : ConcurrencyPattern::data_race));
  }
}

TEST_CASE("what a condition decides is a question of its own thread's graph") {
  // T1 is created only if c; it fails only if it finds x set. Its steps depend on c as well.
  ThreadsBuilder threads(2);
  const VariableId c = threads.variable("c");
  const VariableId x = threads.variable("x");
  const VariableId y = threads.variable("y");
  threads.choose(0, c);
  const auto otherwise = threads.fork(0, threads.is(c, 1));
  threads.start(0, 1);
  threads.lead(0, otherwise);
  threads.at[0] = otherwise;
  threads.set(0, x, 1);
  threads.set(0, y, 1);
  const auto quiet = threads.fork(1, threads.is(x, 1));
  threads.check(1, threads.is(y, 2));
  threads.lead(1, quiet);
  threads.at[1] = quiet;
  const Explained explained = explain(threads.interleaved());
  const relevance::ControlDependence dependence(explained.program);
  const auto scopes = relevance::trace_scopes(explained.program, dependence, explained.execution.trace);
  const auto text = [&](std::size_t position) {
    return explained.program.edge(explained.execution.trace[position]).text;
  };
  const auto scope = scopes.scope(explained.execution.trace.size());
  REQUIRE(scope.size() == 3);
  CHECK(text(scope[0]) == "assume(c == 1)");
  CHECK(text(scope[1]) == "assume(x == 1)");
  for (std::size_t i = 0; i < explained.execution.trace.size(); ++i)
    if (text(i) == "x = 1") CHECK_FALSE(scopes.enclosing[i].has_value());
  CHECK(explained.kept().contains("assume(c == 1)"));
  CHECK(explained.kept().contains("x = 1"));
}

TEST_CASE("two threads that check before they write: each read waits for a write in the other's scope") {
  ThreadsBuilder threads(3);
  const VariableId x = threads.variable("x");
  threads.set(0, x, 1);
  for (std::uint32_t t = 1; t <= 2; ++t) threads.start(0, t);
  for (std::uint32_t t = 1; t <= 2; ++t) {
    const auto otherwise = threads.fork(t, threads.is(x, 1));
    threads.set(t, x, threads.plus(x, -1));
    threads.lead(t, otherwise);
    threads.at[t] = otherwise;
    threads.join(0, t);
  }
  threads.check(0, threads.is(x, 0));
  const Explained torn = explain(threads.interleaved());
  CHECK(torn.found.pattern == ConcurrencyPattern::atomicity_violation);
  CHECK(torn.kept().contains("assume(x == 1)"));
}

TEST_CASE("hazards are no orders that creation and join force") {
  const Explained lost = explain(two_counters().interleaved());
  REQUIRE(!lost.found.hazards.empty());
  const relevance::TraceAccesses accesses(lost.program, lost.execution);
  for (const Hazard& hazard : lost.found.hazards) CHECK_FALSE(accesses.is_forced(hazard.from, hazard.to));
}

TEST_CASE("a write that comes behind the read is as late as one that never comes") {
  ThreadsBuilder threads(2);
  const VariableId x = threads.variable("x");
  const VariableId y = threads.variable("y");
  threads.start(0, 1);
  const auto quiet = threads.fork(0, threads.is(x, 0));
  threads.set(1, x, 1);
  threads.set(1, y, 1);
  threads.check(0, threads.is(y, 0));
  threads.lead(0, quiet);
  threads.at[0] = quiet;
  const Explained early = explain(threads.interleaved());
  CHECK(early.found.pattern != ConcurrencyPattern::sequential);
}

/// apache-25520 in small: a thread checks whether its text still fits, and does not empty the buffer; then another one
/// does the same; both add their text.
TEST_CASE("a branch that was not taken is part of the explanation") {
  ThreadsBuilder threads(3);
  const VariableId used = threads.variable("used");
  for (std::uint32_t t = 1; t <= 2; ++t) threads.start(0, t);
  for (std::uint32_t t = 1; t <= 2; ++t) {
    const VariableId local = threads.variable("l" + std::to_string(t));
    const auto full = threads.fork(t, threads.binary(BinaryOp::Lt, threads.read(used), threads.number(1)));
    const auto both = threads.location();
    threads.lead(t, both);
    threads.at[t] = full;
    threads.set(t, used, 0);
    threads.lead(t, both);
    threads.at[t] = both;
    threads.set(t, local, threads.read(used));
    threads.set(t, used, threads.plus(local, 1));
    threads.check(t, threads.binary(BinaryOp::Le, threads.read(used), threads.number(1)));
  }
  const Explained overflow = explain(threads.interleaved());
  CHECK(overflow.kept().contains("assume(used < 1)"));
  const bool framed = std::any_of(overflow.errors.kept.begin(), overflow.errors.kept.end(),
                                  [](const auto& kept) { return !kept.framed.empty(); });
  CHECK(framed);
  CHECK(overflow.found.pattern == ConcurrencyPattern::atomicity_violation);
  const Explained unmerged = explain(threads.interleaved(), ExplanationKind::plain);
  CHECK_FALSE(unmerged.kept().contains("assume(used < 1)"));
}

TEST_CASE("traces that differ in independent steps have one normal order") {
  ThreadsBuilder threads(2);
  const VariableId x = threads.variable("x");
  const VariableId y = threads.variable("y");
  threads.start(0, 1);
  threads.set(0, x, 1);
  threads.set(1, y, 1);
  threads.join(0, 1);
  threads.check(0, threads.is(y, 2));
  const Program program = threads.interleaved();
  std::set<std::vector<frontend::EdgeId>> classes;
  std::size_t orders = 0;
  const std::function<void(Execution)> follow = [&](const Execution& so_far) {
    const auto here = so_far.trace.empty() ? program.initial : program.target(so_far.trace.back());
    if (program.location(here).kind == frontend::LocationKind::Error) {
      ++orders;
      std::vector<frontend::EdgeId> edges;
      for (const std::size_t position : relevance::normal_order(program, so_far))
        edges.push_back(*program.edge(so_far.trace[position]).thread_edge);
      classes.insert(edges);
    }
    for (const auto edge : program.outgoing(here)) {
      for (int value = 0; value < (frontend::is_havoc(program.edge(edge).statement) ? 2 : 1); ++value) {
        Execution next = so_far;
        const auto oracle = [&](frontend::EdgeId, std::size_t) { return logic::Value{logic::Integer{value}}; };
        frontend::ConcreteState state = so_far.states.back();
        if (frontend::execute_edge(program, edge, state, oracle, 0, next.undefined) != frontend::StepResult::done)
          continue;
        next.trace.push_back(edge);
        next.states.push_back(state);
        follow(next);
      }
    }
  };
  follow({{}, {frontend::initial_state(program)}, {}});
  CHECK(orders > 1);
  CHECK(classes.size() == 1);
}

}  // namespace
}  // namespace bireach::test
