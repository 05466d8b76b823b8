// SPDX-License-Identifier: Apache-2.0
/// Assignments that stand nowhere yet: by hand, and random programs against enumeration.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "relevance/source/places.h"
#include "relevance/trace/trace_context.h"
#include "tests/relevance/source/source_enumeration.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

using namespace bireach;
using frontend::Execution;
using frontend::Program;
using relevance::PlaceAnswer;
using relevance::PlaceRelevance;
using relevance::Relevance;
using relevance::Replacement;
using relevance::SourceConfig;
using test::EnumeratedValues;
using test::StateSpace;
using test::ValueEnumeration;

namespace {

struct Counts {
  int executions = 0, relevant = 0, irrelevant = 0, later = 0, left_out = 0;
};

EnumeratedValues enumerate(const Program& program, const Execution& execution,
                           const std::vector<std::size_t>& positions, frontend::VariableId variable) {
  std::vector<Replacement> replacements;
  for (const std::size_t position : positions) replacements.push_back({position, variable});
  return ValueEnumeration(program, execution.trace, replacements).harvested(execution);
}

void check_answer(const Program& program, const Execution& execution, const PlaceAnswer& answer,
                  const EnumeratedValues& expected, frontend::VariableId variable) {
  CAPTURE(answer.reason.text);
  CHECK(relevance::to_string(answer.relevance) == (expected.blocks ? "relevant" : "irrelevant"));
  if (answer.relevance != Relevance::relevant) return;
  REQUIRE(answer.witness);
  CHECK((answer.witness->end == relevance::SuffixEnd::assumption) == expected.assumption);
  std::vector<Replacement> replacements;
  for (const std::size_t position : answer.witness->positions) replacements.push_back({position, variable});
  const relevance::TraceContext trace(program, execution);
  CHECK(relevance::run_with_values(trace, replacements, answer.witness->values).end == answer.witness->end);
}

/// The edges of the random programs have no place in a file.
Program with_places(Program program) {
  Program result = program.without_graph();
  for (frontend::LocationId location = 0; location < program.location_count(); ++location)
    result.add_location(program.location(location));
  for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    frontend::Edge copy = program.edge(edge);
    copy.source = {0, edge + 1, 1, edge + 1, 2};
    result.add_edge(program.source(edge), program.target(edge), std::move(copy));
  }
  return result;
}

/// Every variable before every statement, whatever was reported.
void compare_places(const Program& program, const Execution& execution, std::uint32_t numbers, Counts& counts) {
  SourceConfig config;
  config.time_limit = std::chrono::milliseconds{120000};
  std::vector<std::uint32_t> statement_of;
  for (std::uint32_t edge = 0; edge < program.edge_count(); ++edge) statement_of.push_back(edge % numbers);
  const auto places = relevance::place_relevance(program, execution, statement_of, config);
  for (const PlaceRelevance& place : places) {
    CAPTURE(place.statement);
    CAPTURE(place.variable);
    for (const std::size_t position : place.positions)
      CHECK(statement_of[execution.trace[position]] == place.statement);
    const auto first = enumerate(program, execution, {place.positions.front()}, place.variable);
    const auto all = enumerate(program, execution, place.positions, place.variable);
    check_answer(program, execution, place.first, first, place.variable);
    CHECK(relevance::to_string(place.all.relevance) == (all.blocks ? "relevant" : "irrelevant"));
    if (place.all.relevance == Relevance::relevant) check_answer(program, execution, place.all, all, place.variable);
    ++(all.blocks ? counts.relevant : counts.irrelevant);
    counts.later += all.blocks && !first.blocks ? 1 : 0;
  }
  if (numbers < program.edge_count()) return;
  for (const frontend::EdgeId edge : std::set<frontend::EdgeId>(execution.trace.begin(), execution.trace.end())) {
    std::vector<std::size_t> positions;
    for (std::size_t k = 0; k < execution.trace.size(); ++k)
      if (execution.trace[k] == edge) positions.push_back(k);
    for (frontend::VariableId variable = 0; variable < program.variables.size(); ++variable) {
      const auto is_here = [&](const PlaceRelevance& place) {
        return place.statement == edge && place.variable == variable;
      };
      if (std::any_of(places.begin(), places.end(), is_here)) continue;
      CHECK_FALSE(enumerate(program, execution, positions, variable).blocks);
      ++counts.left_out;
    }
  }
}

}  // namespace

