// SPDX-License-Identifier: Apache-2.0
/// The schema with an edit switched on does what the changed text does.
#include <random>

#include "frontend/clang/edits/edits.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

namespace bireach::frontend::test {
namespace {

constexpr const char* prelude =
    "void reach_error(void) {} extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);\n"
    "long long sum; static void out(long long v) { sum = sum * 31 + v; }\n";

/// Bodies that compute something from a and b; `out` says what.
const std::vector<std::string> programs{
    "int work(int a, int b) {\n  int s = 0;\n  for (int i = 0; i < a; i++)\n    if (i % 2 == 0)\n      s += i;\n"
    "    else if (i > b)\n      s -= 2;\n    else\n      s = s + b;\n  out(s);\n  return s;\n}\n",
    "#define LIMIT 3 + 2\n#define MAX(x, y) ((x) > (y) ? (x) : (y))\nstatic int table[5] = {4, 7, 1, 9, 2};\n"
    "int work(int a, int b) {\n  int best[2] = {a, b}, k;\n  k = MAX(a + 1, b);\n  if (k < LIMIT && table[k] > b || a "
    "== 2) {\n"
    "    best[0] = table[k % 5];\n  }\n  out(best[0]); out(best[1] - k);\n  return best[0] < b < 7;\n}\n",
    "enum colour { red, green = 4 };\nstruct point { int x, y; unsigned char c; };\n"
    "static int both(int p, int q) { return p * 2 - q; }\nint g = 3;\nstatic int plain() { return g + 1; }\n"
    "int work(int a, int b) {\n  struct point p = {a, b, 200};\n  unsigned u = 5;\n  char small = 100;\n  switch (a) "
    "{\n"
    "    case 1:\n      out(p.x);\n      break;\n    case 2: out(p.y); b++;\n    default:\n      p.x = both(b, a) + "
    "plain();\n  }\n"
    "  u -= a; p.c += 100; small = -small;\n  if (!(p.x > green) || u > 3u) p.y = p.x / (b + 3) * 2;\n"
    "  out(p.x ? p.y : p.c); out(u); out(small);\n  return b - (a - 1);\n}\n",
    "static int step(int *p) { *p = *p + 1; return *p; }\nint work(int a, int b) {\n  int x = a, n = 0;\n  do {\n    "
    "n++;\n"
    "    if (n > 6) break;\n    if (step(&x) == b && n) continue;\n    while (x > 2 && step(&n) < 4) x--;\n  } while "
    "(n < 5);\n"
    "  out(x); if (x) out(n); else { out(-n); }\n  if (a > b) return x | 4;\n  return (x << 1) & 7;\n}\n",
    "double half(double d) { return d / 2; }\nlong long wide(long long v, int w) { return v * w; }\n"
    "int work(int a, int b) {\n  double d = a * 1.5;\n  long long w = wide(a, b) - 3;\n  int *q = &a, n;\n  n = b;\n"
    "  if (half(d) >= b && d != 3) w += 2; else w = w ^ n;\n  out(w + (*q > 2)); out(wide(b, a));\n  n = a, b = n + "
    "1;\n"
    "  return ~n + (a ? b : n);\n}\n",
    "static int grid[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};\nstatic void put(int v) { out(v + 1); }\n"
    "#define CELL(r, c) grid[(r)][c]\n"
    "int work(int a, int b) {\n  int i = 0, j = a % 3, cube[2][2][2] = {{{a, b}, {3, 4}}, {{5, 6}, {7, 8}}};\n"
    "  char c = 'q', quote = '\\'';\n  if (a > b) {\n    i = 1;\n    put(3);\n  }\n  i += 1;\n"
    "  if (b == 2) put(i); put(7);\n  if (a == 1) c = 'x'; else if (b) { c--; j = 2; }\n  j = j % 2;\n"
    "  if (a == 4)\n    while (i > 1) i--;\n  else if (a == 2) for (int k = 0; k < 2; k++) put(k);\n  else if (b == 3)"
    "\n    j = 1;\n  put(j);\n  if (i > 2) ; else if (j) put(c);\n"
    "  do if (a > i) j++; while (++i < 3);\n  i = i % 3;\n"
    "  grid[i][j] = grid[j][0] + CELL(i, j) + a;\n  cube[j % 2][1][i % 2]++;\n  put(grid[1][2] + cube[1][i % 2][0]);\n"
    "  switch (b) {\n    case 1:\n      if (c == 'q') put(2); put(5);\n    case 2:\n      put(c - quote);\n  }\n"
    "  return grid[i][2] - cube[0][1][j % 2];\n}\n",
    // What a statement must not be moved past, and constants that cannot be switched.
    "#define INC(x) x = x + 1\n#define FOR(i, n) for (int i = 0; i < (n); i++)\n#define K 5\n#define CAT(a, b) a##b\n"
    "static int t[4] = {1, 2};\nint late(int);\nint v = 3;\nint work(int a, int b) {\n  enum { A = 2 };\n"
    "  typedef short T;\n  int y = a; /* one */ /* two\n  lines */\n  y = (T)(y + A); // narrow\n  char s[3];\n"
    "  y = y + (int)sizeof s;\n  INC(y);\n  FOR(k, b) { y += k; out(y); }\n  v++; out(v + K); /* open\n  */\n"
    "  extern int ge;\n  y = y + ge;\n  switch (a) {\n    case K - 1: y = K - 1;\n  }\n"
    "  return y + K + t[b % 4] + __INT_MAX__ / 1000 - CAT(1, 0) - late(b);\n}\nint count = 5;\nint ge = 4;\n"
    "int late(int x) { count++; return x + count; }\n",
};

std::string program_text(const std::string& body) {
  return prelude + body +
         "int main(void) {\n  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n"
         "  sum = sum * 17 + work(a, b);\n  return 0;\n}\n";
}

struct Outcome {
  RunEnd end = RunEnd::Exit;
  std::string sum;
  bool undefined = false;
};

/// Runs with these inputs; the selectors' variables start as said.
Outcome outcome(const Program& program, const std::vector<long>& inputs, const std::vector<std::int64_t>& selectors) {
  std::size_t next = 0;
  const HavocOracle oracle = [&](EdgeId edge, std::size_t) -> logic::Value {
    const auto& havoc = std::get<Havoc>(program.edge(edge).statement);
    const Variable& variable = program.variables[havoc.target.variable];
    if (variable.array && !havoc.target.index) return logic::ArrayValue{};
    for (std::size_t i = 0; i < selectors.size(); ++i)
      if (variable.name == EditSpace::selector_names()[i]) return variable.type.convert(selectors[i]);
    if (havoc.function.empty()) return variable.type.convert(5);
    return variable.type.convert(next < inputs.size() ? inputs[next++] : 0);
  };
  const RunResult result = run(program, oracle, 3000, {}, KeptStates::first_and_last);
  Outcome found{result.end, {}, !result.execution.undefined.empty()};
  for (std::size_t i = 0; i < program.variables.size(); ++i)
    if (program.variables[i].name == "sum")
      found.sum = std::get<logic::Integer>(result.execution.states.back()[i]).str();
  return found;
}

void check_same(const Outcome& schema, const Outcome& text, const std::string& what) {
  CAPTURE(what);
  // The schema takes more steps; what is undefined may be evaluated at another time.
  if (schema.end == RunEnd::StepLimit || text.end == RunEnd::StepLimit || schema.undefined || text.undefined) return;
  CHECK(schema.end == text.end);
  CHECK(schema.sum == text.sum);
}

Choice random_choice(const EditSpace& space, std::size_t edit, std::mt19937_64& random) {
  const Edit& what = space.edits()[edit];
  const EditSite& site = space.sites()[what.site];
  Choice choice;
  choice.constant = static_cast<std::int64_t>(random() % 9) - 3;
  if (what.takes_linear) {
    Linear linear{{}, choice.constant};
    // A call is no operand of it.
    for (std::size_t i = 0; i < site.operands.size() && linear.terms.size() < 2; ++i)
      if (site.operands[i].find('(') == std::string::npos && random() % 3 != 0)
        linear.terms.push_back({static_cast<std::int64_t>(random() % 7) - 3, i});
    choice.linear = linear;
  }
  if (what.takes_value && !what.constant_only && !site.operands.empty() && random() % 2 == 0)
    choice.operand = random() % site.operands.size();
  if (!what.takes_guard || random() % 3 == 0) return choice;
  Guard guard;
  guard.op = static_cast<Guard::Operator>(random() % 8);
  const bool is_condition = guard.op == Guard::Operator::condition || guard.op == Guard::Operator::not_condition;
  const std::size_t names = is_condition ? site.conditions.size() : site.operands.size();
  if (names == 0) return choice;
  guard.left = random() % names;
  guard.constant = static_cast<std::int64_t>(random() % 9) - 3;
  if (!is_condition && random() % 2 == 0) guard.right = random() % names;
  choice.guard = guard;
  return choice;
}

const std::vector<std::vector<long>> all_inputs{{0, 0}, {1, 2}, {2, 1}, {4, 3}, {7, 2}};

void check_program(const std::string& text, std::mt19937_64& random) {
  const TemporaryFile file(text);
  const EditSpace space = read_edits({file.path()}, {}, {.excluded_functions = {"main", "out"}});
  ParseOptions options;
  options.texts = space.schema();
  const Program schema = parse_c_files({file.path()}, options);
  CHECK(unsupported_notes(schema) == std::vector<std::string>{});
  const Program original = parse_c_files({file.path()}, {});
  const std::vector<std::int64_t> none(EditSpace::selector_names().size(), 0);
  for (const auto& inputs : all_inputs)
    check_same(outcome(schema, inputs, none), outcome(original, inputs, none), "no edit");
  for (std::size_t edit = 0; edit < space.edits().size(); ++edit) {
    if (random() % 100 >= static_cast<std::uint64_t>(testing::rounds(100))) continue;
    const Choice choice = random_choice(space, edit, random);
    const TextChange change = space.change(edit, choice);
    options.texts = {{file.path(), space.apply(change)}};
    const std::string what = std::to_string(change.place.line) + ": " + space.describe(edit, choice);
    CAPTURE(what);
    try {
      const Program changed = parse_c_files({file.path()}, options);
      for (const auto& inputs : all_inputs)
        check_same(outcome(schema, inputs, space.select(edit, choice)), outcome(changed, inputs, none), what);
    } catch (const ParseError& error) {
      FAIL_CHECK(error.what());
    }
  }
}

TEST_CASE("The schema does with each edit what the changed text does") {
  std::mt19937_64 random(7);
  for (const std::string& program : programs) check_program(program_text(program), random);
}

}  // namespace
}  // namespace bireach::frontend::test
