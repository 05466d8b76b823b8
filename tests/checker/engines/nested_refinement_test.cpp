// SPDX-License-Identifier: Apache-2.0
/// Trace abstraction over nested words.
#include "checker/engines/nested_refinement.h"

#include <random>

#include "logic/solvers/solver_statistics.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

const std::string prelude = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";

struct Answer {
  bool proved = false;
  bool found = false;
  std::string reason;
};

Answer run(const std::string& text, unsigned limit = 60) {
  const frontend::Program program = frontend::test::parse(prelude + text);
  CHECK(!program.procedures.empty());
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  logic::SolverStatistics statistics;
  NestedRefinement refinement(program, flow, frontend::Arithmetic::integer,
                              {std::chrono::seconds(10), {}, &statistics});
  for (unsigned i = 0; i < limit; ++i) {
    const auto outcome = refinement.iterate();
    if (std::holds_alternative<ProcedureSummaries>(outcome)) return {true, false, {}};
    if (const auto* stuck = std::get_if<NestedRefinement::Stuck>(&outcome)) return {false, false, stuck->reason};
    if (const auto* found = std::get_if<Found>(&outcome)) {
      CHECK(found->run.end == frontend::RunEnd::Error);
      CHECK(program.location(program.target(found->run.execution.trace.back())).kind == frontend::LocationKind::Error);
      return {false, true, {}};
    }
  }
  return {false, false, "limit"};
}

bool is_proved(const std::string& text) {
  const Answer answer = run(text);
  if (!answer.proved) MESSAGE(answer.reason);
  CHECK_FALSE(answer.found);
  return answer.proved;
}
bool is_refuted(const std::string& text) {
  const Answer answer = run(text);
  if (!answer.found) MESSAGE(answer.reason);
  CHECK_FALSE(answer.proved);
  return answer.found;
}

}  // namespace

TEST_CASE("nested words: what a call keeps, and what it changes") {
  const std::string count = "int g; void f(int n) { for (int i = 0; i < 2; i++) { if (n > 0) f(n - 1); } g++; ";
  CHECK(is_proved(count + "} int main(void) { g = 0; f(__VERIFIER_nondet_int()); if (g < 1) reach_error(); }"));
  CHECK(is_refuted(count + "} int main(void) { g = 0; f(__VERIFIER_nondet_int()); if (g != 1) reach_error(); }"));
  CHECK(
      is_proved("int f(int n) { if (n <= 0) return 0; int m = n; f(n - 1); if (m != n) reach_error(); return 1; } int "
                "main(void) { return f(__VERIFIER_nondet_int()); }"));
  CHECK(
      is_refuted("int k; int f(int n) { if (n <= 0) return 0; k = n; f(n - 1); if (k != n) reach_error(); "
                 "return 1; } int main(void) { return f(__VERIFIER_nondet_int()); }"));
}

TEST_CASE("nested words: recursive functions are proved by their weakest preconditions") {
  const std::string ackermann =
      "int a(int m, int n) { if (m == 0) return n + 1; if (n == 0) return a(m - 1, 1); return a(m - 1, a(m, n - 1)); "
      "} int main(void) { int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(); if (m < 0 || n < 0) return 0; "
      "int r = a(m, n); ";
  CHECK(is_proved(ackermann + "if (r < 0) reach_error(); }"));
  CHECK(is_refuted(ackermann + "if (r == 2) reach_error(); }"));
  const std::string parity =
      "int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n "
      "== 0 ? 0 : even(n - 1); }\nint main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; int r = "
      "odd(n); ";
  CHECK(is_proved(parity + "if (r != n % 2) reach_error(); }"));
  CHECK(is_refuted(parity + "if (r != 0) reach_error(); }"));
}

TEST_CASE("nested words: functions that call each other") {
  const std::string nested =
      "int f(int n); int g(int n) { if (n <= 0) return 1; return g(n - 1) + f(n - 2); }\nint f(int "
      "n) { if (n <= 0) return 1; int before = n; int r = g(n - 1); return before > 0 ? r : -1; "
      "}\nint main(void) { int r = f(__VERIFIER_nondet_int()); ";
  CHECK(is_proved(nested + "if (r < 1) reach_error(); }"));
  CHECK(is_refuted(nested + "if (r == 3) reach_error(); }"));
}

namespace {

/// A random recursive function of two parameters and a global variable, and a claim about its result.
std::string random_recursion(std::uint32_t seed) {
  std::mt19937 engine(seed);
  const auto below = [&engine](unsigned bound) { return static_cast<unsigned>(engine() % bound); };
  const auto value = [&]() -> std::string {
    static const std::vector<std::string> atoms{"n", "a", "g", "x", "1", "2"};
    return atoms[below(6)];
  };
  const auto sum = [&] { return value() + (below(2) == 0 ? " + " : " - ") + value(); };
  std::string text = "int g; int f(int n, int a) { int x = 1; if (n <= 0) return " + sum() + "; ";
  if (below(2) == 0) text += "if (a > " + std::to_string(below(3)) + ") g = " + sum() + "; ";
  text += "x = f(n - 1, " + sum() + "); ";
  if (below(3) == 0) text += "g = " + sum() + "; x = x + f(n - 2, " + value() + "); ";
  text += "return " + sum() + "; }\n";
  static const std::vector<std::string> comparisons{" > ", " < ", " == "};
  text +=
      "int main(void) { int n = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(); if (n < 0 || n > 2 || a < -1 || "
      "a > 2) return 0; g = 0; if (f(n, a)" +
      comparisons[below(3)] + std::to_string(below(12)) + ") reach_error(); }\n";
  return text;
}

/// Does some execution reach the error? By running all.
bool reaches_error(const frontend::Program& program) {
  for (int n = 0; n <= 2; ++n) {
    for (int a = -1; a <= 2; ++a) {
      int next = 0;
      const frontend::HavocOracle oracle = [&](frontend::EdgeId edge, std::size_t) -> logic::Value {
        const auto& havoc = std::get<frontend::Havoc>(program.edge(edge).statement);
        if (program.variables[havoc.target.variable].array) return logic::ArrayValue{};
        if (havoc.function.empty()) return logic::Integer(0);
        return logic::Integer(next++ == 0 ? n : a);
      };
      const auto result = frontend::run(program, oracle, 5000);
      REQUIRE(result.end != frontend::RunEnd::StepLimit);
      if (result.end == frontend::RunEnd::Error) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("nested words: answers on random recursive programs are those of running them") {
  int proved = 0;
  int found = 0;
  const auto programs = static_cast<std::uint32_t>(testing::rounds(32));
  for (std::uint32_t seed = 0; seed < programs; ++seed) {
    const std::string text = random_recursion(seed);
    CAPTURE(text);
    const bool is_unsafe = reaches_error(frontend::test::parse(prelude + text));
    const Answer answer = run(text, 10);
    CHECK_FALSE((answer.proved && is_unsafe));
    CHECK_FALSE((answer.found && !is_unsafe));
    proved += answer.proved ? 1 : 0;
    found += answer.found ? 1 : 0;
  }
  CHECK(testing::is_often(proved, 2));
  CHECK(testing::is_often(found, 2));
}

}  // namespace bireach::checker
