// SPDX-License-Identifier: Apache-2.0
/// Interleavings against all executions of the threads' own graphs.
#include "frontend/threads/interleaving.h"

#include <doctest/doctest.h>

#include "tests/support/random_threads.h"
#include "tests/support/sanitized.h"

namespace bireach::frontend {
namespace {

using bireach::testing::all_errors;
using bireach::testing::RandomThreads;
using bireach::testing::RandomThreadsOptions;
using bireach::testing::ReachedErrors;
using bireach::testing::ThreadEnumeration;
using Reduction = InterleavingOptions::Reduction;

constexpr std::size_t state_limit = 6000;

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

void check_random(const RandomThreadsOptions& options, std::uint64_t first_seed, int rounds, Reduction reduction,
                  Rounds& counted) {
  int done = 0;
  for (std::uint64_t seed = first_seed; done < rounds; ++seed) {
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
    ++done;
    ++(expected.notes.empty() ? counted.safe : counted.unsafe);
    counted.edges += program.edge_count();
  }
}

void check_all(Reduction reduction, int rounds) {
  Rounds counted;
  check_random({}, 1, testing::rounds(rounds), reduction, counted);
  check_random({3, 3, 2, 4}, 100'000, testing::rounds(rounds), reduction, counted);
  MESSAGE("edges: " << counted.edges);
  CHECK(counted.safe > rounds / 20);
  CHECK(counted.unsafe > rounds / 20);
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

}  // namespace bireach::frontend
