// SPDX-License-Identifier: Apache-2.0
#include "checker/answer/statistics.h"

#include <doctest/doctest.h>

namespace bireach::checker {

TEST_CASE("what parts of a run count is taken over once, however often one looks") {
  VerifyStatistics sum;
  VerifyStatistics part;
  VerifyStatistics other;
  VerifyStatistics seen_part;
  VerifyStatistics seen_other;
  part.iterations = 3;
  part.automaton_states = 20;
  part.bounded_depth = 4;
  part.time.interpolation += 1.5;
  part.solver.z3_queries += 7;
  sum.add_new(part, seen_part);
  sum.add_new(part, seen_part);
  other.iterations = 1;
  other.bounded_depth = 2;
  other.time.interpolation += 0.25;
  other.solver.z3_queries += 1;
  sum.add_new(other, seen_other);
  CHECK(sum.iterations == 4);
  CHECK(sum.automaton_states == 20);
  CHECK(sum.bounded_depth == 4);
  CHECK(sum.time.interpolation == 1.75);
  CHECK(sum.solver.z3_queries == 8);

  part.iterations = 5;
  part.automaton_states = 12;  // as many as there are now
  part.time.interpolation += 1;
  sum.add_new(part, seen_part);
  CHECK(sum.iterations == 6);
  CHECK(sum.automaton_states == 12);
  CHECK(sum.time.interpolation == 2.75);
  CHECK(sum.solver.z3_queries == 8);
}

}  // namespace bireach::checker
