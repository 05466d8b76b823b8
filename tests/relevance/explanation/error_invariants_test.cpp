// SPDX-License-Identifier: Apache-2.0
/// Explanations of the examples of "Flow-sensitive Fault Localization" (2013) and of the programs 1, 2 and 2-a that
/// fault localization by backward-forward abstract interpretation was shown on, as their authors print them.
#include "relevance/explanation/error_invariants.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "logic/interpolation/interpolation_engines.h"
#include "tests/support/parse_fixture.h"

using namespace bireach;
using frontend::Execution;
using frontend::Program;
using logic::InterpolationEngineKind;
using relevance::ErrorExplainer;
using relevance::ErrorExplanation;
using relevance::ExplanationConfig;
using relevance::ExplanationKind;

namespace {

const std::string preamble =
    "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
    "#define assert_that(c) if (!(c)) reach_error()\n";

/// The error execution of a program with these inputs; what is not initialised is 77.
struct Case {
  Case(const std::string& text, std::vector<long> inputs) : program(frontend::test::parse(preamble + text)) {
    std::size_t next = 0;
    const frontend::HavocOracle oracle = [&](frontend::EdgeId edge, std::size_t) -> logic::Value {
      const auto& havoc = std::get<frontend::Havoc>(program.edge(edge).statement);
      if (program.variables[havoc.target.variable].array) return logic::ArrayValue{77, {}};
      return logic::Integer(havoc.function.empty() ? 77 : inputs.at(next++));
    };
    auto result = frontend::run(program, oracle, 1000);
    REQUIRE(result.end == frontend::RunEnd::Error);
    execution = std::move(result.execution);
  }

  /// "{ } x = 1 { (= |main::x| 1) } …", statements as they stand on the edges, constants as SMT-LIB.
  std::string abstract_trace(const ErrorExplanation& explanation) const {
    if (!explanation.found()) return explanation.reason.text;
    std::string text;
    std::size_t position = 0;
    for (const relevance::KeptStatement& kept : explanation.kept) {
      text += braces(explanation.invariants[position]) + " ";
      text += frontend::to_string(program, program.edge(execution.trace[kept.position]).statement) + " ";
      for (const auto id : kept.framed) text += "[" + program.variables[id].user_name + "] ";
      position = kept.position + 1;
    }
    return text + braces(explanation.invariants[position]);
  }

  /// The literals of a conjunction in alphabetical order; that of terms depends on when they were made.
  static std::string braces(logic::Term invariant) {
    const bool negated = invariant.kind() == logic::Kind::Not && invariant[0].kind() == logic::Kind::Or;
    std::vector<std::string> parts;
    for (const logic::Term part :
         negated ? std::vector<logic::Term>(invariant[0].children().begin(), invariant[0].children().end())
                 : logic::conjuncts(invariant))
      parts.push_back((negated ? "!" : "") + logic::to_smtlib(part));
    std::sort(parts.begin(), parts.end());
    std::string text = "{ ";
    for (const std::string& part : parts) text += part + " ";
    return text + "}";
  }

  std::string explain(ExplanationKind kind) const {
    ExplanationConfig config;
    config.kind = kind;
    ErrorExplainer explainer(program, config);
    return abstract_trace(explainer.explain(execution));
  }
  std::string plain() const { return explain(ExplanationKind::plain); }
  std::string flow_sensitive() const { return explain(ExplanationKind::flow_sensitive); }

  Program program;
  Execution execution;
};

const std::string x_zero =
    "int main(void) {\n  int input = __VERIFIER_nondet_int();\n  int x = 1;\n  int y = input - 42;\n"
    "  if (y < 0) { x = 0; }\n  assert_that(x != 0);\n  return 0;\n}\n";
const std::string y_zero =
    "int main(void) {\n  int input = __VERIFIER_nondet_int();\n  int x = 0;\n  int y = input - 42;\n"
    "  if (y < 0) { y = 0; }\n  assert_that(x != 0);\n  return 0;\n}\n";
const std::string faulty_locking =
    "int lock;\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = __VERIFIER_nondet_int();\n  int z = "
    "0;\n"
    "  lock = 1;\n  if (x == 0) {\n    if (y == 0) z = 1;\n  }\n  if (y != 0) { z = y; }\n"
    "  if (x != 0) { z = 2; lock = 0; } else if (z > 0) { z = 3; lock = 0; }\n  assert_that(lock == 0);\n  return "
    "0;\n}\n";
const std::string absolute_value =
    "int main(void) {\n  int input = __VERIFIER_nondet_int();\n  int sign, abs;\n  abs = input;\n"
    "  if (input == 0) return 0;\n  if (input < 0) { sign = -1; } else { sign = 1; }\n"
    "  if (sign == -1) { sign = input * -1; } else { abs = input; }\n  assert_that(abs >= 0);\n  return abs;\n}\n";

}  // namespace

