// SPDX-License-Identifier: Apache-2.0
/// Traces of several threads in all reports.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "checker/report/text/text_layout.h"
#include "checker/report/thread_words.h"
#include "checker/report/trace_report.h"
#include "checker/report/writers/html_data.h"
#include "checker/report/writers/json_report.h"
#include "checker/report/writers/sarif_report.h"
#include "checker/report/writers/text_report.h"
#include "tests/checker/report/threaded_trace.h"
#include "tests/checker/report/writers/json_schema.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using nlohmann::json;

Report threaded_report(bool explained = true) {
  const testing::ThreadedTrace sample;
  Report report;
  report.version = "0.1.0";
  report.files = {"a.c"};
  report.data_model = "LP64";
  report.entry = "main";
  report.verdict = VerdictKind::unsafe;
  report.traces.push_back(make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::integer));
  if (explained) report.traces[0].explanation.concurrent = sample.explanation();
  return report;
}

/// From "Execution" on, as far as it is about the trace.
std::string steps_of(const std::string& text) {
  const std::size_t begin = text.find("Execution of");
  return text.substr(begin, text.find("Relevant statements") - begin);
}

const char* const expected_columns =
    R"(Execution of 3 threads (* relevant: with another value here, some execution leaves this trace before the error; → another thread goes on: without a switch that is needed the error does not happen):
            T0 main                                       T1 deposit                        T2 deposit#2
    a.c:11  pthread_create(&t, 0, deposit, 0)  starts T1
    a.c:12  pthread_create(&u, 0, deposit, 0)  starts T2
    ── T0 → T1: any order
    a.c:4                                                 ┌ pthread_mutex_lock(&m)
    a.c:5                                                 │ int b = balance   b = 0
    a.c:6                                                 └ pthread_mutex_unlock(&m)
    ── T1 → T2: needed (1)
    a.c:4                                                                                   ┌ pthread_mutex_lock(&m)
            … 1 step without effect
    a.c:6                                                                                   └ pthread_mutex_unlock(&m)
  * a.c:7                                                                                     balance = b + 10      balance = 10
    a.c:8                                                                                     count++: reads count  count = 0
    ── T2 → T1: needed (1)
  * a.c:7                                                   balance = b + 10  balance = 10
            … 2 steps without effect
    ── T1 → T0: any order
    a.c:13  pthread_join(t, 0)            T1 has ended
    a.c:14  pthread_join(u, 0)            T2 has ended
    a.c:15  [!(balance == 20)]

What goes wrong: atomicity violation:
  1. T2 wrote `balance` (line 7) between T1's read (line 5) and write (line 7): T2's update is lost

)";

}  // namespace

