// SPDX-License-Identifier: Apache-2.0
/// What candidates there are, what they are called, and what is left alone.
#include <algorithm>
#include <map>

#include "frontend/clang/edits/edits.h"
#include "frontend/clang/edits/texts.h"
#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

constexpr const char* prelude =
    "void reach_error(void) {} extern int __VERIFIER_nondet_int(void); void print(int v);\n";

struct Described {
  EditSpace space;
  std::string text;

  /// Index of the edit that is described so; nothing: there is none.
  [[nodiscard]] std::optional<std::size_t> find(const std::string& what, const Choice& choice = {}) const {
    for (std::size_t i = 0; i < space.edits().size(); ++i)
      if (space.describe(i, choice) == what) return i;
    return std::nullopt;
  }
  /// The line of the text after the change.
  [[nodiscard]] std::string line(std::size_t edit, const Choice& choice, std::size_t number) const {
    std::string rest = space.apply(space.change(edit, choice));
    for (std::size_t i = 1; i < number; ++i) rest.erase(0, rest.find('\n') + 1);
    return rest.substr(0, rest.find('\n'));
  }
};

Described read(const std::string& body, const EditWishes& wishes = {}) {
  const std::string text = prelude + body;
  const TemporaryFile file(text);
  return {read_edits({file.path()}, {}, wishes), text};
}

constexpr const char* simple =
    "int f(int n, int s) {\n"
    "  int r = 0;\n"
    "  if (s >= 1)\n"
    "    r = n + 1;\n"
    "  else\n"
    "    print(15);\n"
    "  return r;\n"
    "}\n"
    "int main(void) { return f(1, 2); }\n";

TEST_CASE("Changes are described and written as users would write them") {
  const Described edits = read(simple);
  Choice guarded;
  guarded.guard = Guard{Guard::Operator::greater, 0, std::nullopt, 21};
  const auto never = edits.find("`s >= 1` becomes `s >= 1 && n <= 21`", guarded);
  REQUIRE(never);
  CHECK(edits.line(*never, guarded, 4) == "  if (s >= 1 && n <= 21)");
  CHECK(edits.find("`s >= 1` becomes `s >= 1 || n > 21`", guarded));
  CHECK(edits.find("`>=` becomes `>`"));
  const auto dropped = edits.find("`n + 1` becomes `n`");
  REQUIRE(dropped);
  CHECK(edits.line(*dropped, {}, 5) == "    r = n;");
  CHECK(edits.find("`n + 1` becomes `n > 21 ? n : n + 1`", guarded));
  Choice seven;
  seven.constant = 7;
  const auto output = edits.find("`print(7);` inserted", seven);
  CHECK(output);
  const auto removed = edits.find("`print(15);` removed");
  REQUIRE(removed);
  CHECK(edits.line(*removed, {}, 7) == "    ;");
  const auto constant = edits.find("`15` becomes `7`", seven);
  REQUIRE(constant);
  CHECK(edits.line(*constant, seven, 7) == "    print(7);");
}

TEST_CASE("Insertions have a line of their own, or braces") {
  const Described edits = read(simple);
  Choice choice;
  choice.constant = 2;
  std::size_t own_lines = 0, braces = 0;
  for (std::size_t i = 0; i < edits.space.edits().size(); ++i) {
    if (edits.space.describe(i, choice) != "`r = 2;` inserted") continue;
    const std::string text = edits.space.apply(edits.space.change(i, choice));
    own_lines += text.find("\n  r = 2;\n") != std::string::npos ? 1U : 0U;
    braces += text.find("{ r = 2; ") != std::string::npos ? 1U : 0U;
  }
  CHECK(own_lines == 2);
  CHECK(braces == 2);
}

