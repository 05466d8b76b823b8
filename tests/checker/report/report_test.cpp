// SPDX-License-Identifier: Apache-2.0
#include "checker/report/report.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "checker/replay/trace_inputs.h"
#include "checker/report/report_words.h"
#include "checker/report/text/text_layout.h"
#include "checker/report/trace_report.h"
#include "checker/report/writers/json_report.h"
#include "checker/report/writers/text_report.h"
#include "frontend/program/program.h"
#include "tests/checker/report/sample_trace.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using nlohmann::json;

Report sample_report() {
  const testing::SampleTrace sample;
  Report report;
  report.version = "0.1.0";
  report.files = {"a.c"};
  report.data_model = "ILP32";
  report.entry = "main";
  report.verdict = VerdictKind::unsafe;
  report.assumptions = {"signed overflow does not happen"};
  report.statistics.iterations = 3;
  report.statistics.infeasible_traces = 2;
  report.statistics.wall_s = 0.5;
  report.statistics.cpu_s = 0.75;
  report.statistics.peak_memory_mib = 20;
  report.statistics.z3_queries = 12;
  report.statistics.time.relevance = 0.25;
  report.traces.push_back(make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::integer));
  return report;
}

const char* const expected_text = R"(a.c: error reached: call of reach_error at a.c:9 (main)

Inputs:
    __VERIFIER_nondet_int()  = -5  a.c:6
    uninitialised n          =  3  a.c:7

Execution (* relevant: with another value here, some execution leaves this trace before the error, whatever its later inputs are) (? undecided):
  * a.c:5  main  int i = 1                        i = 1
    a.c:6  main  int x = __VERIFIER_nondet_int()  x = -5
    a.c:7  main  int n                            n = 3 (arbitrary)
    a.c:7  main  unused                           unused = 3 (arbitrary)
    a.c:8  main  [i < n]
    a.c:8  main  add(a = i)                       a = 1
  ? a.c:2  add     return a + 1                   result = 2
    a.c:8  main  i = add(i)                       i: 1 -> 2
    a.c:8  main  [i < n]
    a.c:8  main  add(a = i)                       a: 1 -> 2
    a.c:2  add     return a + 1                   result = 3
  * a.c:8  main  i = add(i)                       i: 2 -> 3
    a.c:8  main  [!(i < n)]
    a.c:9  main  [!(x == i)]

Relevant statements (2 of the 10 on the trace):
  * `int i = 1` at a.c:5: with 3 instead, no input takes this trace to the error
  * `i = add(i)` at a.c:8: with 7 instead at its occurrence 2, some execution leaves this trace before the error (relevant in 1 of its 2 occurrences)

Undecided, perhaps relevant:
  ? `return a + 1` at a.c:2: time limit

Assumptions:
  - signed overflow does not happen

3 iterations, 2 traces refuted, 12 Z3, 0 cvc5 and 0 CaDiCaL queries
0.50 s (0.75 s CPU), 20 MiB: relevance 0.25 s
FALSE(unreach-call)
)";

TEST_CASE("the sample is a well-formed program whose execution reaches the error") {
  const testing::SampleTrace sample;
  CHECK(frontend::check_well_formed(sample.program).empty());
  REQUIRE(!sample.execution.trace.empty());
  CHECK(sample.program.location(sample.program.target(sample.execution.trace.back())).kind ==
        frontend::LocationKind::Error);
}

TEST_CASE("the text of an error trace") {
  CHECK(text_report(sample_report()) == expected_text);
}

