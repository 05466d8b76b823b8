// SPDX-License-Identifier: Apache-2.0
/// What candidates there are, what they are called, and what is left alone.
#include <algorithm>

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
