// SPDX-License-Identifier: Apache-2.0
/// What a reduced interleaving relies on is confirmed, and what it could not rely on is refused.
#include "checker/certification/interleaving_certificate.h"

#include <doctest/doctest.h>

#include <memory>

#include "frontend/threads/interleaving.h"
#include "frontend/threads/interleaving_evidence.h"
#include "tests/support/random_threads.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::InterleavingEvidence;
using frontend::Program;

std::optional<std::string> confirm(const Program& graphs, InterleavingEvidence evidence) {
  Program program;
  program.thread_graphs = std::make_shared<const Program>(graphs);
  program.interleaving_evidence = std::make_shared<const InterleavingEvidence>(std::move(evidence));
  return confirm_independence(program, {});
}

/// Edge 0 starts the second thread; edge 1 is the first thread's step, edge 2 the second's.
Program two_steps(const frontend::LValue& first, const frontend::LValue& second, bool second_reads) {
  testing::ProgramBuilder builder;
  builder.variable("x", frontend::unsigned_integer(8));
  builder.array("a", 2, frontend::unsigned_integer(8));
  const auto y = builder.variable("y", frontend::unsigned_integer(8));
  const auto start = builder.location();
  const auto main_entry = builder.location();
  const auto worker_entry = builder.location();
  const auto main_end = builder.location(frontend::LocationKind::Exit);
  const auto worker_end = builder.location(frontend::LocationKind::Exit);
  frontend::Thread thread;
  thread.function = thread.name = "main";
  thread.entry = start;
  thread.end = main_end;
  builder.program.threads.push_back(thread);
  thread.function = thread.name = "worker";
  thread.entry = worker_entry;
  thread.end = worker_end;
  builder.program.threads.push_back(thread);
  builder.program.initial = start;
  const auto add = [&](frontend::LocationId from, frontend::LocationId to, frontend::Statement statement,
                       std::uint32_t of) {
    frontend::Edge edge;
    edge.statement = std::move(statement);
    edge.thread = of;
    if (from == start) edge.thread_step = {frontend::ThreadStep::Kind::start, 1};
    builder.program.add_edge(from, to, std::move(edge));
  };
  const auto one = frontend::make_constant(1, frontend::unsigned_integer(8));
  add(start, main_entry, frontend::Assume{frontend::make_constant(1, frontend::int_type)}, 0);
  add(main_entry, main_end, frontend::Assign{first, one}, 0);
  if (second_reads)
    add(worker_entry, worker_end, frontend::Assign{{y, nullptr}, builder.read(second.variable)}, 1);
  else
    add(worker_entry, worker_end, frontend::Assign{second, frontend::make_constant(2, frontend::unsigned_integer(8))},
        1);
  return std::move(builder.program);
}

frontend::LValue element(int index) {
  return {1, frontend::make_constant(index, frontend::int_type)};
}

}  // namespace

TEST_CASE("steps that meet in no variable are independent, and those that do are not") {
  CHECK_FALSE(confirm(two_steps({0, nullptr}, {2, nullptr}, false), {{}, {}, {{1, 2}}}));
  CHECK(confirm(two_steps({0, nullptr}, {0, nullptr}, false), {{}, {}, {{1, 2}}}));
  CHECK(confirm(two_steps({0, nullptr}, {0, nullptr}, true), {{}, {}, {{1, 2}}}));
}

TEST_CASE("elements of an array are told apart by a solver") {
  CHECK_FALSE(confirm(two_steps(element(0), element(1), false), {{}, {}, {{1, 2}}}));
  CHECK(confirm(two_steps(element(1), element(1), false), {{}, {}, {{1, 2}}}));
}

TEST_CASE("a step is local only if no other thread sees it") {
  CHECK_FALSE(confirm(two_steps({0, nullptr}, {2, nullptr}, false), {{}, {1}, {}}));
  CHECK(confirm(two_steps({0, nullptr}, {0, nullptr}, true), {{}, {1}, {}}));
}

TEST_CASE("values are known only where each thread's steps keep them") {
  const Program graphs = two_steps({0, nullptr}, {2, nullptr}, false);
  const auto known = [&](frontend::LocationId location, frontend::VariableId variable, int value) {
    std::vector<std::optional<frontend::KnownValues>> result(graphs.location_count(), frontend::KnownValues{});
    result[location] = frontend::KnownValues{{{variable, std::nullopt}, value}};
    return result;
  };
  CHECK_FALSE(confirm(graphs, {known(3, 0, 1), {}, {}}));
  CHECK(confirm(graphs, {known(3, 0, 2), {}, {}}));
  CHECK(confirm(graphs, {known(0, 0, 1), {}, {}}));
  // The second thread may have changed it.
  auto after_start = known(1, 2, 0);
  after_start[0] = after_start[1];
  CHECK(confirm(graphs, {after_start, {}, {}}));
  after_start[1] = frontend::KnownValues{};
  CHECK_FALSE(confirm(graphs, {after_start, {}, {}}));
}

TEST_CASE("what reduced interleavings of random threads rely on is confirmed") {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(testing::rounds(40)); ++seed) {
    CAPTURE(seed);
    const Program graphs = testing::RandomThreads(seed, {seed % 2 == 0 ? 2U : 3U, 3, 2, 4}).make();
    const auto problem = confirm_independence(frontend::interleave(graphs), {});
    CHECK_MESSAGE(!problem, *problem);
  }
}

}  // namespace bireach::checker
