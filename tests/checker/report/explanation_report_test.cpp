// SPDX-License-Identifier: Apache-2.0
/// Error invariants in reports.
#include "checker/report/explanation_report.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "checker/report/program_report.h"
#include "checker/report/trace_report.h"
#include "checker/report/writers/json_report.h"
#include "checker/report/writers/text_report.h"
#include "tests/checker/report/sample_trace.h"
#include "tests/support/parse_fixture.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using logic::Term;
using nlohmann::json;
using relevance::ErrorExplanation;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The sample's trace, explained by hand.
class Explained {
 public:
  Explained() : semantics_(terms_, sample_.program, frontend::Arithmetic::integer) {
    for (frontend::VariableId id = 0; id < sample_.program.variables.size(); ++id) {
      if (sample_.program.variables[id].name == "main::x") x_ = id;
      if (sample_.program.variables[id].name == "main::i") i_ = id;
      if (sample_.program.variables[id].name == "add::result") result_ = id;
    }
    explanation.arithmetic = frontend::Arithmetic::integer;
    explanation.engine = "core-wp";
    explanation.seconds = 0.5;
    explanation.assertion = 14;
    explanation.holds = terms_.equal(semantics_.variable(x_), semantics_.variable(i_));
    explanation.precondition = {{1, x_, std::nullopt, -5, std::nullopt, logic::Integer(2)},
                                {2, n(), std::nullopt, 3, std::nullopt, std::nullopt}};
    const Term below = terms_.less(semantics_.variable(x_), terms_.integer(3));
    const auto is_three = [&](frontend::VariableId id) {
      return terms_.and_(below, terms_.equal(semantics_.variable(id), terms_.integer(3)));
    };
    add(0, 1, terms_.true_term());
    add(2, 11, below);
    add(12, 12, is_three(result_));
    add(13, 13, is_three(i_));
    add(14, 14, terms_.less(semantics_.variable(x_), semantics_.variable(i_)));
    explanation.kept = {{1, {}}, {11, {}}, {12, {}}, {13, {i_}}};
    explanation.needed_branches = {5, 9, 13};
  }

  [[nodiscard]] ReportTrace trace() const {
    ReportTrace trace = make_trace_report(sample_.program, sample_.relevance(), frontend::Arithmetic::integer);
    trace.explanation = make_explanation_report(sample_.program, semantics_, sample_.execution, explanation, trace);
    return trace;
  }

  [[nodiscard]] Report report() const {
    Report report;
    report.files = {"a.c"};
    report.verdict = VerdictKind::unsafe;
    report.traces.push_back(trace());
    report.needed = make_needed_report(report.traces);
    return report;
  }

  /// A second trace, like the first, and a third without explanation.
  [[nodiscard]] Report program_report() const {
    Report report = this->report();
    report.traces.insert(report.traces.begin(), 2, report.traces[0]);
    report.traces[0].explanation = missing_explanation(relevance::ExplanationKind::plain, "no time was left");
    report.traces[1].explanation.same_as = 3;
    report.traces[2].explanation.same_as = 3;
    report.traces[1].explanation.kept.pop_back();
    report.traces[1].explanation.invariants.pop_back();
    report.traces[1].explanation.needed_branches.pop_back();
    const StatementNumbers numbers = number_statements(sample_.program);
    const relevance::RelevanceReport analysed = sample_.relevance();
    const relevance::TraceCollection traces{
        &sample_.program, numbers.number_of_edge, {&analysed, &analysed, &analysed}};
    report.program = make_program_report(relevance::intersect(traces), numbers.key_of_number, report.traces);
    report.needed = make_needed_report(report.traces);
    return report;
  }

  ErrorExplanation explanation;

 private:
  void add(std::size_t from, std::size_t to, Term invariant) {
    explanation.invariants.insert(explanation.invariants.end(), to - from + 1, invariant);
  }
  [[nodiscard]] frontend::VariableId n() const {
    for (frontend::VariableId id = 0; id < sample_.program.variables.size(); ++id)
      if (sample_.program.variables[id].name == "main::n") return id;
    return 0;
  }

  testing::SampleTrace sample_;
  logic::TermManager terms_;
  frontend::Semantics semantics_;
  frontend::VariableId x_ = 0, i_ = 0, result_ = 0;
};

/// From its heading to the empty line.
std::string why(const std::string& text) {
  const std::size_t begin = text.find("Why the error happens");
  return begin == std::string::npos ? "" : text.substr(begin, text.find("\n\n", begin) + 1 - begin);
}

