// SPDX-License-Identifier: Apache-2.0
/// Random programs: statements of the source and conditions against enumeration of their definitions.
#include <doctest/doctest.h>

#include <array>
#include <random>
#include <utility>

#include "relevance/source/conditions.h"
#include "relevance/source/source_relevance.h"
#include "tests/relevance/source/source_enumeration.h"
#include "tests/support/sampling.h"
#include "tests/support/state_space.h"

using namespace bireach;
using frontend::Arithmetic;
using frontend::Execution;
using frontend::Program;
using relevance::ConditionRelevance;
using relevance::InputsAsked;
using relevance::Relevance;
using relevance::Replacement;
using relevance::SourceConfig;
using relevance::SourceRelevance;
using relevance::SuffixEnd;
using relevance::WayOut;
using test::EnumeratedValues;
using test::EnumeratedWays;
using test::StateSpace;
using test::ValueEnumeration;
using test::WayEnumeration;

namespace {

testing::RandomProgramOptions small_programs() {
  testing::RandomProgramOptions options;
  options.booleans = 1;
  options.number_type = frontend::unsigned_integer(2);
  options.statements = 7;
  return options;
}

SourceConfig config_of(Arithmetic arithmetic, InputsAsked inputs) {
  SourceConfig config;
  config.arithmetic = arithmetic;
  config.inputs = inputs;
  config.time_limit_per_question = std::chrono::milliseconds{20000};
  config.time_limit = std::chrono::milliseconds{120000};
  return config;
}

/// Statements that have nothing to do with each other under one number: their values are arbitrary together.
std::vector<std::uint32_t> statements_of(const Program& program, std::uint32_t numbers) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t edge = 0; edge < program.edge_count(); ++edge) result.push_back(edge % numbers);
  return result;
}

std::vector<frontend::ConcreteState> all_states(const Program& program) {
  std::vector<frontend::ConcreteState> states(1);
  for (const frontend::Variable& variable : program.variables) {
    std::vector<frontend::ConcreteState> longer;
    for (const frontend::ConcreteState& state : states) {
      for (logic::Integer value = variable.type.min(); value <= variable.type.max(); ++value) {
        longer.push_back(state);
        longer.back().push_back(value);
      }
    }
    states = std::move(longer);
  }
  return states;
}

struct Counts {
  int executions = 0, relevant = 0, irrelevant = 0, together = 0, undefined = 0, unknown = 0;
};

void check_witness(const Program& program, const Execution& execution, const SourceRelevance& statement,
                   const SourceConfig& config) {
  REQUIRE(statement.witness);
  CHECK(statement.witness->positions == statement.positions);
  const relevance::TraceContext trace(program, execution);
  std::vector<Replacement> replacements;
  for (const std::size_t position : statement.positions) replacements.push_back({position, std::nullopt});
  const auto end = relevance::run_with_values(trace, replacements, statement.witness->values);
  if (config.inputs == InputsAsked::harvested) REQUIRE(statement.witness->blocked_at);
  if (!statement.witness->blocked_at) return;
  CHECK(end.end == statement.witness->end);
  CHECK(end.position == *statement.witness->blocked_at);
  // Executed as it is written.
  frontend::ConcreteState state = execution.states.front();
  for (std::size_t k = 0, next = 0; k <= end.position; ++k) {
    const auto variable = frontend::assigned_variable(program.edge(execution.trace[k]).statement);
    if (next < statement.positions.size() && statement.positions[next] == k) {
      REQUIRE(k < end.position);
      state[*variable] = statement.witness->values[next++];
      continue;
    }
    std::vector<frontend::UndefinedEvent> events;
    const auto choose = [&](frontend::EdgeId, std::size_t) { return execution.states[k + 1][*variable]; };
    const auto result = frontend::execute_edge(program, execution.trace[k], state, choose, k, events);
    CHECK((end.end == SuffixEnd::undefined && k == end.position) == !events.empty());
    if (events.empty()) CHECK((k == end.position) == (result == frontend::StepResult::blocked));
  }
}

void compare_statements(const Program& program, const Execution& execution, const SourceConfig& config,
                        const std::vector<std::uint32_t>& statement_of, Counts& counts) {
  for (const SourceRelevance& statement : relevance::source_relevance(program, execution, statement_of, config)) {
    CAPTURE(statement.statement);
    CAPTURE(statement.reason.text);
    std::vector<Replacement> replacements;
    for (const std::size_t position : statement.positions) replacements.push_back({position, std::nullopt});
    const auto enumerate = [&](const std::vector<Replacement>& at) {
      const ValueEnumeration enumeration(program, execution.trace, at);
      return config.inputs == InputsAsked::any ? enumeration.any(all_states(program))
                                               : enumeration.harvested(execution);
    };
    const EnumeratedValues expected = enumerate(replacements);
    CHECK(relevance::to_string(statement.relevance) == (expected.blocks ? "relevant" : "irrelevant"));
    ++(expected.blocks ? counts.relevant : counts.irrelevant);
    if (!expected.blocks || statement.relevance != Relevance::relevant) continue;
    check_witness(program, execution, statement, config);
    CHECK((statement.witness->end == SuffixEnd::assumption) == expected.assumption);
    counts.undefined += expected.assumption ? 0 : 1;
    counts.together += std::none_of(replacements.begin(), replacements.end(),
                                    [&](const Replacement& one) { return enumerate({one}).blocks; })
                           ? 1
                           : 0;
  }
}

