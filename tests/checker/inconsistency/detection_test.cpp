// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/detection.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <set>

#include "checker/inconsistency/coverage.h"
#include "checker/inconsistency/inconsistency.h"
#include "checker/inconsistency/loop_detection.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "logic/solvers/solver_statistics.h"
#include "tests/support/findings.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_function.h"
#include "tests/support/sampling.h"

using namespace bireach;
using namespace bireach::checker;
using bireach::checker::test::Found;
using bireach::checker::test::found;
using bireach::checker::test::RandomFunction;

namespace {

DetectionLimits limits() {
  DetectionLimits result;
  result.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  return result;
}

const std::string declarations =
    "struct node { int v; struct node *next; union { int i; float f; } u; char b[4]; int n; };\n"
    "extern int get(void *); extern void use(int); extern int counter;\n";

}  // namespace

TEST_CASE("what C programmers know as contradictions is found") {
  const std::pair<const char*, Found> cases[] = {
      {"int f(struct node *p) { int v = p->v; if (!p) return 1; return v; }", {"after-error: !p"}},
      {"int f(int x) { if (x > 10) return 1; use(x); if (x > 20) return 2; return 3; }", {"unreachable: x > 20"}},
      {"int f(struct node *p) { if (p == 0) return p->v; return 0; }", {"error: p == 0"}},
      {"int f(int x) { if (x == 0) return 1; use(2); if (x == 0) return 2; return x; }", {"unreachable: x == 0"}},
      {"int f(int x) { if (x % 1 != 0) return 7; return 0; }", {"unreachable: x % 1 != 0"}},
      {"int f(unsigned i) { if (i >= 0) return 1; return 2; }", {"unreachable: not i >= 0"}},
      {"int f(void) { int a[10]; for (int i = 0; i <= 10; i++) a[i] = 0; return a[3]; }", {"after-error: not i <= 10"}},
      {"int f(int c) { struct node *p = (void *)0; if (p) return p->v; return c; }", {"unreachable: p"}},
      {"int f(struct node *a) { int r = 0; if (!a) r = 1; r += a->v; return r; }", {"error: !a"}},
      {"int f(int n) { int i; for (i = 0; i < n; i++) use(i); if (i < 0) return -1; return i; }",
       {"unreachable: i < 0"}},
      {"int f(int c) { if (c == 1 && c == 2) return 1; return 0; }", {"unreachable: c == 2"}},
      {"int f(int c) { if (c != 1 || c != 2) return 1; return 0; }", {"unreachable: not c != 2"}},
      {"int f(int a, int b) { int q = a / b; if (b == 0) return 1; return q; }", {"after-error: b == 0"}},
      {"int f(int a, int s) { int q = a << s; if (s > 31) return 1; return q; }", {"after-error: s > 31"}},
      {"int f(void) { int *p = 0; *p = 1; return 0; }", {"error: "}},
      {"int f(int k) { switch (k) { case 1: k = 2; case 2: if (k == 3) return 1; } return 0; }",
       {"unreachable: k == 3"}},
      {"int f(struct node *p, int c) { int *q = 0; if (c) use(1); else use(2); return *q + p->v; }", {"error: "}}};
  for (const auto& program : cases) {
    INFO(program.first);
    CHECK(found(declarations + program.first) == program.second);
  }
}

TEST_CASE("overflow is believed only on request") {
  const char* const text = "int f(int x) { int y = x + 1; if (y < x) return 1; return y; }";
  CHECK(found(text) == Found{});
  InconsistencyWish wish = checker::test::all_classes();
  wish.reading.beliefs = {frontend::Belief::overflow};
  CHECK(found(text, wish) == Found{"after-error: y < x"});
}

