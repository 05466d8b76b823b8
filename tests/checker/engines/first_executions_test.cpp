// SPDX-License-Identifier: Apache-2.0
/// Executions before anything is asked: what they decide, what they leave to others, and how long others are waited
/// for.
#include "checker/engines/first_executions.h"

#include <set>

#include "checker/engines/random_testing.h"
#include "checker/verify/verify.h"
#include "frontend/program/interpreter.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::Program;
using frontend::SignedOverflow;
using std::chrono::milliseconds;

const std::string prelude =
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void abort(void);\n"
    "extern unsigned __VERIFIER_nondet_uint(void);\n";

Program program_of(const std::string& body) {
  return frontend::test::parse(prelude + "int main(void) {\n" + body + "\nreturn 0;\n}\n");
}

/// `wraps`: overflow that the program leaves out has to be counted with.
FirstAnswer answer_of(const Program& program, const FirstExecutionLimits& limits = {}, bool wraps = false) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  const VerifyOptions options;
  VerifyStatistics statistics;
  Program wrapping = program;
  wrapping.signed_overflow = SignedOverflow::wraps;
  const EngineSetting setting{program, wraps ? &wrapping : nullptr, flow, options, {}, statistics};
  return execute_first(setting, limits);
}

FirstAnswer answer_of(const std::string& body, const FirstExecutionLimits& limits = {}) {
  return answer_of(program_of(body), limits);
}

template <typename Kind>
bool is(const FirstAnswer& answer) {
  return std::holds_alternative<Kind>(answer);
}

struct Verified {
  Verdict verdict;
  std::uint64_t iterations = 0;
  double seconds = 0;
};

Verified verified(const Program& program) {
  Verified result;
  VerifyStatistics statistics;
  const auto start = std::chrono::steady_clock::now();
  result.verdict = verify(program, {}, {}, statistics);
  result.iterations = statistics.iterations;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace

TEST_CASE("a program without inputs is executed") {
  const std::string loop = "unsigned s = 0; for (unsigned i = 0; i < 20000; i++) s += i & 3; ";
  const FirstAnswer proof = answer_of(loop + "if (s != 30000) reach_error();");
  REQUIRE(is<OneExecution>(proof));
  CHECK(std::get<Enumeration>(std::get<OneExecution>(proof).proof.proof.evidence).executions == 1);
  const Program wrong = program_of(loop + "if (s == 30000) reach_error();");
  const FirstAnswer error = answer_of(wrong);
  REQUIRE(is<OneError>(error));
  const frontend::RunResult& run = std::get<OneError>(error).run;
  CHECK(run.end == frontend::RunEnd::Error);
  CHECK(run.execution.undefined.empty());
  CHECK(wrong.location(wrong.target(run.execution.trace.back())).kind == frontend::LocationKind::Error);
  // A value that nobody needs is no input.
  CHECK(is<OneError>(answer_of("int x; int y = x; " + loop + "if (s == 30000) reach_error();")));
}

TEST_CASE("short executions are no proofs, but errors") {
  const std::string loop = "unsigned s = 0; for (unsigned i = 0; i < 100; i++) s += i; ";
  CHECK(is<std::monostate>(answer_of(loop + "if (s != 4950) reach_error();")));
  CHECK(is<OneExecution>(answer_of(loop + "if (s != 4950) reach_error();", {.least_proof = 100})));
  CHECK(is<OneError>(answer_of(loop + "if (s == 4950) reach_error();")));
}

TEST_CASE("what the one execution does not decide") {
  CHECK(is<std::monostate>(answer_of("while (1) ; reach_error();")));
  CHECK(is<std::monostate>(
      answer_of("unsigned i = 0; while (i < 30000) i++; if (i != 30000) reach_error();", {.one_edges = 10000})));
  // Undefined behaviour on the way; what is not modelled.
  CHECK(is<std::monostate>(answer_of("int a[3]; int i = 3; a[i] = 1; reach_error();")));
  CHECK_FALSE(is<OneError>(answer_of("int z = 0; int x = 1 / z; reach_error();")));
  CHECK(is<std::monostate>(answer_of("int x = 1; __asm__(\"nop\" : \"=r\"(x)); if (x == 9) reach_error();")));
  // Values met in each round that nobody needs take memory.
  const std::string meets =
      "unsigned i = 0; while (i < 90000) { int x; int y = x; i++; } if (i != 90000) reach_error();";
  CHECK(is<OneExecution>(answer_of(meets)));
  FirstExecutionLimits few;
  few.one_inputs = 100;
  CHECK(is<std::monostate>(answer_of(meets, few)));
}

TEST_CASE("an error that overflows is told with its overflow") {
  const Program program = program_of("int x = 2147483647; x++; reach_error();");
  const FirstAnswer answer = answer_of(program, {}, true);
  REQUIRE(is<OneError>(answer));
  CHECK_FALSE(frontend::signed_overflows(program, std::get<OneError>(answer).run.execution).empty());
}

TEST_CASE("with inputs some executions are tried, and the shortest error is kept") {
  const Program program = program_of(
      "unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < n % 50; i++) ; if (n < 100000) reach_error();");
  const FirstAnswer several = answer_of(program);
  REQUIRE(is<FallbackError>(several));
  FirstExecutionLimits one;
  one.random_errors = 1;
  const FirstAnswer first = answer_of(program, one);
  REQUIRE(is<FallbackError>(first));
  CHECK(std::get<FallbackError>(several).run.execution.trace.size() <=
        std::get<FallbackError>(first).run.execution.trace.size());
  CHECK(is<std::monostate>(answer_of("int x = __VERIFIER_nondet_int(); if (x > 5 && x < 5) reach_error();")));
  CHECK(
      is<std::monostate>(answer_of("int a[3]; int i = __VERIFIER_nondet_int(); a[i] = 1; if (i > 2) reach_error();")));
  // A long way to the first input takes too much of what may be executed.
  CHECK(is<std::monostate>(
      answer_of("unsigned i = 0; while (i < 300000) i++; if (__VERIFIER_nondet_int() == 0) reach_error();")));
}

TEST_CASE("random testing goes on after an error") {
  const Program program =
      program_of("unsigned n = __VERIFIER_nondet_uint(); for (unsigned i = 0; i < n % 50; i++) ; reach_error();");
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  const VerifyOptions options;
  VerifyStatistics statistics;
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics};
  RandomTesting engine(setting, {.all_executions = 40});
  std::set<std::size_t> lengths;
  int errors = 0;
  for (StepResult result = engine.step(); !std::holds_alternative<GaveUp>(result); result = engine.step())
    if (const auto* found = std::get_if<Found>(&result)) {
      lengths.insert(found->run.execution.trace.size());
      ++errors;
    }
  CHECK(errors >= 20);
  CHECK(lengths.size() > 3);
  // Without inputs there is no second one.
  const Program single = program_of("reach_error();");
  const ControlFlow its_flow = analyze_control_flow(single, BlockEncoding::loop_free);
  const EngineSetting its_setting{single, nullptr, its_flow, options, {}, statistics};
  RandomTesting its_engine(its_setting);
  CHECK(std::holds_alternative<Found>(its_engine.step()));
  CHECK(std::holds_alternative<GaveUp>(its_engine.step()));
}

