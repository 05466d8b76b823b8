// SPDX-License-Identifier: Apache-2.0
/// Proofs by the values of variables.
#include "checker/engines/value_proof.h"

#include "tests/support/parse_fixture.h"

namespace bireach::checker {
namespace {

const std::string prelude =
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
    "extern void *malloc(unsigned long);\n";

std::optional<Proved> proof_of(const std::string& text, frontend::Arithmetic arithmetic) {
  const frontend::Program program = frontend::test::parse(prelude + text);
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  VerifyStatistics statistics;
  VerifyOptions options;
  options.query_time_limit = std::chrono::seconds(10);
  options.arithmetic =
      arithmetic == frontend::Arithmetic::integer ? ArithmeticChoice::integer : ArithmeticChoice::bitvector;
  frontend::Program wrapping = program;
  wrapping.signed_overflow = frontend::SignedOverflow::wraps;
  const EngineSetting setting{program, &wrapping, flow, options, {}, statistics};
  ValueProver prover(setting);
  while (true) {
    StepResult result = prover.step();
    if (auto* proved = std::get_if<Proved>(&result)) return std::move(*proved);
    if (!std::holds_alternative<Progressed>(result)) return std::nullopt;
  }
}

void check_both(const std::string& before, const std::string& right, const std::string& wrong,
                const std::string& after) {
  for (const auto arithmetic : {frontend::Arithmetic::integer, frontend::Arithmetic::bitvector}) {
    CAPTURE(before);
    CAPTURE(right);
    const auto proof = proof_of(before + right + after, arithmetic);
    REQUIRE(proof);
    CHECK(proof->overflow == Proved::Overflow::covered);
    CHECK_FALSE(proof_of(before + wrong + after, arithmetic));
  }
}

}  // namespace

TEST_CASE("value proofs: a protocol that is followed") {
  check_both(
      "int main(void) { int state = 8464, flag = 0, hit = __VERIFIER_nondet_int(), next = 0; while (1) {\n"
      "if (state == 8464) { state = 8496; if (flag == 0) flag = 1; }\n"
      "else if (state == 8496) { next = hit ? 8656 : 8512; state = 8448; if (flag == 1) flag = 2; }\n"
      "else if (state == 8448) { state = next; }\n"
      "else if (state == 8512) { if (flag == ",
      "3", "2",
      ") reach_error(); state = 8560; }\n"
      "else if (state == 8656) { if (flag == 5) reach_error(); state = 3; } else return 0; } }");
}

TEST_CASE("value proofs: tokens are handed on, and counted") {
  // The sum may overflow: it is the same on both sides.
  check_both(
      "int token, local, at; int main(void) { local = token = __VERIFIER_nondet_int(); at = 0; while (1) {\n"
      "if (at == 3) { if (token != local + ",
      "3", "2",
      ") reach_error(); local = token; at = 0; }\n"
      "if (__VERIFIER_nondet_int()) { token += 1; at += 1; } } }");
}

TEST_CASE("value proofs: what was written and what was read are counted") {
  check_both(
      "unsigned written, read; int full; int main(void) { while (1) {\n"
      "if (full == 0) { if (__VERIFIER_nondet_int()) { written += 1; full = 1; } }\n"
      "else if (__VERIFIER_nondet_int()) { read += 1; full = 0; }\n"
      "if (full == ",
      "0", "1", " && written != read) reach_error(); } }");
}

TEST_CASE("value proofs: fields of an object that is allocated") {
  check_both(
      "struct machine { int state; int count; struct machine *other; };\n"
      "int main(void) { struct machine *m = malloc(sizeof *m); m->state = 1; m->count = 0; while (1) {\n"
      "if (m->state == 1) { m->state = 2; m->count = __VERIFIER_nondet_int() ? 1 : 2; }\n"
      "else if (m->state == 2) { m->state = 1; if (m->count == ",
      "0", "1", ") reach_error(); } else reach_error(); } }");
}

TEST_CASE("value proofs: variables of many values do not matter") {
  check_both(
      "int main(void) { int rounds = 0, on = 0; while (__VERIFIER_nondet_int()) { rounds = (rounds + 1) % 1000;\n"
      "on = !on; if (on != 0 && on != 1) reach_error(); if (",
      "on == 2", "rounds == 1", ") reach_error(); } }");
}

}  // namespace bireach::checker