TEST_CASE("what others may change is not taken for known") {
  const char* const cases[] = {
      "int f(struct node *p, struct node *q) { if (p->next) { q->next = 0; if (!p->next) return 1; } return 0; }",
      "int f(struct node *p) { if (p->v > 3) { get(p); if (p->v <= 3) return 1; } return 0; }",
      "int f(void) { int y = 5; int *q = &y; get(q); if (y != 5) return 1; return 0; }",
      "int f(struct node *p) { p->u.i = 3; p->u.f = 1.0f; if (p->u.i != 3) return 1; return 0; }",
      "int f(struct node *p, struct node *q) { if (p->v) return 1; *p = *q; if (p->v) return 2; return 0; }",
      "int f(void) { if (counter) return 1; get(0); if (counter) return 2; return 0; }",
      "int f(struct node *p, int *q) { if (p->v) return 1; *q = 3; if (p->v) return 2; return 0; }",
      "int f(struct node *p) { while (p) { if (p->v == 3) return 1; p = p->next; } return 3; }",
      "int f(float x) { if (x > 1.0f) return 1; if (x > 2.0f) return 2; return 3; }",
      "volatile int w; int f(void) { if (w == 1) return 1; if (w == 1) return 2; return 0; }",
      "int f(int *a, int n) { int s = 0; for (int i = 0; i < n; ++i) s += a[i]; if (!a) return -1; return s; }",
      "int f(struct node *p) { int *q = &p->v; if (!p) return 1; return *q; }",
      "int f(struct node *p) { unsigned long n = sizeof p->v; if (!p) return 1; return (int)n; }",
      "int f(struct node *p) { p = p->next; if (!p) return 1; return 0; }",
      // Accesses of characters may be to anything, and fields of other structures to what has their type.
      R"(struct w { unsigned w; }; struct y { unsigned char b[4]; };
         int f(struct w *w) { w->w = 0; ((struct y *)w)->b[0] = 1; return 10 / w->w; })",
      R"(struct a { unsigned char t; };
         int f(void) { unsigned char b[4]; struct a *a = (struct a *)b; a->t = 0; b[0] = 1; if (a->t) return 1; return 0; })",
      R"(int f(struct node *n) { struct node *head = 0; struct { struct node *next; } *p = (void *)&head; p->next = n;
           return head->v; })",
      "struct s { unsigned b : 3; }; int f(struct s *s) { return 10 / ((s->b = 9) - 9); }",
      "int f(int m) { if (m == 0) { int a[2][m++ + 1]; a[0][0] = 1; return 10 / m; } return 0; }",
      // Operands are evaluated in any order.
      "int *g; int h(void); int f(void) { int v = g[h()]; if (!g) return 1; return v; }",
      "int h(void); int f(void) { int d = counter | (h() & 0); return 10 / (d - counter); }",
      "int h(void); int f(void) { int r; if (counter != (r = h())) return 0; if (counter != r) return 2; return 1; }",
      ("int f(unsigned long n) { { char x = 0; if (n == sizeof x) return 1 + x; }\n"
       "  { long x = 0; if (n == sizeof x) return 2 + (int)x; } return 0; }"),
      "int f(int *p) { if (__builtin_classify_type(*p) == 1) use(1); if (!p) return 1; return 0; }"};
  for (const char* const text : cases) {
    INFO(text);
    CHECK(found(declarations + text) == Found{});
  }
}

TEST_CASE("intended dead code is not reported") {
  const std::string macros =
      "#define DEBUG 0\n#define CHECK(p) do { if (!(p)) return -1; } while (0)\n"
      "#define unlikely(x) __builtin_expect(!!(x), 0)\n"
      "extern void abort(void) __attribute__((noreturn)); enum mode { fast, slow }; static const enum mode now = "
      "fast;\n";
  const char* const cases[] = {
      "int f(int a) { if (DEBUG) use(a); return a; }",
      "int f(long v) { if (sizeof(long) == 4 && v > 0x7fffffffL) return -1; return 0; }",
      "int f(int k) { switch (k & 1) { case 0: return 1; case 1: return 2; default: abort(); } }",
      "int f(struct node *p) { int v = p->v; CHECK(p); return v; }",
      "int f(int x) { if (now == slow) use(x); return x; }",
      "int f(struct node *p) { p->v = 1; if (!p) abort(); do { use(2); } while (0); while (1) use(3); }",
      "int f(int a) { if (0) use(a); if (1) return a; return 2; }",
      "int f(char c) { if (c >= 0) return 1; return 2; }",
      "int f(long v) { if (v > 0x7fffffffffL) return 1; return 0; }",
      "int f(struct node *p) { int v = p->v; if (!p) return 1; /* bireach: ignore */\n return v; }",
      "int f(struct node *p) { int v = p->v;\n // bireach: ignore\n if (!p) return 1;\n return v; }"};
  for (const char* const text : cases) {
    INFO(text);
    CHECK(found(declarations + macros + text) == Found{});
  }
  // A hint at how likely it is changes nothing.
  CHECK(
      found(declarations + macros + "int f(struct node *p) { int v = p->v; if (unlikely(!p)) return 1; return v; }") ==
      Found{"after-error: !p"});
}