TEST_CASE("The specification is not changed") {
  const Described edits = read(
      "static void check(int c) { if (!c) { ERROR: reach_error(); } }\n"
      "static int expected(int n) { return n * 2; }\n"
      "int hidden;\n"
      "int main(void) {\n"
      "  int n = __VERIFIER_nondet_int();\n"
      "  int got = n + n;\n"
      "  hidden = 1;\n"
      "  check(got == expected(n));\n"
      "  if (got < n) { reach_error(); }\n"
      "  return 0;\n"
      "}\n",
      {.excluded_functions = {"expected"}, .excluded_variables = {"hidden"}});
  REQUIRE(!edits.space.edits().empty());
  for (std::size_t i = 0; i < edits.space.edits().size(); ++i) {
    const Edit& edit = edits.space.edits()[i];
    const EditSite& site = edits.space.sites()[edit.site];
    CHECK(site.function == "main");
    CHECK(std::find(site.operands.begin(), site.operands.end(), "hidden") == site.operands.end());
    if (site.kind == SiteKind::missing) continue;
    CHECK(site.text != "int n = __VERIFIER_nondet_int()");
    CHECK(site.text != "check(got == expected(n))");
    CHECK(site.text != "if (got < n)");
  }
}

TEST_CASE("edits: an input is overwritten after all else was tried") {
  const Described edits = read(
      "extern int __VERIFIER_nondet_int(void);\n"
      "int main(void) {\n"
      "  int n = __VERIFIER_nondet_int(), k;\n"
      "  int r = n;\n"
      "  k = __VERIFIER_nondet_int();\n"
      "  if (r > k) reach_error();\n"
      "  return 0;\n"
      "}\n");
  Choice choice;
  choice.constant = 3;
  const auto size = [&](const std::string& text) {
    const auto edit = edits.find(text, choice);
    REQUIRE(edit);
    return edits.space.edits()[*edit].size;
  };
  CHECK(size("`n = 3;` inserted") == size("`r = 3;` inserted") + 2);
  CHECK(size("`k = 3;` inserted") == size("`n = 3;` inserted"));
}

TEST_CASE("edits: what only records may be called once more, the rest of the specification may not") {
  const std::string text =
      "int result;\n"
      "void out(int v) { result = v; }\n"
      "void program(int n) {\n"
      "  out(n);\n"
      "}\n"
      "int main(void) { program(3); if (result != 4) reach_error(); return 0; }\n";
  const auto outputs = [&](const EditWishes& wishes) {
    const Described edits = read(text, wishes);
    const auto& all = edits.space.edits();
    return std::count_if(all.begin(), all.end(), [](const Edit& edit) { return edit.kind == EditKind::output; });
  };
  CHECK(outputs({.excluded_functions = {"out", "main"}}) == 0);
  CHECK(outputs({.excluded_functions = {"out", "main"}, .recording_functions = {"out"}}) > 0);
}

constexpr const char* branches =
    "int f(int n, int s) {\n"
    "  int r = n, t = 3;\n"
    "  if (s > 1)\n"
    "    r = 1;\n"
    "  print(t);\n"
    "  if (s > 2) {\n"
    "    t = 2;\n"
    "  }\n"
    "  r = 5;\n"
    "  if (s > 3) r = 6; else if (s > 4) r = 7;\n"
    "  print(r);\n"
    "  if (s > 5) {\n"
    "    t++;\n"
    "    return t;\n"
    "  }\n"
    "  if (s > 6)\n"
    "    if (s > 7) t = 4;\n"
    "  s = 8;\n"
    "  if (s > 9) t = 9; else t = 10;\n"
    "  return r;\n"
    "}\n";

TEST_CASE("An if without else gets one") {
  const Described edits = read(branches);
  Choice two;
  two.constant = 2;
  std::size_t simple_branch = 0, block = 0, chain = 0, of_inner = 0, found = 0;
  for (std::size_t i = 0; i < edits.space.edits().size(); ++i) {
    const std::string what = edits.space.describe(i, two);
    if (!what.starts_with("`else ") || !what.ends_with(" inserted")) continue;
    CHECK(edits.space.edits()[i].kind == EditKind::otherwise);
    CHECK(edits.space.sites()[edits.space.edits()[i].site].kind == SiteKind::condition);
    ++found;
    const std::string text = edits.space.apply(edits.space.change(i, two));
    const auto has = [&](const char* part) { return text.find(part) != std::string::npos ? 1U : 0U; };
    if (what == "`else r = 2;` inserted") {
      simple_branch += has("  if (s > 1)\n    r = 1;\n  else\n    r = 2;\n  print(t);\n");
      chain += has("else if (s > 4) r = 7; else r = 2;\n  print(r);");
    }
    if (what == "`else t = 2;` inserted") {
      block += has("    t = 2;\n  } else t = 2;\n  r = 5;");
      of_inner += has("    if (s > 7) t = 4; else t = 2;\n  s = 8;");
    }
  }
  CHECK(simple_branch == 1);
  CHECK(block == 1);
  CHECK(chain == 1);
  CHECK(of_inner == 1);
  // Three each for r, t and r, r, t: none where the branch returns, where an else would be that of another if, or is.
  CHECK(found == 18);
}

