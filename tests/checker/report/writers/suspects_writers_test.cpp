// SPDX-License-Identifier: Apache-2.0
/// Suspects, repairs and executions side by side in every report.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "checker/report/suspects_words.h"
#include "checker/report/writers/html_data.h"
#include "checker/report/writers/json_report.h"
#include "checker/report/writers/sarif_report.h"
#include "checker/report/writers/text_report.h"
#include "tests/checker/report/sample_suspects.h"
#include "tests/checker/report/writers/json_schema.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The position, for the order of parts.
std::size_t at(const std::string& text, const std::string& part) {
  CAPTURE(text);
  CAPTURE(part);
  REQUIRE(contains(text, part));
  return text.find(part);
}

TextStyle of_repair() {
  TextStyle style;
  style.subject = TextSubject::repairs;
  return style;
}

const testing::JsonSchema& schema() {
  static const testing::JsonSchema read = [] {
    std::ifstream file(std::string(BIREACH_TEST_DATA) + "/../checker/report/writers/result.schema.json");
    return testing::JsonSchema(json::parse(file));
  }();
  return read;
}

void check_schema(const json& result, bool is_valid = true) {
  const std::vector<std::string> findings = schema().findings(result);
  const std::string first = findings.empty() ? "" : findings.front();
  CAPTURE(first);
  CHECK(findings.empty() == is_valid);
}

