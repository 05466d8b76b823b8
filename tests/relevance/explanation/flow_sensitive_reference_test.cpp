// SPDX-License-Identifier: Apache-2.0
/// The recursive reference on the examples of "Flow-sensitive Fault Localization", the checks of the definitions, and
/// explanations against the reference on random traces.
#include "relevance/explanation/flow_sensitive_reference.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "logic/interpolation/interpolation_engines.h"
#include "relevance/explanation/abstract_error_check.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/state_space.h"

using namespace bireach;
using frontend::Arithmetic;
using frontend::Execution;
using frontend::Program;
using relevance::ErrorExplainer;
using relevance::ErrorExplanation;
using relevance::ExplainedTrace;
using relevance::ExplanationKind;
using relevance::FlowSensitiveReference;
using relevance::InputConstraint;

namespace {

/// The error of an execution, all inputs fixed, and what the reference says of it.
class Referee {
 public:
  Referee(const Program& program, const Execution& execution,
          const std::vector<logic::InterpolationEngineKind>& engines = {logic::InterpolationEngineKind::core_wp})
      : program_(program),
        execution_(execution),
        semantics_(terms_, program, Arithmetic::integer),
        dependence_(program),
        scopes_(relevance::trace_scopes(program, dependence_, execution.trace)) {
    explanation_.kind = ExplanationKind::flow_sensitive;
    explanation_.assertion = scopes_.assertion().value_or(execution.trace.size());
    explanation_.holds = scopes_.assertion() ? semantics_.branch(execution.trace[explanation_.assertion]).second.guard
                                             : terms_.false_term();
    fix_inputs();
    const relevance::ReferenceProblem problem{
        program,           semantics_, execution.trace, scopes_, explanation_.precondition, explanation_.assertion,
        explanation_.holds};
    const auto solver = logic::make_solver(logic::SolverKind::z3, terms_, {});
    logic::InterpolationConfig limits;
    limits.time_limit = std::chrono::milliseconds{500};  // of one engine; then the next is asked
    FlowSensitiveReference found;
    for (const auto engine : engines) {
      const auto interpolation = logic::make_interpolation_engine(engine, terms_, limits);
      found = relevance::flow_sensitive_reference(problem, *interpolation, *solver);
      if (found.found()) break;
    }
    explanation_.reason = found.failure;
    explanation_.invariants = found.invariants;
    explanation_.needed_branches = found.branches;
    for (const std::size_t position : found.kept) explanation_.kept.push_back({position, {}});
  }

  ErrorExplanation& explanation() { return explanation_; }
  const relevance::TraceScopes& scopes() const { return scopes_; }
  logic::TermManager& terms() { return terms_; }
  const frontend::Semantics& semantics() const { return semantics_; }

  /// What the checks say; empty if all is well.
  std::string failure(logic::SolverKind kind = logic::SolverKind::cvc5) {
    const auto solver = logic::make_solver(kind, terms_, {});
    const ExplainedTrace trace{program_, semantics_, execution_, explanation_};
    if (const auto failure = relevance::check_error_invariants(trace, *solver)) return *failure;
    if (const auto failure = relevance::check_abstract_error_trace(trace, *solver)) return *failure;
    return relevance::check_flow_sensitive(trace, *solver).value_or("");
  }

  /// The kept statements in order: "x = 1; assume(x > 0)".
  std::string kept() const {
    std::string result;
    for (const auto& kept : explanation_.kept) {
      result += result.empty() ? "" : "; ";
      result += frontend::to_string(program_, program_.edge(execution_.trace[kept.position]).statement);
    }
    return result;
  }
  bool keeps(const std::string& text) const {
    return ("; " + kept() + ";").find("; " + text + ";") != std::string::npos;
  }

 private:
  /// Variables that are read before they are written, and the values of havocs.
  void fix_inputs() {
    std::set<logic::Term> read, written;
    const auto reads = [&](logic::Term term) {
      for (const logic::Term variable : logic::free_variables(term))
        if (!written.contains(variable)) read.insert(variable);
    };
    const auto fix = [&](std::optional<std::size_t> position, frontend::VariableId variable) {
      const auto value = std::get<logic::Integer>(execution_.states[position ? *position + 1 : 0][variable]);
      explanation_.precondition.push_back({position, variable, std::nullopt, value, value, value});
    };
    for (std::size_t i = 0; i < explanation_.assertion; ++i) {
      const logic::TransitionFormula transition = semantics_.transition(execution_.trace[i]);
      reads(transition.guard);
      for (const auto& update : transition.updates) reads(update.second);
      for (const auto& update : transition.updates) written.insert(update.first);
      const auto& statement = program_.edge(execution_.trace[i]).statement;
      if (const auto* havoc = std::get_if<frontend::Havoc>(&statement)) fix(i, havoc->target.variable);
    }
    reads(explanation_.holds);
    for (frontend::VariableId id = 0; id < program_.variables.size(); ++id)
      if (read.contains(semantics_.variable(id))) fix(relevance::initially, id);
  }

