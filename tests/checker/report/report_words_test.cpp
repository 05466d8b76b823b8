// SPDX-License-Identifier: Apache-2.0
#include "checker/report/report_words.h"

#include <doctest/doctest.h>

#include "checker/report/step_words.h"

namespace {

using namespace bireach;
using namespace bireach::checker;

TEST_CASE("what solvers say is put in plain words, what we say stays") {
  using logic::UnknownCause;
  CHECK(plain_reason({UnknownCause::time, "z3: canceled; cvc5: timeout"}) == "the time for it was up");
  CHECK(plain_reason({UnknownCause::incomplete, "z3: (incomplete quantifiers); cvc5: timeout"}) ==
        "the solvers could not decide it");
  CHECK(plain_reason({UnknownCause::stopped, "the time limit was reached"}) == "the time limit was reached");
  for (const char* own : {"", "no time was left", "the memory limit was reached", "the statement assigns a whole array",
                          "the run was interrupted by SIGINT", "internal error: stopped"})
    CHECK(plain_reason(own) == own);
}

TEST_CASE("a proof is said to be certified by the second solver only if that was asked") {
  ReportStatistics statistics;
  CHECK(certification_text({}, statistics) == "simplification alone showed it, without a solver");
  statistics.z3_queries = 3;
  CHECK(certification_text({}, statistics) == "simplification left nothing for the second solver to certify");
  statistics.cadical_queries = 1;  // of another engine
  CHECK(certification_text({}, statistics) == "simplification left nothing for the second solver to certify");
  ReportProof unrolling;
  unrolling.kind = ReportProof::Kind::unrolling;
  CHECK(certification_text(unrolling, statistics) == "certified by the second solver");
  unrolling.paths = 2;
  CHECK(certification_text(unrolling, statistics) == "simplification left nothing for the second solver to certify");
  statistics = {};
  statistics.cadical_queries = 1;
  CHECK(certification_text({}, statistics) == "simplification left nothing for the second solver to certify");
  statistics.cvc5_queries = 1;
  CHECK(certification_text({}, statistics) == "certified by the second solver");
}

TEST_CASE("parts of a statement") {
  CHECK(parts_text({""}) == "");
  CHECK(parts_text({"a[0]"}) == " (a[0])");
  CHECK(parts_text({"a[0]", "a[1]", "a[2]", "a[3]"}) == " (a[0], a[1], a[2], a[3])");
  CHECK(parts_text({"a[0]", "a[1]", "a[2]", "a[3]", "a[4]", "a[5]"}) == " (a[0], a[1], a[2], a[3] and 2 more)");
}

TEST_CASE("only statements that share their text and line are named by what they assign") {
  ReportTrace trace;
  const auto add = [&trace](const char* text, unsigned line, const char* assigned) {
    ReportStatement statement;
    statement.text = text;
    statement.place = {"a.c", line, static_cast<unsigned>(trace.statements.size()) + 1, "main"};
    trace.statements.push_back(statement);
    ReportStep step;
    step.statement = trace.statements.size() - 1;
    step.changes.push_back({assigned, std::nullopt, "1"});
    trace.steps.push_back(step);
  };
  add("int a[2] = {1, 2}", 1, "a[0]");
  add("int a[2] = {1, 2}", 1, "a[1]");
  add("x = 1", 2, "x");
  add("a[i] = 1", 3, "a[0]");
  add("a[i] = 1", 4, "a[1]");
  add("x = 2", 5, "x");
  add("x = 2", 5, "x");
  name_parts(trace);
  std::vector<std::string> parts;
  for (const ReportStatement& statement : trace.statements) parts.push_back(statement.part);
  CHECK(parts == std::vector<std::string>{"a[0]", "a[1]", "", "", "", "", ""});
}

}  // namespace
