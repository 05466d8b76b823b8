// SPDX-License-Identifier: Apache-2.0
/// Programs with one fault put into them: what repairs them is found, and right by enumeration.
#include "checker/repair/repair_search.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "checker/suspects/ranking.h"
#include "tests/checker/repair/apply_patch.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using frontend::EditKind;

constexpr int low = -2;
constexpr int high = 4;

/// For a search that ends by itself in a second; under the sanitizers it takes up to forty times as long.
constexpr std::chrono::seconds enough{testing::is_sanitized ? 150 : 30};

/// A function and the same once more as what is expected, compared for all inputs from `low` to `high`.
std::string differential(const std::string& body) {
  return "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern void "
         "__VERIFIER_assume(int);\n"
         "static int compute(int x, int y) {\n" +
         body + "}\nstatic int expected(int x, int y) {\n" + body +
         "}\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = __VERIFIER_nondet_int();\n"
         "  __VERIFIER_assume(x >= -2 && x <= 4);\n  __VERIFIER_assume(y >= -2 && y <= 4);\n"
         "  int e = expected(x, y);\n  int r = compute(x, y);\n  if (r != e) reach_error();\n  return 0;\n}\n";
}

const std::vector<std::string> bodies{
    "  int r = 0;\n  if (x > y)\n    r = x - y;\n  else\n    r = y - x + 1;\n  return r;\n",
    "  int s = 0;\n  for (int i = 0; i < x; i++) {\n    if (i != y)\n      s = s + i;\n  }\n  return s;\n",
    "  int m = x;\n  if (y >= m && x < 3)\n    m = y + 2;\n  while (m > 5)\n    m -= 2;\n  return m * 2;\n",
    "  int a[3] = {1, 5, 2};\n  int r = a[0];\n  if (x >= 0 && x < 3)\n    r = a[x];\n  if (y == 0 || r > y)\n    "
    "r++;\n  return r;\n",
};

Inputs inputs_of(int x, int y) {
  Inputs inputs;
  for (const int value : {x, y})
    inputs.entries.push_back({"__VERIFIER_nondet_int()", logic::Integer(value), frontend::signed_integer(32), {}});
  return inputs;
}

/// How the program ends for each input.
std::vector<std::pair<Inputs, TrialEnd>> ends_of(const frontend::Program& program) {
  const TrialProgram trials(std::make_shared<const frontend::Program>(program));
  std::vector<std::pair<Inputs, TrialEnd>> result;
  for (int x = low; x <= high; ++x)
    for (int y = low; y <= high; ++y) result.emplace_back(inputs_of(x, y), trials.run(inputs_of(x, y), {}, 2000).end);
  return result;
}

std::vector<Inputs> failing_inputs(const frontend::Program& program) {
  std::vector<Inputs> result;
  for (const auto& [inputs, end] : ends_of(program))
    if (end == TrialEnd::fails) result.push_back(inputs);
  return result;
}

SuspectEffort effort() {
  SuspectEffort effort = SuspectEffort::large();
  effort.input_steps = 200'000;
  effort.screening_steps = 3'000'000;
  effort.attack_steps = 100'000;
  effort.failing = 20;
  effort.passing = 30;
  return effort;
}

/// A faulty program, searched.
struct Case {
  explicit Case(const std::string& text) : file(text), source(text) {
    sources.files = {file.path()};
    program = std::make_shared<const frontend::Program>(frontend::parse_c_files(sources.files, sources.options));
    failing = failing_inputs(*program);
  }

  /// Precondition: it fails.
  void search() {
    suspects = std::make_unique<SuspectSearch>(program, sources, std::vector<std::string>{}, std::stop_token{});
    REQUIRE(suspects->add(failing.front()));
    REQUIRE(suspects->search(effort()) == "");
  }

  ReportRepairs repair(unsigned max_edits = 1) {
    RepairSetting setting;
    setting.max_edits = max_edits;
    setting.enough = 2;
    setting.deadline = std::chrono::steady_clock::now() + enough;
    VerifyStatistics statistics;
    return find_repairs(*suspects, setting, statistics);
  }

