// SPDX-License-Identifier: Apache-2.0
/// Random testing: errors far behind loops are found, what is found is an error, and safe programs are given up.
#include "checker/engines/random_testing.h"

#include "frontend/program/interpreter.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::Program;

struct Answer {
  std::optional<frontend::Execution> error;
  std::string reason;
};

Answer answer_of(const Program& program, const RandomTestingLimits& limits = {}) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  const VerifyOptions options;
  VerifyStatistics statistics;
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics};
  RandomTesting engine(setting, limits);
  while (true) {
    StepResult result = engine.step();
    if (auto* gave_up = std::get_if<GaveUp>(&result)) return {std::nullopt, std::move(gave_up->reason)};
    if (auto* found = std::get_if<Found>(&result)) return {std::move(found->run.execution), ""};
    REQUIRE(std::holds_alternative<Progressed>(result));
  }
}

Answer answer_of(const std::string& body, const RandomTestingLimits& limits = {}) {
  return answer_of(
      frontend::test::parse("extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
                            "extern void abort(void); extern short __VERIFIER_nondet_short(void);\nint main(void) {\n" +
                            body + "\nreturn 0;\n}\n"),
      limits);
}

TEST_CASE("errors behind many rounds of loops") {
  // No input at all, zeros, two inputs that differ, one that a condition has to pick.
  CHECK(answer_of("int a[5000]; for (int i = 0; i < 5000; i++) a[i] = i; if (a[4321] == 4321) reach_error();").error);
  CHECK(answer_of("long sum = 0; for (int i = 0; i < 30000; i++) sum += __VERIFIER_nondet_int(); "
                  "if (sum == 0) reach_error();")
            .error);
  CHECK(answer_of("int a[3000], b[3000]; for (int i = 0; i < 3000; i++) { a[i] = __VERIFIER_nondet_int(); b[i] = "
                  "__VERIFIER_nondet_int(); } for (int i = 0; i < 3000; i++) if (a[i] != b[i]) reach_error();")
            .error);
  CHECK(answer_of("int n = __VERIFIER_nondet_int(); if (n < 20000 || n > 20010) abort(); int i = 0; while (i < n) i++; "
                  "if (i == 20003) reach_error();")
            .error);
}

TEST_CASE("the program's constants are tried before all kinds of values") {
  // Most values lead into recursion that ends after billions of calls.
  CHECK(answer_of(frontend::test::parse(
                      "extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);\n"
                      "unsigned id(unsigned x) { return x == 0 ? 0 : id(x - 1) + 1; }\n"
                      "int main(void) { unsigned x = __VERIFIER_nondet_uint(); if (id(x) == 700) reach_error(); }\n"),
                  {.all_edges = 1500000})
            .error);
}

TEST_CASE("executions keep every state of their arrays") {
  const Answer answer = answer_of(
      "int a[100]; for (int i = 0; i < 100; i++) a[i] = i + 1; for (int i = 0; i < 100; i++) a[i] = 0; "
      "if (a[7] == 0) reach_error();");
  REQUIRE(answer.error);
  std::size_t largest = 0;
  for (const frontend::ConcreteState& state : answer.error->states)
    for (const logic::Value& value : state)
      if (const auto* array = std::get_if<logic::ArrayValue>(&value))
        largest = std::max(largest,
                           static_cast<std::size_t>(std::distance(array->elements.begin(), logic::ElementMap::end())));
  CHECK(largest == 100);
  CHECK(answer.error->states.size() == answer.error->trace.size() + 1);
}

TEST_CASE("what it gives up") {
  CHECK(answer_of("int i = 0; while (i < 100) i++; if (i != 100) reach_error();").reason ==
        "random testing: the one execution reaches no error");
  CHECK(answer_of("while (1) ; reach_error();", {.all_edges = 100000, .first_steps = 100, .max_steps = 5000}).reason !=
        "");
  CHECK(answer_of("int x = __VERIFIER_nondet_int(); if (x % 7 > 6) reach_error();",
                  {.all_edges = 100000, .all_executions = 50})
            .reason == "random testing: no execution that was tried reaches an error");
  // Undefined behaviour is no error.
  CHECK_FALSE(answer_of("int a[3]; int i = __VERIFIER_nondet_int(); a[i] = 1; if (i > 2) reach_error();",
                        {.all_edges = 100000, .all_executions = 200})
                  .error);
}

TEST_CASE("random programs: what is found is reachable, and most of what is reachable is found") {
  int reachable = 0;
  int found = 0;
  const auto programs = static_cast<std::uint64_t>(testing::rounds(150));
  for (std::uint64_t seed = 0; seed < programs; ++seed) {
    CAPTURE(seed);
    testing::RandomProgramOptions options;
    options.number_type = frontend::unsigned_integer(3);
    options.loops = true;
    const Program program = testing::random_program(seed, options);
    const auto explored = testing::explore(program, 50000);
    if (!explored.complete && !explored.error_reachable) continue;
    const Answer answer = answer_of(program, {.all_edges = 50000, .all_executions = 300, .first_steps = 500});
    if (answer.error) CHECK(explored.error_reachable);
    reachable += explored.error_reachable ? 1 : 0;
    found += answer.error ? 1 : 0;
  }
  CAPTURE(reachable);
  CHECK(testing::is_often(reachable, 20));
  CHECK(testing::is_often(10 * found, 9 * reachable));
}

}  // namespace
}  // namespace bireach::checker
