// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/source_findings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "checker/trials/trial_program.h"
#include "tests/support/parse_fixture.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using relevance::Relevance;

constexpr const char* text = R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int total = 0;
static void twice(void) {
  total = total * 2;
}
static void note(void) {
  total = total + 0;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int unused = n;
  if (n != 3) return 0;
  total = n;
  twice();
  note();
  if (total == 6) reach_error();
  return 0;
}
)";

TEST_CASE("findings in the source: values, ways, calls and places of one trace") {
  const auto program = std::make_shared<const frontend::Program>(frontend::test::parse(text));
  const TrialProgram trials(program);
  Inputs inputs;
  inputs.entries.push_back({"__VERIFIER_nondet_int()", logic::Integer(3), frontend::signed_integer(32), {}});
  const Trial trial = trials.run(inputs, {}, 1000, {}, frontend::KeptStates::all);
  REQUIRE(trial.end == TrialEnd::fails);
  SourceQuestions questions;
  questions.limit = std::chrono::milliseconds(10000);
  const std::vector<SourceFinding> findings = find_in_source(*program, trial.execution, questions);
  const auto find = [&](unsigned line, SourceFinding::Asked asked) -> const SourceFinding* {
    const auto found = std::find_if(findings.begin(), findings.end(), [&](const SourceFinding& finding) {
      return finding.place.line == line && finding.asked == asked;
    });
    return found == findings.end() ? nullptr : &*found;
  };
  const auto answer = [&](unsigned line, SourceFinding::Asked asked) {
    const SourceFinding* finding = find(line, asked);
    return finding == nullptr ? std::nullopt : std::optional(finding->relevance);
  };
  using Asked = SourceFinding::Asked;
  CHECK(answer(6, Asked::values) == Relevance::relevant);
  CHECK(answer(13, Asked::values) == Relevance::irrelevant);
  CHECK(answer(14, Asked::other_way) == Relevance::relevant);
  CHECK(answer(16, Asked::left_out) == Relevance::relevant);
  CHECK(answer(17, Asked::left_out) == Relevance::irrelevant);
  REQUIRE(find(18, Asked::insertion) != nullptr);
  CHECK(find(18, Asked::insertion)->relevance == Relevance::relevant);
  CHECK(find(18, Asked::insertion)->variables == std::vector<std::string>{"total"});
  CHECK(find(18, Asked::insertion)->place.function == "main");
}

TEST_CASE("findings in the source: a call through a pointer is one call, whatever it calls") {
  const auto program = std::make_shared<const frontend::Program>(frontend::test::parse(R"(
extern void reach_error(void);
int c;
void f(void) { c = 1; }
void g(void) { c = 1; }
void (*p)(void);
int main(void) {
  for (int i = 0; i < 2; i++) {
    p = i ? f : g;
    p();
  }
  if (c != 0) reach_error();
  return 0;
}
)"));
  const TrialProgram trials(program);
  const Trial trial = trials.run({}, {}, 1000, {}, frontend::KeptStates::all);
  REQUIRE(trial.end == TrialEnd::fails);
  SourceQuestions questions;
  questions.limit = std::chrono::milliseconds(10000);
  for (const SourceFinding& finding : find_in_source(*program, trial.execution, questions))
    if (finding.asked == SourceFinding::Asked::left_out)
      CHECK((finding.place.line != 10 || finding.relevance == Relevance::relevant));
}

TEST_CASE("findings in the source: undefined behaviour keeps no execution from the error") {
  const auto program = std::make_shared<const frontend::Program>(frontend::test::parse(R"(
extern void reach_error(void);
int main(void) {
  int n = 3;
  int w = n + 1;
  reach_error();
  return w;
}
)"));
  const TrialProgram trials(program);
  const Trial trial = trials.run({}, {}, 1000, {}, frontend::KeptStates::all);
  REQUIRE(trial.end == TrialEnd::fails);
  SourceQuestions questions;
  questions.limit = std::chrono::milliseconds(10000);
  std::size_t of_n = 0;
  for (const SourceFinding& finding : find_in_source(*program, trial.execution, questions)) {
    CHECK(finding.relevance != Relevance::relevant);
    if (finding.place.line == 4 && finding.asked == SourceFinding::Asked::values) ++of_n;
  }
  CHECK(of_n == 1);
}

}  // namespace