TEST_SUITE("threads") {
  TEST_CASE("the sample is well formed") {
    const testing::ThreadedTrace sample;
    CHECK(frontend::check_well_formed(sample.program).empty());
    REQUIRE(!sample.execution.trace.empty());
    CHECK(sample.program.location(sample.program.target(sample.execution.trace.back())).kind ==
          frontend::LocationKind::Error);
  }

  TEST_CASE("a column for each thread, with what the error rests on") {
    CHECK(steps_of(text_report(threaded_report())) == expected_columns);
  }

  TEST_CASE("where the columns do not fit, a column has the thread's name") {
    TextStyle style;
    style.width = 60;
    const std::string text = steps_of(text_report(threaded_report(), style));
    CHECK(text.find("a.c:5   T1 deposit      │ int b = balance  b = 0\n") != std::string::npos);
    style.width = 100;
    CHECK(text_report(threaded_report(), style).find("T0 main    ") != std::string::npos);
    for (const std::size_t width : std::vector<std::size_t>{60, 80, 100, 120}) {
      style.width = width;
      std::istringstream lines(steps_of(text_report(threaded_report(), style)));
      for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= width);
    }
  }

  TEST_CASE("all steps, where nobody knows which matter or all are asked for") {
    const std::string text = steps_of(text_report(threaded_report(false)));
    CHECK(text.find("without effect") == std::string::npos);
    CHECK(text.find("── T1 → T2\n") != std::string::npos);
    CHECK(text.find("count++: reads count  count = 0") != std::string::npos);
    TextStyle all;
    all.folds = false;
    const std::string unfolded = steps_of(text_report(threaded_report(), all));
    CHECK(unfolded.find("without effect") == std::string::npos);
    CHECK(unfolded.find("── T1 → T2: needed (1)\n") != std::string::npos);
  }

  TEST_CASE("a statement is split only where another thread moves in its midst") {
    const ReportTrace trace = threaded_report(false).traces[0];
    std::size_t parts = 0;
    for (const ReportStep& step : trace.steps)
      if (step.shown && step.text == "count++: reads count") {
        ++parts;
        CHECK(step.thread == 2);
      }
    CHECK(parts == 1);
  }

  TEST_CASE("the scheduler's choices are nobody's steps, inputs or relevant statements") {
    const ReportTrace trace = threaded_report().traces[0];
    CHECK(trace.inputs.empty());
    std::size_t choices = 0;
    for (const ReportStep& step : trace.steps) {
      if (!step.is_choice) continue;
      ++choices;
      CHECK(!step.shown);
    }
    CHECK(choices == 12);
    REQUIRE(trace.relevant.size() == 1);
    CHECK(trace.statements[trace.relevant[0].statement].text == "balance = b + 10");
  }

  TEST_CASE("locks are regions of their thread") {
    const ReportTrace trace = threaded_report().traces[0];
    REQUIRE(trace.regions.size() == 2);
    for (const ReportRegion& region : trace.regions) {
      CHECK(region.name == "m");
      CHECK(trace.steps[region.from].text == "pthread_mutex_lock(&m)");
      REQUIRE(region.to);
      CHECK(trace.steps[*region.to].text == "pthread_mutex_unlock(&m)");
      CHECK(trace.steps[region.from].thread == region.thread);
      CHECK(trace.steps[*region.to].thread == region.thread);
    }
  }

  TEST_CASE("what hazards mean") {
    using relevance::Hazard;
    using relevance::HazardKind;
    Report report = threaded_report();
    relevance::ConcurrentExplanation& concurrent = *report.traces[0].explanation.concurrent;
    const auto said = [&](std::vector<Hazard> hazards) {
      concurrent.hazards = std::move(hazards);
      std::vector<std::string> texts;
      for (const HazardSentence& sentence : hazard_sentences(report.traces[0])) texts.push_back(sentence.text);
      return texts;
    };
    const testing::ThreadedTrace sample;
    const std::size_t read = sample.position(1, "int b = balance");
    const std::size_t other_read = sample.position(2, "int b = balance");
    const std::size_t other = sample.position(2, "balance = b + 10");
    const std::size_t write = sample.position(1, "balance = b + 10");
    const std::size_t check = sample.position(0, "!(balance == 20)");
    using Texts = std::vector<std::string>;
    CHECK(said({{HazardKind::war, 0, read, other}, {HazardKind::waw, 0, other, write}}) ==
          Texts{testing::ThreadedTrace::lost});
    CHECK(said({{HazardKind::war, 0, read, other}}) == Texts{"T1 read `balance` (line 5) before T2 wrote it (line 7)"});
    CHECK(said({{HazardKind::raw, 0, write, check}}) ==
          Texts{"T0 read `balance` (line 15) after T1 wrote it (line 7)"});
    CHECK(said({{HazardKind::waw, 0, other, write}}) ==
          Texts{"T1 wrote `balance` (line 7) over what T2 wrote (line 7)"});
    CHECK(said({{HazardKind::war, 0, other_read, write}, {HazardKind::waw, 0, other, write}}).size() == 2);
    const std::size_t unlock = *report.traces[0].regions[0].to;
    const std::size_t lock = report.traces[0].regions[1].from;
    CHECK(said({{HazardKind::waw, 0, unlock, lock}}) ==
          Texts{"T1's `pthread_mutex_unlock(&m)` (line 6) came before T2's `pthread_mutex_lock(&m)` (line 4)"});
  }

  TEST_CASE("first stands what the pattern is recognised by") {
    using relevance::ConcurrencyFacts;
    using relevance::HazardKind;
    Report report = threaded_report();
    relevance::ConcurrentExplanation& concurrent = *report.traces[0].explanation.concurrent;
    const testing::ThreadedTrace sample;
    const std::size_t read = sample.position(1, "int b = balance");
    const std::size_t other = sample.position(2, "balance = b + 10");
    const std::size_t write = sample.position(1, "balance = b + 10");
    const std::size_t check = sample.position(0, "!(balance == 20)");
    const auto said = [&](const ConcurrencyFacts& facts, std::vector<relevance::Hazard> hazards) {
      concurrent.facts = facts;
      concurrent.hazards = std::move(hazards);
      return hazard_sentences(report.traces[0]);
    };
    ConcurrencyFacts facts{ConcurrencyFacts::Kind::lost_update, 1, 2, 0, 0, read, other, write, std::nullopt};
    auto sentences = said(facts, {{HazardKind::raw, 0, write, check}});
    REQUIRE(sentences.size() == 2);
    CHECK(sentences[0].text == testing::ThreadedTrace::lost);
    CHECK(sentences[0].hazards.empty());
    relevance::ContextSwitch change;
    change.need = relevance::SwitchNeed::needed;
    change.after = read;
    change.before = other;
    CHECK(switch_words(change, sentences) == "needed (1)");
    facts = {ConcurrencyFacts::Kind::race, 1, 0, 0, 0, write, check, std::nullopt, std::nullopt};
    sentences = said(facts, {{HazardKind::war, 0, read, other}, {HazardKind::raw, 0, write, check}});
    REQUIRE(sentences.size() == 2);
    CHECK(sentences[0].text == "T0 read `balance` (line 15) after T1 wrote it (line 7), and nothing orders the two");
    facts = {ConcurrencyFacts::Kind::too_early, 1, 0, 0, 0, std::nullopt, check, std::nullopt, 0U};
    sentences = said(facts, {});
    REQUIRE(sentences.size() == 1);
    CHECK(sentences[0].text == "T0 came to `[!(balance == 20)]` (line 15) before T1 wrote what that reads");
    change.cause = relevance::SwitchCause::waits;
    CHECK(switch_words(change, {}) == "needed, T0 has to wait");
    change.cause = relevance::SwitchCause::ended;
    CHECK(switch_words(change, {}) == "needed, T0 is done");
  }

  TEST_CASE("the result file has threads, switches and hazards, and fits its schema") {
    Report report = threaded_report();
    report.sources = {{"a.c", "", "", std::nullopt}};
    const json result = json::parse(json_report(report));
    CHECK(result["threads"][2]["name"] == "deposit#2");
    CHECK(result["threads"][1]["creator"] == 0);
    CHECK(result["threads"][1]["created"]["line"] == 11);
    const json& trace = result["traces"][0];
    CHECK(trace["pattern"] == "atomicity-violation");
    CHECK(trace["hazards"][0]["kind"] == "war");
    CHECK(trace["hazards"][0]["variable"] == "balance");
    CHECK(trace["hazard_sentences"][0]["text"] == testing::ThreadedTrace::lost);
    CHECK(trace["regions"].size() == 2);
    std::size_t needed = 0;
    for (const json& entry : trace["context_switches"]) {
      needed += entry["needed"] == true ? 1U : 0U;
      CHECK(trace["steps"][entry["after"].get<std::size_t>()]["thread"] == entry["from"]);
      CHECK(trace["steps"][entry["before"].get<std::size_t>()]["thread"] == entry["to"]);
    }
    CHECK(needed == 2);
    for (const json& step : trace["steps"]) CHECK(step.contains("thread") != step.contains("choice"));
    std::ifstream file(std::string(BIREACH_TEST_DATA) + "/../checker/report/writers/result.schema.json");
    const testing::JsonSchema schema(json::parse(file));
    for (const std::string& finding : schema.findings(result)) CHECK_MESSAGE(finding.empty(), finding);
  }

  TEST_CASE("SARIF has a flow for each thread, in one order") {
    const json result = json::parse(sarif_report(threaded_report()))["runs"][0]["results"][0];
    const json& flows = result["codeFlows"][0]["threadFlows"];
    REQUIRE(flows.size() == 3);
    CHECK(flows[1]["id"] == "trace-1-T1");
    CHECK(flows[1]["message"]["text"] == "T1 deposit");
    std::set<int> orders;
    std::size_t locations = 0;
    for (const json& flow : flows) {
      int last = 0;
      for (const json& location : flow["locations"]) {
        CHECK(location["executionOrder"] > last);
        last = location["executionOrder"];
        orders.insert(last);
        ++locations;
      }
    }
    CHECK(orders.size() == locations);
    CHECK(result["properties"]["pattern"] == "atomicity-violation");
    CHECK(result["message"]["text"].get<std::string>().find("T2's update is lost") != std::string::npos);
  }

  TEST_CASE("the page has lanes and sentences") {
    Report report = threaded_report();
    report.sources = {{"a.c", "text", "", std::nullopt}};
    const json trace = HtmlData(report).trace(0);
    CHECK(trace["threads"][1]["name"] == "deposit");
    CHECK(trace["hazards"][0]["text"] == testing::ThreadedTrace::lost);
    CHECK(trace["pattern"] == "atomicity violation");
    std::size_t needed = 0;
    for (const json& row : trace["lanes"]) {
      if (row.contains("at")) CHECK(!trace["steps"][row["at"].get<std::size_t>()].contains("h"));
      if (row.value("needed", false)) {
        ++needed;
        CHECK(row["words"] == "needed (1)");
      }
    }
    CHECK(needed == 2);
  }
}