TEST_CASE("the contradiction is shown with what it needs alone") {
  const frontend::test::TemporaryFile file(declarations +
                                           "int f(struct node *p, int k) {\n  int v = p->v;\n  use(k);\n  if (k > 3)\n "
                                           "   use(v);\n  if (!p)\n    return 1;\n"
                                           "  return p->next->v;\n}\n");
  logic::SolverStatistics statistics;
  const FileFindings findings = find_inconsistencies(file.path(), InconsistencyWish{}, {}, statistics);
  REQUIRE(findings.functions.size() == 1);
  REQUIRE(findings.functions[0].findings.size() == 1);
  const Finding& finding = findings.functions[0].findings[0];
  CHECK(finding.is_minimal);
  REQUIRE(finding.steps.size() == 2);
  CHECK(finding.steps[0].needs == "needs p != 0");
  CHECK(finding.steps[0].place.line == 4);
  CHECK(finding.steps[0].invariant == std::vector<std::string>{"p != 0"});
  CHECK(finding.steps[0].hidden_lines == 3);
  CHECK(finding.steps[1].is_contradiction);
  CHECK(finding.message == "the check `!p` never succeeds: `p` is dereferenced before in line 4");
}

TEST_CASE("steps of a fork are said to lie on some paths") {
  const frontend::test::TemporaryFile file(declarations +
                                           "int f(struct node *p, int k) {\n  if (!p) {\n    if (k)\n      return "
                                           "p->v;\n    return p->n;\n  }\n  return 0;\n}\n");
  logic::SolverStatistics statistics;
  const FileFindings findings = find_inconsistencies(file.path(), InconsistencyWish{}, {}, statistics);
  REQUIRE(findings.functions.at(0).findings.size() == 1);
  const Finding& finding = findings.functions[0].findings[0];
  CHECK(finding.severity == InconsistencyClass::error);
  REQUIRE(finding.steps.size() == 3);
  CHECK(finding.steps[0].is_contradiction);
  CHECK(finding.steps[1].in_fork);
  CHECK(finding.steps[2].in_fork);
}

TEST_CASE("addresses are not null, and what starts from them is not") {
  const std::pair<const char*, Found> cases[] = {
      {"int f(int *p) { int x = *p; int *q = p + 1; if (!q) return *q; return x; }", {"after-error: !q"}},
      {"int f(int n) { int a[10]; int *q = a + n; if (!q) return *q; return 0; }", {"unreachable: !q"}},
      {"int f(int n) { int v = 0; int *q = &v; if (q == 0) return *q; return n; }", {"unreachable: q == 0"}},
      {"int f(char *s) { while (*s) s++; if (!s) return 1; return 0; }", {"after-error: !s"}},
      // Null and nothing more is null.
      {"int f(char *s, int n) { char *e = s + n; if (!e) return 1; return *s; }", {}},
      {"int f(char *s, int n) { s += n; if (!s) return 1; return *s; }", {}},
      {"extern int w[] __attribute__((weak)); int f(void) { int *q = w; if (!q) return 1; return 0; }", {}},
      // Steps between conditions are no checks.
      {"int f(char **a, int c) { int s = (a[2] && c && ++a); use(s); return a[2] != 0; }", {}},
      {"int f(void) { int a[4] = {0}; if (a) use(a[0]); if (&a[1]) use(1); return 0; }", {}}};
  for (const auto& program : cases) {
    INFO(program.first);
    CHECK(found(declarations + program.first) == program.second);
  }
}