  frontend::test::TemporaryFile file;
  std::string source;
  ProgramSources sources;
  std::shared_ptr<const frontend::Program> program;
  std::vector<Inputs> failing;
  std::unique_ptr<SuspectSearch> suspects;
};

/// The text with one change of this kind in `compute`, and its line; nothing: there is none with which it fails.
struct Fault {
  std::string text;
  unsigned line = 0;
};
std::optional<Fault> inject(const std::string& text, EditKind kind, std::mt19937& random) {
  const frontend::test::TemporaryFile file(text);
  const frontend::EditSpace space =
      frontend::read_edits({file.path()}, {}, {.excluded_functions = {"expected", "main"}});
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < space.edits().size(); ++i)
    if (space.edits()[i].kind == kind) candidates.push_back(i);
  std::shuffle(candidates.begin(), candidates.end(), random);
  for (const std::size_t edit : candidates) {
    frontend::Choice choice;
    if (space.edits()[edit].original) choice.constant = *space.edits()[edit].original + 1;
    const frontend::TextChange change = space.change(edit, choice);
    std::string faulty = space.apply(change);
    if (!failing_inputs(frontend::test::parse(faulty)).empty()) return Fault{std::move(faulty), change.place.line};
  }
  return std::nullopt;
}

void check_repairs(const Case& faulty, const ReportRepairs& repairs) {
  for (const ReportRepair& repair : repairs.ranked) {
    INFO(repair.patch);
    const std::string text = checker::test::patched(faulty.source, repair.patch);
    CHECK(text != faulty.source);
    if (repair.status == RepairStatus::proved) CHECK(failing_inputs(frontend::test::parse(text)).empty());
    CHECK(repair.failing > 0);
    CHECK_FALSE(repair.lines.empty());
  }
}

TEST_CASE("repairs: a fault of each kind put into each program") {
  std::mt19937 random(11);
  std::size_t faults = 0;
  std::size_t among_five = 0;
  const std::vector<EditKind> kinds{EditKind::comparison, EditKind::logical, EditKind::constant, EditKind::arithmetic,
                                    EditKind::negated};
  for (std::size_t b = 0; b < static_cast<std::size_t>(bireach::testing::rounds(4)); ++b) {
    for (const EditKind kind : kinds) {
      const auto fault = inject(differential(bodies[b]), kind, random);
      if (!fault) continue;
      INFO(fault->text);
      Case faulty(fault->text);
      faulty.search();
      const ReportRepairs repairs = faulty.repair();
      CHECK_FALSE(repairs.ranked.empty());
      const bool is_proved = !repairs.ranked.empty() && repairs.ranked.front().status == RepairStatus::proved;
      CHECK(is_proved);
      check_repairs(faulty, repairs);
      const ReportSuspects suspects = rank_suspects(*faulty.suspects, {}, {}, "");
      ++faults;
      for (std::size_t i = 0; i < std::min<std::size_t>(5, suspects.ranked.size()); ++i)
        if (suspects.ranked[i].place.line == fault->line) ++among_five;
      for (const ReportSuspect& suspect : suspects.ranked) CHECK(suspect.place.function == "compute");
    }
  }
  CHECK(faults > 0);
  CHECK(among_five * 10 >= faults * 9);
}

/// The lines of the first three suspects, from the first line of `compute`.
std::vector<unsigned> first_suspects(const std::string& text) {
  Case faulty(text);
  faulty.search();
  const ReportSuspects suspects = rank_suspects(*faulty.suspects, {}, {}, "");
  const auto begin = static_cast<unsigned>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(" compute(int ")), '\n'));
  std::vector<unsigned> lines;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, suspects.ranked.size()); ++i)
    lines.push_back(suspects.ranked[i].place.line - begin);
  return lines;
}

const std::string wrong =
    "static int compute(int x, int y) {\n  int r = x;\n  if (y >= r)\n    r = y;\n  if (r == 3)\n    r = 0;\n"
    "  return r;\n}\n";
const std::string right =
    "static int expected(int x, int y) {\n  int r = x;\n  if (y >= r)\n    r = y;\n  if (r >= 3)\n    r = 0;\n"
    "  return r;\n}\n";
