// SPDX-License-Identifier: Apache-2.0
/// Proofs by procedure summaries.
#include "checker/engines/summary_proof.h"

#include <random>

#include "logic/solvers/solver_statistics.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_calls.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

const std::string prelude = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";

/// Do the prover's first attempts find and certify a proof?
bool is_proved(const frontend::Program& program, int attempts) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  VerifyStatistics statistics;
  VerifyOptions options;
  options.query_time_limit = std::chrono::seconds(10);
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics};
  SummaryProver prover(setting);
  for (int i = 0; i < attempts; ++i) {
    const StepResult result = prover.step();
    if (const auto* proved = std::get_if<Proved>(&result)) {
      CHECK(!std::get<ProcedureSummaries>(proved->proof.evidence).annotation.predicates.empty());
      return true;
    }
  }
  return false;
}

bool is_proved(const std::string& text) {
  const frontend::Program program = frontend::test::parse(prelude + text);
  CHECK(!program.procedures.empty());
  return is_proved(program, 12);
}

/// Of a program whose calls are all inlined.
bool is_proved_folded(const std::string& text) {
  const frontend::Program program = frontend::test::parse(prelude + text);
  CHECK(program.procedures.empty());
  return is_proved(program, 8);
}

}  // namespace

TEST_CASE("recursive functions are proved by summaries, and only the right ones") {
  const std::string f91 =
      "int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }\nint main(void) { int x = "
      "__VERIFIER_nondet_int(); int r = f(x); ";
  CHECK(is_proved(f91 + "if (x <= 101 && r != 91) reach_error(); }"));
  CHECK_FALSE(is_proved(f91 + "if (x <= 102 && r != 91) reach_error(); }"));
}

TEST_CASE("clauses that Spacer is not asked about end the search for summaries") {
  const frontend::Program program = frontend::test::parse(
      prelude +
      "float values[3]; int f(int n) { if (n <= 0) return 0; values[n % 3] = values[0] + 1.0f; return f(n - 1); }"
      " int main(void) { f(__VERIFIER_nondet_int()); if (values[1] < 0.0f) reach_error(); }");
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  VerifyStatistics statistics;
  VerifyOptions options;
  options.arithmetic = ArithmeticChoice::bitvector;
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics, {}};
  SummaryProver prover(setting);
  for (int i = 0; i < 3; ++i) CHECK(std::holds_alternative<Progressed>(prover.step()));
  CHECK(std::holds_alternative<Exhausted>(prover.step()));
}

TEST_CASE("summaries tell what a call keeps from what it changes") {
  // The caller's n and the loop's i survive; g does not.
  const std::string count = "int g; void f(int n) { for (int i = 0; i < 2; i++) { if (n > 0) f(n - 1); } g++; ";
  CHECK(is_proved(count + "} int main(void) { g = 0; f(__VERIFIER_nondet_int()); if (g < 1) reach_error(); }"));
  CHECK_FALSE(is_proved(count + "} int main(void) { g = 0; f(__VERIFIER_nondet_int()); if (g != 1) reach_error(); }"));
  CHECK(
      is_proved("int f(int n) { if (n <= 0) return 0; int m = n; f(n - 1); if (m != n) reach_error(); return 1; } int "
                "main(void) { return f(__VERIFIER_nondet_int()); }"));
  CHECK_FALSE(
      is_proved("int k; int f(int n) { if (n <= 0) return 0; k = n; f(n - 1); if (k != n) reach_error(); "
                "return 1; } int main(void) { return f(__VERIFIER_nondet_int()); }"));
}

TEST_CASE("summaries of functions that call each other, from several places") {
  const std::string both =
      "int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n "
      "== 0 ? 0 : even(n - 1); }\nint main(void) { int a = even(__VERIFIER_nondet_int()); int b = "
      "odd(__VERIFIER_nondet_int()); ";
  CHECK(is_proved(both + "if (a + b > 2 || a < 0 || b < 0) reach_error(); }"));
  CHECK_FALSE(is_proved(both + "if (a + b > 1) reach_error(); }"));
  // g is inside f and calls both.
  const std::string nested =
      "int f(int n); int g(int n) { if (n <= 0) return 1; return g(n - 1) + f(n - 2); }\nint f(int "
      "n) { if (n <= 0) return 1; int before = n; int r = g(n - 1); return before > 0 ? r : -1; "
      "}\nint main(void) { int r = f(__VERIFIER_nondet_int()); ";
  CHECK(is_proved(nested + "if (r < 1) reach_error(); }"));
  CHECK_FALSE(is_proved(nested + "if (r == 3) reach_error(); }"));
}

TEST_CASE("calls of functions with loops at several places share their summary") {
  const std::string count =
      "static int count(int n) { int k = 0; for (int i = 0; i < n; i++) if (__VERIFIER_nondet_int()) k++; return k; }\n"
      "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0; int t = 0; ";
  std::string calls;
  for (int i = 0; i < 6; ++i) calls += "t += count(n); ";
  CHECK(is_proved_folded(count + calls + "if (t > 6 * n || t < 0) reach_error(); }"));
  CHECK_FALSE(is_proved_folded(count + calls + "if (t > 6 * n - 1) reach_error(); }"));
  // That a result is a difference is known of every call.
  const std::string length =
      "static int length(int from, int to) { int k = 0; for (int i = from; i < to; i++) k++; return k; }\n"
      "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0; int a = length(0, n), b = "
      "length(n, 2 * n), c = length(a, 2 * n); ";
  CHECK(is_proved_folded(length + "if (a != b || c != a) reach_error(); }"));
  CHECK_FALSE(is_proved_folded(length + "if (a != b || c == 7) reach_error(); }"));
  // What a call changes, and a result that waits for another call's.
  const std::string total =
      "int g; static int next(int n) { while (n > 0) { n--; g++; } return g; }\n"
      "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0; int d = next(n) - next(n); ";
  CHECK(is_proved_folded(total + "if (d > 0) reach_error(); }"));
  CHECK_FALSE(is_proved_folded(total + "if (d >= 0) reach_error(); }"));
  CHECK_FALSE(is_proved_folded(total + "if (d != 0) reach_error(); }"));
}

TEST_CASE("nothing is proved by shared summaries of random programs that have an error") {
  std::mt19937 random(27);
  int proved = 0;
  for (int round = 0; round < testing::rounds(60); ++round) {
    const std::string text = testing::random_calls(random);
    CAPTURE(text);
    const frontend::Program program = frontend::test::parse(text);
    if (!is_proved(program, 3)) continue;
    ++proved;
    for (long inputs = 0; inputs < 9; ++inputs)
      CHECK(frontend::test::execute(program, {inputs % 3, inputs / 3}).end != frontend::RunEnd::Error);
  }
  CHECK(testing::is_often(proved, 2));
}

}  // namespace bireach::checker