TEST_CASE("what members of values are taken of is executed") {
  const std::string values = declarations +
                             "struct S { int x, y; struct S *n; }; struct S f(int *); struct S *gs;\n"
                             "_Noreturn struct S die(void);\n";
  const char* cases[] = {
      "int t(void) { int k = gs->x; k += f(0).y; if (!gs) return 1; return k; }",
      "int t(struct S *p) { struct S *q = p->n; if (q == 0) { f((int *)&p->n).x; return p->n->x; } return 0; }",
      "int t(int *p) { if (!p) die().x; return *p; }",
      "int t(struct S *p, struct S *q) { int v = (p ? *p : *q).x; if (!p) return 1; return v; }",
      "int t(void) { int x = 0; int v = f(&x).x; if (x == 1) return 1; return v; }",
      "int t(struct S *p, struct S s) { p->y = 1; int v = (*p = s).y; if (p->y == 3) return 1; return v; }"};
  for (const char* program : cases) {
    INFO(program);
    CHECK(found(values + program) == Found{});
  }
  CHECK(found(values + "int t(struct S s) { int x = 0; int v = ({ x = 1; s; }).y; if (x != 1) return 1; return v; }") ==
        Found{"unreachable: x != 1"});
}

TEST_CASE("an object may be accessed by the type of the other sign") {
  const std::string fields = declarations + "struct C { int c; }; struct B { unsigned b; }; struct L { long l; };\n";
  CHECK(found(fields + "int t(struct C *p, struct B *q) { p->c = 0; q->b = 1; if (p->c == 1) return 1; return 0; }") ==
        Found{});
  CHECK(found(fields + "int t(struct C *p, struct L *q) { p->c = 0; q->l = 1; if (p->c == 1) return 1; return 0; }") ==
        Found{"unreachable: p->c == 1"});
}

TEST_CASE("no statement of loops with several ends of rounds is lost") {
  const FileFindings findings =
      checker::test::findings_in(declarations +
                                 "int h(void); int f(int k) { int s = 0;\n"
                                 "  while (h()) { k = h(); if (k < 0) { s = ~k; } else s = k; }\n"
                                 "  if (s < 0) return 1; return s; }");
  REQUIRE(findings.functions.at(0).findings.size() == 1);
  const Finding& finding = findings.functions[0].findings[0];
  std::set<std::string> texts;
  for (const FindingStep& step : finding.steps) texts.insert(step.text);
  CHECK(texts == std::set<std::string>{"int s = 0", "k < 0", "s = ~k", "!(k < 0)", "s = k", "s < 0"});
  CHECK(finding.is_minimal);
}

TEST_CASE("functions of the file that never return are good ends") {
  const std::string gives_up = declarations +
                               "extern _Noreturn void exit(int);\n"
                               "static void usage(int code) { if (code) use(code); else use(1); exit(code); }\n"
                               "static void die(int code) { if (code > 3) usage(1); for (;;) use(2); }\n"
                               "static void may_return(int code) { if (code > 3) exit(1); }\n"
                               "static void again(int code) { if (code) again(code - 1); }\n";
  CHECK(found(gives_up + "int f(struct node *p) { if (!p) usage(2); return p->v; }") == Found{});
  CHECK(found(gives_up + "int f(struct node *p) { if (!p) die(2); return p->v; }") == Found{});
  CHECK(found(gives_up + "int f(struct node *p) { if (!p) may_return(2); return p->v; }") == Found{"error: !p"});
  CHECK(found(gives_up + "int f(struct node *p) { if (!p) again(2); return p->v; }") == Found{"error: !p"});
}