const std::string head =
    "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n";
const std::string rest =
    "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  int y = __VERIFIER_nondet_int();\n"
    "  __VERIFIER_assume(x >= -2 && x <= 4);\n  __VERIFIER_assume(y >= -2 && y <= 4);\n"
    "  if (compute(x, y) != expected(x, y)) reach_error();\n  return 0;\n}\n";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

TEST_CASE("suspects: stable under renaming, and wherever the specification stands") {
  const std::vector<unsigned> lines = first_suspects(head + wrong + right + rest);
  REQUIRE_FALSE(lines.empty());
  CHECK(lines.front() == 5);
  CHECK(first_suspects(head + right + wrong + rest) == lines);
  const std::string renamed =
      "static int compute(int a, int b) {\n  int most = a;\n  if (b >= most)\n    most = b;\n  if (most == 3)\n"
      "    most = 0;\n  return most;\n}\n";
  CHECK(first_suspects(head + renamed + right + rest) == lines);
}

TEST_CASE("suspects: the sentence says what was tried") {
  Case faulty(head + wrong + right + rest);
  faulty.search();
  const ReportSuspects suspects = rank_suspects(*faulty.suspects, {}, {}, "");
  REQUIRE_FALSE(suspects.ranked.empty());
  const ReportSuspect& first = suspects.ranked.front();
  CHECK(first.kind == SuspectKind::condition);
  CHECK(first.text == "if (r == 3)");
  REQUIRE(first.evidence.trial);
  CHECK(first.evidence.trial->fixed == first.evidence.trial->failing);
  CHECK(first.evidence.trial->broken == 0);
  CHECK(first.evidence.trial->failing <= suspects.failing);
  CHECK(first.evidence.trial->passing <= suspects.passing);
  CHECK(first.reason.find("tried all end well") != std::string::npos);
  CHECK(suspects.trust_is_guessed);
  CHECK(suspects.trusted == std::vector<std::string>{"expected", "main"});
}

TEST_CASE("repairs: a statement that is missing") {
  const std::string missing = replaced(wrong, "  if (r == 3)\n    r = 0;\n", "");
  Case faulty(head + missing + replaced(right, "r >= 3", "r == 3") + rest);
  faulty.search();
  const ReportRepairs repairs = faulty.repair();
  REQUIRE_FALSE(repairs.ranked.empty());
  CHECK(repairs.ranked.front().status == RepairStatus::proved);
  check_repairs(faulty, repairs);
}

/// The first repair, proved, of `compute` where `expected` differs from it in these words.
std::string first_repair(const std::string& body, const std::string& faulty_words, const std::string& right_words) {
  const std::string right_text = "static int expected(int x, int y) {\n" + body + "}\n";
  REQUIRE(right_text.find(right_words) != std::string::npos);
  const std::string wrong_text =
      "static int compute(int x, int y) {\n" + replaced(body, right_words, faulty_words) + "}\n";
  Case faulty(head + wrong_text + right_text + rest);
  faulty.search();
  const ReportRepairs repairs = faulty.repair();
  check_repairs(faulty, repairs);
  REQUIRE_FALSE(repairs.ranked.empty());
  CHECK(repairs.ranked.front().status == RepairStatus::proved);
  return repairs.ranked.front().title;
}

TEST_CASE("repairs: an else that is missing") {
  const std::string words = "  else\n    r = 0;\n";
  CHECK(first_repair("  int r = x;\n  if (r > y)\n    r = y - r;\n" + words + "  return r * 2 + x * y;\n", "", words) ==
        "`else r = 0;` inserted");
  CHECK(first_repair("  int r = 0;\n  if (x % 2 == 0)\n    r = x + 3 * y;\n  else r = y - x;\n  return r;\n", "  r = y",
                     "  else r = y") == "`r = y - x;` becomes `else r = y - x;`");
}