TEST_CASE("The statement after an if becomes its else") {
  const Described edits = read(branches);
  const auto output = edits.find("`print(t);` becomes `else print(t);`");
  REQUIRE(output);
  CHECK(edits.space.edits()[*output].kind == EditKind::otherwise);
  CHECK(edits.line(*output, {}, 6) == "  else print(t);");
  CHECK(edits.find("`r = 5;` becomes `else r = 5;`"));
  CHECK(edits.find("`print(r);` becomes `else print(r);`"));
  CHECK_FALSE(edits.find("`s = 8;` becomes `else s = 8;`"));
}

TEST_CASE("Subscripts are exchanged where they are read and written") {
  const Described edits = read(
      "int a[3][3], b[2][2][2];\n"
      "int f(int i, int j) {\n"
      "  a[i][j + 1] = b[0][i][1];\n"
      "  return a[i][i] + a[f(i, j)][j];\n"
      "}\n");
  const auto written = edits.find("`a[i][j + 1]` becomes `a[j + 1][i]`");
  REQUIRE(written);
  CHECK(edits.line(*written, {}, 4) == "  a[j + 1][i] = b[0][i][1];");
  const auto first = edits.find("`b[0][i]` becomes `b[i][0]`");
  REQUIRE(first);
  CHECK(edits.line(*first, {}, 4) == "  a[i][j + 1] = b[i][0][1];");
  const auto second = edits.find("`b[0][i][1]` becomes `b[0][1][i]`");
  REQUIRE(second);
  CHECK(edits.line(*second, {}, 4) == "  a[i][j + 1] = b[0][1][i];");
  CHECK(edits.find("`i` becomes `j`"));
  const auto& all = edits.space.edits();
  // The arguments of the call are the fourth.
  CHECK(std::count_if(all.begin(), all.end(), [](const Edit& e) { return e.kind == EditKind::swapped; }) == 4);
}

/// The texts that the changes of the kind make, by their descriptions.
std::map<std::string, std::string> texts_of(const Described& edits, EditKind kind, const Choice& choice = {}) {
  std::map<std::string, std::string> texts;
  for (std::size_t i = 0; i < edits.space.edits().size(); ++i)
    if (edits.space.edits()[i].kind == kind)
      texts[edits.space.describe(i, choice)] = edits.space.apply(edits.space.change(i, choice));
  return texts;
}

TEST_CASE("Statements are moved past others, into and out of loops and branches") {
  const Described edits = read(
      "int f(int n) {\n"
      "  int s = 0, i = 0;\n"
      "  while (i < n) {\n"
      "    i++;  // one more\n"
      "    s += i;\n"
      "  }\n"
      "  int t = s;\n"
      "  t = t + 1;\n"
      "  if (n > 3) { s = 2; print(t); }\n"
      "  return t;\n"
      "}\n");
  const auto texts = texts_of(edits, EditKind::moved);
  const auto has = [&](const std::string& what, const char* part) {
    CAPTURE(what);
    const auto found = texts.find(what);
    REQUIRE(found != texts.end());
    CAPTURE(found->second);
    CHECK(found->second.find(part) != std::string::npos);
  };
  has("`i++;` moved after `s += i;`", "{\n    s += i;\n    i++;  // one more\n  }\n");
  has("`i++;` moved before `while (i < n)`", " i = 0;\n  i++;  // one more\n  while (i < n) {\n    s += i;\n");
  has("`s += i;` moved after `while (i < n)`", "one more\n  }\n  s += i;\n  int t");
  has("`t = t + 1;` moved before `s = 2;`", "  int t = s;\n  if (n > 3) { t = t + 1; s = 2; print(t); }");
  has("`t = t + 1;` moved after `if (n > 3)`", "print(t); }\n  t = t + 1;\n  return t;");
  has("`s = 2;` moved after `print(t);`", "{ print(t); s = 2; }");
  has("`print(t);` moved after `if (n > 3)`", "{ s = 2; }\n  print(t);\n  return");
  has("`return t;` moved before `if (n > 3)`", "  return t;\n  if (n > 3)");
  // Not where its variable is unknown, and the exchange of two only once.
  CHECK(texts.count("`t = t + 1;` moved before `int t = s;`") == 0);
  CHECK(texts.count("`s += i;` moved before `i++;`") == 0);
  for (const auto& [what, text] : texts) CHECK_NOTHROW(parse(text + "int main(void) { return f(1); }\n"));
}