TEST_CASE("an error is told before it is explained") {
  const Report report = sample_report();
  const ReportTrace& trace = report.traces[0];
  const auto told = [&](bool is_explained) { return announcement(trace, {"a.c"}, {}, is_explained); };
  CHECK(told(true) ==
        "a.c:9:3: error: call of reach_error [unreach-call]\n"
        "FALSE(unreach-call) is certain; what follows explains it.\n");
  CHECK(told(false).ends_with("\nFALSE(unreach-call) is certain; its execution follows.\n"));
  ReportTrace nowhere = trace;
  nowhere.error_place = {};
  nowhere.error_words = "`x` is wrong";
  CHECK(announcement(nowhere, {"a.c", "b.c"}, {}, true).starts_with("a.c, b.c: error: `x` is wrong [unreach-call]\n"));
  // The trace without what is not known yet.
  const std::string plain = plain_trace(trace, {});
  CHECK(plain.starts_with("\nInputs:\n    __VERIFIER_nondet_int()  = -5  a.c:6\n"));
  CHECK(plain.find("\nExecution:\n    a.c:5  main  int i = 1") != std::string::npos);
  CHECK(plain.find("  * ") == std::string::npos);
  CHECK(plain.find("  ? ") == std::string::npos);
  CHECK(plain.ends_with("\n\n"));
}

TEST_CASE("a report that follows an announcement does not repeat it") {
  TextStyle style;
  const std::string whole(expected_text);
  const std::string rest = whole.substr(whole.find("\n\n") + 1);
  style.announced = Announced::error;
  CHECK(text_report(sample_report(), style) == rest);
  style.announced = Announced::trace;
  CHECK(text_report(sample_report(), style) == "The same execution, explained:\n" + rest);
  Report plain = sample_report();
  plain.traces[0].relevance_asked = false;
  CHECK(text_report(plain, style).starts_with("Assumptions:\n"));
  // Elsewhere the head is needed: the suspects, say, stand between.
  style.subject = TextSubject::repairs;
  style.traces = TraceDetail::full;
  CHECK(text_report(sample_report(), style).ends_with(whole));
}

TEST_CASE("a narrow terminal gets the values below the steps; colour only where asked for") {
  const std::string text = text_report(sample_report(), {false, 40});
  // There is no room for functions.
  CHECK(text.find("  * a.c:5  int i = 1\n             i = 1\n") != std::string::npos);
  CHECK(text_report(sample_report(), {false, 60}).find("  * a.c:5  main  int i = 1") != std::string::npos);
  CHECK(text.find('\033') == std::string::npos);
  CHECK(text_report(sample_report(), {true, 0}).find("\033[1;31mFALSE(unreach-call)\033[0m\n") != std::string::npos);
}

TEST_CASE("sentences are broken where the terminal ends") {
  TextStyle style;
  style.width = 60;
  const std::string text = text_report(sample_report(), style);
  CHECK(text.find("\nExecution (* relevant: with another value here, some\n") != std::string::npos);
  std::istringstream lines(text);
  std::size_t items = 0;
  for (std::string line; std::getline(lines, line);) {
    CHECK(columns(line) <= 60);
    items += line.rfind("  * `", 0) == 0 ? 1U : 0U;
  }
  CHECK(items > 0);
  // The rest of an item stands below its first word.
  CHECK(text.find("no input takes\n    this trace to the error\n") != std::string::npos);
}

TEST_CASE("an input is listed if a call returned it or the execution reads it") {
  const testing::SampleTrace sample;
  const auto inputs = trace_inputs(sample.program, sample.execution);
  REQUIRE(inputs.size() == 2);
  CHECK(sample.program.variables[inputs[0].variable].name == "main::x");
  CHECK(inputs[0].value == -5);
  CHECK(sample.program.variables[inputs[1].variable].name == "main::n");
}

