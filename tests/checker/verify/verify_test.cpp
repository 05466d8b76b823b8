// SPDX-License-Identifier: Apache-2.0
/// Verdicts on random programs against exhaustive exploration.
#include "checker/verify/verify.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::Program;

std::string describe(const Verdict& verdict) {
  if (std::holds_alternative<Safe>(verdict)) return "TRUE";
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) return "UNKNOWN: " + unknown->reason;
  return "FALSE";
}

/// Requests a stop after some time.
class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds limit)
      : thread_([this, limit](const std::stop_token& done) {
          std::unique_lock lock(mutex_);
          if (!wake_.wait_for(lock, done, limit, [] { return false; }) && !done.stop_requested()) stop_.request_stop();
        }) {}
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

/// Checks one program against its exploration; counts what was decided.
void compare(const Program& program, const VerifyOptions& options, int& compared, int& decided) {
  const testing::Exploration expected = testing::explore(program, 200000);
  if (!expected.complete && !expected.error_reachable) return;
  ++compared;
  VerifyStatistics statistics;
  const Deadline deadline(std::chrono::seconds(3));  // refinement may diverge; then nothing is claimed
  const Verdict verdict = verify(program, options, deadline.token(), statistics);
  INFO(frontend::program_to_text(program));
  INFO(describe(verdict));
  if (std::holds_alternative<Safe>(verdict)) {
    CHECK_FALSE(expected.error_reachable);
    ++decided;
  } else if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) {
    CHECK(expected.error_reachable);
    CHECK(unsafe->execution.undefined.empty());
    REQUIRE_FALSE(unsafe->execution.trace.empty());
    CHECK(program.location(program.target(unsafe->execution.trace.back())).kind == frontend::LocationKind::Error);
    ++decided;
  }
}

void compare_many(std::uint64_t first_seed, int count, const VerifyOptions& options,
                  const testing::RandomProgramOptions& shape, double least_decided) {
  int compared = 0;
  int decided = 0;
  count = testing::rounds(count);
  for (int i = 0; i < count; ++i)
    compare(testing::random_program(first_seed + static_cast<std::uint64_t>(i), shape), options, compared, decided);
  CHECK(testing::is_often(2 * compared, count));
  CHECK(testing::is_often(decided, static_cast<int>(least_decided * compared) - 1));
}

TEST_CASE("Random loop-free programs: verdicts agree with exhaustive exploration") {
  testing::RandomProgramOptions shape;
  shape.loops = false;
  compare_many(1, 60, {}, shape, 0.95);
}

TEST_CASE("Random programs with loops: verdicts agree with exhaustive exploration") {
  testing::RandomProgramOptions shape;
  shape.number_type = frontend::unsigned_integer(4);
  compare_many(1000, 60, {}, shape, 0.8);
}

TEST_CASE("Random programs with tables: verdicts agree with exhaustive exploration") {
  testing::RandomProgramOptions shape;
  shape.number_type = frontend::unsigned_integer(3);
  shape.table_percent = 30;
  compare_many(6000, 60, {}, shape, 0.7);
  VerifyOptions options;
  options.bounded_search = false;
  compare_many(6100, 30, options, shape, 0.5);
}

TEST_CASE("The refinement loop alone agrees with exhaustive exploration") {
  testing::RandomProgramOptions shape;
  shape.number_type = frontend::unsigned_integer(3);
  VerifyOptions options;
  options.bounded_search = false;
  compare_many(2000, 30, options, shape, 0.7);
}

TEST_CASE("Engines side by side: verdicts agree with exhaustive exploration") {
  testing::RandomProgramOptions shape;
  shape.number_type = frontend::unsigned_integer(4);
  VerifyOptions options;
  options.alone = std::chrono::milliseconds(0);
  for (const unsigned jobs : {2U, 4U}) {
    options.jobs = jobs;
    compare_many(4000 + 100 * jobs, 30, options, shape, 0.8);
  }
}

TEST_CASE("Single statements as letters agree with exhaustive exploration") {
  testing::RandomProgramOptions shape;
  shape.number_type = frontend::unsigned_integer(3);
  shape.statements = 5;
  VerifyOptions options;
  options.bounded_search = false;
  options.block_encoding = BlockEncoding::none;
  compare_many(3000, 20, options, shape, 0.6);
}

struct OverflowCounts {
  int safe = 0, safe_if_none = 0, unsafe = 0, unsafe_by_overflow = 0;
};

/// Checks one program whose signed operations often overflow against two explorations.
void compare_with_overflow(const Program& program, OverflowCounts& counts) {
  Program wrapping = program;
  wrapping.signed_overflow = frontend::SignedOverflow::wraps;
  const testing::Exploration plain = testing::explore(program, 100000);
  const testing::Exploration wrapped = testing::explore(wrapping, 100000);
  if (!plain.complete && !plain.error_reachable) return;
  if (!wrapped.complete && !wrapped.error_reachable) return;
  VerifyStatistics statistics;
  const Deadline deadline(std::chrono::seconds(4));
  const Verdict verdict = verify(program, {}, deadline.token(), statistics);
  INFO(frontend::program_to_text(program));
  INFO(describe(verdict));
  if (const auto* safe = std::get_if<Safe>(&verdict)) {
    const auto& assumptions = safe->assumptions;
    const bool assumes =
        std::find(assumptions.begin(), assumptions.end(), "signed overflow does not happen") != assumptions.end();
    CHECK_FALSE((assumes ? plain : wrapped).error_reachable);
    ++(assumes ? counts.safe_if_none : counts.safe);
  } else if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) {
    const auto& execution = unsafe->execution;
    REQUIRE_FALSE(execution.trace.empty());
    CHECK(program.location(program.target(execution.trace.back())).kind == frontend::LocationKind::Error);
    CHECK(wrapped.error_reachable);
    if (execution.undefined.empty()) {
      CHECK(plain.error_reachable);
      ++counts.unsafe;
    } else {
      CHECK_FALSE(plain.error_reachable);
      ++counts.unsafe_by_overflow;
    }
  }
}

TEST_CASE("Signed overflow: verdicts agree with exhaustive exploration of wrapping executions") {
  OverflowCounts counts;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    testing::RandomProgramOptions shape;
    shape.number_type = frontend::signed_integer(3);
    shape.arithmetic_type = frontend::signed_integer(3);
    shape.statements = 6;
    shape.loops = seed % 2 == 0;
    shape.division = seed % 3 == 0;
    compare_with_overflow(testing::random_program(5000 + seed, shape), counts);
  }
  CHECK(counts.safe >= 5);
  CHECK(counts.unsafe >= 20);
  CHECK(counts.unsafe_by_overflow >= 2);
}

}  // namespace
}  // namespace bireach::checker