TEST_CASE("Jumps are not moved past an assertion, nor into another loop; inputs stay") {
  const Described edits = read(
      "void check(int c) { if (!c) reach_error(); }\n"
      "int f(int n) {\n"
      "  while (n > 0) {\n"
      "    if (n == 3) {\n"
      "      break;\n"
      "    }\n"
      "    while (n > 9) { n--; }\n"
      "    int k = __VERIFIER_nondet_int();\n"
      "    k = __VERIFIER_nondet_int();\n"
      "    n -= k;\n"
      "  }\n"
      "  check(n < 1);\n"
      "  return n;\n"
      "}\n");
  for (const auto& entry : texts_of(edits, EditKind::moved)) {
    const std::string &what = entry.first, &text = entry.second;
    CAPTURE(what);
    CHECK(what.find("check") == std::string::npos);
    CHECK(what.find("nondet") == std::string::npos);
    CHECK(what != "`break;` moved before `n--;`");
    CHECK_NOTHROW(parse(text + "int main(void) { return f(1); }\n"));
  }
}

TEST_CASE("Values become linear expressions") {
  const Described edits = read("int f(int x, int y) {\n  int s = x - y;\n  return s;\n}\n");
  Choice choice;
  choice.linear = Linear{{{-1, 0}, {3, 1}}, -7};
  CHECK(edits.find("`x - y` becomes `3 * y - x - 7`", choice));
  CHECK(edits.find("`x - y` becomes `x - y - x + 3 * y - 7`", choice));
  choice.linear = Linear{{}, -2};
  CHECK(edits.find("`x - y` becomes `-2`", choice));
}

TEST_CASE("Constants outside of functions are changed where they are written") {
  const Described edits = read(
      "#define LIMIT 11 // most\n"
      "#define MOST 7\n"
      "#define BOTH (MOST + 1)\n"
      "#define SIZE 6\n"
      "#define TWICE(x) ((x) * 2)\n"
      "enum level { low, high = 5, first = 20, second };\n"
      "static const int table[] = {4, 6, 'c'};\n"
      "int state = 1, mode = 2, hidden = 3;\n"
      "int f(int n) {\n"
      "  state = n;\n"
      "  if (n < LIMIT || n > TWICE(LIMIT)) return table[n % 3];\n"
      "  int local[SIZE] = {SIZE - 1};\n"
      "  return high + mode + hidden + BOTH + local[0] + first;\n"
      "}\n"
      "int main(void) { return f(2); }\n",
      {.excluded_variables = {"hidden"}});
  Choice choice;
  choice.constant = 8;
  const auto text = [&](const char* what) -> std::string {
    for (std::size_t i = 0; i < edits.space.edits().size(); ++i)
      if (edits.space.sites()[edits.space.edits()[i].site].function.empty() && edits.space.describe(i, choice) == what)
        return edits.space.apply(edits.space.change(i, choice));
    return "";
  };
  CHECK(text("`11` becomes `8`").find("#define LIMIT 8 // most\n") != std::string::npos);
  CHECK(text("`5` becomes `8`").find("high = 8, ") != std::string::npos);
  // Not all their uses can be switched: another macro, an array's size, the enumerator after it.
  CHECK(text("`7` becomes `8`").empty());
  CHECK(text("`20` becomes `8`").empty());
  CHECK(text("`6` becomes `8`").find("{4, 8, 'c'}") != std::string::npos);
  CHECK(text("`1` becomes `8`").find("int state = 8, mode") != std::string::npos);
  CHECK(text("`2` becomes `8`").find("mode = 8,") != std::string::npos);
  CHECK(text("`3` becomes `8`").empty());
  choice.constant = -8;
  CHECK(text("`11` becomes `(-8)`").find("#define LIMIT (-8) //") != std::string::npos);
  choice.constant = 'd';
  CHECK(text("`'c'` becomes `'d'`").find("{4, 6, 'd'}") != std::string::npos);
}