constexpr const char* expected_text =
    "Why the error happens (flow-sensitive error invariants; 7 of the 14 steps are needed):\n"
    "           { true }                         1 step hidden\n"
    "    a.c:6  int x = __VERIFIER_nondet_int()  any value <= 2\n"
    "           { x <= 2 }                       6 steps hidden\n"
    "    a.c:8  [i < n]                          has to go this way, 2 times\n"
    "    a.c:2    return a + 1\n"
    "           { x <= 2 && a + 1 == 3 }\n"
    "    a.c:8  i = add(i)\n"
    "           { i == 3 && x <= 2 }\n"
    "    a.c:8  [!(i < n)]                       the other way could change i\n"
    "           { x < i }\n"
    "    a.c:9  [!(x == i)]                      violates i == x\n"
    "Variables to watch: i, x\n";

}  // namespace

TEST_CASE("explanation: the abstract error trace as text") {
  const Explained explained;
  CHECK(why(text_report(explained.report())) == expected_text);
  TextStyle narrow;
  narrow.width = 52;
  const std::string text = why(text_report(explained.report(), narrow));
  CHECK(contains(text, "\n    a.c:6  int x = __VERIFIER_nondet_int()\n               any value <= 2\n"));
  CHECK(!contains(text_report(explained.report()), "\033["));
  TextStyle coloured;
  coloured.colour = true;
  CHECK(contains(text_report(explained.report(), coloured), "\033[36m{ x < i }\033[0m"));
}

TEST_CASE("explanation: a reason instead of one") {
  const Explained explained;
  Report report = explained.report();
  report.traces[0].explanation = missing_explanation(relevance::ExplanationKind::plain, "the run was stopped");
  report.needed = make_needed_report(report.traces);
  CHECK(why(text_report(report)) == "Why the error happens: not explained: the run was stopped\n");
  const json result = json::parse(json_report(report));
  CHECK(result["traces"][0]["error_invariants"] == json::array());
  CHECK(result["traces"][0]["explanation"] ==
        json({{"kind", "plain"}, {"reason", "the run was stopped"}, {"time_s", 0.0}}));
  CHECK(result["program"]["needed"] == json::array());
  CHECK(result["classes"] == json::array());
  report.traces[0].explanation = {};
  CHECK(why(text_report(report)).empty());
}

TEST_CASE("explanation: steps the source does not show are merged into what surrounds them") {
  Explained explained;
  Report report = explained.report();
  report.traces[0].steps[11].shown = false;
  const std::string text = why(text_report(report));
  CHECK(contains(text, "(flow-sensitive error invariants; 6 of the 13 steps are needed)"));
  CHECK(!contains(text, "return a + 1"));
  // The invariant before the next step that is shown.
  CHECK(contains(text, "any value <= 2\n           { x <= 2 && a + 1 == 3 }         6 steps hidden\n"));
}

TEST_CASE("explanation: a temporary is shown as what it holds, as long as it holds that") {
  Explained explained;
  // From 10 on (`a = i`) on, `a` may have another value than that which the result was made of.
  for (std::size_t position = 8; position < 14; ++position)
    explained.explanation.invariants[position] = explained.explanation.invariants[12];
  explained.explanation.kept = {{1, {}}, {7, {}}, {13, {}}};
  const ReportTrace trace = explained.trace();
  CHECK(trace.explanation.invariants[2].conjuncts == std::vector<std::string>{"x <= 2", "(value at a.c:2) == 3"});
}

TEST_CASE("explanation: results of calls are told apart where there are several") {
  const std::string code =
      "extern int __VERIFIER_nondet_int(void); void reach_error(void);\n"
      "int f(int a) { return a + 1; }\n"
      "int g(int a) { return 2 * a; }\n"
      "int main(void) {\n"
      "  int y = f(1) + f(2) - g(3);\n"
      "  if (y == -1) reach_error();\n"
      "}\n";
  const frontend::Program program = frontend::test::parse(code);
  const auto zero = [](frontend::EdgeId, std::size_t) -> logic::Value { return logic::Integer(0); };
  const frontend::Execution execution = frontend::run(program, zero, 100).execution;
  logic::TermManager terms;
  const frontend::Semantics semantics(terms, program, frontend::Arithmetic::integer);
  std::vector<Term> positive;
  for (frontend::VariableId id = 0; id < program.variables.size(); ++id)
    if (program.variables[id].user_name.empty())
      positive.push_back(terms.less(terms.integer(0), semantics.variable(id)));
  REQUIRE(positive.size() == 3);
  ErrorExplanation explanation;
  explanation.assertion = execution.trace.size();
  explanation.holds = terms.false_term();
  explanation.invariants.assign(execution.trace.size() + 1, terms.and_(positive));
  const ReportTrace trace =
      make_trace_report(program, statement_keys(program), execution, {}, 0, frontend::Arithmetic::integer);
  const ReportExplanation report = make_explanation_report(program, semantics, execution, explanation, trace);
  REQUIRE(report.invariants.size() == 1);
  CHECK(report.invariants[0].conjuncts == std::vector<std::string>{"f()@5:11 > 0", "f()@5:18 > 0", "g() > 0"});
  CHECK(report.watched.empty());
  CHECK(report.variables.size() == 3);
}

