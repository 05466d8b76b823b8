// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/memory_accesses.h"

#include <doctest/doctest.h>

#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {

TEST_CASE("a pointer of any value that finds an object of other cells is seen") {
  const Program program = parse(R"(
    extern int **take(void);
    extern void reach_error(void);
    int x, y;
    int main(void) {
      int *own = &x;
      if (y) own = &y;
      *own = 3;
      int **table = take();
      if (table && *table == own && **table == 5) reach_error();
      return 0;
    })");
  logic::Integer address_of_x;
  for (const Memory::Object& object : program.memory.objects)
    if (object.name == "x") address_of_x = object.address;
  REQUIRE(address_of_x != 0);
  // The object that `take` returns holds the address of x, and x's content is 5 where it is read through that.
  const auto run_with = [&](const logic::Integer& pointer) {
    return run(
        program,
        [&](EdgeId edge, std::size_t) -> logic::Value {
          const auto& havoc = std::get<Havoc>(program.edge(edge).statement);
          const Variable& variable = program.variables[havoc.target.variable];
          if (havoc.function == "take") return logic::Integer(1);
          if (!variable.array || havoc.target.index) return logic::Integer(0);
          return logic::ArrayValue{variable.type.width == 64 ? pointer : logic::Integer(5), {}};
        },
        100000);
  };
  const RunResult reached = run_with(address_of_x);
  CHECK(reached.end == RunEnd::Error);
  CHECK_FALSE(cells_are_disjoint(program, reached.execution));
  const RunResult other = run_with(0);
  CHECK(other.end == RunEnd::Exit);
  CHECK(cells_are_disjoint(program, other.execution));
}

}  // namespace bireach::frontend::test