TEST_CASE("what the compiler knows is configuration") {
  const std::string text = "enum { OFF, ON };\n#define status ON\n#define SIGA SIGB\n#define SIGB 10\n";
  CHECK(found(declarations + text + "int f(int x) { if (status != ON) return get(0); use(x); return x; }") == Found{});
  CHECK(found(declarations + text + "int f(int x) { return SIGA == SIGB && x; }") == Found{});
  CHECK(found(declarations + text + "int f(int x) { if (x == ON) return 1; if (x == ON) return 2; return x; }") ==
        Found{"unreachable: x == ON"});
  // With the numbers as they are the ways are passed, which with any numbers is hard to find.
  CHECK(found(declarations + "#define WIDE(t) ((t)(~(t)0 << (sizeof(t) * 8 - 1)) / 7 * 3 % 1001)\n"
                             "int f(long x) { if (x / WIDE(long) == 5) return 1; return 2; }") == Found{});
}

TEST_CASE("who does not come there does not fail there") {
  CHECK(found(declarations + "int h(void); int f(void) { int x = 0; while (h()) x = 2;\n"
                             "  if (x == 1) { int *p = 0; return *p; } return 0; }") == Found{"unreachable: x == 1"});
}

TEST_CASE("a class that loops decide is explained by them") {
  const FileFindings findings =
      checker::test::findings_in(declarations +
                                 "int h(void); int f(int *p, int k) { int x = 0; while (h()) x = 2; use(k);\n"
                                 "  if (x == 1) { int *q = 0; return *q; } return *p; }");
  REQUIRE(findings.functions.at(0).findings.size() == 1);
  const Finding& finding = findings.functions[0].findings[0];
  CHECK(finding.exact_loops);
  CHECK(finding.is_minimal);
  REQUIRE(finding.steps.size() == 3);
  CHECK(finding.steps[0].text == "int x = 0");
  CHECK(finding.steps[1].text == "x = 2");
  CHECK(finding.steps[1].in_fork);
  CHECK(finding.steps[2].is_contradiction);
}

TEST_CASE("what only exact loops make dead is explained by what their proof says") {
  const FileFindings findings = checker::test::findings_in(declarations +
                                                           "int h(void); int f(int *p, int k) {\n"
                                                           "  int at = -1;\n"
                                                           "  for (int j = 0; j < 8; j++) {\n"
                                                           "    use(k);\n"
                                                           "    if (h()) at = 0; else at = j;\n"
                                                           "  }\n"
                                                           "  use(*p);\n"
                                                           "  if (at == -1) return 1;\n"
                                                           "  return at; }");
  REQUIRE(findings.functions.at(0).findings.size() == 1);
  const Finding& finding = findings.functions[0].findings[0];
  CHECK(finding.exact_loops);
  std::vector<std::string> texts;
  std::vector<std::string> behind_loop;
  for (const FindingStep& step : finding.steps) {
    texts.push_back(step.text);
    if (step.text == "!(j < 8)") behind_loop = step.invariant;
  }
  // Not that at begins with -1, nor what is used.
  CHECK(texts == std::vector<std::string>{"int j = 0", "at = 0", "at = j", "j++", "!(j < 8)", "at == -1"});
  CHECK(behind_loop == std::vector<std::string>{"at >= 0"});
}

