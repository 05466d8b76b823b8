// SPDX-License-Identifier: Apache-2.0
/// Explanations of the error traces of random programs: against enumeration of executions, against the definitions by
/// queries, and against the recursive reference.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "relevance/explanation/abstract_error_check.h"
#include "relevance/explanation/flow_sensitive_reference.h"
#include "tests/relevance/explanation/explained_execution.h"
#include "tests/support/sampling.h"
#include "tests/support/state_space.h"

using namespace bireach;
using frontend::Arithmetic;
using frontend::Execution;
using frontend::Program;
using relevance::ErrorExplainer;
using relevance::ErrorExplanation;
using relevance::ExplanationKind;
using test::ExplainedExecution;

namespace {

testing::RandomProgramOptions small_programs() {
  testing::RandomProgramOptions options;
  options.booleans = 1;
  options.number_type = frontend::unsigned_integer(2);
  options.statements = 8;
  return options;
}

struct Example {
  const Program& program;
  const Execution& execution;
  ErrorExplainer& explainer;
  const ErrorExplanation& explanation;

  const frontend::Semantics& semantics() const { return explainer.semantics(explanation.arithmetic); }
};

std::string describe(const Example& example) {
  std::ostringstream text;
  for (const auto& input : example.explanation.precondition) {
    text << "input at " << input.position.value_or(0) << (input.position ? ": " : " (initial): ") << input.value
         << " in [" << (input.lower ? input.lower->str() : "") << ", " << (input.upper ? input.upper->str() : "")
         << "]\n";
  }
  const auto& kept = example.explanation.kept;
  for (std::size_t i = 0; i <= example.explanation.assertion; ++i) {
    if (i < example.explanation.invariants.size())
      text << "    " << to_smtlib(example.explanation.invariants[i]) << "\n";
    if (i == example.execution.trace.size()) break;
    const bool stays = std::any_of(kept.begin(), kept.end(), [&](const auto& entry) { return entry.position == i; });
    const auto& statement = example.program.edge(example.execution.trace[i]).statement;
    text << i << (stays ? " * " : "   ") << frontend::to_string(example.program, statement) << "\n";
  }
  return text.str();
}

/// Calls `check` with the explanations of a few error traces of each of many random programs; returns how many.
template <typename Check>
std::size_t for_each_explanation(std::uint64_t seed, std::size_t programs, const testing::RandomProgramOptions& options,
                                 const relevance::ExplanationConfig& config, Check check) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < programs; ++i) {
    const Program program = testing::random_program(seed + i, options);
    test::StateSpace space(program);
    ErrorExplainer explainer(program, config);
    for (const Execution& execution : space.error_executions(18, 2)) {
      const ErrorExplanation explanation = explainer.explain(execution);
      CAPTURE(seed + i);
      CHECK(explanation.reason == "");
      if (!explanation.found()) continue;
      const Example example{program, execution, explainer, explanation};
      INFO(describe(example));
      check(example);
      ++count;
    }
  }
  return count;
}

/// Positions within intervals. An invariant that is inductive for i <= j need be an error invariant for these two only.
struct Inner {
  std::size_t positions = 0, error_invariants = 0;
};

void check_by_enumeration(const Example& example, Inner& inner) {
  const ExplainedExecution enumeration(example.program, example.semantics(), example.execution, example.explanation);
  for (std::size_t position = 0; position <= example.explanation.assertion; ++position) {
    CAPTURE(position);
    if (!enumeration.ends_interval(position)) {
      ++inner.positions;
      inner.error_invariants += enumeration.over_approximates(position) && enumeration.keeps_error(position) ? 1U : 0U;
      continue;
    }
    CHECK(enumeration.over_approximates(position));
    CHECK(enumeration.keeps_error(position));
  }
  CHECK(enumeration.dropping_keeps_error());
  if (example.explanation.kind == ExplanationKind::plain) return;
  const relevance::ControlDependence dependence(example.program);
  const auto scopes = relevance::trace_scopes(example.program, dependence, example.execution.trace);
  std::set<std::size_t> positions{example.explanation.assertion};
  for (const auto& kept : example.explanation.kept) positions.insert(kept.position);
  for (const std::size_t position : positions) {
    for (const std::size_t branch : scopes.scope(position)) {
      CAPTURE(branch);
      CHECK(enumeration.explains(branch));
    }
  }
}

std::size_t explain_and_enumerate(std::uint64_t seed, std::size_t programs,
                                  const testing::RandomProgramOptions& options,
                                  const relevance::ExplanationConfig& config) {
  Inner inner;
  const std::size_t count = for_each_explanation(seed, programs, options, config,
                                                 [&](const Example& example) { check_by_enumeration(example, inner); });
  CHECK(inner.error_invariants * 100 >= inner.positions * 98);
  return count;
}

/// One of the solvers confirms it, and none refutes it: products of variables are beyond each of them at times.
void check_by_queries(const Example& example) {
  std::size_t undecided = 0;
  const auto holds = [&undecided](const std::string& problem) {
    if (problem.starts_with("the solver does not know"))
      ++undecided;
    else
      CHECK(problem == "");
  };
  for (const auto kind : {logic::SolverKind::z3, logic::SolverKind::cvc5}) {
    const auto solver = logic::make_solver(kind, example.semantics().terms(), {});
    const relevance::ExplainedTrace trace{example.program, example.semantics(), example.execution, example.explanation};
    holds(relevance::check_abstract_error_trace(trace, *solver).value_or(""));
    if (example.explanation.kind == ExplanationKind::flow_sensitive)
      holds(relevance::check_flow_sensitive(trace, *solver).value_or(""));
  }
  CHECK(undecided <= (example.explanation.kind == ExplanationKind::flow_sensitive ? 2 : 1));
}

}  // namespace

TEST_CASE("explanations of random traces agree with enumeration") {
  relevance::ExplanationConfig config;
  for (const ExplanationKind kind : {ExplanationKind::plain, ExplanationKind::flow_sensitive}) {
    config.kind = kind;
    CAPTURE(relevance::to_string(kind));
    CHECK(explain_and_enumerate(1, 35, small_programs(), config) > 30);
  }
}

TEST_CASE("explanations of random traces in bit-vectors agree with enumeration") {
  relevance::ExplanationConfig config;
  config.arithmetic = Arithmetic::bitvector;
  CHECK(explain_and_enumerate(1000, 25, small_programs(), config) > 15);
  // A statement outside of the core that makes the weakest precondition change must not be kept.
  CHECK(explain_and_enumerate(1071, 1, small_programs(), config) > 0);
}

TEST_CASE("explanations of random traces with undefined behaviour and bit operations agree with enumeration") {
  auto options = small_programs();
  options.division = true;
  options.bit_operations = true;
  CHECK(explain_and_enumerate(2000, 25, options, {}) > 15);
}

TEST_CASE("explanations of random traces pass the checks of their definitions with both solvers") {
  relevance::ExplanationConfig config;
  for (const ExplanationKind kind : {ExplanationKind::plain, ExplanationKind::flow_sensitive}) {
    config.kind = kind;
    CAPTURE(relevance::to_string(kind));
    const auto programs = static_cast<std::size_t>(testing::rounds(20));
    CHECK(testing::is_often(for_each_explanation(3000, programs, small_programs(), config, check_by_queries), 12U));
  }
}