TEST_CASE("random programs: no first answer is wrong") {
  int decided = 0;
  for (const bool wraps : {false, true})
    for (int seed = 0; seed < testing::rounds(300); ++seed) {
      CAPTURE(seed);
      testing::RandomProgramOptions options;
      options.number_type = frontend::signed_integer(3);
      options.loops = true;
      options.division = true;
      options.table_percent = seed % 3 == 0 ? 30 : 0;
      const Program program = testing::random_program(static_cast<std::uint64_t>(seed), options);
      Program other = program;
      other.signed_overflow = SignedOverflow::wraps;
      const auto explored = testing::explore(wraps ? other : program, 50000);
      if (!explored.complete && !explored.error_reachable) continue;
      const FirstAnswer answer = answer_of(
          program, {.one_edges = 5000, .least_proof = 0, .random_executions = 50, .random_edges = 5000}, wraps);
      if (is<OneExecution>(answer)) CHECK_FALSE(explored.error_reachable);
      if (is<OneError>(answer) || is<FallbackError>(answer)) CHECK(explored.error_reachable);
      decided += is<std::monostate>(answer) ? 0 : 1;
    }
  CHECK(testing::is_often(decided, 50));
}

TEST_CASE("patience grows with the error, and is a part of the time that is left") {
  using std::chrono::seconds;
  CHECK(patience(0, std::nullopt) == milliseconds(1500));
  CHECK(patience(100, std::nullopt) == milliseconds(1700));
  CHECK(patience(100000000, std::nullopt) == milliseconds(3000));
  CHECK(patience(100, seconds(100)) == milliseconds(1700));
  CHECK(patience(100, seconds(4)) == milliseconds(1000));
  CHECK(patience(100, seconds(-1)) == milliseconds(0));
}

TEST_CASE("a verification takes what executions tell") {
  const Verified proof = verified(
      program_of("unsigned s = 0; for (unsigned i = 0; i < 100000; i++) s ^= s * 5 + i; if (s == 77) reach_error();"));
  REQUIRE(std::holds_alternative<Safe>(proof.verdict));
  CHECK(std::holds_alternative<Enumeration>(std::get<Safe>(proof.verdict).evidence));
  CHECK(proof.iterations == 0);
  const Verified error = verified(
      program_of("unsigned s = 0; for (unsigned i = 0; i < 10000; i++) s ^= s * 5 + i; if (s != 77) reach_error();"));
  CHECK(std::holds_alternative<Unsafe>(error.verdict));
  CHECK(error.iterations == 0);
}

TEST_CASE("engines look for a better error than the first one, but not for long") {
  // 40 rounds of hashing leave nothing to formulas, and most values lead to the error.
  const Verified hashed = verified(
      program_of("unsigned h = 2166136261u; for (int i = 0; i < 40; i++) { h ^= __VERIFIER_nondet_uint(); h *= "
                 "16777619u; h = (h << 13) ^ (h >> 7); } if (h % 3 != 1) reach_error();"));
  CHECK(std::holds_alternative<Unsafe>(hashed.verdict));
  CHECK(hashed.seconds < 12);
  // The shortest way is the bounded search's.
  const Verified shorter = verified(
      program_of("int n = __VERIFIER_nondet_int(); int i = 0; while (i < n) { if (__VERIFIER_nondet_int() == 1234567) "
                 "reach_error(); i++; } if (n >= 0 && i == n) reach_error();"));
  REQUIRE(std::holds_alternative<Unsafe>(shorter.verdict));
  CHECK(std::get<Unsafe>(shorter.verdict).execution.trace.size() < 12);
}

}  // namespace bireach::checker
