// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/html_report.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "checker/report/automaton_report.h"
#include "checker/report/report_sources.h"
#include "checker/report/text/text_layout.h"
#include "checker/report/trace_report.h"
#include "checker/report/writers/html_data.h"
#include "checker/report/writers/html_page.h"
#include "checker/report/writers/sarif_report.h"
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
  report.verdict = VerdictKind::unsafe;
  report.traces.push_back(make_trace_report(sample.program, sample.relevance(), frontend::Arithmetic::integer));
  report.sources = {{"a.c", "text", "", std::nullopt}};
  report.automaton = make_automaton_report(sample.program, report.traces);
  return report;
}

/// What stands in a data island of the page.
json island(const std::string& page, const std::string& id) {
  const std::string start = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t from = page.find(start);
  REQUIRE(from != std::string::npos);
  const std::size_t begin = from + start.size();
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

}  // namespace

TEST_SUITE("html report") {
  TEST_CASE("data islands neither end nor begin elements, and stay the same data") {
    const std::string hostile = "</script><!--<script>&amp;\xE2\x80\xA8\"\\";
    const std::string text = json_island(json(hostile).dump(-1, ' ', true));
    CHECK(text.find_first_of("<>&") == std::string::npos);
    for (const char c : text) CHECK(static_cast<unsigned char>(c) < 0x80);
    CHECK(json::parse(text).get<std::string>() == hostile);
  }

  TEST_CASE("a page holds each of its parts once, whatever the program says") {
    Report report = sample_report();
    const std::string plain = html_report(report, {"", "not drawn"});
    const std::string hostile = "</script><script>alert(1)</script>{{script}}<!--\xE2\x80\xA9\xFF";
    report.files = {hostile};
    report.sources[0].text = hostile;
    report.traces[0].statements[0].text = hostile;
    report.assumptions = {hostile};
    report.traces[0].explanation.reason = hostile;
    const std::string page = html_report(report, {hostile, hostile});
    for (const std::string part : {"<script", "</script", "<!--", "<style", "<body"})
      CHECK_MESSAGE(count(page, part) == count(plain, part), part);
    const std::string kept = hostile.substr(0, hostile.size() - 1) + "\xEF\xBF\xBD";  // no UTF-8: replaced
    CHECK(island(page, "sources")[0]["text"] == kept);
    CHECK(island(page, "data")["automaton"]["svg"] == kept);
    CHECK(island(page, "data")["assumptions"][0] == kept);
  }

  TEST_CASE("steps refer to statements, values and arrows") {
    const Report report = sample_report();
    const std::string page = html_report(report, {});
    const json head = island(page, "data");
    const json trace = island(page, "trace-0");
    REQUIRE(trace["steps"].size() == report.traces[0].steps.size());
    const json& first = trace["steps"][testing::SampleTrace::initialisation];
    CHECK(head["statements"][first["s"].get<std::size_t>()]["text"] == "int i = 1");
    CHECK(first["r"] == 1);
    CHECK(first["f"]["value"] == "3");
    CHECK(first["f"]["what"] == "no input takes this trace to the error");
    CHECK(first["c"] == json::parse(R"([["i", null, "1"]])"));
    CHECK(trace["variables"][first["v"][0].get<std::size_t>()][0] == "i");
    CHECK(first["v"][1] == "1");
    CHECK(trace["steps"][testing::SampleTrace::first_update - 1]["r"] == 2);
    CHECK(trace["steps"][testing::SampleTrace::first_update - 1]["u"] == "time limit");
    // The two rounds of the loop take the same arrow.
    CHECK(trace["steps"][testing::SampleTrace::first_update]["e"] ==
          trace["steps"][testing::SampleTrace::second_update]["e"]);
  }

  TEST_CASE("the page's parts are there, in ASCII") {
    for (const std::string_view part : {page_template(), page_style(), page_script()}) {
      CHECK(part.size() > 1000);
      for (const char c : part) REQUIRE(static_cast<unsigned char>(c) < 0x80);
    }
    CHECK(page_script().find("</script") == std::string_view::npos);
    CHECK(page_script().find("innerHTML") == std::string_view::npos);
  }
}