TEST_CASE("of an uninitialised array the elements read before they are written are inputs") {
  using namespace frontend;
  constexpr ScalarType type = signed_integer(32);
  Program program;
  program.files = {"a.c"};
  Variable array;
  array.name = array.user_name = "a";
  array.type = type;
  array.array = ArrayShape{10};
  Variable scalar;
  scalar.name = scalar.user_name = "s";
  scalar.type = type;
  program.variables = {array, scalar};
  const auto number = [&](int value) { return make_constant(value, type); };
  const auto element = [&](int index) { return make_element(0, number(index), type); };
  const std::vector<Statement> statements{Havoc{{0, nullptr}, ""},          Assign{{0, number(2)}, number(1)},
                                          Assign{{1, nullptr}, element(2)}, Assign{{1, nullptr}, element(7)},
                                          Assign{{1, nullptr}, element(7)}, Assume{make_variable(1, type)}};
  LocationId at = program.add_location({});
  for (const Statement& statement : statements) {
    const LocationId next = program.add_location({});
    Edge edge;
    edge.statement = statement;
    program.add_edge(at, next, edge);
    at = next;
  }
  program.location(at).kind = LocationKind::Error;
  program.location(at).violation = frontend::Violation::unreach_call;
  logic::ArrayValue value;
  value.set(7, 42);
  const Execution execution = run(
                                  program, [&](EdgeId, std::size_t) { return value; }, 100)
                                  .execution;
  const auto inputs = trace_inputs(program, execution);
  REQUIRE(inputs.size() == 1);
  CHECK(inputs[0].step == 0);
  CHECK(inputs[0].index == logic::Integer(7));
  CHECK(inputs[0].value == 42);
}

TEST_CASE("variables of one name are shown with their functions") {
  testing::SampleTrace sample;
  for (auto& variable : sample.program.variables)
    if (variable.name == "add::a") variable.user_name = "i";
  const auto trace = make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::integer);
  CHECK(trace.steps[0].changes[0].name == "main::i");
  CHECK(trace.steps[1].changes[0].name == "x");
}

TEST_CASE("files are named without their folder where that is clear") {
  testing::SampleTrace sample;
  sample.program.files = {"src/a.c", "lib/b.c"};
  const auto report = [&] {
    return make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::integer);
  };
  CHECK(report().steps[0].place == "a.c:5");
  CHECK(report().statements[0].place.file == "src/a.c");
  sample.program.files = {"src/a.c", "lib/a.c"};
  CHECK(report().steps[0].place == "src/a.c:5");
}

TEST_CASE("the fixing value is replayed on the execution shown") {
  const testing::SampleTrace sample;
  auto relevance = sample.relevance();
  for (auto& entry : relevance.positions)
    if (entry.position == testing::SampleTrace::second_update) entry.fix->value = 2;  // then i < n still holds
  const auto trace = make_trace_report(sample.program, relevance, frontend::Arithmetic::integer);
  CHECK(trace.steps[testing::SampleTrace::second_update].fix->blocks_shown);
}

TEST_CASE("what a value does is said as it is proved") {
  using Blocks = relevance::Fix::Blocks;
  const auto said = [](Blocks blocks, bool defined, bool shown) {
    ReportFix fix;
    fix.blocks = blocks;
    fix.defined = defined;
    fix.blocks_shown = shown;
    return consequence(fix);
  };
  CHECK(said(Blocks::all, true, true) == "no input takes this trace to the error");
  CHECK(said(Blocks::all, false, true) == "no input takes this trace to the error without undefined behaviour");
  CHECK(said(Blocks::reaching, true, true) == "no input that took this trace to the error still does; others may");
  CHECK(said(Blocks::reaching, false, true) ==
        "no input that took this trace to the error still does without undefined behaviour; others may");
  CHECK(said(Blocks::one, false, true) == "the shown execution leaves this trace before the error");
  CHECK(said(Blocks::unknown, false, false) == "some execution leaves this trace before the error");
}

TEST_CASE("the result file says of which inputs a value is proved") {
  const testing::SampleTrace sample;
  auto relevance = sample.relevance();
  for (auto& entry : relevance.positions)
    if (entry.fix) entry.fix->blocks = relevance::Fix::Blocks::reaching;
  Report report = sample_report();
  report.traces = {make_trace_report(sample.program, relevance, frontend::Arithmetic::integer)};
  const json fix = json::parse(json_report(report))["traces"].at(0)["steps"].at(0)["fix"];
  CHECK(fix["blocks"] == "one");
  CHECK(fix["inputs"] == "reaching");
  CHECK(fix["defined"] == true);
}