  const Program& program_;
  const Execution& execution_;
  logic::TermManager terms_;
  frontend::Semantics semantics_;
  relevance::ControlDependence dependence_;
  relevance::TraceScopes scopes_;
  ErrorExplanation explanation_;
};

/// The error execution of a main function with this body and these inputs.
struct Source {
  Source(const std::string& body, const std::vector<long>& inputs)
      : program(frontend::test::parse("void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
                                      "#define ASSERT(c) if (!(c)) reach_error()\nint main(void) {\n" +
                                      body + "\nreturn 0;\n}\n")) {
    std::size_t next = 0;
    const frontend::HavocOracle oracle = [&](frontend::EdgeId edge, std::size_t) -> logic::Value {
      const auto& havoc = std::get<frontend::Havoc>(program.edge(edge).statement);
      return logic::Integer(havoc.function.empty() ? 77 : inputs.at(next++));
    };
    auto result = frontend::run(program, oracle, 1000);
    REQUIRE(result.end == frontend::RunEnd::Error);
    execution = std::move(result.execution);
  }
  Program program;
  Execution execution;
};

const std::string input = "int input = __VERIFIER_nondet_int();\n";
const std::string x_zero = input + "int x = 1; int y = input - 42; if (y < 0) { x = 0; } ASSERT(x != 0);";
const std::string y_zero = input + "int x = 0; int y = input - 42; if (y < 0) { y = 0; } ASSERT(x != 0);";
const std::string locking =
    "int x = __VERIFIER_nondet_int(); int y = __VERIFIER_nondet_int(); int z = 0; int lock = 1;\n"
    "if (x == 0) { if (y == 0) z = 1; }\nif (y != 0) { z = y; }\n"
    "if (x != 0) { z = 2; lock = 0; } else if (z > 0) { z = 3; lock = 0; }\nASSERT(lock == 0);";

}  // namespace

TEST_CASE("the reference explains the examples of the paper with every engine") {
  using Engine = logic::InterpolationEngineKind;
  for (const Engine engine : {Engine::core_wp, Engine::core_sp, Engine::spacer}) {
    CAPTURE(logic::engine_name(engine));
    const Source x_source(x_zero, {41});
    Referee x(x_source.program, x_source.execution, {engine});
    CHECK(x.explanation().reason == "");
    CHECK(x.failure() == "");
    CHECK(x.kept() == "input = __VERIFIER_nondet_int(); y = input - 42; x = 0");
    CHECK(x.explanation().needed_branches.size() == 1);

    for (const long value : {41L, 50L}) {  // the branch does not matter
      const Source y_source(y_zero, {value});
      Referee y(y_source.program, y_source.execution, {engine});
      CHECK(y.failure() == "");
      CHECK(y.kept() == "x = 0");
      CHECK(y.explanation().needed_branches.empty());
    }

    const Source lock_source(locking, {0, -1});
    Referee lock(lock_source.program, lock_source.execution, {engine});
    CHECK(lock.failure() == "");
    CHECK(lock.kept() == "lock = 1");  // that it is not set to 0 later needs frame conditions
  }
}

TEST_CASE("the reference explains a chain of branches recursively") {
  const Source source(input +
                          "int a = 0, b = 0, c = 0, d = 0;\n"
                          "if (input > 3) { a = 1; }\nd = 5;\nif (a == 1) { b = 1; }\nif (b == 1) { c = 1; d = 6; }\n"
                          "ASSERT(c == 0);",
                      {7});
  Referee referee(source.program, source.execution);
  CHECK(referee.failure() == "");
  CHECK(referee.explanation().needed_branches.size() == 3);
  for (const char* statement : {"a = 1", "b = 1", "c = 1"}) {
    CAPTURE(statement);
    CHECK(referee.keeps(statement));
  }
  CHECK_FALSE(referee.keeps("d = 5"));
  CHECK_FALSE(referee.keeps("d = 6"));
}

