// SPDX-License-Identifier: Apache-2.0
/// What `explain` reports of the whole program.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "checker/report/program_report.h"
#include "checker/report/trace_report.h"
#include "checker/report/writers/json_report.h"
#include "checker/report/writers/text_report.h"
#include "tests/checker/report/sample_trace.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using nlohmann::json;
using relevance::CommonFixAnswer;
using relevance::Relevance;

/// The sample's trace twice; in the second `i = add(i)` is irrelevant, and nothing is undecided.
class TwoTraces {
 public:
  TwoTraces()
      : first_(sample_.relevance()), second_(sample_.relevance()), numbers_(number_statements(sample_.program)) {
    for (auto& entry : second_.positions)
      if (entry.position != testing::SampleTrace::initialisation)
        entry = {entry.position, Relevance::irrelevant, {}, ""};
  }

  [[nodiscard]] Report report(std::optional<relevance::CommonFix> fix = std::nullopt) const {
    const relevance::TraceCollection traces{&sample_.program, numbers_.number_of_edge, {&first_, &second_}};
    relevance::ProgramRelevance relevance = relevance::intersect(traces);
    for (auto& statement : relevance.statements)
      if (statement.relevance == Relevance::relevant) statement.common_fix = fix;
    Report report;
    report.files = {"a.c"};
    report.verdict = VerdictKind::unsafe;
    for (const auto* analysed : traces.traces)
      report.traces.push_back(make_trace_report(sample_.program, *analysed, frontend::Arithmetic::integer));
    report.program = make_program_report(relevance, numbers_.key_of_number, report.traces);
    ReportHarvest harvest;
    harvest.end = HarvestStop::exhausted;
    harvest.generalization = relevance::Generalization::danger;
    harvest.predicates = "auto";
    SubtractedErrors errors;
    errors.generalization = "danger";
    errors.predicates = "trace";
    errors.guarantee = relevance::Guarantee::feasible_continuation;
    errors.states = 7;
    errors.transitions = 9;
    errors.certificate = "checked by cvc5";
    harvest.automata = {errors, errors};
    harvest.statistics = relevance::GeneralizationStatistics{2, 14, 10, 6, 5, 4, 8, 0.1, 0.2, 0.3};
    report.harvest = harvest;
    return report;
  }

 private:
  testing::SampleTrace sample_;
  relevance::RelevanceReport first_, second_;
  StatementNumbers numbers_;
};

relevance::CommonFix fix(CommonFixAnswer answer, std::optional<logic::Integer> value = std::nullopt) {
  relevance::CommonFix result;
  result.answer = answer;
  result.value = value;
  if (answer == CommonFixAnswer::unknown) result.reason = "no time was left";
  return result;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("the keys of statements are numbered over the program") {
  const testing::SampleTrace sample;
  const StatementNumbers numbers = number_statements(sample.program);
  REQUIRE(numbers.number_of_edge.size() == sample.program.edge_count());
  CHECK(numbers.key_of_edge == statement_keys(sample.program));
  for (std::size_t edge = 0; edge < numbers.number_of_edge.size(); ++edge)
    CHECK(numbers.key_of_number[numbers.number_of_edge[edge]] == numbers.key_of_edge[edge]);
}

const char* const expected_program =
    R"(a.c: error reached: 2 error traces, 10 statements on them, 1 relevant in every trace
All error traces are covered. Each trace here stands for all that its danger automaton accepts: from each of its states some execution leads on to the error. Those others were not analysed: some may be infeasible, and other statements may be relevant in them.

Relevant in every trace, by rank:
  1 * a.c:5  main  int i = 1  with 3 instead, no input takes either trace to the error

A value that blocks a trace may lead to errors elsewhere: it shows where to look, not how to repair.

Relevant in some traces only (? perhaps):
  * a.c:8  main  i = add(i)    relevant in 1 of 2 traces (1)
  ? a.c:2  add   return a + 1  undecided in 1 of 2 traces (1)

Traces:
  1: 14 steps, 10 statements, 2 relevant (1 undecided); inputs -5, 3; call of reach_error at a.c:9 (main)
  2: 14 steps, 10 statements, 1 relevant; inputs -5, 3; call of reach_error at a.c:9 (main)

0 iterations, 0 traces refuted, 0 Z3, 0 cvc5 and 0 CaDiCaL queries
2 error automata subtracted (danger), 14 states, 15 queries (10 answered without a solver), 8 preconditions, 2 of 2 checked by the other solver
0.00 s (0.00 s CPU), 0 MiB
FALSE(unreach-call)
)";

TEST_CASE("the whole text") {
  TextStyle style;
  style.traces = TraceDetail::brief;
  CHECK(text_report(TwoTraces().report(fix(CommonFixAnswer::exists, 3)), style) == expected_program);
}