TEST_CASE("suspects: the sentence about a statement that is moved") {
  const std::string body =
      "(int x, int y) {\n  int s = 0, p = 1;\n  for (int i = 0; i < x; i++) {\n    s = s + p;\n    p = p * y;\n  }\n"
      "  return s;\n}\n";
  const std::string moved = replaced(body, "    s = s + p;\n    p = p * y;\n", "    p = p * y;\n    s = s + p;\n");
  Case faulty(head + "static int compute" + moved + "static int expected" + body + rest);
  faulty.search();
  const ReportSuspects suspects = rank_suspects(*faulty.suspects, {}, {}, "");
  REQUIRE_FALSE(suspects.ranked.empty());
  CHECK(suspects.ranked.front().reason.find("if `p = p * y;` is moved after `s = s + p;`, the ") == 0);
}

TEST_CASE("repairs: a statement stands where it should not") {
  CHECK(first_repair("  int s = 0, p = 1;\n  for (int i = 0; i < x; i++) {\n    s = s + p;\n    p = p * y;\n  }\n"
                     "  return s;\n",
                     "    p = p * y;\n    s = s + p;\n",
                     "    s = s + p;\n    p = p * y;\n") == "`p = p * y;` moved after `s = s + p;`");
}

TEST_CASE("repairs: a linear expression with other coefficients") {
  CHECK(first_repair("  int r = 7 * x - 4 * y + 5;\n  return r;\n", "x + y", "7 * x - 4 * y + 5") ==
        "`x + y` becomes `7 * x - 4 * y + 5`");
}

TEST_CASE("repairs: constants that are written outside of functions") {
  const std::string tail =
      "static int expected(int x) { return x < 1 ? 4 : x == 1 ? 9 : 2; }\n"
      "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  __VERIFIER_assume(x >= 0 && x <= 2);\n"
      "  if (compute(x) != expected(x)) reach_error();\n  return 0;\n}\n";
  const auto repaired = [&](const std::string& text) {
    Case faulty(head + text + tail);
    const frontend::Program& program = *faulty.program;
    const TrialProgram trials(std::make_shared<const frontend::Program>(program));
    faulty.suspects =
        std::make_unique<SuspectSearch>(faulty.program, faulty.sources, std::vector<std::string>{}, std::stop_token{});
    bool fails = false;
    for (int x = 0; x <= 2; ++x) {
      Inputs inputs = inputs_of(x, 0);
      inputs.entries.pop_back();
      fails = trials.run(inputs, {}, 2000).end == TrialEnd::fails || fails;
      faulty.suspects->add(inputs);
    }
    REQUIRE(fails);
    REQUIRE(faulty.suspects->search(effort()) == "");
    const ReportRepairs repairs = faulty.repair();
    REQUIRE_FALSE(repairs.ranked.empty());
    CHECK(repairs.ranked.front().status == RepairStatus::proved);
    return repairs.ranked.front().title;
  };
  CHECK(repaired("#define FIRST 2\nstatic int compute(int x) { return x < FIRST ? 4 : x == FIRST ? 9 : 2; }\n") ==
        "`2` becomes `1`");
  CHECK(repaired("enum { two = 7 };\nstatic int compute(int x) { return x == 1 ? two : x < 1 ? two - 5 : 2; }\n") ==
        "`7` becomes `9`");
  CHECK(repaired("static const int table[] = {4, 8, 2};\nstatic int compute(int x) { return table[x]; }\n") ==
        "`8` becomes `9`");
  CHECK(repaired("static int calls = 1;\nstatic int compute(int x) { if (x == 1) return calls + 9; if (x == 0) return "
                 "calls + 4; calls = x; return calls; }\n") == "`1` becomes `0`");
}

TEST_CASE("repairs: subscripts are exchanged") {
  CHECK(first_repair("  int a[2][2] = {{1, x}, {y, 7}};\n  int i = x > 0;\n  int j = y > 0;\n  return a[i][j];\n",
                     "a[j][i]", "a[i][j]") == "`a[j][i]` becomes `a[i][j]`");
}