TEST_CASE("relaxed edges let pass what they would stop, and nothing else") {
  const frontend::test::TemporaryFile file(
      "int h(void); int f(int x) { int y = h(); if (x > 3) y = 5;\n"
      "  if (y == 7) return 1; return 0; }");
  const frontend::FunctionsOfFile functions = frontend::read_functions(file.path(), {});
  const frontend::FunctionProgram& function = functions.functions.at(0);
  const frontend::Program& program = function.program;
  const auto edge_of = [&](const std::string& text, bool holds) {
    for (const frontend::Arm& arm : function.arms)
      if (arm.condition == text && arm.taken == holds) return arm.edge;
    return frontend::EdgeId{0};
  };
  frontend::EdgeId five = 0;
  for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (program.edge(edge).text == "y = 5") five = edge;
  /// Values of `x` between -10 and 10 and of what h returns with which an execution passes `y == 7`.
  const auto passing = [&](const std::set<frontend::EdgeId>& relaxed) {
    const frontend::Program changed =
        passing_program(function, edge_of("y == 7", true), PassedWay::comes_there, relaxed);
    std::set<int> result;
    std::mt19937 random(7);
    for (int x = -10; x <= 10; ++x)
      for (int i = 0; i < 200; ++i) {
        const auto oracle = [&](frontend::EdgeId edge, std::size_t) -> logic::Value {
          const frontend::Variable& variable =
              changed.variables[frontend::as_havoc(changed.edge(edge).statement)->target.variable];
          if (variable.user_name == "x") return logic::Integer(x);
          if (variable.type == frontend::bool_type) return logic::Integer(random() % 2);
          return logic::Integer(random() % 2 == 0 ? 7 : 5);
        };
        if (frontend::run(changed, oracle, 1000).end == frontend::RunEnd::Error) result.insert(x);
      }
    return result;
  };
  std::set<int> small, all;
  for (int x = -10; x <= 10; ++x) {
    all.insert(x);
    if (x <= 3) small.insert(x);
  }
  CHECK(passing({}) == small);
  CHECK(passing({five}) == all);
  CHECK(passing({edge_of("x > 3", true)}) == small);  // more may take `y = 5`
  CHECK(passing({edge_of("x > 3", false)}) == all);   // who should take it need not
  CHECK(passing({edge_of("y == 7", true)}) == all);
  CHECK(passing({edge_of("y == 7", false)}) == small);
}

TEST_CASE("what time ran out for is said") {
  const auto undecided_of = [](const std::string& text) {
    const frontend::test::TemporaryFile file(text);
    InconsistencyWish wish;
    wish.seconds_for_function = 1;
    logic::SolverStatistics statistics;
    const FileFindings findings = find_inconsistencies(file.path(), wish, {}, statistics);
    return findings.functions.at(0).undecided.size() + findings.functions[0].findings.size();
  };
  // An execution that goes on for long is none that ends well, and neither is a question without an answer.
  CHECK(
      undecided_of("int f(unsigned *x) { unsigned s = 1; for (unsigned i = 0; i != 3000000007u; i++) s = s * *x + i;\n"
                   "  if (s == 77) return 1; return 2; }") > 0);
}

TEST_CASE("executions that do not end pass nothing well") {
  const frontend::test::TemporaryFile file("int f(int x) { if (x) for (;;) ; if (x) return 1; return 2; }");
  const frontend::FunctionsOfFile read = frontend::read_functions(file.path(), frontend::ModularOptions{});
  const frontend::FunctionProgram& function = read.functions.at(0);
  const std::set<frontend::EdgeId> passed = passed_by_chance(function, limits());
  CHECK_FALSE(passed.empty());
  REQUIRE(function.arms.size() == 4);
  CHECK_FALSE(passed.contains(function.arms[0].edge));  // x, and then for ever
}

TEST_CASE("a finding is one for both signednesses of char, whichever is given") {
  const frontend::test::TemporaryFile file("int f(char c) { if (c < 0) return 1; return 2; }");
  for (const std::vector<std::string>& given : {std::vector<std::string>{}, {"-funsigned-char"}, {"-fsigned-char"}}) {
    InconsistencyWish wish;
    wish.severities = {InconsistencyClass::unreachable};
    wish.reading.parse.clang_arguments = given;
    logic::SolverStatistics statistics;
    for (const bool others : {true, false}) {
      wish.other_models = others;
      const FileFindings findings = find_inconsistencies(file.path(), wish, {}, statistics);
      const bool is_dead_here = given == std::vector<std::string>{"-funsigned-char"};
      CHECK(findings.functions.at(0).findings.size() == (is_dead_here && !others ? 1U : 0U));
    }
  }
}

TEST_CASE("loops with several entries are left undecided") {
  const frontend::test::TemporaryFile file(
      "int h(void);\nint f(int c) { if (c == 6) goto head; goto mid; head: if (h() == 3) return 1;\n"
      "mid: if (h() == 4) goto head; return 2; }\n");
  logic::SolverStatistics statistics;
  const FileFindings findings = find_inconsistencies(file.path(), InconsistencyWish{}, {}, statistics);
  CHECK(findings.functions.at(0).undecided ==
        std::vector<std::string>{"the function: a loop is entered at several places"});
}