TEST_CASE("how much of each trace is shown") {
  const TwoTraces two;
  TextStyle style;
  const auto text = [&](TraceDetail detail) {
    style.traces = detail;
    return text_report(two.report(), style);
  };
  CHECK(contains(text(TraceDetail::full), "\nTrace 2 of 2: call of reach_error at a.c:9 (main)\n\nInputs:\n"));
  CHECK(text(TraceDetail::automatic) == text(TraceDetail::full));
  CHECK(!contains(text(TraceDetail::none), "Trace"));
  Report many = two.report();
  many.traces.resize(4, many.traces[0]);
  style.traces = TraceDetail::automatic;
  CHECK(contains(text_report(many, style), "\nTraces:\n  1: 14 steps"));
  many.traces.resize(40, many.traces[0]);
  const std::string cut = text_report(many, style);
  CHECK(contains(cut, "\n  20: 14 steps"));
  CHECK(!contains(cut, "\n  21: 14 steps"));
  CHECK(contains(cut, "\n  … and 20 more"));
}

TEST_CASE("a constant that blocks every trace: yes, only by undefined behaviour, no, undecided") {
  const TwoTraces two;
  CHECK(contains(text_report(two.report()), "with 3 instead, no input takes trace 1 to the error"));
  relevance::CommonFix undefined = fix(CommonFixAnswer::exists, 4);
  undefined.undefined_behaviour = true;
  CHECK(contains(text_report(two.report(undefined)),
                 "with 4 instead, no input takes either trace to the error without undefined behaviour"));
  CHECK(contains(text_report(two.report(fix(CommonFixAnswer::none))),
                 "whatever the constant, some input takes one of the 2 traces to the error; with 3 instead, no input "
                 "takes trace 1"));
  CHECK(contains(text_report(two.report(fix(CommonFixAnswer::unknown))), "is undecided (no time was left); with 3"));
}

TEST_CASE("lines are broken at the terminal's width") {
  TextStyle style;
  style.width = 72;
  style.traces = TraceDetail::none;
  const std::string text = text_report(TwoTraces().report(fix(CommonFixAnswer::none)), style);
  CHECK(contains(text, "  1 * a.c:5  main  int i = 1\n          whatever the constant,"));
  const std::string program = text.substr(0, text.find("0 iterations"));
  for (std::size_t begin = 0, end = 0; (end = program.find('\n', begin)) != std::string::npos; begin = end + 1)
    CHECK(end - begin <= style.width);
}

TEST_CASE("why the harvest ended, and what it means") {
  Report report = TwoTraces().report();
  ReportHarvest& harvest = *report.harvest;
  const auto says = [&](HarvestStop end, const std::string& part) {
    harvest.end = end;
    return contains(text_report(report), part);
  };
  CHECK(says(HarvestStop::max_traces, "Stopped after 2 error traces, as --max-traces asks; there may be others."));
  CHECK(says(HarvestStop::timeout, "The time limit ended the search for more error traces; there may be others."));
  CHECK(says(HarvestStop::memory, "The memory limit ended"));
  harvest.reason = "interrupted by SIGINT";
  CHECK(says(HarvestStop::signal, "was interrupted by SIGINT; there may be others."));
  harvest.reason = "z3: incomplete";
  CHECK(says(HarvestStop::undecided, "What is left of the error traces could not be decided: z3: incomplete."));
  CHECK(says(HarvestStop::internal_error, "An internal error ended"));
  for (const auto end : {HarvestStop::max_traces, HarvestStop::timeout, HarvestStop::memory, HarvestStop::signal,
                         HarvestStop::undecided, HarvestStop::internal_error})
    CHECK(!says(end, "All error traces are covered"));
  harvest.undecided = 2;
  harvest.not_analysed = 1;
  CHECK(says(HarvestStop::exhausted, "2 error traces could not be decided and were put aside."));
  CHECK(says(HarvestStop::exhausted, "Another error trace was found too late to be analysed."));
  harvest.automata[1].guarantee = relevance::Guarantee::feasible_or_nonterminating;
  CHECK(says(HarvestStop::exhausted, "or runs for ever. Those"));  // the weakest counts
  for (auto& errors : harvest.automata) errors.guarantee = relevance::Guarantee::feasible;
  CHECK(says(HarvestStop::exhausted, "Only feasible error traces were covered."));
  harvest.generalization = relevance::Generalization::trace;
  CHECK(says(HarvestStop::exhausted, "These are all error traces that are feasible."));
  CHECK(!says(HarvestStop::timeout, "These are all"));
}

