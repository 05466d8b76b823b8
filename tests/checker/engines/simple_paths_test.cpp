// SPDX-License-Identifier: Apache-2.0
/// Proofs by unrolling without repetition: programs that may wait for ever are proved, and errors are never lost.
#include "checker/engines/simple_paths.h"

#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::Program;

struct Answer {
  std::optional<Proved> proof;
  std::string reason;
};

Answer answer_of(const Program& program) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  VerifyStatistics statistics;
  VerifyOptions options;
  options.query_time_limit = std::chrono::seconds(10);
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics};
  SimplePathProver prover(setting);
  while (true) {
    StepResult result = prover.step();
    if (auto* proved = std::get_if<Proved>(&result)) return {std::move(*proved), ""};
    if (auto* gave_up = std::get_if<GaveUp>(&result)) return {std::nullopt, gave_up->reason};
    REQUIRE(std::holds_alternative<Progressed>(result));
  }
}

Answer answer_of(const std::string& text) {
  return answer_of(
      frontend::test::parse("extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n" + text));
}

}  // namespace

TEST_CASE("a program that waits in few states is proved") {
  // Waits until the round is over, which may be never; what is passed on differs by round.
  const auto waits = [](const std::string& error) {
    return "int main(void) { int round = 0, flag = 0; int seen[3] = {0, 0, 0}; while (!flag) {\n"
           "if (__VERIFIER_nondet_int() && round < 2) { round++; seen[round] = round; }\n"
           "if (round == 2 && __VERIFIER_nondet_int()) flag = 1; }\n"
           "if (" +
           error + ") reach_error(); }";
  };
  const Answer answer = answer_of(waits("seen[2] != 2 || seen[1] != 1"));
  REQUIRE(answer.proof);
  CHECK(std::get<Unrolling>(answer.proof->proof.evidence).repeats);
  CHECK(answer.proof->overflow == Proved::Overflow::covered);
  CHECK_FALSE(answer_of(waits("seen[2] == 2")).proof);
}

TEST_CASE("loops with counters are left to others") {
  const Answer answer = answer_of(
      "int main(void) { unsigned n = __VERIFIER_nondet_int(), i = 0, s = 0; while (i < n) { i++; s += 2; }\n"
      "if (s % 2) reach_error(); }");
  CHECK_FALSE(answer.proof);
  CHECK(answer.reason == "unrolling without repetition: no state is reached again");
}

TEST_CASE("large arrays count as changed if they are written") {
  CHECK_FALSE(
      answer_of(
          "int a[100]; int main(void) { int i = 0; while (__VERIFIER_nondet_int()) { i = (i + 1) % 4; a[i] = 1; }\n"
          "if (a[1] && a[2] && !a[3] && i == 2) reach_error(); }")
          .proof);
}

TEST_CASE("unrolling without repetition agrees with the exploration of all states") {
  const int rounds = static_cast<int>(testing::rounds(150));
  int proved = 0;
  int safe = 0;
  for (int seed = 0; seed < rounds; ++seed) {
    CAPTURE(seed);
    testing::RandomProgramOptions options;
    options.number_type = frontend::unsigned_integer(2);
    options.loops = true;
    const Program program = testing::random_program(31000 + static_cast<std::uint64_t>(seed), options);
    const auto explored = testing::explore(program, 50000);
    if (!explored.complete && !explored.error_reachable) continue;
    const Answer answer = answer_of(program);
    if (answer.proof) CHECK_FALSE(explored.error_reachable);
    safe += explored.error_reachable ? 0 : 1;
    proved += answer.proof ? 1 : 0;
  }
  CHECK(proved > safe / 2);
}

}  // namespace bireach::checker
