// SPDX-License-Identifier: Apache-2.0
#include "abstraction/slicing/lossy_branches.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "abstraction/domains/numeric_state.h"
#include "abstraction/fixpoint/thresholds.h"
#include "tests/support/parse_fixture.h"

namespace bireach::abstraction {
namespace {

using frontend::Program;
using Lifted = LiftedState<NumericState>;

/// What reaches an error, within what is reached.
std::vector<Lifted> failing(const Program& program, const std::shared_ptr<Lifting<NumericState>>& lifting) {
  FixpointOptions options;
  options.thresholds = thresholds_of(program);
  const auto forward = reachable_states(program, Lifted(lifting, NumericState::top(program)), options);
  auto result = states_that_reach(program, error_locations(program), forward.states, options);
  REQUIRE((forward.complete && result.complete));
  return std::move(result.states);
}

TEST_CASE("a branch before which both ways need something else, until states are split by it") {
  const Program program = frontend::test::parse(
      "extern int in(void);\n"
      "void reach_error(void);\n"
      "int main(void) {\n"
      "  int n = in(), m = in(), x = 0;\n"
      "  if (m > 5) x = 1; else x = 2;\n"  // of no matter for the error
      "  if (n < 0) { if (n > -10) return 0; } else { if (n < 10) return 0; }\n"
      "  reach_error();\n"
      "}\n");
  const auto lifting = std::make_shared<Lifting<NumericState>>(program);
  const auto found = lossy_branches(program, failing(program, lifting), 4);
  REQUIRE(found.size() == 1);
  CHECK(frontend::to_string(program, *found.front().condition()) == "n < 0");
  CHECK(lossy_branches(program, failing(program, lifting), 0).empty());
  lifting->add(found.front());
  CHECK(lossy_branches(program, failing(program, lifting), 4).empty());
}

}  // namespace
}  // namespace bireach::abstraction