TEST_CASE("places agree with enumeration of all values") {
  testing::RandomProgramOptions options;
  options.booleans = 1;
  options.number_type = frontend::unsigned_integer(2);
  options.statements = 7;
  Counts counts;
  for (std::uint64_t seed = 3000; counts.executions < testing::counted_rounds(100); ++seed) {
    CAPTURE(seed);
    options.division = seed % 3 == 0;
    const Program program = with_places(testing::random_program(seed, options));
    INFO(frontend::program_to_text(program));
    StateSpace space(program);
    for (const Execution& execution : space.error_executions(14, 2)) {
      ++counts.executions;
      for (const std::uint32_t numbers : {4U, 1000U}) compare_places(program, execution, numbers, counts);
    }
  }
  CHECK(counts.relevant > (testing::is_sanitized ? 10 : 300));
  CHECK(counts.irrelevant > (testing::is_sanitized ? 10 : 100));
  CHECK(testing::is_often(counts.later, 20));
  CHECK(counts.left_out > (testing::is_sanitized ? 10 : 100));
}

TEST_CASE("a missing assignment") {
  const Program program = frontend::test::parse(
      "void reach_error(void);\nint __VERIFIER_nondet_int(void);\n"
      "int total;\n"
      "void add(int v) { total += v; }\n"
      "int main(void) {\n"
      "  int x = __VERIFIER_nondet_int();\n"
      "  total = 5;\n"
      "  for (int i = 0; i < 2; i++) {\n"
      "    add(i);\n"
      "    x = x;\n"
      "  }\n"
      "  int unused = x;\n"
      "  if (total != 1) reach_error();\n"
      "}\n");
  const auto oracle = [](frontend::EdgeId, std::size_t) -> logic::Value { return logic::Integer(0); };
  const Execution execution = frontend::run(program, oracle, 1000).execution;
  const auto statement_of = relevance::number_source_statements(program);
  const auto places = relevance::place_relevance(program, execution, statement_of, {});
  const auto at = [&](const std::string& text, const std::string& variable) -> const PlaceRelevance* {
    const auto found = std::find_if(places.begin(), places.end(), [&](const PlaceRelevance& place) {
      return program.edge(execution.trace[place.positions[0]]).text == text &&
             program.variables[place.variable].user_name == variable;
    });
    return found != places.end() ? &*found : nullptr;
  };
  REQUIRE(at("total += v", "total") != nullptr);
  CHECK(at("total += v", "total")->positions.size() == 2);
  CHECK(at("total += v", "total")->all.relevance == Relevance::relevant);
  CHECK(at("total += v", "x") == nullptr);  // of another function
  REQUIRE(at("x = x", "x") != nullptr);
  CHECK(at("x = x", "x")->all.relevance == Relevance::irrelevant);
  CHECK(at("x = x", "i")->all.relevance == Relevance::relevant);
  CHECK(at("total = 5", "total") == nullptr);  // it is assigned before it is read
  CHECK(at("int unused = x", "x")->all.relevance == Relevance::irrelevant);
  SourceConfig no_time;
  no_time.time_limit = std::chrono::milliseconds{0};
  for (const PlaceRelevance& place : relevance::place_relevance(program, execution, statement_of, no_time)) {
    CHECK(place.all.relevance == Relevance::unknown);
    CHECK_FALSE(place.all.reason.empty());
  }
}
