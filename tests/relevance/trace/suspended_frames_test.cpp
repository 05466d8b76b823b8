// SPDX-License-Identifier: Apache-2.0
/// Explanations of recursive programs speak of the activations that are there, not of the explicit stack.
#include "relevance/trace/suspended_frames.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "relevance/explanation/error_invariants.h"
#include "tests/support/parse_fixture.h"

using namespace bireach;
using frontend::Program;
using relevance::ErrorExplainer;
using relevance::ErrorExplanation;
using relevance::ExplanationKind;

namespace {

const std::string preamble = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

struct Explained {
  Explained(const std::string& text, long input, ExplanationKind kind)
      : program(frontend::test::parse(preamble + text)) {
    REQUIRE(!program.procedures.empty());
    const frontend::HavocOracle oracle = [&](frontend::EdgeId edge, std::size_t) -> logic::Value {
      const auto& havoc = std::get<frontend::Havoc>(program.edge(edge).statement);
      if (program.variables[havoc.target.variable].array) return logic::ArrayValue{77, {}};
      return logic::Integer(havoc.function.empty() ? 77 : input);
    };
    auto run = frontend::run(program, oracle, 10000);
    REQUIRE(run.end == frontend::RunEnd::Error);
    execution = std::move(run.execution);
    relevance::ExplanationConfig config;
    config.kind = kind;
    config.time_limit = std::chrono::seconds(60);
    explainer = std::make_unique<ErrorExplainer>(program, config);
    explanation = explainer->explain(execution);
  }

  /// Names of the variables in all invariants.
  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> result;
    for (const logic::Term invariant : explanation.invariants)
      for (const logic::Term variable : logic::free_variables(invariant)) result.insert(variable.name());
    return result;
  }
  [[nodiscard]] bool speaks_of_stack() const {
    const std::set<std::string> used = names();
    return std::any_of(program.stack.begin(), program.stack.end(),
                       [&](frontend::VariableId id) { return used.contains(program.variables[id].name); });
  }

  Program program;
  frontend::Execution execution;
  std::unique_ptr<ErrorExplainer> explainer;
  ErrorExplanation explanation;
};

const std::string sum =
    "int sum(int n) { if (n <= 0) return 0; int rest = sum(n - 1); return n + rest; }\n"
    "int main(void) { int n = __VERIFIER_nondet_int(); if (n > 5) return 0; if (sum(n) == 6) reach_error(); }\n";
const std::string fibonacci =
    "int f(int n) { if (n < 1) return 0; if (n == 1) return 1; return f(n - 1) + f(n - 2); }\n"
    "int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) == 2) reach_error(); }\n";
const std::string arrays =
    "int f(int n) { int a[2] = {n, n + 1}; if (n <= 0) return 1; int r = f(n - 1); return a[1] + r; }\n"
    "int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) > 5) reach_error(); }\n";
const std::string unconditional =
    "int g; void f(int n) { if (n <= 0) return; g = g + 1; f(n - 1); g = g - 1; }\n"
    "int main(void) { g = __VERIFIER_nondet_int(); f(2); reach_error(); }\n";

}  // namespace

TEST_CASE("error invariants of recursive programs do not speak of the explicit stack") {
  for (const ExplanationKind kind : {ExplanationKind::plain, ExplanationKind::flow_sensitive}) {
    for (const auto& [text, input] : {std::pair(sum, 3), {fibonacci, 3}, {arrays, 2}}) {
      const Explained explained(text, input, kind);
      const std::string& program = text;  // doctest captures it, which a binding is not made for
      CAPTURE(program);
      CAPTURE(explained.explanation.reason.text);
      REQUIRE(explained.explanation.found());
      CHECK_FALSE(explained.speaks_of_stack());
      CHECK(explained.explanation.invariants.size() == explained.explanation.assertion + 1);
    }
  }
}

TEST_CASE("while a call runs, error invariants know what its caller keeps") {
  const Explained explained(sum, 3, ExplanationKind::flow_sensitive);
  const std::set<std::string> names = explained.names();
  CHECK(std::any_of(names.begin(), names.end(),
                    [](const std::string& name) { return name.starts_with("sum::n@suspended"); }));
}

TEST_CASE("where a call returns to decides nothing") {
  const Explained explained(unconditional, 7, ExplanationKind::flow_sensitive);
  REQUIRE(explained.explanation.found());
  CHECK(explained.explanation.assertion == explained.execution.trace.size());  // whatever happens, the error comes
  CHECK(explained.explanation.kept.empty());
  for (const std::size_t branch : explained.explanation.needed_branches)
    CHECK_FALSE(relevance::is_return_branch(explained.program, explained.execution.trace[branch]));
}

TEST_CASE("a suspended variable has the user's name and the number of its call") {
  logic::TermManager terms;
  const auto name = relevance::suspended_name(terms.variable("f::n@suspended2", logic::Sort::integer()));
  REQUIRE(name);
  CHECK(name->first == "f::n");
  CHECK(name->second == "3");
  CHECK_FALSE(relevance::suspended_name(terms.variable("f::n", logic::Sort::integer())));
}
