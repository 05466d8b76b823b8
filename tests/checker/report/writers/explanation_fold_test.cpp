// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/explanation_fold.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace {

using namespace bireach;
using namespace bireach::checker;

/// A trace and rows that show all its steps, each with an invariant before it.
class Written {
 public:
  ReportTrace trace;
  std::vector<ExplanationRow> rows;

  void step(unsigned line, const std::string& text, unsigned depth = 0, const std::string& function = "main",
            const std::vector<ReportChange>& changes = {}) {
    ReportStatement statement;
    statement.place = {"a.c", line, 1, function, line, 9};
    trace.statements.push_back(statement);
    ReportStep added;
    added.statement = trace.statements.size() - 1;
    added.text = text;
    added.place = "a.c:" + std::to_string(line);
    added.function = function;
    added.depth = depth;
    added.changes = changes;
    trace.steps.push_back(added);
    rows.push_back({"", "", {"x == " + std::to_string(rows.size() * rows.size() % 7)}, "", {"x"}, {}});
    rows.push_back({added.place, text, {}, "", {}, trace.steps.size() - 1});
  }

  [[nodiscard]] std::vector<FoldedRows> folded(std::size_t most = 30) const {
    return fold_explanation(trace, rows, most);
  }
  /// What stands for rows, one a line.
  [[nodiscard]] std::string folds(std::size_t most = 30) const {
    std::string text;
    for (const FoldedRows& item : folded(most))
      if (!item.fold.empty()) text += item.fold + "\n";
    return text;
  }
};

/// All rows once, in order; what must be seen is.
void check_form(const Written& written, std::size_t most) {
  const std::vector<FoldedRows> items = written.folded(most);
  std::size_t next = 0;
  for (const FoldedRows& item : items) {
    REQUIRE(item.first == next);
    REQUIRE(item.end > item.first);
    CHECK(item.fold.empty() == (item.end == item.first + 1));
    next = item.end;
  }
  REQUIRE(next == written.rows.size());
  CHECK(items.back().fold.empty());
  for (const FoldedRows& item : items)
    if (item.first <= 1 && item.end > 1) CHECK(item.fold.empty());  // the first step
  CHECK(items.size() <= most);
}

TEST_SUITE("explanation fold") {
  TEST_CASE("what fits is not folded") {
    Written written;
    for (unsigned i = 0; i < 15; ++i) written.step(i + 1, "s" + std::to_string(i));
    CHECK(written.folds().empty());
    CHECK(written.folded().size() == 30);
  }

  TEST_CASE("rounds of a loop whose ways differ: the first and the last stay") {
    Written written;
    written.step(1, "int x = 0");
    for (int round = 0; round < 16; ++round) {
      const std::string value = std::to_string(round + 1);
      written.step(3, "[x < n]");
      written.step(round % 3 == 0 ? 5 : 7, round % 3 == 0 ? "a = 1" : "b = 2");
      written.step(9, "x++", 0, "main", {{"x", std::nullopt, value}});
    }
    written.step(11, "[x == 16]");
    CHECK(written.folds() == "… 14 more rounds of the loop at a.c:3, x from 2 to 15 …\n");
    check_form(written, 30);
  }

  TEST_CASE("inner loops before outer ones") {
    Written written;
    for (int outer = 0; outer < 3; ++outer) {
      written.step(2, "[i < 3]");
      for (int inner = 0; inner < 8; ++inner) {
        written.step(3, "[j < 8]");
        written.step(4, inner % 2 == 0 ? "even(j)" : "odd(j)");
      }
      written.step(6, "i++");
    }
    written.step(8, "[bad]");
    const std::string inner = "… 6 more rounds of the loop at a.c:3 …\n";
    CHECK(written.folds(45) == inner + inner + inner);
    CHECK(written.folds(30).find("… 1 more round of the loop at a.c:2 …\n") != std::string::npos);
    check_form(written, 30);
  }

  TEST_CASE("steps within calls, the deepest first") {
    Written written;
    written.step(1, "n = 5");
    written.step(2, "f(n = n)", 0, "main", {{"n", std::nullopt, "5"}});
    for (unsigned i = 0; i < 6; ++i) written.step(10 + i, "s", 1, "f");
    written.step(17, "g(a = n, b = 2)", 1, "f", {{"a", std::nullopt, "5"}, {"b", std::nullopt, "2"}});
    for (unsigned i = 0; i < 9; ++i) written.step(20 + i, "t", 2, "g");
    written.step(18, "return n", 1, "f");
    written.step(3, "[x]");
    CHECK(written.folds(38) == "… 9 steps in g(5, 2) …\n");
    CHECK(written.folds(10) == "… 17 steps in f(5) …\n");
    check_form(written, 10);
  }

  TEST_CASE("without loops and calls the way to the error stays") {
    Written written;
    for (unsigned i = 0; i < 40; ++i) written.step(i + 1, "s" + std::to_string(i));
    const std::vector<FoldedRows> items = written.folded();
    REQUIRE(items.size() == 30);
    CHECK(items[10].fold == "… 25 steps …");
    CHECK(items[29].end == 80);
    check_form(written, 30);
  }

  TEST_CASE("any program: all rows once, the first step and the last row, at most a screen") {
    std::mt19937 random(3);  // NOLINT(bugprone-random-generator-seed): the same cases each time
    const auto up_to = [&random](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n)(random); };
    for (int round = 0; round < 200; ++round) {
      Written written;
      const auto body = [&](auto&& self, unsigned depth, unsigned line, unsigned nesting) -> void {
        const std::string function = depth == 0 ? "main" : "f" + std::to_string(depth);
        for (unsigned i = 0; i < 1 + up_to(3); ++i, line += 10) {
          const unsigned kind = nesting == 0 ? 0 : up_to(3);
          if (kind == 1) {
            for (unsigned turns = up_to(6); turns-- > 0;) {
              written.step(line, "[loop]", depth, function, {{"i", std::nullopt, std::to_string(turns)}});
              self(self, depth, line + 1, nesting - 1);
            }
          } else if (kind == 2) {
            written.step(line, "f" + std::to_string(depth + 1) + "(x = i)", depth, function);
            self(self, depth + 1, 1000 * (depth + 1), nesting - 1);
          } else {
            written.step(line + up_to(1), "s", depth, function);
          }
        }
      };
      body(body, up_to(1), 1, 4);
      written.step(900, "[bad]", up_to(2));
      check_form(written, 30);
      check_form(written, 6);
    }
  }
}

}  // namespace
