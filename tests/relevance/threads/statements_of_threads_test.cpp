// SPDX-License-Identifier: Apache-2.0
/// Relevance of statements (Definition 3.1) in interleaved traces.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "relevance/statements/trace_relevance.h"
#include "tests/support/threads_builder.h"

namespace bireach::test {
namespace {

using frontend::Program;
using frontend::VariableId;
using relevance::Relevance;
using testing::ThreadsBuilder;

TEST_CASE("statements of threads are relevant as those of one thread; what the scheduler chooses is no statement") {
  ThreadsBuilder threads(2);
  const VariableId x = threads.variable("x");
  const VariableId y = threads.variable("y");
  const VariableId mutex = threads.variable("mutex");
  const VariableId local = threads.variable("local");
  threads.start(0, 1);
  threads.set(1, y, 5);
  threads.lock(1, mutex);
  threads.set(1, x, 1);
  threads.unlock(1, mutex);
  threads.lock(0, mutex);
  threads.set(0, local, threads.read(x));
  threads.unlock(0, mutex);
  threads.check(0, threads.is(local, 0));
  const Program program = threads.interleaved();
  const auto executions = testing::error_executions(program, 1);
  REQUIRE(executions.size() == 1);
  const auto report = relevance::analyze_trace(program, executions.front(), {});
  std::map<std::string, Relevance> found;
  bool chooses = false;
  for (const auto edge : executions.front().trace)
    chooses = chooses || frontend::is_choice(program, program.edge(edge));
  CHECK(chooses);
  for (const auto& position : report.positions) {
    const frontend::Edge& edge = program.edge(executions.front().trace[position.position]);
    CHECK_FALSE(frontend::is_choice(program, edge));
    Relevance& known = found.try_emplace(edge.text, position.relevance).first->second;
    if (position.relevance == Relevance::relevant) known = Relevance::relevant;
  }
  CHECK(found.at("x = 1") == Relevance::relevant);
  CHECK(found.at("local = x") == Relevance::relevant);
  CHECK(found.at("y = 5") == Relevance::irrelevant);
  // With another value the first thread could not have taken the lock. What blocks the trace keeps it from the error.
  CHECK(found.at("mutex = 0") == Relevance::relevant);
}

}  // namespace
}  // namespace bireach::test
