// SPDX-License-Identifier: Apache-2.0
/// Slices, and what holds in every execution that fails, in every report.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "checker/report/slice_words.h"
#include "checker/report/writers/html_data.h"
#include "checker/report/writers/json_report.h"
#include "checker/report/writers/sarif_report.h"
#include "checker/report/writers/text_report.h"
#include "tests/checker/report/sample_slice.h"
#include "tests/checker/report/writers/json_schema.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TextStyle of_slice() {
  TextStyle style;
  style.subject = TextSubject::slice;
  return style;
}

void check_schema(const json& result, bool is_valid = true) {
  std::ifstream file(std::string(BIREACH_TEST_DATA) + "/../checker/report/writers/result.schema.json");
  const std::vector<std::string> findings = testing::JsonSchema(json::parse(file)).findings(result);
  const std::string first = findings.empty() ? "" : findings.front();
  CAPTURE(first);
  CHECK(findings.empty() == is_valid);
}

/// As `explain` has it: without a slice.
Report of_explain() {
  Report report = testing::sample_slice_report();
  report.slice.reset();
  return report;
}

}  // namespace

TEST_SUITE("slices in reports") {
  TEST_CASE("text: statements between what holds, hidden ones counted") {
    const std::string text = text_report(testing::sample_slice_report(), of_slice());
    CAPTURE(text);
    CHECK(contains(text,
                   "Slice (exact): 3 of 5 statements stay; 2 certified irrelevant, 1 undecided; 3 of 4 lines to read\n"
                   "(* relevant, ? undecided; whatever values stand for the others, the same inputs fail):\n"
                   "  * a.c:2  int n = in()  with 0 instead, some failing input no longer fails\n"
                   "           { n >= 11 }\n"
                   "           1 statement hidden\n"
                   "           { x <= n && n >= 11 }\n"
                   "  * a.c:4  [x < n]       without it, some failing input no longer fails\n"
                   "  ? a.c:5    x = x + 1   undecided: the time for it was up\n"
                   "             { true }\n"
                   "           1 statement hidden\n"
                   "           { x >= 11 }\n"
                   "    a.c:8  violates x <= 10\n"
                   "Variables to watch: n, x\n"));
  }

  TEST_CASE("invariants say nothing twice, and no more than is read") {
    ReportProgramInvariant invariant;
    CHECK(invariant_words(invariant) == "true");
    CHECK(!says_something(invariant));
    invariant.conjuncts = {"x == 1", "x == 1", "a", "b", "c", "d", "e", "f", "g"};
    CHECK(invariant_words(invariant) == "x == 1 && a && b && c && d && e && 2 more");
    CHECK(says_something(invariant));
    invariant.impossible = true;
    CHECK(invariant_words(invariant) == "false");
    CHECK(!says_something(invariant));
  }

  TEST_CASE("lines to read are those of statements that stay, each once") {
    ReportSlice slice = *testing::sample_slice_report().slice;
    CHECK(slice_lines(slice).to_read == 3);
    CHECK(slice_lines(slice).all == 4);
    slice.statements[0].kept = false;  // the other one of its line is left out, too
    CHECK(slice_lines(slice).to_read == 2);
    slice.statements[2].place.file = "b.c";
    CHECK(lines_words(slice) == "2 of 4 lines to read");
  }

  TEST_CASE("why a statement stays or goes") {
    const ReportSlice slice = *testing::sample_slice_report().slice;
    CHECK(why_words(slice.statements[1]) == "certified irrelevant: no branch and no access depends on it");
    CHECK(why_words(slice.statements[3]) == "undecided: the time for it was up");
    ReportSliceStatement kept = slice.statements[4];
    kept.kept = true;
    CHECK(why_words(kept) == "certified irrelevant, but not together with what is left out");
  }

  TEST_CASE("result file") {
    const Report report = testing::sample_slice_report();
    const json result = json::parse(json_report(report));
    check_schema(result);
    CHECK(result["slice"]["lines"] == json::parse(R"({"to_read": 3, "all": 4})"));
    REQUIRE(result["slice"]["statements"].size() == 5);
    CHECK(result["slice"]["statements"][1]["status"] == "irrelevant");
    CHECK(result["slice"]["statements"][1]["kept"] == false);
    const json& loop = result["slice"]["invariants"][2];
    CHECK(loop["at"] == "loop");
    CHECK(loop["statement"] == "s902");
    CHECK(loop["text"] == "x < n");
    CHECK(loop["conjuncts"] == json::array({"x <= n", "n >= 11"}));
    CHECK(result["slice"]["invariants"][4]["statement"] == nullptr);
    CHECK(!result["program"].contains("every_failure"));
    json wrong = result;
    wrong["slice"]["invariants"][0]["at"] = "before";
    check_schema(wrong, false);
    wrong = result;
    wrong["slice"].erase("lines");
    check_schema(wrong, false);
  }

  TEST_CASE("SARIF: one result, the statements that stay as related locations") {
    Report report = testing::sample_slice_report();
    const json run = json::parse(sarif_report(report))["runs"][0];
    CHECK(run["tool"]["driver"]["rules"].back()["id"] == "slice");
    REQUIRE(run["results"].size() == 2);
    const json& slice = run["results"][1];
    CHECK(slice["ruleId"] == "slice");
    CHECK(slice["ruleIndex"] == run["tool"]["driver"]["rules"].size() - 1);
    CHECK(slice["kind"] == "informational");
    CHECK(slice["level"] == "none");
    CHECK(contains(slice["message"]["text"], "3 of 4 lines to read"));
    CHECK(contains(slice["message"]["text"], "Where `x <= 10` is violated, this holds: x >= 11."));
    CHECK(slice["properties"]["certifiedIrrelevant"] == 2);
    CHECK(slice["properties"]["undecided"] == 1);
    CHECK(slice["properties"]["linesToRead"] == 3);
    const json& related = slice["relatedLocations"];
    REQUIRE(related.size() == 3);
    CHECK(related[0]["properties"]["status"] == "relevant");
    CHECK(related[0]["message"]["text"] ==
          "relevant: `int n = in()`: with 0 instead, some failing input no longer fails. "
          "Holds behind it in every execution that fails: n >= 11");
    CHECK(
        contains(related[1]["message"]["text"], "Holds at each test in every execution that fails: x <= n && n >= 11"));
    CHECK(related[2]["properties"]["status"] == "undecided");
    CHECK(related[2]["physicalLocation"]["region"]["startLine"] == 5);
    report.slice.reset();
    const json without = json::parse(sarif_report(report))["runs"][0];
    CHECK(without["results"].size() == 1);
    CHECK(without["tool"]["driver"]["rules"].size() == 1);
  }

  TEST_CASE("page: what it reads of slices") {
    Report report = testing::sample_slice_report();
    report.sources = {{"a.c", "text", "", std::nullopt}};
    const json head = json::parse(HtmlData(report).head({}).dump());
    CHECK(head["slice"]["lines"] == json::array({3, 4}));
    REQUIRE(head["slice"]["statements"].size() == 5);
    CHECK(head["slice"]["statements"][0]["s"] == 0);
    CHECK(head["slice"]["statements"][1]["s"] == nullptr);
    CHECK(head["slice"]["statements"][1]["kept"] == false);
    CHECK(head["slice"]["statements"][2]["branch"] == true);
    CHECK(head["slice"]["statements"][3]["status"] == "undecided");
    CHECK(head["slice"]["statements"][3]["range"] == json::array({0, 5, 3, 5, 12}));
    const json& held = head["everyFailure"]["list"];
    REQUIRE(held.size() == 4);  // "true" is left out
    CHECK(held[2]["at"] == "loop");
    CHECK(held[2]["slice"] == 2);
    CHECK(held[2]["holds"] == "x <= n && n >= 11");
    CHECK(held[3]["slice"] == nullptr);
    report.slice.reset();
    report.invariants.reset();
    const json without = json::parse(HtmlData(report).head({}).dump());
    CHECK(without["slice"] == nullptr);
    CHECK(without["everyFailure"] == nullptr);
  }

  TEST_CASE("explain: what holds in every execution that fails, without a slice") {
    Report report = of_explain();
    const std::string text = text_report(report, {});
    CAPTURE(text);
    CHECK(contains(text,
                   "In every execution that fails, whatever its inputs and however often loops go round:\n"
                   "    a.c:2  behind int n = in()  { n >= 11 }\n"
                   "    a.c:4  at each [x < n]      { x <= n && n >= 11 }\n"
                   "    a.c:8  violated: x <= 10    { x >= 11 }\n"));
    const json result = json::parse(json_report(report));
    check_schema(result);
    CHECK(!result.contains("slice"));
    CHECK(result["program"]["every_failure"]["invariants"].size() == 5);
    CHECK(result["program"]["every_failure"]["variables"] == json::array({"n", "x"}));
    report.sources = {{"a.c", "text", "", std::nullopt}};
    const json head = json::parse(HtmlData(report).head({}).dump());
    CHECK(head["slice"] == nullptr);
    CHECK(head["everyFailure"]["list"].size() == 4);
    CHECK(head["everyFailure"]["list"][0]["slice"] == nullptr);
    report.invariants.emplace().note = "No error invariants: the time for them was up.";
    CHECK(contains(text_report(report, {}), "is not known. No error invariants: the time for them was up.\n"));
    check_schema(json::parse(json_report(report)));
    report.invariants.reset();
    CHECK(!contains(text_report(report, {}), "every execution that fails"));
    CHECK(!json::parse(json_report(report))["program"].contains("every_failure"));
  }
}