TEST_CASE("Variables that hold what is expected are not changed") {
  const Described edits = read(
      "int f(int n) {\n"
      "  int expected = 1, got = n;\n"
      "  if (n > 3)\n"
      "    expected = 2;\n"
      "  else {\n"
      "    expected++;\n"
      "  }\n"
      "  got = got + 1;\n"
      "  return got == expected;\n"
      "}\n",
      {.excluded_variables = {"f::expected"}});
  REQUIRE_FALSE(edits.space.edits().empty());
  for (std::size_t i = 0; i < edits.space.edits().size(); ++i) {
    const SourceRange& place = edits.space.edits()[i].place;
    CAPTURE(edits.space.describe(i, {}));
    // What is moved past it is another one.
    if (edits.space.edits()[i].kind != EditKind::moved) CHECK((place.line < 4 || place.line > 8));
    CHECK_FALSE(edits.space.describe(i, {}).starts_with("`expected ="));
  }
}

TEST_CASE("Characters stay characters") {
  const Described edits = read("int f(char c) { return c == 'a'; }\n");
  Choice choice;
  choice.constant = 'b';
  CHECK(edits.find("`'a'` becomes `'b'`", choice));
  choice.constant = '\'';
  CHECK(edits.find("`'a'` becomes `'\\''`", choice));
  choice.constant = 10;
  CHECK(edits.find("`'a'` becomes `10`", choice));
}

TEST_CASE("Each variable of a declaration may name those before it") {
  const Described edits = read("int f(int n) {\n  int a = 3, b = 4;\n  return a + b + n;\n}\n");
  std::vector<std::vector<std::string>> operands(5);
  for (const Edit& edit : edits.space.edits())
    if (edit.original && *edit.original < 5)
      operands[static_cast<std::size_t>(*edit.original)] = edits.space.sites()[edit.site].operands;
  CHECK(operands[3] == std::vector<std::string>{"n"});
  CHECK(operands[4] == std::vector<std::string>{"n", "a"});
}

TEST_CASE("A label keeps a statement") {
  const Described edits = read("void f(int n) {\n  switch (n) {\n    case 1: print(n);\n  }\n}\n");
  const auto removed = edits.find("`print(n);` removed");
  REQUIRE(removed);
  CHECK(edits.line(*removed, {}, 4) == "    case 1: ;");
}

TEST_CASE("Operands and arguments are exchanged") {
  const Described edits =
      read("int f(int n, int s) { return n << s; }\nint g(int n) { return f(n, 2) - n / 3 % 7; }\n");
  CHECK(edits.find("`n << s` becomes `s << n`"));
  CHECK(edits.find("`n, 2` becomes `2, n`"));
  CHECK(edits.find("`n / 3` becomes `3 / n`"));
  CHECK(edits.find("`n / 3 % 7` becomes `7 % (n / 3)`"));
  CHECK(edits.find("`f(n, 2) - n / 3 % 7` becomes `n / 3 % 7 - f(n, 2)`"));
}

TEST_CASE("Lines of the schema are those of the text") {
  const Described edits = read(simple);
  const std::string& schema = edits.space.schema().begin()->second;
  CHECK(std::count(schema.begin(), schema.end(), '\n') == std::count(edits.text.begin(), edits.text.end(), '\n'));
}

TEST_CASE("Files that begin with directives") {
  const TemporaryFile file(
      "#define ONE 1\n#include <stddef.h>\ntypedef struct { int x; } t;\nint main(void) { return ONE; }\n");
  const EditSpace space = read_edits({file.path()}, {}, {});
  ParseOptions options;
  options.texts = space.schema();
  CHECK_NOTHROW(static_cast<void>(parse_c_files({file.path()}, options)));
}

TEST_CASE("Texts are put on one line") {
  CHECK(on_one_line("a /* x\n */ +\n b // c\n") == "a + b");
  CHECK(on_one_line("\"/* \\\" */\"") == "\"/* \\\" */\"");
  CHECK_FALSE(on_one_line("a +\n#if X\n b").has_value());
  CHECK(replaced_word("f(g, fg) + f", "f", "h") == "h(g, fg) + h");
}

}  // namespace
}  // namespace bireach::frontend::test
