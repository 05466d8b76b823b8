// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/specification.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "tests/support/parse_fixture.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using Names = std::set<std::string>;

constexpr const char* differential = R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int input, result, expected, other;
static int twice(int x) { return 2 * x; }
static int half(int x) { return x / 2; }
static void out(int v) { result = v; }
static void expect(int v) { expected = v; }
static void reference(void) { expect(twice(input)); }
static void program(void) { other = half(input); out(input + input + 1); }
int main(void) {
  input = __VERIFIER_nondet_int();
  reference();
  program();
  if (result != expected) reach_error();
  return 0;
}
)";

TEST_CASE("specification: guessed where the assertion compares with what is expected") {
  const Specification found = find_specification(frontend::test::parse(differential), {});
  CHECK(found.is_guessed);
  CHECK(found.functions == Names{"expect", "main", "out", "reference", "twice"});
  CHECK(found.recorders == Names{"out"});
  CHECK(found.variables.count("expected") == 1);
  CHECK(found.variables.count("input") == 0);
  CHECK(found.variables.count("other") == 0);
}

TEST_CASE("specification: variables where the assertion is") {
  const Specification found = find_specification(frontend::test::parse(R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int twice(int x) { int expected_size = x; return expected_size + x; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int expected = 2 * n, result = twice(n), reference = 0;
  if (result != expected) reach_error();
  return 0;
}
)"),
                                                 {});
  CHECK(found.is_guessed);
  CHECK(found.functions.empty());
  // One that nobody reads tells nothing, nor does one where there is no assertion.
  CHECK(found.locals == Names{"main::expected"});
}

TEST_CASE("specification: variables that do more than be compared") {
  const auto locals = [](const std::string& body, const std::vector<std::string>& trusted) {
    return find_specification(
               frontend::test::parse("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
                                     "int main(void) {\n  int n = __VERIFIER_nondet_int(), got = n;\n" +
                                     body + "  return 0;\n}\n"),
               trusted)
        .locals;
  };
  const std::string plain = "  int expected = n;\n  if (got != expected) reach_error();\n";
  CHECK(locals(plain, {}) == Names{"main::expected"});
  CHECK(locals("  int ref = 0;\n  ref = ref + n;\n  if (got != ref) reach_error();\n", {}).empty());
  CHECK(
      locals("  int expected = n;\n  if (expected > 3) got = 1;\n  if (got != expected) reach_error();\n", {}).empty());
  CHECK(locals("  int want = n;\n  if (got != want) reach_error();\n", {}).empty());
  // Told, and then nothing is guessed.
  CHECK(locals("  int want = n;\n" + plain + "  if (got != want) reach_error();\n", {"want"}) == Names{"main::want"});
}

TEST_CASE("specification: told") {
  const Specification found = find_specification(frontend::test::parse(differential), {"half"});
  CHECK_FALSE(found.is_guessed);
  CHECK(found.functions == Names{"half"});
}

TEST_CASE("specification: told with names that no function has") {
  const Specification guessed = find_specification(frontend::test::parse(differential), {"halv", "reference2"});
  CHECK(guessed.is_guessed);
  CHECK(guessed.functions == Names{"expect", "main", "out", "reference", "twice"});
  CHECK(guessed.variables.count("expected") == 1);
  const Specification told = find_specification(frontend::test::parse(differential), {"halv", "half"});
  CHECK_FALSE(told.is_guessed);
  CHECK(told.functions == Names{"half"});
}

TEST_CASE("specification: what it shares with the program is right") {
  const Specification found = find_specification(frontend::test::parse(R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int inputs[2], next;
static int input(void) { return inputs[next++]; }
static int half(int x) { return x / 2; }
static int expected(void) { return input() * 2; }
static int program(void) { return half(input()); }
int main(void) {
  inputs[0] = inputs[1] = __VERIFIER_nondet_int();
  if (program() != expected()) reach_error();
  return 0;
}
)"),
                                                 {});
  CHECK(found.functions == Names{"expected", "input", "main"});
}

TEST_CASE("specification: a name alone is no reason") {
  const Specification found = find_specification(frontend::test::parse(R"(
extern void reach_error(void);
static int correct_rounding(int x) { return x + 1; }
static int compute(int x) { return correct_rounding(x) / 2; }
int main(void) {
  int y = compute(4);
  if (y != 2) reach_error();
  return 0;
}
)"),
                                                 {});
  CHECK(found.functions.empty());
}

}  // namespace