Counts compare_values(std::uint64_t first_seed, int executions, const testing::RandomProgramOptions& options,
                      const SourceConfig& config) {
  Counts counts;
  for (std::uint64_t seed = first_seed; counts.executions < testing::counted_rounds(executions); ++seed) {
    CAPTURE(seed);
    const Program program = testing::random_program(seed, options);
    INFO(frontend::program_to_text(program));
    StateSpace space(program);
    for (const Execution& execution : space.error_executions(14, 2)) {
      ++counts.executions;
      for (const std::uint32_t numbers : {2U, 3U, 1000U})
        compare_statements(program, execution, config, statements_of(program, numbers), counts);
    }
  }
  return counts;
}

/// A function of one statement that is called several times; how many of its values are true decides.
struct Copies {
  testing::ProgramBuilder b;
  std::vector<std::uint32_t> statement_of;

  explicit Copies(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::size_t bound) { return static_cast<int>(random() % bound); };
    const auto number = [](int value) { return frontend::make_constant(value, frontend::int_type); };
    const auto as_int = [&](frontend::VariableId v) { return frontend::make_cast(b.read(v), frontend::int_type); };
    const auto x = b.variable("x", frontend::unsigned_integer(2));
    std::vector<frontend::VariableId> results;
    for (int i = 2 + below(2); i > 0; --i) results.push_back(b.variable("r" + std::to_string(i), frontend::bool_type));
    frontend::LocationId here = b.location();
    b.program.initial = here;
    const auto next = [&] { return std::exchange(here, b.location()); };
    const auto add = [&](std::uint32_t statement, const frontend::ExprPtr& value, frontend::VariableId target) {
      const frontend::LocationId from = next();
      b.assign(from, here, target, frontend::make_cast(value, b.program.variables[target].type));
      statement_of.push_back(statement);
    };
    const frontend::LocationId first = next();
    b.havoc(first, here, x);
    statement_of.push_back(0);
    const auto op = std::array{frontend::BinaryOp::Ge, frontend::BinaryOp::Ne, frontend::BinaryOp::Lt}.at(
        static_cast<std::size_t>(below(3)));
    const int bound = below(4);
    frontend::ExprPtr sum = number(0);
    for (const frontend::VariableId result : results) {
      add(1, frontend::make_binary(op, as_int(x), number(bound), frontend::int_type), result);
      sum = frontend::make_binary(frontend::BinaryOp::Add, sum, as_int(result), frontend::int_type);
      if (below(3) == 0)
        add(2, frontend::make_binary(frontend::BinaryOp::Add, as_int(x), number(1), frontend::int_type), x);
    }
    const frontend::LocationId error = b.location(frontend::LocationKind::Error);
    b.branch(here, error, b.location(frontend::LocationKind::Exit),
             frontend::make_binary(frontend::BinaryOp::Ge, sum, number(1 + below(results.size())), frontend::int_type));
    statement_of.insert(statement_of.end(), {3, 3});
  }
};

void check_passing(const Program& program, const Execution& execution, const WayOut& way) {
  REQUIRE(way.passing);
  const relevance::TraceContext trace(program, execution);
  const Execution passing = relevance::execution_of(trace, *way.passing);
  REQUIRE(passing.trace.size() + 1 == passing.states.size());
  CHECK(passing.undefined.empty());
  frontend::LocationId location = program.initial;
  for (std::size_t k = 0; k < passing.trace.size(); ++k) {
    CHECK(program.source(passing.trace[k]) == location);
    location = program.target(passing.trace[k]);
    const auto& forced = way.passing->forced;
    const bool is_forced = std::find(forced.begin(), forced.end(), k) != forced.end();
    frontend::ConcreteState state = passing.states[k];
    std::vector<frontend::UndefinedEvent> events;
    const auto none = [](frontend::EdgeId, std::size_t) { return logic::Value{logic::Integer{0}}; };
    const auto end = frontend::execute_edge(program, passing.trace[k], state, none, k, events);
    if (events.empty()) CHECK((end == frontend::StepResult::blocked) == is_forced);
  }
  CHECK(program.location(location).kind == frontend::LocationKind::Exit);
}

void compare_way(const WayOut& way, const EnumeratedWays& expected, Counts& counts) {
  CAPTURE(way.reason.text);
  switch (way.relevance) {
    case Relevance::relevant:
      CHECK((expected.passes || !expected.complete));
      ++counts.relevant;
      return;
    case Relevance::irrelevant:
      CHECK(!expected.passes);
      CHECK(!expected.other);
      CHECK(expected.complete);
      ++counts.irrelevant;
      return;
    case Relevance::unknown:
      break;
  }
  ++counts.unknown;
  CHECK(!way.reason.empty());
  CHECK((expected.new_inputs || expected.other || !expected.complete));
}