TEST_CASE("xZero: the branch and what it depends on stay; the first value of x does not") {
  const Case example(x_zero, {41});
  CHECK(example.flow_sensitive() ==
        "{ } input = __VERIFIER_nondet_int() { (<= |main::input| 41) } y = input - 42 { (<= |main::y| (- 1)) } "
        "x = 0 { (= |main::x| 0) }");
  CHECK(example.plain() == "{ } x = 0 { (= |main::x| 0) }");
}

TEST_CASE("yZero: neither the branch nor the input matters, whichever way the trace goes") {
  for (const long input : {41L, 42L}) {
    const Case example(y_zero, {input});
    CHECK(example.flow_sensitive() == "{ } x = 0 { (= |main::x| 0) }");
    CHECK(example.plain() == example.flow_sensitive());
  }
}

TEST_CASE("faulty locking: why none of the branches that unlock was taken") {
  const Case example(faulty_locking, {0, -1});
  CHECK(example.flow_sensitive() ==
        "{ } x = __VERIFIER_nondet_int() { (= |main::x| 0) } y = __VERIFIER_nondet_int() "
        "{ !(<= 1 |main::y|) !(= |main::y| 0) !(not (= |main::x| 0)) } lock = 1 "
        "{ !(<= 1 |main::y|) !(= lock 0) !(= |main::y| 0) !(not (= |main::x| 0)) } z = y "
        "{ !(<= 1 |main::z|) !(= lock 0) !(not (= |main::x| 0)) } assume(x == 0) [z] [lock] "
        "{ !(<= 1 |main::z|) !(= lock 0) } assume(z <= 0) [lock] { (not (= lock 0)) }");
  CHECK(example.plain() == "{ } lock = 1 { (not (= lock 0)) }");
}

TEST_CASE("absValue: the assignment to abs that is missing where sign is assigned instead") {
  const Case example(absolute_value, {-1});
  CHECK(example.flow_sensitive() ==
        "{ } input = __VERIFIER_nondet_int() { (<= |main::input| (- 1)) } abs = input "
        "{ !(<= 0 |main::abs|) !(<= 0 |main::input|) } sign = -1 "
        "{ !(<= 0 |main::abs|) !(not (= |main::sign| (- 1))) } assume(sign == -1) [abs] "
        "{ (<= |main::abs| (- 1)) }");
  CHECK(example.plain() ==
        "{ } input = __VERIFIER_nondet_int() { (<= |main::input| (- 1)) } abs = input { (<= |main::abs| (- 1)) }");
}

TEST_CASE("program 1: the assignment to z after its last use is dropped") {
  const Case example(
      "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int z = x + 1;\n  int y = z;\n  z = z + 1;\n"
      "  assert_that(x > y);\n  return 0;\n}\n",
      {5});
  CHECK(example.flow_sensitive() == "{ } z = x + 1 { (<= |main::x| |main::z|) } y = z { (<= |main::x| |main::y|) }");
  CHECK(example.plain() == example.flow_sensitive());
}

TEST_CASE("program 2-a: with the assertion turned round, the branch cannot help") {
  std::string text = x_zero;
  text.replace(text.find("x != 0"), 6, "x <= 0");
  const Case example(text, {50});
  // Here, unlike in yZero, the other way would assign to x: that it does not has to be explained.
  CHECK(example.plain() == "{ } x = 1 { (<= 1 |main::x|) }");
  CHECK(example.flow_sensitive() ==
        "{ } input = __VERIFIER_nondet_int() { (<= 42 |main::input|) } x = 1 "
        "{ !(<= |main::input| 41) !(<= |main::x| 0) } y = input - 42 "
        "{ !(<= |main::x| 0) !(<= |main::y| (- 1)) } assume(y >= 0) [x] { (<= 1 |main::x|) }");
}

TEST_CASE("every engine explains the examples, and the explanation names it") {
  using Kind = InterpolationEngineKind;
  for (const Kind kind : {Kind::core_wp, Kind::core_sp, Kind::spacer, Kind::cvc5}) {
    for (const std::string& text : {x_zero, faulty_locking, absolute_value}) {
      const Case example(text, text == faulty_locking ? std::vector<long>{0, -1} : std::vector<long>{-1});
      ExplanationConfig config;
      config.interpolation = kind;
      ErrorExplainer explainer(example.program, config);
      const ErrorExplanation explanation = explainer.explain(example.execution);
      CAPTURE(example.abstract_trace(explanation));
      CHECK(explanation.found());
      // cvc5 does not find an interpolant for every cut; then there are the values of the execution.
      const bool given_up = kind == Kind::cvc5 && explanation.engine == "execution";
      CHECK((given_up || explanation.engine == logic::engine_name(kind)));
      CHECK(given_up == !explanation.engine_failure.empty());
      CHECK(explanation.invariants.size() == explanation.assertion + 1);
    }
  }
}

TEST_CASE("an invariant stands only where it is an error invariant, not just at the ends of its interval") {
  const Case example(
      "int main(void) {\n  int x;\n  x = 0;\n  x = 2 * x;\n  x = x / 2 + 1;\n  x = x - 1;\n  assert_that(x != 0);\n"
      "  return 0;\n}\n",
      {});
  CHECK(example.flow_sensitive() ==
        "{ } x = 0 { (= |main::x| 0) } x = x / 2 + 1 { (= |main::x| 1) } x = x - 1 { (= |main::x| 0) }");
}

