// SPDX-License-Identifier: Apache-2.0
/// Statements, conditions and calls of the source in programs made for them.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "relevance/source/conditions.h"
#include "relevance/source/source_relevance.h"
#include "relevance/statements/trace_relevance.h"
#include "tests/support/parse_fixture.h"

using namespace bireach;
using frontend::Execution;
using frontend::Program;
using frontend::RunEnd;
using relevance::CallRelevance;
using relevance::ConditionRelevance;
using relevance::Relevance;
using relevance::SourceConfig;
using relevance::SourceRelevance;

namespace {

/// A program, and its execution to the error with these inputs.
struct Failing {
  Program program;
  Execution execution;
  std::vector<std::uint32_t> statement_of;

  explicit Failing(const std::string& text, const std::vector<long>& inputs = {})
      : program(frontend::test::parse("void reach_error(void);\nint __VERIFIER_nondet_int(void);\n"
                                      "void __VERIFIER_assume(int);\n" +
                                      text)),
        statement_of(relevance::number_source_statements(program)) {
    std::size_t next = 0;
    const auto oracle = [&](frontend::EdgeId, std::size_t) -> logic::Value {
      return logic::Integer(next < inputs.size() ? inputs[next++] : 0);
    };
    auto result = frontend::run(program, oracle, 10000);
    REQUIRE(result.end == RunEnd::Error);
    execution = std::move(result.execution);
  }

  std::vector<SourceRelevance> statements(const SourceConfig& config = {}) const {
    return relevance::source_relevance(program, execution, statement_of, config);
  }
  std::vector<ConditionRelevance> conditions(const SourceConfig& config = {}) const {
    return relevance::condition_relevance(program, execution, statement_of, config);
  }
  std::vector<CallRelevance> calls(const SourceConfig& config = {}) const {
    return relevance::call_relevance(program, execution, config);
  }
  std::string text(std::size_t position) const { return program.edge(execution.trace[position]).text; }
};

template <typename Entry>
const Entry& find(const Failing& failing, const std::vector<Entry>& entries, const std::string& text) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
    return failing.text(entry.positions.front()).find(text) != std::string::npos;
  });
  REQUIRE(found != entries.end());
  return *found;
}

const std::string two_copies =
    "int positive(int a) { return a >= 0; }\n"
    "int main(void) {\n"
    "  int x = __VERIFIER_nondet_int();\n"
    "  int a = positive(x);\n"
    "  int b = positive(x);\n"
    "  int unused = x + 1;\n"
    "  if (a || b) reach_error();\n"
    "}\n";

}  // namespace

TEST_CASE("copies of one statement that matter only together") {
  const Failing failing(two_copies);
  const auto statements = failing.statements();
  const SourceRelevance& returned = find(failing, statements, "return a >= 0");
  CHECK(returned.positions.size() == 2);
  CHECK(returned.relevance == Relevance::relevant);
  REQUIRE(returned.witness);
  CHECK(returned.witness->values == std::vector<logic::Value>{logic::Integer(0), logic::Integer(0)});
  CHECK(returned.witness->end == relevance::SuffixEnd::assumption);
  CHECK(find(failing, statements, "unused").relevance == Relevance::irrelevant);
  CHECK(find(failing, statements, "b = positive").relevance == Relevance::irrelevant);
  // Each copy for itself is not relevant.
  const auto report = relevance::analyze_trace(failing.program, failing.execution, {});
  for (const auto& entry : report.positions)
    if (std::count(returned.positions.begin(), returned.positions.end(), entry.position) > 0)
      CHECK(entry.relevance == Relevance::irrelevant);
}

TEST_CASE("values of whole arrays and of elements") {
  const Failing failing(
      "int a[3] = {1, 2, 3};\n"
      "int main(void) {\n"
      "  int i = 1;\n"
      "  a[i] = 7;\n"
      "  a[0] = 4;\n"
      "  if (a[1] == 7) reach_error();\n"
      "}\n");
  const auto statements = failing.statements();
  CHECK(find(failing, statements, "a[i] = 7").relevance == Relevance::relevant);
  CHECK(find(failing, statements, "a[0] = 4").relevance == Relevance::irrelevant);
  CHECK(find(failing, statements, "i = 1").relevance == Relevance::relevant);
}

TEST_CASE("another way at a condition, with the execution that passes") {
  const Failing failing(
      "int main(void) {\n"
      "  int x = __VERIFIER_nondet_int();\n"
      "  __VERIFIER_assume(x >= 0);\n"
      "  int y = 0;\n"
      "  if (x > 2) y = 1;\n"
      "  if (x > 3) y = y;\n"
      "  if (y != 1) reach_error();\n"
      "}\n");
  const auto conditions = failing.conditions();
  const ConditionRelevance& wrong = find(failing, conditions, "x > 2");
  CHECK(wrong.everywhere.relevance == Relevance::relevant);
  REQUIRE(wrong.here.at(0).passing);
  CHECK(wrong.here[0].passing->returns);
  const relevance::TraceContext trace(failing.program, failing.execution);
  const Execution passing = relevance::execution_of(trace, *wrong.here[0].passing);
  REQUIRE(wrong.here[0].passing->forced == wrong.positions);
  CHECK(failing.program.edge(passing.trace[wrong.positions[0]]).role == frontend::EdgeRole::BranchTrue);
  const ConditionRelevance& other = find(failing, conditions, "x > 3");
  CHECK(other.here.at(0).relevance == Relevance::irrelevant);
  CHECK(other.everywhere.relevance == Relevance::irrelevant);
  const ConditionRelevance& assumed = find(failing, conditions, "x >= 0");
  REQUIRE(assumed.everywhere.passing);
  CHECK_FALSE(assumed.everywhere.passing->returns);
}