TEST_CASE("explanation: the result file") {
  const Explained explained;
  const json result = json::parse(json_report(explained.report()));
  const json& trace = result["traces"][0];
  const json& explanation = trace["explanation"];
  REQUIRE(trace["error_invariants"].size() == trace["length"].get<std::size_t>() + 1);
  CHECK(trace["error_invariants"][0] == "true");
  CHECK(trace["error_invariants"][2] == "(<= |main::x| 2)");
  CHECK(trace["error_invariants"][11] == "(<= |main::x| 2)");
  CHECK(trace["error_invariants"][14] == "(<= (+ 1 |main::x|) |main::i|)");
  CHECK(trace["error_invariants"][15] == "true");
  CHECK(explanation["kind"] == "flow-sensitive");
  CHECK(explanation["reason"] == "");
  CHECK(explanation["engine"] == "core-wp");
  CHECK(explanation["assertion"] == json({{"step", 14}, {"formula", "(= |main::i| |main::x|)"}, {"c", "i == x"}}));
  CHECK(explanation["precondition"] ==
        json::array({{{"step", 1}, {"variable", "main::x"}, {"value", "-5"}, {"min", nullptr}, {"max", "2"}},
                     {{"step", 2}, {"variable", "main::n"}, {"value", "3"}, {"min", nullptr}, {"max", nullptr}}}));
  const json& path = explanation["abstract_error_trace"];
  REQUIRE(path.size() == 9);
  CHECK(path[0] == json({{"invariant", "true"}, {"c", "true"}, {"from", 0}, {"to", 1}}));
  CHECK(path[1] == json({{"step", 1}, {"statement", trace["steps"][1]["statement"]}, {"framed", json::array()}}));
  CHECK(path[2] == json({{"invariant", "(<= |main::x| 2)"}, {"c", "x <= 2"}, {"from", 2}, {"to", 11}}));
  CHECK(path[7]["framed"] == json::array({"main::i"}));
  CHECK(explanation["needed_branches"] == json::array({5, 9, 13}));
  CHECK(explanation["variables"] == json::array({"main::i", "main::x", "add::result"}));
  CHECK(explanation["class"] == nullptr);
  CHECK(result["classes"] == json::array({{{"representative", 1}, {"traces", {1}}}}));
  CHECK(result["program"]["explained"] == json::array({1}));
  CHECK(result["statistics"]["time_s"]["error_invariants"] == 0.0);
}

TEST_CASE("explanation: what all traces need, beside their relevance, and classes") {
  const Explained explained;
  const Report report = explained.program_report();
  const json result = json::parse(json_report(report));
  CHECK(result["classes"] == json::array({{{"representative", 3}, {"traces", {3, 2}}}}));
  CHECK(result["program"]["explained"] == json::array({2, 3}));
  const json& needed = result["program"]["needed"];
  REQUIRE(needed.size() == 5);
  CHECK(needed[0]["traces"] == json::array({2, 3}));
  CHECK(needed[0]["in_all"] == true);
  CHECK(needed[4]["traces"] == json::array({3}));
  CHECK(needed[4]["in_all"] == false);

  const std::string text = text_report(report);
  CHECK(contains(text, "a.c: error reached: 3 error traces in 1 class, "));
  CHECK(contains(text,
                 "Needed to explain the error in the 2 of 3 traces that are explained (* relevant as well: changing it "
                 "could fix the bug):\n"
                 "    a.c:6  main  int x = __VERIFIER_nondet_int()\n"
                 "    a.c:8  main  [i < n]\n"
                 "    a.c:2  add   return a + 1\n"
                 "  * a.c:8  main  i = add(i)\n"
                 "  and 1 statement in some traces only\n"));
  // The representative and what is not explained in full, then what is like the former.
  CHECK(text.find("\nTrace 3 of 3") < text.find("\nTrace 1 of 3"));
  CHECK(contains(text, "\nOther traces:\n  2: like trace 3; "));
  CHECK(!contains(text, "\nTrace 2 of 3"));
  TextStyle style;
  style.traces = TraceDetail::full;
  CHECK(contains(text_report(report, style), "Why the error happens (flow-sensitive error invariants, like trace 3; "));
  style.traces = TraceDetail::brief;
  CHECK(contains(text_report(report, style), "\nTraces:\n  3: "));
}
