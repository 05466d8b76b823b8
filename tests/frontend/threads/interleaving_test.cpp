// SPDX-License-Identifier: Apache-2.0
/// Interleavings against all executions of the threads' own graphs.
#include "frontend/threads/interleaving.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "frontend/checks/checked_program.h"
#include "frontend/threads/schedule_replay.h"
#include "tests/support/random_program.h"
#include "tests/support/random_threads.h"
#include "tests/support/sampling.h"

namespace bireach::frontend {
namespace {

using bireach::testing::all_errors;
using bireach::testing::RandomThreads;
using bireach::testing::RandomThreadsOptions;
using bireach::testing::ReachedErrors;
using bireach::testing::ThreadEnumeration;
using Reduction = InterleavingOptions::Reduction;

constexpr std::size_t state_limit = 6000;

/// For measurements with more programs than the tests take: BIREACH_TEST_ROUNDS, how many of each kind, and
/// BIREACH_TEST_SEED, what is added to the seeds.
std::uint64_t asked(const char* name, std::uint64_t otherwise) {
  const char* const given = std::getenv(name);
  return given == nullptr ? otherwise : std::stoull(given);
}

int asked_rounds(int all) {
  return static_cast<int>(asked("BIREACH_TEST_ROUNDS", static_cast<std::uint64_t>(testing::rounds(all))));
}

Program interleaved(const Program& graphs, Reduction reduction) {
  InterleavingOptions options;
  options.reduction = reduction;
  return interleave(graphs, options);
}

/// How many random programs had an error, and how many none.
struct Rounds {
  int unsafe = 0;
  int safe = 0;
  std::size_t edges = 0;
};

/// The error that a search finds in the interleaving is one of the threads' own graphs.
void check_schedule(const Program& program) {
  const auto found = testing::explore(program, 20 * state_limit);
  if (!found.error_reachable) return;
  RunResult run = run_trace(program, found.shortest_error, found.oracle());
  REQUIRE(run.end == RunEnd::Error);
  const auto problem = run_schedule(program, run.execution);
  REQUIRE_MESSAGE(!problem, *problem);
  // Where a thread's step is missing, the others are not there.
  const auto is_step = [&](EdgeId edge) { return program.edge(edge).thread_edge.has_value(); };
  auto& trace = run.execution.trace;
  const auto missing = std::find_if(trace.begin(), trace.end(), is_step);
  if (missing == trace.end() || std::none_of(missing + 1, trace.end(), [&](EdgeId edge) {
        return is_step(edge) && program.edge(edge).thread == program.edge(*missing).thread;
      }))
    return;
  run.execution.states.erase(run.execution.states.begin() + (missing - trace.begin()));
  trace.erase(missing);
  CHECK(run_schedule(program, run.execution));
}

void check_random(const RandomThreadsOptions& options, std::uint64_t first_seed, int rounds, Reduction reduction,
                  Rounds& counted) {
  int done = 0;
  for (std::uint64_t seed = first_seed + asked("BIREACH_TEST_SEED", 0); done < rounds; ++seed) {
    CAPTURE(seed);
    const Program graphs = RandomThreads(seed, options).make();
    REQUIRE(check_well_formed(graphs).empty());
    const ReachedErrors expected = ThreadEnumeration(graphs, state_limit).run();
    if (!expected.complete) continue;
    const Program program = interleaved(graphs, reduction);
    const auto problems = check_well_formed(program);
    REQUIRE_MESSAGE(problems.empty(), problems.front());
    const ReachedErrors found = all_errors(program, 20 * state_limit);
    if (!found.complete) continue;
    if (found.notes != expected.notes) MESSAGE(program_to_text(graphs));
    REQUIRE(found.notes == expected.notes);
    if (done % 5 == 0) check_schedule(program);
    ++done;
    ++(expected.notes.empty() ? counted.safe : counted.unsafe);
    counted.edges += program.edge_count();
  }
}

void check_all(Reduction reduction, int rounds) {
  Rounds counted;
  check_random({}, 1, asked_rounds(rounds), reduction, counted);
  check_random({3, 3, 2, 4}, 100'000, asked_rounds(rounds), reduction, counted);
  check_random({4, 1, 1, 4}, 200'000, asked_rounds(rounds), reduction, counted);
  MESSAGE("programs: " << counted.safe + counted.unsafe << ", with errors: " << counted.unsafe
                       << ", edges: " << counted.edges);
  CHECK(testing::is_often(counted.safe, rounds / 20));
  CHECK(testing::is_often(counted.unsafe, rounds / 20));
}

}  // namespace

TEST_CASE("the plain product reaches the errors that executions of the threads reach") {
  check_all(Reduction::none, 500);
}

TEST_CASE("persistent sets lose no error") {
  check_all(Reduction::persistent, 500);
}

TEST_CASE("persistent and sleep sets lose no error") {
  check_all(Reduction::reduced, 500);
}

TEST_CASE("races and deadlocks are found where executions of the threads have some") {
  for (const Violation violation : {Violation::no_data_race, Violation::deadlock})
    for (const Reduction reduction : {Reduction::none, Reduction::persistent, Reduction::reduced}) {
      CAPTURE(static_cast<int>(violation));
      CAPTURE(static_cast<int>(reduction));
      int wrong = 0;
      int done = 0;
      int open = 0;
      const int rounds = asked_rounds(violation == Violation::deadlock ? 60 : 150);
      for (std::uint64_t seed = 1 + asked("BIREACH_TEST_SEED", 0); done < rounds; ++seed) {
        CAPTURE(seed);
        Program graphs = RandomThreads(seed, {seed % 3 == 0 ? 3U : 2U, 3, 2, 4}).make();
        graphs.property.kinds = {violation};
        for (LocationId location = 0; location < graphs.location_count(); ++location)
          if (graphs.location(location).kind == LocationKind::Error)
            graphs.location(location).kind = LocationKind::Exit;
        const ReachedErrors expected = ThreadEnumeration(graphs, state_limit).run();
        if (!expected.complete) continue;
        const Program program = interleaved(graphs, reduction);
        REQUIRE(check_well_formed(program).empty());
        const ReachedErrors found = all_errors(program, 20 * state_limit);
        if (!found.complete) continue;
        const bool is_wrong = violation == Violation::no_data_race ? expected.race : expected.deadlock;
        const bool finds = std::any_of(found.notes.begin(), found.notes.end(),
                                       [](const std::string& note) { return note.find("unsupported") != 0; });
        if (!finds && !found.notes.empty()) {  // it says that it does not know
          ++open;
          continue;
        }
        if (finds != is_wrong) MESSAGE(program_to_text(graphs));
        REQUIRE(finds == is_wrong);
        if (done % 5 == 0) check_schedule(program);
        ++done;
        wrong += is_wrong ? 1 : 0;
      }
      MESSAGE("programs: " << done << ", wrong: " << wrong << ", open: " << open);
      CHECK(open <= done / 10);
      CHECK(testing::is_often(wrong, 0));
      CHECK(testing::is_often(done - wrong, 0));
    }
}

TEST_CASE("undefined operations are found where executions of the threads have some") {
  for (const Reduction reduction : {Reduction::none, Reduction::persistent, Reduction::reduced}) {
    CAPTURE(static_cast<int>(reduction));
    int wrong = 0;
    int done = 0;
    const int rounds = asked_rounds(150);
    for (std::uint64_t seed = 1 + asked("BIREACH_TEST_SEED", 0); done < rounds; ++seed) {
      CAPTURE(seed);
      Program graphs = RandomThreads(seed, {seed % 3 == 0 ? 3U : 2U, 3, 2, 4, 70}).make();
      graphs.property.kinds = {Violation::valid_deref};
      for (LocationId location = 0; location < graphs.location_count(); ++location)
        if (graphs.location(location).kind == LocationKind::Error) graphs.location(location).kind = LocationKind::Exit;
      const ReachedErrors expected = ThreadEnumeration(graphs, state_limit).run();
      if (!expected.complete) continue;
      const Program program = interleaved(with_checks(graphs), reduction);
      REQUIRE(check_well_formed(program).empty());
      const ReachedErrors found = all_errors(program, 20 * state_limit);
      if (!found.complete) continue;
      if (found.notes.empty() == expected.undefined) MESSAGE(program_to_text(graphs));
      REQUIRE(found.notes.empty() != expected.undefined);
      CHECK_FALSE(found.undefined);  // errors come before what they warn of
      if (done % 5 == 0) check_schedule(program);
      ++done;
      wrong += expected.undefined ? 1 : 0;
    }
    MESSAGE("programs: " << done << ", wrong: " << wrong);
    CHECK(testing::is_often(wrong, 0));
    CHECK(testing::is_often(done - wrong, 0));
  }
}

}  // namespace bireach::frontend