TEST_CASE("one round of a loop more, and two less") {
  const Failing more(
      "int main(void) {\n"
      "  int s = 0;\n"
      "  for (int i = 0; i < 3; i++) s += i;\n"
      "  if (s != 6) reach_error();\n"
      "}\n");
  const auto rounds = more.conditions();
  const ConditionRelevance& bound = rounds.front();
  CHECK(bound.positions.size() == 4);
  CHECK(bound.here[3].relevance == Relevance::relevant);
  CHECK(bound.here[0].relevance == Relevance::irrelevant);
  CHECK(bound.everywhere.relevance == Relevance::relevant);
  const Failing both(
      "int main(void) {\n"
      "  int n = 0;\n"
      "  for (int i = 0; i < 4; i++) if (i < 3) n++;\n"
      "  if (n != 1) reach_error();\n"
      "}\n");
  const auto conditions = both.conditions();
  const ConditionRelevance& inner = find(both, conditions, "i < 3");
  for (const auto& way : inner.here) CHECK(way.relevance == Relevance::irrelevant);
  REQUIRE(inner.everywhere.passing);
  CHECK(inner.everywhere.passing->forced.size() >= 2);
}

TEST_CASE("inputs that the execution did not read") {
  const std::string start =
      "int main(void) {\n"
      "  int x = __VERIFIER_nondet_int();\n"
      "  if (x > 2) { int y = __VERIFIER_nondet_int(); int z = y; ";
  const Failing decides(start + "if (y != 1) reach_error(); } else reach_error();\n}\n");
  CHECK(decides.conditions().front().everywhere.relevance == Relevance::unknown);
  CHECK_FALSE(decides.conditions().front().everywhere.reason.empty());
  const Failing unused(start + "reach_error(); } else reach_error();\n}\n");
  CHECK(unused.conditions().front().everywhere.relevance == Relevance::irrelevant);
}

TEST_CASE("calls of outputs can be left out") {
  const Failing failing(
      "int got[8], n;\n"
      "void out(int v) { got[n] = v; n++; }\n"
      "void twice(int v) { out(v); out(v); }\n"
      "void note(int v) { got[7] = v; }\n"
      "int main(void) {\n"
      "  out(1);\n"
      "  note(2);\n"
      "  twice(3);\n"
      "  for (int i = 0; i < 2; i++) out(i);\n"
      "  if (n == 3 || n == 5) reach_error();\n"
      "}\n");
  const auto calls = failing.calls();
  const auto of = [&](const std::string& caller, const std::string& callee, std::uint32_t line) {
    const auto found = std::find_if(calls.begin(), calls.end(), [&](const CallRelevance& call) {
      const frontend::CallSite& site = failing.program.call_paths[call.call_path];
      return site.caller == caller && site.callee == callee && site.place.line == line;
    });
    REQUIRE(found != calls.end());
    return *found;
  };
  CHECK(of("main", "out", 9).everywhere.relevance == Relevance::relevant);  // 4
  CHECK(of("main", "note", 10).everywhere.relevance == Relevance::irrelevant);
  CHECK(of("main", "twice", 11).everywhere.relevance == Relevance::irrelevant);  // 3
  CHECK(of("main", "out", 12).positions.size() == 2);
  CHECK(of("main", "out", 12).here[0].relevance == Relevance::relevant);
  CHECK(of("main", "out", 12).everywhere.relevance == Relevance::relevant);
  CHECK(of("twice", "out", 6).everywhere.relevance == Relevance::relevant);
  // Its statements are covered too.
  const auto statements = failing.statements();
  CHECK(find(failing, statements, "n++").relevance == Relevance::relevant);
  CHECK(find(failing, statements, "got[n] = v").relevance == Relevance::irrelevant);
}

TEST_CASE("the end of time and a stop leave the answers open, with a reason") {
  const Failing failing(two_copies);
  SourceConfig stopped;
  std::stop_source source;
  source.request_stop();
  stopped.stop = source.get_token();
  SourceConfig no_time;
  no_time.time_limit = std::chrono::milliseconds{0};
  for (const SourceConfig& config : {stopped, no_time}) {
    for (const SourceRelevance& statement : failing.statements(config)) {
      CHECK(statement.relevance == Relevance::unknown);
      CHECK_FALSE(statement.reason.empty());
    }
    for (const ConditionRelevance& condition : failing.conditions(config)) {
      CHECK(condition.everywhere.relevance == Relevance::unknown);
      CHECK_FALSE(condition.everywhere.reason.empty());
      for (const auto& way : condition.here) CHECK_FALSE(way.reason.empty());
    }
  }
  SourceConfig few;
  few.runs_per_condition = 1;
  const Failing loop("int main(void) { int n = 0; for (int i = 0; i < 4; i++) n++; if (n >= 0) reach_error(); }");
  const auto conditions = loop.conditions(few);
  CHECK(find(loop, conditions, "i < 4").everywhere.relevance == Relevance::unknown);
  CHECK_FALSE(find(loop, conditions, "i < 4").everywhere.reason.empty());
}

TEST_CASE("the same trace gives the same answers") {
  const Failing failing(two_copies, {5});
  const auto first = failing.statements();
  const auto second = failing.statements();
  REQUIRE(first.size() == second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    CHECK(first[i].relevance == second[i].relevance);
    CHECK(first[i].witness.has_value() == second[i].witness.has_value());
    if (first[i].witness) CHECK(first[i].witness->values == second[i].witness->values);
  }
}