TEST_CASE("without interpolants, values are inductive even where a core does not need them") {
  // The last bit of x is set whatever z is, so a core says nothing of z's value, but x is computed from it. cvc5 finds
  // no interpolant.
  const Case example(
      "int main(void) {\n  unsigned y = __VERIFIER_nondet_int();\n  unsigned z = y * y * 5u;\n"
      "  unsigned x = (z | 1u) ^ (y & 0u);\n  assert_that(x * x % 8u != 1u);\n  return 0;\n}\n",
      {0});
  for (const ExplanationKind kind : {ExplanationKind::plain, ExplanationKind::flow_sensitive}) {
    ExplanationConfig config;
    config.kind = kind;
    config.arithmetic = frontend::Arithmetic::bitvector;
    config.interpolation = InterpolationEngineKind::cvc5;
    ErrorExplainer explainer(example.program, config);
    const ErrorExplanation explanation = explainer.explain(example.execution);
    CHECK(explanation.reason == "");
    CHECK(explanation.engine == "execution");
  }
}

TEST_CASE("the precondition of a trace is as wide as the error allows") {
  const Case example(
      "int main(void) {\n  unsigned char a = __VERIFIER_nondet_int();\n  int b = __VERIFIER_nondet_int();\n"
      "  int c = __VERIFIER_nondet_int();\n  if (b > 10 && b < 20) { c = a; }\n  assert_that(c < 100 || c > 120);\n"
      "  return 0;\n}\n",
      {110, 15, 3});
  ErrorExplainer explainer(example.program, {});
  const ErrorExplanation explanation = explainer.explain(example.execution);
  REQUIRE(explanation.found());
  std::string text;
  for (const relevance::InputConstraint& input : explanation.precondition)
    text += "[" + (input.lower ? input.lower->str() : "") + ", " + (input.upper ? input.upper->str() : "") + "] ";
  // The first input is converted to a character: other ranges would do too, but an interval has to hold the value.
  CHECK(text == "[100, 120] [11, 19] [, ] ");
}

TEST_CASE("an error that comes whatever happens needs no statement") {
  const Case example("int main(void) { int x = __VERIFIER_nondet_int(); x = x / 2; reach_error(); return 0; }", {4});
  CHECK(example.flow_sensitive() == "{ }");
}

TEST_CASE("an error that all paths come to violates no condition of theirs") {
  const Case example(
      "int main(void) { int x = __VERIFIER_nondet_int(); int y = __VERIFIER_nondet_int();\n"
      "  if (y > 0) { while (x < 100) x = x + y; }\n  reach_error(); return 0; }",
      {98, 1});
  CHECK(example.flow_sensitive() == "{ }");
  CHECK(example.plain() == "{ }");
}

TEST_CASE("an execution with undefined behaviour has no error invariants, and says so") {
  const Case example("int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; assert_that(y > x); return 0; }",
                     {2147483647});
  REQUIRE_FALSE(example.execution.undefined.empty());
  CHECK(example.flow_sensitive() == "the execution has undefined behaviour on its way");
}

TEST_CASE("an execution without its states is refused") {
  Case example(x_zero, {41});
  example.execution.states.resize(1);
  ErrorExplainer explainer(example.program, {});
  CHECK_THROWS_AS(static_cast<void>(explainer.explain(example.execution)), std::invalid_argument);
}

TEST_CASE("without time there is an explanation with a reason, or none that is wrong") {
  const Case example(faulty_locking, {0, -1});
  ErrorExplainer explainer(example.program, {});
  const ErrorExplanation explanation = explainer.explain(example.execution, std::chrono::milliseconds(0));
  CHECK_FALSE(explanation.found());
  CHECK(explanation.reason.cause == logic::UnknownCause::time);
}

TEST_CASE("traces that the same invariants explain form a class") {
  // The number of iterations differs, the reason does not; the third trace fails for another one.
  const std::string text =
      "int main(void) {\n  int n = __VERIFIER_nondet_int();\n  int a = 0;\n  int b = 0;\n"
      "  while (__VERIFIER_nondet_int()) { b = b + 1; }\n  if (n == 1) { a = 1; }\n  if (n == 2) { b = -1; }\n"
      "  assert_that(a == 0);\n  assert_that(b >= 0);\n  return 0;\n}\n";
  const Case once(text, {1, 1, 0});
  const Case thrice(text, {1, 1, 1, 1, 0});
  const Case other(text, {2, 0});
  ExplanationConfig config;
  config.kind = ExplanationKind::plain;
  ErrorExplainer explainer(once.program, config);
  const auto classify = [&](const Execution& execution) {
    return explainer.classify(execution, explainer.explain(execution));
  };
  CHECK(classify(once.execution) == 0);
  CHECK(classify(thrice.execution) == 0);
  CHECK(classify(other.execution) == 2);
  CHECK(classify(once.execution) == 0);
}
