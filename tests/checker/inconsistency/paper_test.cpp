// SPDX-License-Identifier: Apache-2.0
/// What "Explaining Inconsistent Code" (FSE 2013) explains, as C: its figures, and fragments like those of its
/// evaluation.
#include <doctest/doctest.h>

#include "tests/support/findings.h"

using namespace bireach;
using namespace bireach::checker;
using bireach::checker::test::findings_in;
using bireach::checker::test::Found;
using bireach::checker::test::found;

namespace {

/// "2 task->name {task != 0}", one for each step: its line, text, and what holds behind it; "|" before it if only some
/// paths pass it.
std::vector<std::string> explained(const Finding& finding) {
  std::vector<std::string> result;
  for (const FindingStep& step : finding.steps) {
    std::string text = (step.in_fork ? "| " : "") + std::to_string(step.place.line) + " " + step.text;
    if (!step.invariant.empty()) {
      text += " {";
      for (std::size_t i = 0; i < step.invariant.size(); ++i) text += (i == 0 ? "" : " && ") + step.invariant[i];
      text += "}";
    }
    result.push_back(text);
  }
  return result;
}

/// Of the only finding.
std::vector<std::string> explanation_of(const std::string& text) {
  const FileFindings file = findings_in(text);
  REQUIRE(file.functions.size() == 1);
  REQUIRE(file.functions[0].findings.size() == 1);
  CHECK(file.functions[0].findings[0].is_minimal);
  return explained(file.functions[0].findings[0]);
}

using Steps = std::vector<std::string>;

const std::string declarations =
    "struct task { int state; struct task *next; char *name; }; extern void log_line(const "
    "char *), show(int);\n#define NULL ((void *)0)\n";

}  // namespace

TEST_CASE("figure 1: a check after a dereference, and a fork between them") {
  const std::string body =
      "  int result = 0;\n"
      "  if (notify) {\n"
      "    if (kind == 1)\n"
      "      result = 1;\n"
      "    else\n"
      "      result = 2;\n"
      "  } else {\n"
      "    result = 3;\n"
      "  }\n"
      "  show(result);\n"
      "  if (task == NULL)\n"
      "    return -1;\n"
      "  return result;\n"
      "}\n";
  const std::string head = "int remove_task(struct task *task, int notify, int kind) {\n";
  // Figure 2: task is not null behind line 6 and stays so up to line 27; the fork in between is hidden.
  CHECK(explanation_of(declarations + head + "  log_line(task->name);\n" + body) ==
        Steps{"4 task->name {task != 0}", "15 task == NULL"});
  CHECK(found(declarations + head + "  log_line(task->name);\n" + body) == Found{"after-error: task == NULL"});
  CHECK(explanation_of(declarations + head + "  if (task == NULL) return 0;\n" + body) ==
        Steps{"4 !(task == NULL) {task != 0}", "15 task == NULL"});
}

TEST_CASE("figure 3: both ways fail, and one place is enough to say why") {
  const std::string text = declarations +
                           "void toy(int b) {\n"
                           "  struct task *x = NULL;\n"
                           "  if (b) {\n"
                           "    show(x->state);\n"
                           "  }\n"
                           "  show(x->next->state);\n"
                           "}\n";
  // Figure 6: the invariant absorbs the fork, rather than figure 4, which splits it.
  CHECK(explanation_of(text) == Steps{"4 struct task *x = NULL {x == 0}", "8 x->next"});
  CHECK(found(text) == Found{"error: "});
}

TEST_CASE("figure 4: a fork that no invariant absorbs") {
  CHECK(explanation_of(declarations + "int toy(int b, int i) {\n"
                                      "  struct task *x = NULL;\n"
                                      "  if (b)\n"
                                      "    i = x->state;\n"
                                      "  else\n"
                                      "    i = 12 / (i - i);\n"
                                      "  show(i);\n"
                                      "  return i;\n"
                                      "}\n") ==
        Steps{"4 struct task *x = NULL {x == 0}", "| 6 x->state", "| 8 12 / (i - i)"});
}