void compare_conditions(const Program& program, const Execution& execution, std::uint32_t numbers, Counts& counts) {
  const auto statement_of = statements_of(program, numbers);
  const SourceConfig config = config_of(Arithmetic::integer, InputsAsked::harvested);
  for (const auto& entry : relevance::condition_relevance(program, execution, statement_of, config)) {
    CAPTURE(entry.condition);
    std::vector<bool> forks(program.location_count(), false);
    for (frontend::LocationId location = 0; location < program.location_count(); ++location) {
      const auto& edges = program.outgoing(location);
      forks[location] = edges.size() == 2 && statement_of[edges.front()] == entry.condition;
    }
    std::vector<std::size_t> positions;
    for (std::size_t k = 0; k < execution.trace.size(); ++k)
      if (forks[program.source(execution.trace[k])]) positions.push_back(k);
    CHECK(entry.positions == positions);
    REQUIRE(entry.here.size() == positions.size());
    WayEnumeration enumeration(program, execution, forks);
    for (std::size_t visit = 0; visit < positions.size(); ++visit) {
      CAPTURE(visit);
      compare_way(entry.here[visit], enumeration.at_visit(visit), counts);
      if (entry.here[visit].passing) check_passing(program, execution, entry.here[visit]);
    }
    compare_way(entry.everywhere, enumeration.at_all(), counts);
    if (entry.everywhere.passing) check_passing(program, execution, entry.everywhere);
    const bool only_together = entry.everywhere.relevance == Relevance::relevant &&
                               std::none_of(entry.here.begin(), entry.here.end(),
                                            [](const WayOut& way) { return way.relevance == Relevance::relevant; });
    counts.together += only_together ? 1 : 0;
  }
}

}  // namespace

TEST_CASE("statements of the source agree with enumeration of all values") {
  const Counts counts =
      compare_values(1, 200, small_programs(), config_of(Arithmetic::integer, InputsAsked::harvested));
  CHECK(counts.relevant > (testing::is_sanitized ? 10 : 300));
  CHECK(counts.irrelevant > (testing::is_sanitized ? 10 : 200));
}

TEST_CASE("copies of one statement agree with enumeration of all values") {
  Counts counts;
  for (std::uint64_t seed = 1; counts.executions < testing::counted_rounds(80); ++seed) {
    CAPTURE(seed);
    Copies copies(seed);
    INFO(frontend::program_to_text(copies.b.program));
    for (const InputsAsked inputs : {InputsAsked::harvested, InputsAsked::any}) {
      StateSpace space(copies.b.program);
      for (const Execution& execution : space.error_executions(14, 2)) {
        ++counts.executions;
        compare_statements(copies.b.program, execution, config_of(Arithmetic::integer, inputs), copies.statement_of,
                           counts);
      }
    }
  }
  CHECK(counts.relevant > (testing::is_sanitized ? 10 : 100));
  CHECK(testing::is_often(counts.irrelevant, 20));
  CHECK(testing::is_often(counts.together, 20));
}

TEST_CASE("statements of the source agree with enumeration in bit-vectors and with undefined behaviour") {
  auto options = small_programs();
  options.division = true;
  options.bit_operations = true;
  options.arithmetic_type = frontend::signed_integer(4);
  const Counts counts = compare_values(500, 50, options, config_of(Arithmetic::bitvector, InputsAsked::harvested));
  CHECK(counts.relevant > (testing::is_sanitized ? 10 : 60));
  CHECK(testing::is_often(counts.undefined, 5));
}

TEST_CASE("statements of the source agree with enumeration of all inputs") {
  const Counts counts = compare_values(800, 30, small_programs(), config_of(Arithmetic::integer, InputsAsked::any));
  CHECK(counts.relevant > (testing::is_sanitized ? 5 : 40));
  CHECK(testing::is_often(counts.irrelevant, 10));
}

TEST_CASE("conditions agree with enumeration of all ways") {
  Counts counts;
  for (std::uint64_t seed = 1; counts.executions < testing::counted_rounds(120); ++seed) {
    CAPTURE(seed);
    auto options = small_programs();
    options.division = seed % 4 == 0;
    options.havoc_percent = seed % 3 == 0 ? 30 : 10;
    const Program program = testing::random_program(seed, options);
    INFO(frontend::program_to_text(program));
    StateSpace space(program);
    for (const Execution& execution : space.error_executions(16, 2)) {
      ++counts.executions;
      for (const std::uint32_t numbers : {2U, 1000U}) compare_conditions(program, execution, numbers, counts);
    }
  }
  CHECK(counts.relevant > (testing::is_sanitized ? 10 : 100));
  CHECK(counts.irrelevant > (testing::is_sanitized ? 10 : 100));
  CHECK(testing::is_often(counts.together, 2));
}
