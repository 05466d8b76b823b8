// SPDX-License-Identifier: Apache-2.0
/// Symbolic execution path by path: proofs where all paths end, errors with inputs that replay, and no proof of what
/// has an error.
#include "checker/engines/path_search.h"

#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::Program;

struct Answer {
  std::optional<Proved> proof;
  std::optional<frontend::RunResult> error;
  std::string reason;
};

Answer answer_of(const Program& program, const PathSearchLimits& limits = {}, int most_steps = 60) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  VerifyStatistics statistics;
  VerifyOptions options;
  options.query_time_limit = std::chrono::seconds(10);
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics};
  PathSearch search(setting, limits);
  for (int steps = 0; steps < most_steps; ++steps) {
    StepResult result = search.step();
    if (auto* proved = std::get_if<Proved>(&result)) return {std::move(*proved), std::nullopt, ""};
    if (auto* found = std::get_if<Found>(&result)) return {std::nullopt, std::move(found->run), ""};
    if (auto* gave_up = std::get_if<GaveUp>(&result)) return {std::nullopt, std::nullopt, gave_up->reason};
    REQUIRE(std::holds_alternative<Progressed>(result));
  }
  return {std::nullopt, std::nullopt, "there was more to do"};
}

Program parse(const std::string& text) {
  return frontend::test::parse(
      "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
      "extern char __VERIFIER_nondet_char(void); extern unsigned __VERIFIER_nondet_uint(void);\n" +
      text);
}

/// Reads numbers from a text of three characters.
std::string reader(const std::string& error) {
  return "int main(void) { char s[4]; int sum = 0, number = 0, count = 0;\n"
         "for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();\n"
         "s[3] = 0;\n"
         "for (char *p = s; *p; p++) {\n"
         "  if (*p >= '0' && *p <= '9') number = number * 10 + (*p - '0');\n"
         "  else if (*p == ',') { sum += number; number = 0; count++; }\n"
         "  else return 1; }\n"
         "sum += number;\n"
         "if (" +
         error + ") reach_error(); }";
}

}  // namespace

TEST_CASE("a reader of texts is proved path by path") {
  const Answer answer = answer_of(parse(reader("sum > 999 || (count > 0 && sum > 99) || (count > 2 && sum)")));
  CHECK(answer.reason == "");
  REQUIRE(answer.proof);
  const auto& unrolling = std::get<Unrolling>(answer.proof->proof.evidence);
  // Texts of 0 to 3 characters, each a digit or a comma, and those with another one at the end.
  CHECK(unrolling.paths >= 15);
  CHECK(unrolling.paths <= 100);
  CHECK(answer.proof->overflow == Proved::Overflow::covered);
}

TEST_CASE("an error is found with the inputs that lead there") {
  const Answer answer = answer_of(parse(reader("sum == 18 && count == 1 && number == 9")));
  REQUIRE(answer.error);
  CHECK(answer.error->end == frontend::RunEnd::Error);
  CHECK(answer.error->execution.undefined.empty());
}

TEST_CASE("what leads here is kept apart from what is chosen later") {
  // The second input is asked for under conditions of the first one, by way of the third.
  const Answer answer =
      answer_of(parse("int main(void) { unsigned a = __VERIFIER_nondet_uint() % 8, b = __VERIFIER_nondet_uint() % 8;\n"
                      "unsigned c = __VERIFIER_nondet_uint() % 8;\n"
                      "if (a > b) return 0; if (b > c) return 0; if (c > 3) return 0;\n"
                      "if (a > 3) reach_error(); if (a == 3 && (b != 3 || c != 3)) reach_error(); }"));
  CHECK(answer.proof);
}

TEST_CASE("a loop without a bound is left to others") {
  const Answer answer = answer_of(
      parse("int main(void) { unsigned n = 0; while (__VERIFIER_nondet_int()) n += 2; if (n % 2) reach_error(); }"));
  CHECK_FALSE(answer.proof);
  CHECK(answer.reason == "path search: a path has too many choices");
  PathSearchLimits limits;
  limits.max_edges = 1000;
  CHECK(answer_of(parse("int main(void) { unsigned n = 0, a = __VERIFIER_nondet_uint();\n"
                        "for (;;) { n += 2; if (n % 2) reach_error(); } }"),
                  limits)
            .reason == "path search: a path does not end soon");
}

TEST_CASE("an error that only undefined behaviour leads to is neither told nor taken for none") {
  const Answer answer =
      answer_of(parse("int main(void) { int a[2] = {0, 0}; unsigned i = __VERIFIER_nondet_uint();\n"
                      "if (i > 2) return 0; if (a[i] == 7) reach_error(); }"));
  CHECK_FALSE(answer.proof);
  CHECK_FALSE(answer.error);
}

TEST_CASE("what was left out is confirmed in parts, also before the first choice") {
  // More conditions than are confirmed at once, each with one way that nothing takes.
  std::string text = "int main(void) { unsigned a = __VERIFIER_nondet_uint() % 100;\n";
  for (int i = 0; i < 150; ++i) text += "if (a * 3 == " + std::to_string(300 + i) + ") reach_error();\n";
  const Answer answer = answer_of(parse(text + "}"));
  CHECK(answer.proof);
  CHECK(answer_of(parse(text + "if (a == 99) reach_error(); }")).error);
}

TEST_CASE("path search agrees with the exploration of all states") {
  const int rounds = static_cast<int>(testing::rounds(60));
  int proved = 0;
  int found = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    CAPTURE(seed);
    testing::RandomProgramOptions options;
    options.number_type = frontend::unsigned_integer(2);
    options.loops = true;
    const Program program = testing::random_program(37000 + static_cast<std::uint64_t>(seed), options);
    const auto explored = testing::explore(program, 50000);
    if (!explored.complete && !explored.error_reachable) continue;
    const Answer answer = answer_of(program, {}, 4);
    if (answer.proof) CHECK_FALSE(explored.error_reachable);
    if (answer.error) CHECK(explored.error_reachable);
    proved += answer.proof ? 1 : 0;
    found += answer.error ? 1 : 0;
  }
  CHECK(proved > rounds / 20);
  CHECK(found > rounds / 20);
}

}  // namespace bireach::checker
