// SPDX-License-Identifier: Apache-2.0
/// Proofs with invariants over all elements of arrays.
#include "checker/engines/cell_proof.h"

#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

const std::string prelude =
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);\n";

/// The proof that the prover's first rounds find and certify.
std::optional<InductiveAnnotation> proof_of(const std::string& text, int attempts = 40) {
  const frontend::Program program = frontend::test::parse(prelude + text);
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  VerifyStatistics statistics;
  VerifyOptions options;
  options.query_time_limit = std::chrono::seconds(10);
  const EngineSetting setting{program, nullptr, flow, options, {}, statistics};
  CellProver prover(setting);
  for (int i = 0; i < attempts; ++i) {
    StepResult result = prover.step();
    if (auto* proved = std::get_if<Proved>(&result)) return std::get<InductiveAnnotation>(proved->proof.evidence);
    if (std::holds_alternative<Exhausted>(result)) break;
  }
  return std::nullopt;
}

bool is_universal(const InductiveAnnotation& proof) {
  for (const auto& [location, predicates] : proof.predicates)
    for (const logic::Term predicate : predicates)
      if (predicate.has_quantifier()) return true;
  return false;
}

/// The program with another element in it than the one that is right is not proved.
void check_both(const std::string& before, const std::string& right, const std::string& wrong,
                const std::string& after) {
  CAPTURE(before);
  const auto proof = proof_of(before + right + after);
  REQUIRE(proof);
  CHECK(is_universal(*proof));
  CHECK_FALSE(proof_of(before + wrong + after, 8));
}

/// Solvers take minutes for the longer ones under the sanitizers, which see the same code in the others.
const bool is_left_out = testing::is_sanitized && testing::is_sample_asked();

}  // namespace

TEST_CASE("all elements are proved to be what a loop wrote") {
  check_both("int main(void) { int a[1000]; int i; for (i = 0; i < ", "1000", "999",
             "; i++) a[i] = 42; for (i = 0; i < 1000; i++) if (a[i] != 42) reach_error(); }");
  check_both(
      "int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 0 && n < 5000); int a[5000];"
      " int i; for (i = 0; i < n; i++) a[i] = i",
      "", " + (i == 77)", "; for (i = 0; i < n; i++) if (a[i] != i) reach_error(); }");
}

TEST_CASE("a copy equals its original, and a maximum is one" * doctest::skip(is_left_out)) {
  check_both(
      "int a[1000], b[1000]; int main(void) { int i; for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();"
      " for (i = 0; i < 1000; i++) b[i] = ",
      "a[i]", "a[i] + (i == 500)", "; for (i = 0; i < 1000; i++) if (a[i] != b[i]) reach_error(); }");
  check_both(
      "int a[1000]; int main(void) { int i; for (i = 0; i < 1000; i++) a[i] = __VERIFIER_nondet_int();"
      " int max = a[0]; for (i = ",
      "0", "2",
      "; i < 1000; i++) if (a[i] > max) max = a[i];"
      " for (i = 0; i < 1000; i++) if (a[i] > max) reach_error(); }");
}

TEST_CASE("an element that stays where it was written ends a search") {
  check_both(
      "int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 0 && n < 5000); char a[5000];"
      " a[n - 1] = ",
      "0", "1", "; int i = 0; while (a[i] != 0) { i++; if (i >= n) reach_error(); } }");
}

TEST_CASE("both halves are filled at once" * doctest::skip(is_left_out)) {
  check_both(
      "int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 1 && n < 5000); int a[2 * n], b[2 * n];"
      " int i; for (i = 0; i < n; i++) { b[2 * n - (i + 1)] = a[2 * n - (i + 1)]; b[i] = a[i]",
      "", " + (i == 77)", "; } for (i = 0; i < 2 * n; i++) if (a[i] != b[i]) reach_error(); }");
}

TEST_CASE("elements are polynomials of their index" * doctest::skip(is_left_out)) {
  check_both(
      "int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 1); long long i, a[n];"
      " for (i = 0; i < n; i++) a[i] = (i - 1) * (i + 1); for (i = 0; i < n; i++) a[i] = a[i] - i * ",
      "i", "(i + (i == 77))", "; for (i = 0; i < n; i++) if (a[i] != -1) reach_error(); }");
}

TEST_CASE("the program may use the names of index variables, for anything") {
  const std::string loops =
      " int main(void) { for (int i = 0; i < 1000; i++) a[i] = 7; for (int i = 0; i < 1000; i++) if (a[i] != 7)"
      " reach_error(); }";
  for (const char* const k : {"int k;", "double k;", "int k[1000];", "_Bool k2;"}) {
    CAPTURE(k);
    CHECK(proof_of(std::string(k) + " int a[1000];" + loops));
  }
  CHECK(
      proof_of("int k, a[1000]; int main(void) { for (k = 0; k < 1000; k++) a[k] = 7; for (k = 0; k < 1000; k++)"
               " if (a[k] != 7) reach_error(); }"));
  CHECK_FALSE(
      proof_of("int k, a[1000]; int main(void) { for (k = 0; k < 1000; k++) a[k] = 7 + (k == 5);"
               " for (k = 0; k < 1000; k++) if (a[k] != 7) reach_error(); }",
               8));
}

TEST_CASE("programs without arrays are one system of clauses, too") {
  CHECK(
      proof_of("int main(void) { int n = __VERIFIER_nondet_int(); int x = 0, y = 0; while (x < n) { x++; y += 2; }"
               " if (y != 2 * x) reach_error(); }"));
  CHECK_FALSE(
      proof_of("int main(void) { int n = __VERIFIER_nondet_int(); int x = 0, y = 0; while (x < n) { x++; "
               "y += 2; } if (y == 2 * x) reach_error(); }"));
}

}  // namespace bireach::checker
