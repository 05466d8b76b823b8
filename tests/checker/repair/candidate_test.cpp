// SPDX-License-Identifier: Apache-2.0
#include "checker/repair/candidate.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/support/parse_fixture.h"

namespace {

using namespace bireach;
using namespace bireach::checker;

/// What changes for the input 7 where `statement` becomes `changed`.
Observation changed_by(const std::string& statement, const std::string& changed) {
  const auto text = [](const std::string& body) {
    return "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
           "int count;\ndouble part;\nint list[2];\n"
           "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 3) reach_error();\n  " +
           body + "\n  return 0;\n}\n";
  };
  const TrialProgram original(std::make_shared<const frontend::Program>(frontend::test::parse(text(statement))));
  const std::vector<std::int64_t> constants;
  InputSearch tests(original, constants);
  TrialBudget budget{10'000, {}};
  Inputs inputs;
  inputs.entries.push_back({"__VERIFIER_nondet_int()", logic::Integer(7), frontend::signed_integer(32), {}});
  REQUIRE(tests.add(inputs, budget));
  REQUIRE(tests.passing().size() == 1);
  const auto observed =
      observe(original, std::make_shared<const frontend::Program>(frontend::test::parse(text(changed))), tests, {});
  REQUIRE(observed);
  CHECK(observed->passing == 1);
  CHECK(observed->ends_well);
  return *observed;
}

TEST_CASE("candidate: what passing executions leave in globals, as C writes it") {
  CHECK(changed_by("count = x;", "count = x;").changed == 0);
  const Observation integer = changed_by("count = x;", "count = -x;");
  CHECK(integer.changed == 1);
  CHECK(integer.example.starts_with("with __VERIFIER_nondet_int() at "));
  CHECK(integer.example.ends_with(" = 7: count is -7 instead of 7"));
  const Observation unmentioned = changed_by("count = x;", "part = x;");
  CHECK(unmentioned.changed == 1);
  CHECK(unmentioned.example.ends_with("count is 0 instead of 7"));
  CHECK(changed_by("count = x - 7;", "part = part;").changed == 0);
  CHECK(changed_by("part = 0.5;", "part = -1.25;").example.ends_with("part is -1.25 instead of 0.5"));
  CHECK(changed_by("list[1] = x;", "list[0] = x;").example.ends_with("list has other elements"));
}

}  // namespace