TEST_CASE("repairs: a program that never ends") {
  const std::string meter =
      "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
      "static int fee_of(int minutes) {\n  int hours = minutes / 60;\n  return hours * 150;\n}\n"
      "int main(void) {\n  for (;;) {\n    int minutes = __VERIFIER_nondet_int();\n"
      "    if (minutes < 1 || minutes > 600) continue;\n"
      "    if (fee_of(minutes) < 150) reach_error();\n  }\n}\n";
  const frontend::test::TemporaryFile file(meter);
  ProgramSources sources;
  sources.files = {file.path()};
  const auto program =
      std::make_shared<const frontend::Program>(frontend::parse_c_files(sources.files, sources.options));
  SuspectSearch suspects(program, sources, std::vector<std::string>{}, std::stop_token{});
  Inputs inputs;
  inputs.entries.push_back({"__VERIFIER_nondet_int()", logic::Integer(5), frontend::signed_integer(32), {}});
  REQUIRE(suspects.add(inputs));
  REQUIRE(suspects.search(effort()) == "");
  CHECK_FALSE(suspects.tests().passing().empty());
  RepairSetting setting;
  setting.deadline = std::chrono::steady_clock::now() + enough;
  VerifyStatistics statistics;
  const ReportRepairs repairs = find_repairs(suspects, setting, statistics);
  REQUIRE_FALSE(repairs.ranked.empty());
  CHECK(repairs.ranked.front().status == RepairStatus::proved);
}

TEST_CASE("repairs: two faults need two changes") {
  const std::string twice = replaced(wrong, "y >= r", "y < r");
  Case faulty(head + twice + right + rest);
  faulty.search();
  const ReportRepairs one = faulty.repair(1);
  check_repairs(faulty, one);
  if (one.ranked.empty()) CHECK(one.note.find("none of the ") == 0);
  const ReportRepairs two = faulty.repair(2);
  check_repairs(faulty, two);
}

TEST_CASE("repairs: none is within the templates") {
  const std::string hopeless = "static int compute(int x, int y) {\n  return 0;\n}\n";
  const std::string intricate =
      "static int expected(int x, int y) {\n  int r = 0;\n  for (int i = 0; i < 7; i++) r = r * 3 + ((x * i + y * y) % "
      "5);\n"
      "  return r;\n}\n";
  Case faulty(head + hopeless + intricate + rest);
  faulty.search();
  const ReportRepairs repairs = faulty.repair();
  CHECK(repairs.ranked.empty());
  CHECK(repairs.note.find("none of the ") == 0);
}

TEST_CASE("repairs: time that is up cuts the search short, and says so") {
  Case faulty(head + wrong + right + rest);
  faulty.search();
  RepairSetting setting;
  setting.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  VerifyStatistics statistics;
  const ReportRepairs repairs = find_repairs(*faulty.suspects, setting, statistics);
  CHECK(repairs.ranked.empty());
  CHECK(repairs.note.find("time") != std::string::npos);
}

TEST_CASE("repairs: the counts are those of executions of the patched text") {
  Case faulty(head + wrong + right + rest);
  faulty.search();
  const ReportRepairs repairs = faulty.repair();
  REQUIRE_FALSE(repairs.ranked.empty());
  CHECK(repairs.ranked.front().failing == faulty.suspects->tests().failing().size());
  CHECK(repairs.ranked.front().passing == faulty.suspects->tests().passing().size());
}

TEST_CASE("suspects: a search that is stopped judges nothing by what it did not execute") {
  Case faulty(head + wrong + right + rest);
  std::stop_source stop;
  SuspectSearch suspects(faulty.program, faulty.sources, std::vector<std::string>{}, stop.get_token());
  REQUIRE(suspects.add(faulty.failing.front()));
  SuspectEffort small = effort();
  small.failing = 2;
  small.attack_steps = 0;
  REQUIRE(suspects.search(small) == "");
  const auto plausible = [&] {
    const auto ranked = suspects.ranked();
    return std::count_if(ranked.begin(), ranked.end(), [](const ScreenedEdit& e) { return e.is_plausible(); });
  };
  const auto before = plausible();
  REQUIRE(before > 0);
  for (const Inputs& inputs : faulty.failing) suspects.add(inputs);
  stop.request_stop();
  suspects.judge_again();
  CHECK(plausible() == before);
}

}  // namespace