TEST_CASE("a value that only leads to undefined behaviour is told apart and comes last") {
  const testing::SampleTrace sample;
  constexpr std::size_t argument = 6;  // a = i
  auto relevance = sample.relevance();
  for (auto& entry : relevance.positions) {
    if (entry.position != argument) continue;
    entry.relevance = relevance::Relevance::relevant;
    entry.fix = relevance::Fix{2147483647, relevance::Fix::Blocks::all, false};
  }
  Report report = sample_report();
  report.traces = {make_trace_report(sample.program, relevance, frontend::Arithmetic::integer)};
  const ReportTrace& trace = report.traces[0];
  CHECK(trace.steps[argument].fix->undefined == "signed overflow at a.c:2");
  CHECK(trace.steps[testing::SampleTrace::initialisation].fix->undefined.empty());
  CHECK(trace.relevant.back().first_step == argument);
  CHECK(text_report(report, {})
            .find("with 2147483647 instead at its occurrence 1, the execution has undefined "
                  "behaviour before it reaches the error (signed overflow at a.c:2)") != std::string::npos);
  const json result = json::parse(json_report(report));
  CHECK(result["traces"].at(0)["steps"].at(argument)["fix"]["undefined_behaviour"] == true);
}

TEST_CASE("the result file holds together") {
  const Report report = sample_report();
  const json result = json::parse(json_report(report));
  CHECK(result["format"] == "bireach-result/1");
  CHECK(result["verdict"] == "FALSE");
  CHECK(result["reason"] == "");
  const json& trace = result["traces"].at(0);
  CHECK(trace["length"] == trace["steps"].size());
  CHECK(trace["relevant_statements"] == 2);
  CHECK(trace["inputs"].at(0) ==
        json({{"step", 1}, {"variable", "main::x"}, {"value", "-5"}, {"function", "__VERIFIER_nondet_int"}}));
  std::set<std::string> distinct;
  for (const json& step : trace["steps"]) {
    const std::string key = step["statement"];
    distinct.insert(key);
    REQUIRE(result["statements"].contains(key));
    const json& statement = result["statements"][key];
    CHECK(statement.contains("target") == (statement["kind"] != "assume"));
    if (statement.contains("target")) CHECK(result["variables"].contains(statement["target"].get<std::string>()));
  }
  CHECK(trace["statements"] == distinct.size());
  CHECK(result["program"]["statements"] == distinct.size());
  CHECK(
      trace["steps"].at(0)["fix"] ==
      json(
          {{"value", "3"}, {"blocks", "all"}, {"inputs", "every"}, {"defined", true}, {"undefined_behaviour", false}}));
  CHECK(trace["steps"].at(0)["relevant"] == true);
  CHECK(trace["steps"].at(1)["relevant"] == false);
  CHECK(trace["steps"].at(7)["relevant"].is_null());
  const json& ranked = result["program"]["relevant"];
  REQUIRE(ranked.size() == 2);
  CHECK(ranked.at(0) == json({{"statement", "s1"}, {"traces", {1}}, {"rank", 1}}));
  CHECK(result["variables"]["main::x"] ==
        json({{"type", "int"}, {"sort", "Int"}, {"min", "-2147483648"}, {"max", "2147483647"}}));
}