TEST_CASE("branches of a fork that no invariant absorbs have invariants of their own") {
  // What holds before the fork, and what has to hold behind it, is what each branch is explained with.
  CHECK(explanation_of(declarations + "int choose(int a, int k) {\n"
                                      "  int v;\n"
                                      "  if (k) {\n"
                                      "    if (a)\n"
                                      "      return 1;\n"
                                      "    v = a;\n"
                                      "  } else {\n"
                                      "    v = 0;\n"
                                      "  }\n"
                                      "  if (v)\n"
                                      "    return 2;\n"
                                      "  return 0;\n"
                                      "}\n") ==
        Steps{"| 6 !a {a == 0}", "| 8 v = a {v == 0}", "| 10 v = 0 {v == 0}", "12 v"});
  // A fork in a branch of another one.
  CHECK(explanation_of(declarations + "int nested(int a, int b, int n) {\n"
                                      "  n = 3;\n"
                                      "  if (a) {\n"
                                      "    if (b)\n"
                                      "      n += 1;\n"
                                      "    else\n"
                                      "      n += 2;\n"
                                      "    n *= 2;\n"
                                      "  } else {\n"
                                      "    n = 9;\n"
                                      "  }\n"
                                      "  if (n < 8)\n"
                                      "    return 2;\n"
                                      "  return 0;\n"
                                      "}\n") == Steps{"4 n = 3 {n == 3}", "| 7 n += 1 {n == 4}", "| 9 n += 2 {n == 5}",
                                                      "| 10 n *= 2 {n == 8 || n == 10}", "| 12 n = 9 {n == 9}",
                                                      "14 n < 8"});
}

TEST_CASE("fragments of drivers: a message about what is not there, and a check that comes too late") {
  // A message in the branch where the card was not found.
  CHECK(explanation_of(declarations + "void handle(struct task *card, int id) {\n"
                                      "  if (card == NULL) {\n"
                                      "    show(id);\n"
                                      "    show(card->state);\n"
                                      "    return;\n"
                                      "  }\n"
                                      "  show(card->state);\n"
                                      "}\n") == Steps{"4 card == NULL {card == 0}", "6 card->state"});
  // The driver's data are taken from the terminal before it is known to be one.
  CHECK(explanation_of(declarations + "struct info { int flags; char *buffer; };\n"
                                      "struct tty { struct info *driver_data; int count; };\n"
                                      "int write_room(struct tty *tty, int c) {\n"
                                      "  struct info *info = tty->driver_data;\n"
                                      "  if (c > 3)\n"
                                      "    c = 3;\n"
                                      "  if (!tty || !info->buffer)\n"
                                      "    return 0;\n"
                                      "  return tty->count + c;\n"
                                      "}\n") == Steps{"6 tty->driver_data {tty != 0}", "9 !tty"});
}

TEST_CASE("fragments of an editor: one cause for each place that is dead") {
  const FileFindings file = findings_in(declarations +
                                        "void menu(int kind) {\n"
                                        "  struct task *node = NULL;\n"
                                        "  if (node == NULL)\n"
                                        "    show(1);\n"
                                        "  else\n"
                                        "    show(2);\n"
                                        "  if (kind)\n"
                                        "    show(kind);\n"
                                        "  if (node == NULL)\n"
                                        "    show(3);\n"
                                        "  else\n"
                                        "    show(4);\n"
                                        "  if (node != NULL)\n"
                                        "    show(5);\n"
                                        "}\n");
  REQUIRE(file.functions.size() == 1);
  Steps all;
  for (const Finding& finding : file.functions[0].findings) {
    CHECK(finding.severity == InconsistencyClass::unreachable);
    CHECK(finding.is_minimal);
    for (const std::string& step : explained(finding)) all.push_back(step);
  }
  CHECK(all == Steps{"4 struct task *node = NULL {node == 0}", "5 !(node == NULL)",   //
                     "4 struct task *node = NULL {node == 0}", "11 !(node == NULL)",  //
                     "4 struct task *node = NULL {node == 0}", "15 node != NULL"});
}

TEST_CASE("fragments of an editor: the wrong one of two operators, and what was just made is missing") {
  CHECK(explanation_of(declarations + "int is_empty(struct task *t) {\n"
                                      "  if (t == NULL && t->state == 0)\n"
                                      "    return 1;\n"
                                      "  return 0;\n"
                                      "}\n") == Steps{"4 t == NULL {t == 0}", "4 t->state"});
  CHECK(explanation_of(declarations + "int attach(struct task *list, int kind) {\n"
                                      "  struct task *last = list;\n"
                                      "  while (last->next && kind)\n"
                                      "    last = last->next;\n"
                                      "  last->state = kind;\n"
                                      "  if (last != NULL)\n"
                                      "    return kind;\n"
                                      "  show(kind);\n"
                                      "  return 0;\n"
                                      "}\n") == Steps{"7 last->state {last != 0}", "8 !(last != NULL)"});
}