TEST_CASE("undecided in one trace, relevant in the others: shown as undecided") {
  const testing::SampleTrace sample;
  const relevance::RelevanceReport decided = sample.relevance();
  relevance::RelevanceReport open = decided;
  open.positions = undecided_positions(sample.program, sample.execution.trace, "out of time");
  const StatementNumbers numbers = number_statements(sample.program);
  const relevance::TraceCollection traces{&sample.program, numbers.number_of_edge, {&decided, &open}};
  Report report;
  report.verdict = VerdictKind::unsafe;
  for (const auto* analysed : traces.traces)
    report.traces.push_back(make_trace_report(sample.program, *analysed, frontend::Arithmetic::integer));
  report.program = make_program_report(relevance::intersect(traces), numbers.key_of_number, report.traces);
  CHECK(report.program->relevant.empty());
  CHECK(report.program->undecided.size() == 3);  // the rest is irrelevant in the first trace
  const std::string text = text_report(report);
  CHECK(contains(text, "0 relevant in every trace (3 undecided)\n"));
  CHECK(contains(text, "Relevant in every trace: none that could be decided\n"));
  CHECK(contains(text, "Undecided, perhaps relevant in every trace:\n  ? a.c:5  main  int i = 1"));
  CHECK(contains(text, "undecided in 1 of 2 traces (2): out of time"));
  CHECK(json::parse(json_report(report))["program"]["undecided"].size() == 3);
}

TEST_CASE("one trace whose analysis was stopped: undecided, not irrelevant") {
  const testing::SampleTrace sample;
  relevance::RelevanceReport open = sample.relevance();
  open.positions = undecided_positions(sample.program, sample.execution.trace, "the run was stopped");
  const StatementNumbers numbers = number_statements(sample.program);
  const relevance::TraceCollection traces{&sample.program, numbers.number_of_edge, {&open}};
  Report report;
  report.verdict = VerdictKind::unsafe;
  report.traces.push_back(make_trace_report(sample.program, open, frontend::Arithmetic::integer));
  report.program = make_program_report(relevance::intersect(traces), numbers.key_of_number, report.traces);
  const std::string text = text_report(report);
  CHECK(contains(text, "1 error trace, 10 statements on it, 0 relevant in every trace (" +
                           std::to_string(report.program->undecided.size()) + " undecided)\n"));
  CHECK(contains(text, "Relevant in every trace: none that could be decided\n"));
  CHECK(contains(text, "  undecided in the trace: the run was stopped\n"));
}

TEST_CASE("the result file of explain") {
  const Report report = TwoTraces().report(fix(CommonFixAnswer::exists, 3));
  const json result = json::parse(json_report(report));
  CHECK(result["traces"].size() == 2);
  const json& program = result["program"];
  CHECK(program["relevant"] == json::parse(R"([{"statement": "s1", "traces": [1, 2], "rank": 1, "traces_blocked": 2,
      "fix": {"value": "3", "blocks": "all", "inputs": "every", "defined": true, "undefined_behaviour": false, "trace": 1},
      "common_fix": {"answer": "exists", "value": "3", "undefined_behaviour": false}}])"));
  REQUIRE(program["some_traces"].size() == 2);
  CHECK(program["some_traces"][0]["occurs"] == json({1, 2}));
  CHECK(program["some_traces"][0]["relevant"] == json({1}));
  CHECK(program["some_traces"][1]["undecided"] == json({1}));
  CHECK(program["undecided"].empty());
  const json& harvest = result["harvest"];
  CHECK(harvest["end"] == "exhausted");
  CHECK(harvest["guarantee"] == "feasible-continuation");
  CHECK(harvest["automata"][1]["trace"] == 2);
  CHECK(harvest["automata"][1]["certificate"] == "checked by cvc5");
  CHECK(harvest["statistics"]["coverage_answered_without_solver"] == 6);
  const Report undecided = TwoTraces().report(fix(CommonFixAnswer::unknown));
  CHECK(json::parse(json_report(undecided))["program"]["relevant"][0]["common_fix"] ==
        json({{"answer", "unknown"}, {"reason", "no time was left"}}));
}

TEST_CASE("a variable's sort in a trace of another arithmetic stands with that trace") {
  const testing::SampleTrace sample;
  Report report;
  report.verdict = VerdictKind::unsafe;
  for (const auto arithmetic : {frontend::Arithmetic::integer, frontend::Arithmetic::bitvector})
    report.traces.push_back(make_trace_report(sample.program, sample.relevance(), arithmetic));
  const json result = json::parse(json_report(report));
  CHECK(result["variables"]["main::x"]["sort"] == "Int");
  CHECK(!result["traces"][0].contains("variables"));
  CHECK(result["traces"][1]["variables"]["main::x"]["sort"] == "(_ BitVec 32)");
}

}  // namespace