TEST_CASE("the checks find what is wrong with an explanation") {
  const Source source(x_zero, {41});
  const Referee right(source.program, source.execution);
  const auto broken = [&](auto damage) {
    Referee referee(source.program, source.execution);
    REQUIRE(referee.failure() == "");
    damage(referee);
    return referee.failure();
  };
  const auto is_shown = [](const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  is_shown(broken([](Referee& r) { r.explanation().invariants.back() = r.terms().true_term(); }), "keeps the error");
  is_shown(broken([](Referee& r) { r.explanation().invariants.back() = r.terms().false_term(); }),
           "holds after the prefix");
  is_shown(broken([](Referee& r) { r.explanation().invariants.pop_back(); }), "not one invariant for each position");
  is_shown(broken([](Referee& r) { r.explanation().kept.pop_back(); }), "is dropped, but the invariant changes");
  is_shown(broken([](Referee& r) { r.explanation().needed_branches.clear(); }), "is needed, but not listed");
  is_shown(broken([](Referee& r) { r.explanation().precondition.back().upper.reset(); }), "holds after the prefix");
  is_shown(broken([](Referee& r) { r.explanation().precondition.back().value = 40; }), "does not admit");
  is_shown(broken([](Referee& r) { r.explanation().reason = "none"; }), "no explanation");
  // An abstract error trace that is not flow-sensitive: nothing says why x = 0 is reached.
  is_shown(broken([&](Referee& r) {
             auto& explanation = r.explanation();
             std::size_t last = 0;
             for (const auto& kept : explanation.kept)
               if (source.program.edge(source.execution.trace[kept.position]).text == "x = 0") last = kept.position;
             REQUIRE(last > 0);
             explanation.kept = {{last, {}}};
             std::fill_n(explanation.invariants.begin(), last + 1, r.terms().true_term());
           }),
           "implies the condition of the branch");
}
namespace {

/// How explanations and the reference compare; each trace is counted for the first entry that applies.
struct Agreement {
  std::size_t traces = 0, same = 0;
  /// The explanation keeps more, because of branches that stay for what they do not assign. Algorithm 1 works on the
  /// plain trace formula, which knows no frame conditions.
  std::size_t frames = 0;
  /// The explanation keeps more, because it does not look for the longest intervals: the reference tries all
  /// invariants at all positions.
  std::size_t shorter_intervals = 0;
  /// Neither keeps all that the other does. Both are right, as the checks say: interpolants are not unique, and the
  /// reference may use the condition of a branch or of an assumption as it is.
  std::size_t other = 0;
};

void compare(const ErrorExplanation& explanation, const ErrorExplanation& reference, Agreement& agreement) {
  std::set<std::size_t> fast, slow;
  bool frames = false;
  for (const auto& kept : explanation.kept) {
    fast.insert(kept.position);
    frames = frames || !kept.framed.empty();
  }
  for (const auto& kept : reference.kept) slow.insert(kept.position);
  const bool keeps_more = std::includes(fast.begin(), fast.end(), slow.begin(), slow.end());
  ++agreement.traces;
  if (fast == slow)
    ++agreement.same;
  else if (!keeps_more)
    ++agreement.other;
  else if (frames)
    ++agreement.frames;
  else
    ++agreement.shorter_intervals;
}

}  // namespace

TEST_CASE("explanations keep the statements that the reference keeps, or differ for a known reason") {
  using Engine = logic::InterpolationEngineKind;
  testing::RandomProgramOptions options;
  options.booleans = 1;
  options.number_type = frontend::unsigned_integer(2);
  options.statements = 8;
  Agreement agreement;
  for (std::uint64_t seed = 0; seed < 37; ++seed) {
    const Program program = testing::random_program(seed, options);
    test::StateSpace space(program);
    ErrorExplainer explainer(program, {});
    for (const Execution& execution : space.error_executions(18, 2)) {
      CAPTURE(seed);
      const ErrorExplanation explanation = explainer.explain(execution);
      REQUIRE(explanation.reason == "");
      Referee referee(program, execution, {Engine::core_wp, Engine::spacer, Engine::core_sp});
      REQUIRE(referee.explanation().reason == "");
      CHECK(referee.failure(logic::SolverKind::z3) == "");
      compare(explanation, referee.explanation(), agreement);
    }
  }
  CAPTURE(agreement.same);
  CAPTURE(agreement.frames);
  CAPTURE(agreement.shorter_intervals);
  CAPTURE(agreement.other);
  CHECK(agreement.traces >= 35);  // compilers evaluate arguments in different orders, so programs differ a little
  CHECK(agreement.same * 100 > agreement.traces * 40);
  CHECK((agreement.same + agreement.frames) * 100 > agreement.traces * 85);
  CHECK(agreement.other * 100 < agreement.traces * 8);
}
