// SPDX-License-Identifier: Apache-2.0
/// Random programs: intersection over several traces and common fixes against enumeration.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/relevance/statements/harvest_fixture.h"
#include "tests/support/sampling.h"
#include "tests/support/state_space.h"

using namespace bireach;
using frontend::Arithmetic;
using frontend::EdgeId;
using frontend::Execution;
using logic::Integer;
using relevance::CommonFix;
using relevance::CommonFixAnswer;
using relevance::ProgramRelevance;
using relevance::ProgramStatement;
using relevance::Relevance;
using relevance::RelevanceReport;
using test::Harvest;
using test::StateSpace;

namespace {

/// What enumeration says of one statement over all traces.
struct Expected {
  std::vector<std::size_t> occurs, relevant;
  std::vector<Integer> common_fixes;        // all constants that block every execution of every trace
  std::vector<Integer> clean_common_fixes;  // … each harvested execution by an assumption
  bool some_is_defined = false;             // … every execution with it by an assumption
};

class Enumeration {
 public:
  Enumeration(const frontend::Program& program, StateSpace& space, const Harvest& harvest)
      : program_(program), space_(space), harvest_(harvest) {}

  Expected expect(std::uint32_t statement) {
    Expected result;
    const auto& reports = harvest_.reports();
    for (std::size_t t = 0; t < reports.size(); ++t) {
      const Execution& execution = reports[t].execution;
      const auto marked = positions(execution.trace, statement);
      if (marked.empty()) continue;
      result.occurs.push_back(t);
      if (std::any_of(marked.begin(), marked.end(), [&](auto k) { return space_.relevant(execution.trace, k); }))
        result.relevant.push_back(t);
    }
    if (result.occurs.size() == reports.size()) add_fixes(statement, result);
    return result;
  }

 private:
  std::set<std::size_t> positions(const frontend::Trace& trace, std::uint32_t statement) const {
    std::set<std::size_t> result;
    for (std::size_t k = 0; k < trace.size(); ++k) {
      const bool assigns = frontend::assigned_variable(program_.edge(trace[k]).statement).has_value();
      if (assigns && harvest_.statement(trace[k]) == statement) result.insert(k);
    }
    return result;
  }

  void add_fixes(std::uint32_t statement, Expected& result) {
    const frontend::Trace& first = harvest_.reports().front().execution.trace;
    const EdgeId edge = first[*positions(first, statement).begin()];
    const auto type = program_.variables[*frontend::assigned_variable(program_.edge(edge).statement)].type;
    for (Integer value = type.min(); value <= type.max(); ++value) {
      bool blocks = true, clean = true, defined = true;
      for (const RelevanceReport& report : harvest_.reports()) {
        const auto marked = positions(report.execution.trace, statement);
        blocks = blocks && !space_.feasible_with(report.execution.trace, marked, value);
        clean = clean && space_.ends_at_assumption(report.execution, marked, value);
        defined = defined && space_.defined_with(report.execution.trace, marked, value);
      }
      if (blocks) {
        result.common_fixes.push_back(value);
        if (clean) result.clean_common_fixes.push_back(value);
        result.some_is_defined = result.some_is_defined || defined;
      }
    }
  }

  const frontend::Program& program_;
  StateSpace& space_;
  const Harvest& harvest_;
};

struct Counts {
  int programs = 0, relevant = 0, sometimes = 0, exists = 0, none = 0, undefined = 0;
};

bool contains(const std::vector<Integer>& values, const Integer& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

void check_common_fix(const Harvest& harvest, std::uint32_t statement, const Expected& expected, Arithmetic arithmetic,
                      Counts& counts) {
  const CommonFix fix = harvest.common_fix(statement, arithmetic);
  CAPTURE(fix.reason.text);
  REQUIRE(fix.answer != CommonFixAnswer::unknown);
  CHECK((fix.answer == CommonFixAnswer::exists) == !expected.common_fixes.empty());
  if (fix.answer == CommonFixAnswer::exists) {
    ++counts.exists;
    CHECK(contains(expected.common_fixes, *fix.value));
    CHECK((fix.undefined_behaviour || contains(expected.clean_common_fixes, *fix.value)));
    CHECK(!(fix.undefined_behaviour && expected.some_is_defined));
    counts.undefined += fix.undefined_behaviour ? 1 : 0;
  } else {
    ++counts.none;
  }
}

void compare_program(const frontend::Program& program, Arithmetic arithmetic, Counts& counts) {
  StateSpace space(program);
  const auto executions = space.error_executions(14, 3);
  if (executions.size() < 2) return;
  ++counts.programs;
  Harvest harvest(program);
  for (const Execution& execution : executions) harvest.add(execution, arithmetic);
  const ProgramRelevance result = relevance::intersect(harvest.collection());
  Enumeration enumeration(program, space, harvest);
  std::size_t rank = 0;
  std::set<std::uint32_t> seen;
  for (const ProgramStatement& statement : result.statements) {
    CAPTURE(statement.statement);
    CHECK(seen.insert(statement.statement).second);
    const Expected expected = enumeration.expect(statement.statement);
    CHECK(statement.occurs == expected.occurs);
    CHECK(statement.relevant == expected.relevant);
    CHECK(statement.undecided.empty());
    const bool relevant = expected.relevant.size() == executions.size();
    CHECK(statement.relevance == (relevant ? Relevance::relevant : Relevance::irrelevant));
    CHECK(statement.rank == (relevant ? ++rank : 0));
    counts.relevant += relevant ? 1 : 0;
    counts.sometimes += !relevant && !expected.relevant.empty() ? 1 : 0;
    check_common_fix(harvest, statement.statement, expected, arithmetic, counts);
  }
}

Counts compare(std::uint64_t first_seed, int programs, Arithmetic arithmetic,
               const testing::RandomProgramOptions& options) {
  Counts counts;
  for (std::uint64_t seed = first_seed; counts.programs < testing::rounds(programs); ++seed) {
    CAPTURE(seed);
    const frontend::Program program = testing::random_program(seed, options);
    INFO(frontend::program_to_text(program));
    compare_program(program, arithmetic, counts);
  }
  return counts;
}

testing::RandomProgramOptions small_programs() {
  testing::RandomProgramOptions options;
  options.booleans = 1;
  options.number_type = frontend::unsigned_integer(2);
  options.statements = 6;
  return options;
}

}  // namespace

TEST_CASE("intersection and common fixes of random programs agree with enumeration") {
  const Counts counts = compare(1, 90, Arithmetic::integer, small_programs());
  CHECK(testing::is_often(counts.relevant, 20));
  CHECK(testing::is_often(counts.sometimes, 10));
  CHECK(testing::is_often(counts.exists, 15));
  CHECK(testing::is_often(counts.none, 15));
}

TEST_CASE("random programs with undefined behaviour and bit operations agree with enumeration") {
  auto options = small_programs();
  options.division = true;
  options.bit_operations = true;
  const Counts counts = compare(1000, 70, Arithmetic::integer, options);
  CHECK(testing::is_often(counts.exists, 10));
  CHECK(testing::is_often(counts.undefined, 0));
}

TEST_CASE("random programs in bit-vectors agree with enumeration") {
  const Counts counts = compare(2000, 30, Arithmetic::bitvector, small_programs());
  CHECK(testing::is_often(counts.exists, 5));
  CHECK(testing::is_often(counts.none, 5));
}