TEST_SUITE("suspects and repairs") {
  TEST_CASE("result file") {
    const Report report = testing::sample_repair_report();
    const json result = json::parse(json_report(report));
    check_schema(result);
    const json& suspects = result["program"]["suspects"];
    REQUIRE(suspects.size() == 6);
    CHECK(suspects[0]["rank"] == 1);
    CHECK(suspects[0]["location"] == json::parse(R"({"file": "a.c", "line": 8, "column": 3, "function": "main"})"));
    CHECK(suspects[0]["statement"] == nullptr);
    CHECK(suspects[0]["kind"] == "condition");
    CHECK(suspects[0]["evidence"]["trial"]["fixed"] == 12);
    CHECK(suspects[0]["evidence"]["repair"] == 1);
    CHECK(suspects[1]["statement"] == report.traces[0].statements[0].key);
    CHECK(suspects[1]["traces"] == json::array({1}));
    CHECK(suspects[2]["evidence"]["left_out"] == "irrelevant");
    CHECK(suspects[3]["kind"] == "missing");
    CHECK(suspects[3]["evidence"]["insertion"] == json::parse(R"({"relevance": "relevant", "variables": ["x"]})"));
    CHECK(suspects[4]["kind"] == "return");
    CHECK(suspects[4]["statement"] == nullptr);  // a key that is none of the file
    CHECK(result["program"]["trusted"] == json::parse(R"({"functions": ["expected"], "guessed": true})"));
    CHECK(result["program"]["contrasts"][0]["parting"]["holds_in"] == "failing");
    CHECK(result["program"]["contrasts"][0]["inputs"][0]["passing"] == "60");
    REQUIRE(result["repairs"].size() == 2);
    const json& first = result["repairs"][0];
    CHECK(first["status"] == "proved");
    CHECK(first["patch"] == report.repairs->ranked[0].patch);
    CHECK(first["lines"] == json::array({8}));
    CHECK(first["suspect"] == 1);
    CHECK(first["checked"] == json::parse(R"({"failing": 12, "passing": 40, "evades": false, "changed_passing": 0})"));
    CHECK(!first.contains("bound"));
    CHECK(first["assumptions"] == json::array());
    CHECK(result["repairs"][1]["bound"] == "no error in 12 blocks");
    CHECK(result["repairs"][1]["suspect"] == nullptr);
    CHECK(contains(result["repairs"][1]["changed_example"], "returns 3"));
    CHECK(result["repair_search"]["candidates"] == 120);
  }

  TEST_CASE("result file of what nobody looked for, and of nothing found") {
    Report report = testing::sample_repair_report();
    report.suspects.reset();
    report.repairs.reset();
    const json without = json::parse(json_report(report));
    check_schema(without);
    CHECK(!without["program"].contains("suspects"));
    CHECK(!without.contains("repairs"));
    report.suspects.emplace().note = "the time was up";
    report.repairs.emplace().note = "no change of one place lets all failing executions pass";
    const json empty = json::parse(json_report(report));
    check_schema(empty);
    CHECK(empty["program"]["suspects"] == json::array());
    CHECK(empty["program"]["suspects_note"] == "the time was up");
    CHECK(empty["repairs"] == json::array());
    CHECK(contains(empty["repair_search"]["note"], "no change"));
  }

  TEST_CASE("the schema tells right from wrong") {
    const json right = json::parse(json_report(testing::sample_repair_report()));
    const auto broken = [&right](const char* pointer, const json& value) {
      json result = right;
      result[json::json_pointer(pointer)] = value;
      check_schema(result, false);
    };
    broken("/program/suspects/0/kind", "guess");
    broken("/program/suspects/0/rank", 0);
    broken("/program/suspects/0/statement", "x1");
    broken("/program/suspects/0/evidence/odd", 1);
    broken("/repairs/0/status", "tested");
    broken("/repairs/0/bound", "no error in 3 blocks");
    broken("/repairs/0/lines", json::array({0}));
    broken("/program/contrasts/0/parting/holds_in", "both");
    json missing = right;
    missing["repairs"][1].erase("bound");
    check_schema(missing, false);
    missing = right;
    missing["program"].erase("trusted");
    check_schema(missing, false);
  }

  TEST_CASE("SARIF: suspects with ranks, repairs as fixes") {
    Report report = testing::sample_repair_report();
    report.property.kinds = {frontend::Violation::unreach_call};
    std::string source;
    for (int line = 1; line < 8; ++line) source += "\n";
    report.sources = {
        {"a.c", source + "  /*\u00e4*/ while (i < n) i = add(i);\n  if (!(x == i)) reach_error();\n", "", {}}};
    report.repairs->ranked[0].changes[0].place = {"a.c", 8, 20, "main", 8, 21};
    const json run = json::parse(sarif_report(report))["runs"][0];
    const json& rules = run["tool"]["driver"]["rules"];
    CHECK(rules.back()["id"] == "suspect");
    const json& results = run["results"];
    REQUIRE(results.size() == 7);
    CHECK(results[0]["ruleId"] == "unreach-call");
    REQUIRE(results[0]["fixes"].size() == 2);
    const json& change = results[0]["fixes"][0]["artifactChanges"][0];
    CHECK(change["artifactLocation"]["uri"] == "a.c");
    // Columns are in characters.
    CHECK(change["replacements"] == json::parse(R"([{"deletedRegion": {"startLine": 8, "startColumn": 19,
        "endLine": 8, "endColumn": 20}, "insertedContent": {"text": "<="}}])"));
    const json& insertion = results[0]["fixes"][1]["artifactChanges"][0]["replacements"][0]["deletedRegion"];
    CHECK(insertion == json::parse(R"({"startLine": 9, "startColumn": 3, "endLine": 9, "endColumn": 3})"));
    CHECK(contains(results[0]["fixes"][0]["description"]["text"], "proved: `<` becomes `<=`. Tried on 12 failing"));
    CHECK(results[1]["ruleId"] == "suspect");
    CHECK(results[1]["ruleIndex"] == rules.size() - 1);
    CHECK(results[1]["rank"] == 100.0);
    CHECK(results[1]["fixes"].size() == 1);
    CHECK(results[1]["locations"][0]["physicalLocation"]["region"]["startLine"] == 8);
    for (std::size_t i = 2; i < results.size(); ++i) {
      CHECK(results[i]["rank"] < results[i - 1]["rank"]);
      CHECK(results[i]["rank"] > 0.0);
      CHECK(!results[i].contains("fixes"));
    }
    report.suspects.reset();
    report.repairs.reset();
    const json without = json::parse(sarif_report(report))["runs"][0];
    CHECK(without["results"].size() == 1);
    CHECK(!without["results"][0].contains("fixes"));
    CHECK(without["tool"]["driver"]["rules"].size() == 1);
  }

  TEST_CASE("page: what it reads of suspects and repairs") {
    Report report = testing::sample_repair_report();
    report.sources = {{"a.c", "text", "", std::nullopt}};
    const json head = json::parse(HtmlData(report).head({}).dump());
    REQUIRE(head["suspects"]["list"].size() == 6);
    CHECK(head["suspects"]["list"][0]["range"] == json::array({0, 8, 3, 8, 10}));
    CHECK(head["suspects"]["list"][0]["s"] == nullptr);
    CHECK(head["suspects"]["list"][1]["s"] == 0);
    CHECK(head["suspects"]["list"][3]["text"] == "something is missing before: if (!(x == i))");
    CHECK(head["suspects"]["contrasts"][0]["inputs"][0] ==
          json::array({"__VERIFIER_nondet_int() at a.c:6", "16", "60"}));
    CHECK(head["repairs"]["list"][0]["proved"] == true);
    CHECK(head["repairs"]["list"][1]["status"] == "not proved, but no error in 12 blocks");
    CHECK(head["repairs"]["none"] == "");
    report.suspects.reset();
    report.repairs.reset();
    const json without = json::parse(HtmlData(report).head({}).dump());
    CHECK(without["suspects"] == nullptr);
    CHECK(without["repairs"] == nullptr);
  }

  TEST_CASE("text of repair: suspects, repairs, executions; the rest is brief") {
    const std::string text = text_report(testing::sample_repair_report(), of_repair());
    const std::size_t suspects = at(text,
                                    "Suspects, the likeliest first (from 12 failing and 40 passing executions):\n"
                                    "  1  a.c:8 (main)  i < n\n"
                                    "       With `<=` all 12 failing executions end well.\n"
                                    "  2  a.c:5 (main)  int i = 1\n");
    const std::size_t repairs = at(text,
                                   "Repairs, the best first:\n"
                                   "  1  proved: `<` becomes `<=` at a.c:8 (main)\n"
                                   "       --- a/a.c\n"
                                   "       +++ b/a.c\n"
                                   "       @@ -8,1 +8,1 @@\n"
                                   "       -  while (i < n) i = add(i);\n"
                                   "       +  while (i <= n) i = add(i);\n"
                                   "       Tried on 12 failing and 40 passing executions, all of which end well.\n"
                                   "  2  not proved, but no error in 12 blocks: `x = i;` inserted");
    const std::size_t contrasts = at(text,
                                     "                                      fails  passes\n"
                                     "    __VERIFIER_nondet_int() at a.c:6     16      60\n"
                                     "    a.c:6 (main)  x = 16 | 60\n"
                                     "    They part at a.c:8 (main): `i < n` holds in the failing one only\n");
    CHECK(suspects < repairs);
    CHECK(repairs < contrasts);
    CHECK(contrasts < at(text, "Traces:\n  1: "));
    CHECK(contains(text, "  3  a.c:8 (main)  argument: i\n"));
    CHECK(contains(text, "  4  a.c:9 (main)  something is missing before: if (!(x == i))\n"));
    CHECK(contains(text, "  … 1 more (--suspects N shows them)\n"));
    CHECK(contains(
        text,
        "Taken for the specification, by names and what the assertion compares: expected; --trust FUNCTION,... says"));
    CHECK(contains(text, "It changes what 2 of the 40 passing executions compute: with 5 it returns 3, not 2\n"));
    CHECK(!contains(text, "Execution ("));
    CHECK(text.rfind("a.c: error reached: ", 0) == 0);
    TextStyle full = of_repair();
    full.traces = TraceDetail::full;
    CHECK(contains(text_report(testing::sample_repair_report(), full), "Execution ("));
  }

  TEST_CASE("text of check: suspects before the trace") {
    Report report = testing::sample_repair_report();
    report.repairs.reset();
    report.suspects->trust_is_guessed = false;
    TextStyle style;
    style.suspects = 6;
    const std::string text = text_report(report, style);
    CHECK(text.rfind("Suspects, the likeliest first", 0) == 0);
    CHECK(at(text, "Suspects,") < at(text, "Execution ("));
    CHECK(contains(text, "  6  a.c:6 (main)  int x\n"));
    CHECK(contains(text, "Taken for the specification, as --trust says: expected\n"));
    CHECK(!contains(text, " more (--suspects"));
    CHECK(!contains(text, "No repair"));
    style.suspects = 0;
    CHECK(contains(text_report(report, style), "6 suspects (--suspects N shows them)\n"));
    report.suspects->ranked.clear();
    report.suspects->note = "the time was up";
    CHECK(contains(text_report(report, {}), "Suspects: none: the time was up\n"));
  }

  TEST_CASE("what the proof of a repair rests on") {
    Report report = testing::sample_repair_report();
    const std::string assumption = "function 'f' has no body: it returns an arbitrary value and changes nothing";
    report.repairs->ranked[0].assumptions = {assumption, "the input \x1b[2J is finite"};
    CHECK(contains(text_report(report, of_repair()),
                   "  1  proved under assumptions: `<` becomes `<=` at a.c:8 (main)\n"));
    CHECK(contains(text_report(report, of_repair()),
                   "       +  while (i <= n) i = add(i);\n"
                   "       Proved, assuming:\n"
                   "         - " +
                       assumption +
                       "\n"
                       "         - the input \\x1b[2J is finite\n"
                       "       Tried on 12 failing"));
    const json result = json::parse(json_report(report));
    check_schema(result);
    CHECK(result["repairs"][0]["assumptions"][0] == assumption);
    CHECK(result["repairs"][1]["assumptions"] == json::array());
    json wrong = result;
    wrong["repairs"][1]["assumptions"] = json::array({assumption});  // of no proof
    check_schema(wrong, false);
    wrong["repairs"][1].erase("assumptions");
    check_schema(wrong, false);
    report.sources = {{"a.c", "text", "", std::nullopt}};
    const json head = json::parse(HtmlData(report).head({}).dump());
    CHECK(head["repairs"]["list"][0]["status"] == "proved under assumptions");
    CHECK(head["repairs"]["list"][0]["assumptions"][0] == assumption);
    const json run = json::parse(sarif_report(report))["runs"][0];
    CHECK(contains(run["results"][0]["fixes"][0]["description"]["text"], " Proved, assuming: " + assumption + "; "));
  }

  TEST_CASE("text of repair: that the assertion is evaded is said") {
    Report report = testing::sample_repair_report();
    const std::string words = "With it some failing executions no longer come to the assertion.";
    CHECK(!contains(text_report(report, of_repair()), words));
    report.repairs->ranked.front().evades = true;
    CHECK(contains(text_report(report, of_repair()), words));
    CHECK(json::parse(json_report(report))["repairs"][0]["checked"]["evades"] == true);
  }

  TEST_CASE("text of repair: nothing about relevance that nobody looked for") {
    Report report = testing::sample_repair_report();
    CHECK(contains(text_report(report, of_repair()), " relevant"));
    ReportTrace& trace = report.traces[0];
    trace.relevance_asked = false;
    for (ReportStep& step : trace.steps)
      if (step.relevance == relevance::Relevance::relevant) step.relevance = relevance::Relevance::unknown;
    trace.undecided.insert(trace.undecided.end(), trace.relevant.begin(), trace.relevant.end());
    trace.relevant.clear();
    TextStyle full = of_repair();
    full.traces = TraceDetail::full;
    report.suspects.reset();
    for (const TextStyle& style : {of_repair(), full}) {
      const std::string text = text_report(report, style);
      CHECK(!contains(text, "elevant"));
      CHECK(!contains(text, "ndecided"));
    }
    const json head = json::parse(HtmlData(report).head({}).dump());
    CHECK(head["traces"][0]["asked"] == false);
  }

  TEST_CASE("text: numbers of executions") {
    CHECK(executions_words(0, 0) == "");
    CHECK(executions_words(1, 0) == "1 failing execution");
    CHECK(executions_words(3, 0) == "3 failing executions");
    CHECK(executions_words(1, 1) == "1 failing and 1 passing executions");
    Report report = testing::sample_repair_report();
    report.suspects->failing = 1;
    report.suspects->passing = 0;
    CHECK(contains(text_report(report, of_repair()), "Suspects, the likeliest first (from 1 failing execution):\n"));
  }

  TEST_CASE("text: a sentence for each way to have no repair") {
    Report report = testing::sample_repair_report();
    report.repairs->ranked.clear();
    report.repairs->note = "no change of one place lets all failing executions pass";
    CHECK(contains(text_report(report, of_repair()),
                   "No repair was found: no change of one place lets all failing executions pass. 120 changes were "
                   "tried on executions, and of 7 a proof was tried.\n"));
    report.repairs->verified = 0;
    CHECK(
        contains(text_report(report, of_repair()), "120 changes were tried on executions, and no proof was tried.\n"));
    report.repairs.reset();
    CHECK(contains(text_report(report, of_repair()), "No repair was looked for before the run ended.\n"));
    Report safe;
    safe.files = {"a.c"};
    safe.verdict = VerdictKind::safe;
    CHECK(contains(text_report(safe, of_repair()), "There is nothing to repair.\n"));
    CHECK(!contains(text_report(safe, {}), "repair"));
    Report open = safe;
    open.verdict = VerdictKind::unknown;
    open.reason = "timeout";
    CHECK(contains(text_report(open, of_repair()), "No repair was looked for: it is not known whether"));
  }

  TEST_CASE("text obeys nothing that a program says, and ends where the terminal does") {
    Report report = testing::sample_repair_report();
    report.suspects->ranked[0].text = "x\x1b[2J";
    report.repairs->ranked[0].patch = "--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-\tx\x1b[2J\n+\ty\n";
    const std::string text = text_report(report, of_repair());
    CHECK(!contains(text, "\x1b"));
    CHECK(contains(text, "x\\x1b[2J"));
    CHECK(contains(text, "       -    x\\x1b[2J\n"));
    TextStyle coloured = of_repair();
    coloured.colour = true;
    CHECK(contains(text_report(report, coloured), "\033[32m+    y\033[0m\n"));
    TextStyle narrow = of_repair();
    narrow.width = 60;
    const std::string broken = text_report(testing::sample_repair_report(), narrow);
    CHECK(contains(broken, "Taken for the specification, by names and what the assertion\n"));
  }
}

}  // namespace