TEST_CASE("formulas speak of the target's new value only") {
  const testing::SampleTrace sample;
  const auto trace = make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::integer);
  CHECK(trace.arithmetic == "integer");
  CHECK(trace.steps[0].formula == "(= |main::i'| 1)");
  const std::string& havoc = trace.steps[1].formula;  // the type's range, of the new value
  CHECK(havoc.find("|main::x'|") != std::string::npos);
  CHECK(havoc.find("|main::x|") == std::string::npos);
  CHECK(havoc.find("2147483647") != std::string::npos);
  CHECK(trace.steps[5].formula.find('\'') == std::string::npos);  // an assumption changes nothing
  const auto bits = make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::bitvector);
  CHECK(bits.arithmetic == "bitvector");
  CHECK(bits.variables[0].sort == "(_ BitVec 32)");
  CHECK(!bits.variables[0].min);
}

TEST_CASE("undecided relevance covers every assigning position") {
  const testing::SampleTrace sample;
  const auto positions = undecided_positions(sample.program, sample.execution.trace, "stopped");
  CHECK(positions.size() == sample.relevance().positions.size());
  for (const auto& entry : positions) CHECK(entry.relevance == relevance::Relevance::unknown);
}

TEST_CASE("verdict lines and exit statuses") {
  Report report;
  report.verdict = VerdictKind::safe;
  CHECK(verdict_line(report) == "TRUE");
  CHECK(exit_status(report) == 0);
  report.verdict = VerdictKind::unsafe;
  CHECK(verdict_line(report) == "FALSE(unreach-call)");
  CHECK(exit_status(report) == 1);
  report.verdict = VerdictKind::unknown;
  report.reason = "pointers\nat a.c:3";
  CHECK(verdict_line(report) == "UNKNOWN(pointers at a.c:3)");
  CHECK(exit_status(report) == 3);
  report.verdict = VerdictKind::internal_error;
  CHECK(verdict_line(report) == "UNKNOWN(internal error)");
  CHECK(exit_status(report) == 4);
}

TEST_CASE("what is known of an unanswered run, and the assumptions of a proof") {
  Report report;
  report.files = {"a.c", "b.c"};
  report.reason = "timeout";
  report.statistics.iterations = 1;
  report.statistics.infeasible_traces = 4;
  report.statistics.bounded_depth = 17;
  const std::string text = text_report(report);
  CHECK(text.find("a.c, b.c: no answer: timeout\nKnown so far: 1 iteration, 4 error traces refuted, no error found to "
                  "depth 17\n") == 0);
  report.verdict = VerdictKind::safe;
  report.assumptions = {"signed overflow does not happen"};
  const std::string proof = text_report(report);
  CHECK(proof.find("\nAssumptions:\n  - signed overflow does not happen\n") != std::string::npos);
  CHECK(proof.substr(proof.size() - 6) == "\nTRUE\n");
}

TEST_CASE("proofs of some checks each") {
  Report report;
  report.files = {"a.c"};
  report.verdict = VerdictKind::safe;
  report.proof.kind = ReportProof::Kind::separate;
  ReportProof part{ReportProof::Kind::annotation};
  part.predicates = 3;
  part.of_elements = {{{}, "for all k: a[k] == 0"}};
  report.proof.parts = {part, ReportProof{.kind = ReportProof::Kind::unrolling, .depth = 7}, part};
  const std::string text = text_report(report);
  CHECK(text.starts_with("a.c: proved: no execution reaches an error, by 3 proofs of some checks each; "));
  const std::size_t said = text.find("for all k: a[k] == 0");
  CHECK(said != std::string::npos);
  CHECK(text.find("for all k: a[k] == 0", said + 1) == std::string::npos);
  const json proof = json::parse(json_report(report))["proof"];
  CHECK(proof["kind"] == "separate");
  REQUIRE(proof["proofs"].size() == 3);
  CHECK(proof["proofs"][0]["predicates"] == 3);
  CHECK(proof["proofs"][1]["depth"] == 7);
}

TEST_CASE("text that is no UTF-8 does not spoil the result file") {
  Report report = sample_report();
  report.traces[0].statements[0].text = "s = \"\xe9t\xe9\"";
  CHECK(json::accept(json_report(report)));
}

}  // namespace