TEST_SUITE("automaton report") {
  TEST_CASE("paths without branches are one arrow") {
    const Report report = sample_report();
    const ReportAutomaton& automaton = *report.automaton;
    CHECK(automaton.whole);
    // initial, loop head, the assertion's branch, exit, error.
    CHECK(automaton.locations.size() == 5);
    REQUIRE(automaton.arrows.size() == 5);
    std::size_t edges = 0;
    for (const auto& arrow : automaton.arrows) edges += arrow.edges.size();
    CHECK(edges == testing::SampleTrace().program.edge_count());
    CHECK(automaton.arrows[0].lines ==
          std::vector<std::string>{"int i = 1", "int x = __VERIFIER_nondet_int()", "int n", "unused"});
    const auto kinds = [&automaton](const std::string& kind) {
      std::size_t number = 0;
      for (const auto& location : automaton.locations) number += location.kind == kind ? 1U : 0U;
      return number;
    };
    CHECK(kinds("initial") == 1);
    CHECK(kinds("error") == 1);
    CHECK(kinds("exit") == 1);
    CHECK(kinds("cut") == 0);
  }

  TEST_CASE("labels cannot end their strings") {
    ReportAutomaton automaton;
    automaton.locations = {{"initial", "main", ""}, {"error", "main", ""}};
    automaton.arrows = {{0, 1, {0}, {"puts(\"\\\"];evil->x[\n\")"}}};
    const std::string dot = automaton_dot(automaton);
    CHECK(dot.find(R"(label="  puts(\"\\\"];evil->x[ \")\l")") != std::string::npos);
  }

  TEST_CASE("long arrows are cut, within whole characters") {
    ReportAutomaton automaton;
    automaton.locations = {{"initial", "", ""}, {"exit", "", ""}};
    std::string umlauts;
    for (int i = 0; i < 60; ++i) umlauts += "ä";
    automaton.arrows = {{0, 1, {0}, std::vector<std::string>(9, umlauts)}};
    const std::string dot = automaton_dot(automaton);
    CHECK(count(dot, "ä") == std::size_t{5} * 44);
    CHECK(dot.find("… 4 more") != std::string::npos);
  }
}

TEST_SUITE("report sources") {
  TEST_CASE("lines are those of the compiler; what is no file says so") {
    const std::string folder = std::filesystem::temp_directory_path() / ("bireach-sources-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const std::string file = folder + "/a.c";
    const std::string empty = folder + "/empty.c";
    std::ofstream(file, std::ios::binary) << "a\r\nb\rc\n";
    std::ofstream(empty, std::ios::binary);
    const auto sources = read_sources({file, folder, folder + "/missing.c", empty});
    REQUIRE(sources.size() == 4);
    CHECK(sources[0].text == "a\nb\nc\n");
    CHECK(sources[0].missing.empty());
    CHECK(sources[0].sha256 == sha256_of_file(file));
    CHECK(!sources[1].missing.empty());
    CHECK(!sources[2].missing.empty());
    CHECK(sources[3].missing.empty());
    std::filesystem::remove_all(folder);
  }

  TEST_CASE("columns in characters") {
    CHECK(character_column("abc", 1) == 1);
    CHECK(character_column("abc", 3) == 3);
    CHECK(character_column("äb", 3) == 2);  // behind two bytes
    CHECK(character_column("äb", 4) == 3);  // the end
    CHECK(character_column("€x€", 4) == 2);
    CHECK(character_column("", 1) == 1);
  }
}

TEST_SUITE("text layout") {
  TEST_CASE("columns on a terminal") {
    CHECK(columns("abc") == 3);
    CHECK(columns("äöü…→") == 5);
    CHECK(columns("漢字") == 4);
    CHECK(columns("e\xCC\x81") == 1);
    CHECK(padded("漢", 4) == "漢  ");
  }

  TEST_CASE("items are broken where the terminal ends, below their first word") {
    TextStyle style;
    style.width = 40;
    style.colour = true;
    TextPage page(style);
    page.item("  * ", "  one two three four five six seven eight nine", "1");
    CHECK(page.take() ==
          "\033[1m  *   one two three four five six seven\033[0m\n"
          "\033[1m      eight nine\033[0m\n");
    page.item("- ", "fits  as it   is");
    page.item(std::string(20, ' '), "no room for anything to be broken here");
    CHECK(page.take() == "- fits  as it   is\n" + std::string(20, ' ') + "no room for anything to be broken here\n");
  }
}

TEST_SUITE("sarif report") {
  TEST_CASE("relevant steps are essential, braces are no placeholders") {
    Report report = sample_report();
    report.traces[0].statements[0].text = "int a[] = {1}";
    report.traces[0].steps[0].text = "int a[] = {1}";
    const json log = json::parse(sarif_report(report));
    const json& result = log["runs"][0]["results"][0];
    CHECK(result["ruleId"] == "unreach-call");
    const json& locations = result["codeFlows"][0]["threadFlows"][0]["locations"];
    CHECK(locations[0]["importance"] == "essential");
    CHECK(locations[1]["importance"] == "unimportant");
    CHECK(locations[0]["location"]["message"]["text"] == "int a[] = {{1}}; i = 1");
    CHECK(locations[0]["location"]["physicalLocation"]["region"]["startLine"] == 5);
    REQUIRE(result["relatedLocations"].size() == 2);
    CHECK(result["relatedLocations"][0]["message"]["text"] ==
          "rank 1: `int a[] = {{1}}`: with 3 instead, no input takes this trace to the error");
    CHECK(result["locations"][0]["physicalLocation"]["region"]["startLine"] == 9);
  }

  TEST_CASE("an answer that nobody found is a notification") {
    Report report;
    report.files = {"a.c"};
    report.verdict = VerdictKind::unknown;
    report.reason = "timeout";
    const json run = json::parse(sarif_report(report))["runs"][0];
    CHECK(run["results"].empty());
    const json& invocation = run["invocations"][0];
    CHECK(invocation["executionSuccessful"] == false);
    CHECK(invocation["exitCode"] == 3);
    CHECK(invocation["toolExecutionNotifications"][0]["message"]["text"] == "no answer: timeout");
    report.verdict = VerdictKind::internal_error;
    CHECK(json::parse(sarif_report(report))["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["level"] ==
          "error");
  }
}