TEST_CASE("a jump out of a loop's own condition is refused") {
  const FileFindings findings =
      checker::test::findings_in("int h(void); int f(int n) { while (({ if (n) break; 1; })) n = h(); return n; }");
  CHECK(findings.functions.at(0).refused.find("a jump out of the condition") != std::string::npos);
}

TEST_CASE("what cannot be followed is refused by name") {
  const frontend::test::TemporaryFile file(
      "int f(int x) { void *t[] = {&&a, &&b}; goto *t[x]; a: return 1; b: return 2; }\nint g(int x) { return x; }\n");
  logic::SolverStatistics statistics;
  const FileFindings findings = find_inconsistencies(file.path(), InconsistencyWish{}, {}, statistics);
  REQUIRE(findings.functions.size() == 2);
  CHECK(findings.functions[0].refused == "the address of a label in line 1");
  CHECK(findings.functions[1].refused == "");
}

TEST_CASE("random functions: dead is what no enumerated input passes well") {
  const unsigned first = 1000;
  const int rounds = testing::rounds(150);
  std::vector<RandomFunction> functions;
  std::string text;
  for (int i = 0; i < rounds; ++i) {
    functions.emplace_back(first + static_cast<unsigned>(i));
    text += "int f" + std::to_string(i) + "(unsigned char x, _Bool b, int *p)\n" + functions.back().body() + "\n";
  }
  const frontend::test::TemporaryFile file(text);
  const frontend::FunctionsOfFile read = frontend::read_functions(file.path(), frontend::ModularOptions{});
  REQUIRE(read.functions.size() == functions.size());
  std::size_t dead = 0;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    INFO("function " << i << ": " << functions[i].body());
    // By condition and way: is it reached, and is it passed by an execution that ends well?
    std::map<std::pair<int, bool>, std::pair<bool, bool>> facts;
    bool ends_well = false;
    for (int x = 0; x < 256; ++x)
      for (int b = 0; b < 2; ++b)
        for (const bool p : {false, true}) {
          const auto outcome = functions[i].run(x, b, p);
          ends_well = ends_well || !outcome.failed;
          for (const auto& arm : outcome.arms) {
            facts[arm].first = true;
            if (!outcome.failed) facts[arm].second = true;
          }
        }
    const frontend::FunctionProgram& function = read.functions[i];
    CHECK(frontend::check_well_formed(function.program) == std::vector<std::string>{});
    const Detection detection = detect(function, limits());
    CHECK(detection.undecided == std::vector<std::string>{});
    // Conditions are numbered in the order of the text, as arms are: by place.
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> number_at;
    for (const frontend::Arm& arm : function.arms) number_at[{arm.place.line, arm.place.column}] = 0;
    bool any_dead = !ends_well;
    for (int condition = 0; condition < functions[i].conditions(); ++condition)
      for (const bool way : {false, true}) any_dead = any_dead || !facts[{condition, way}].second;
    // Conditions behind a return are no arms, so numbers are not told apart by place alone where some are left out.
    const bool is_complete = static_cast<int>(number_at.size()) == functions[i].conditions();
    int next = 0;
    for (auto& [place, number] : number_at) number = next++;
    if (is_complete) CHECK(detection.dead.empty() == !any_dead);
    for (const DeadWay& way : detection.dead) {
      ++dead;
      if (!way.arm) {
        CHECK(!ends_well);
        continue;
      }
      if (!is_complete) continue;
      const frontend::Arm& arm = function.arms[*way.arm];
      const auto fact = facts[{number_at[{arm.place.line, arm.place.column}], arm.taken}];
      INFO(arm.condition << " line " << arm.place.line << " " << arm.taken);
      CHECK(!fact.second);
      CHECK(fact.first == (way.severity == InconsistencyClass::error));
    }
  }
  CHECK(dead > functions.size() / 5);
}
