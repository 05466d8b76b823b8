// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/unwritten_read.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

constexpr const char* declarations =
    "extern void reach_error(void); void *malloc(__SIZE_TYPE__); void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n";

/// The line of the read before the error that the program runs into on zeros; 0: there is none.
std::uint32_t line_of_read(const std::string& code) {
  ParseOptions options;
  options.property.kinds = {Violation::unreach_call, Violation::uninitialised_read};
  const Program program = parse(declarations + code, options);
  const RunResult error = run(
      program,
      [&](EdgeId edge, std::size_t) -> logic::Value {
        const Havoc& havoc = *as_havoc(program.edge(edge).statement);
        const bool is_array = program.variables[havoc.target.variable].array && !havoc.target.index;
        return is_array ? logic::Value(logic::ArrayValue{}) : logic::Value(logic::Integer(0));
      },
      100000);
  REQUIRE(error.end == RunEnd::Error);
  REQUIRE(program.location(program.target(error.execution.trace.back())).violation == Violation::unreach_call);
  const auto found = unwritten_read_before(program, error.execution);
  if (!found) return 0;
  const Location& end = program.location(program.target(found->trace.back()));
  CHECK(end.violation == Violation::uninitialised_read);
  CHECK(found->states.size() == found->trace.size() + 1);
  return end.place.line;
}

}  // namespace

TEST_CASE("a read of allocated memory that nobody wrote is found before the error behind it") {
  CHECK(line_of_read("int main(void) { int *p = malloc(8); p[0] = 1;\n"
                     "  int y = p[0];\n"
                     "  y += p[1];\n"
                     "  if (y < 5) reach_error(); return 0; }") == 4);
}

TEST_CASE("the first of several such reads is told") {
  CHECK(line_of_read("int main(void) { int *p = malloc(8); int *q = malloc(4);\n"
                     "  int y = *q;\n"
                     "  y += p[1];\n"
                     "  if (y < 5) reach_error(); return 0; }") == 3);
}

TEST_CASE("a read of an array's element that nobody wrote is found, too") {
  CHECK(line_of_read("int main(void) { int a[3]; a[0] = a[2] = 0;\n"
                     "  for (int i = 0; i < 3; i++)\n"
                     "    if (a[i] > 0) return 1;\n"
                     "  reach_error(); return 0; }") == 4);
}

TEST_CASE("there is none where all was written") {
  CHECK(line_of_read("int main(void) { int *p = calloc(2, 4); int a[2] = {0};\n"
                     "  if (p[1] + a[1] == 0) reach_error(); return 0; }") == 0);
}

}  // namespace bireach::frontend::test
