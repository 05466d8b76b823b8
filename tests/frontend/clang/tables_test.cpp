// SPDX-License-Identifier: Apache-2.0
/// Initialisers: the constants of an array are one statement, and give what C says.
#include <algorithm>

#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

/// How many statements change the variable of this name.
std::size_t writes_to(const Program& program, const std::string& name) {
  std::size_t count = 0;
  for (EdgeId id = 0; id < program.edge_count(); ++id) {
    const auto target = assigned_variable(program.edge(id).statement);
    if (target && program.variables[*target].name == name) ++count;
  }
  return count;
}

std::string numbers(int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += (i == 0 ? "" : ", ") + std::to_string(i * 37 % 1000 + 1);
  return result;
}

}  // namespace

TEST_CASE("a table of constants is one statement, which its declaration names") {
  const Program program = parse("static const unsigned table[1024] = {" + numbers(1024) +
                                "};\nint main(void) { unsigned i = 700; return table[i] == 900; }");
  CHECK(writes_to(program, "table") == 1);
  for (EdgeId id = 0; id < program.edge_count(); ++id) {
    const Expr* table = assigned_table(program.edge(id).statement);
    if (table == nullptr) continue;
    CHECK(program.edge(id).text == "static const unsigned table[1024] = {...}");
    CHECK(program.edge(id).source.line == 1);
    CHECK(program.edge(id).before_start);
    CHECK(std::distance(table->elements->begin(), logic::ElementMap::end()) == 1024);
    CHECK(!keeps_other_elements(program.edge(id).statement));
  }
}

TEST_CASE("zeros alone are no table") {
  const Program program = parse("static int none[64] = {0};\nint main(void) { return none[3]; }");
  CHECK(writes_to(program, "none") == 1);
  for (EdgeId id = 0; id < program.edge_count(); ++id) CHECK(assigned_table(program.edge(id).statement) == nullptr);
}

TEST_CASE("arrays of structures, rows and strings are a statement for each array that they are kept in") {
  const Program program = parse(
      "struct row { char kind; int value; };\nstatic struct row rows[5] = {{1, 10}, {2, 20}, {3}};\n"
      "static short matrix[2][3] = {{1, 2, 3}, {4}};\nstatic char text[8] = \"abc\";\n"
      "int main(void) { return rows[2].kind + rows[1].value + matrix[1][0] + text[1]; }");
  for (const char* name : {"rows.kind", "rows.value", "matrix", "text"}) {
    CAPTURE(name);
    CHECK(writes_to(program, name) == 1);
  }
}

TEST_CASE("what is computed ends a run of constants, and is done in its place") {
  const Program program = parse(
      "extern int __VERIFIER_nondet_int(void);\n"
      "int main(void) { int x = __VERIFIER_nondet_int(); int a[8] = {1, 2, x, 4, 5, x, 7}; return a[x & 7]; }");
  CHECK(writes_to(program, "main::a") == 5);  // {1, 2}, x, {4, 5}, x, 7
  CHECK(
      holds("",
            "int x = 2; int a[8] = {1, x++, x, 4, 5, x++, 7};\n"
            "CHECK(a[0] == 1 && a[1] == 2 && a[2] == 3 && a[3] == 4 && a[4] == 5 && a[5] == 3 && a[6] == 7 && !a[7] && "
            "x == 4);"));
}

TEST_CASE("constants of a function that an initialiser calls are not its own") {
  CHECK(holds("static int f(void) { int b[3] = {7, 8, 9}; return b[1]; }",
              "int a[4] = {1, 2, f(), 4}; CHECK(a[0] == 1 && a[1] == 2 && a[2] == 8 && a[3] == 4);"));
  CHECK(holds("static int second(const int* p) { return p[1]; }",
              "int a[4] = {1, 2, second((int[3]){7, 8, 9}), 4}; CHECK(a[1] == 2 && a[2] == 8 && a[3] == 4);"));
}

TEST_CASE("the last value of an element counts") {
  CHECK(holds("static const int a[6] = {1, 2, 3, [1] = 20, 30, [5] = 6};",
              "CHECK(a[0] == 1 && a[1] == 20 && a[2] == 30 && !a[3] && !a[4] && a[5] == 6);"));
  CHECK(holds("static const int a[8] = {[2 ... 5] = 3, [4] = 9};",
              "CHECK(!a[1] && a[2] == 3 && a[3] == 3 && a[4] == 9 && a[5] == 3 && !a[6]);"));
}

TEST_CASE("an object in memory gets its constants in one statement, and others keep theirs") {
  const std::string declarations =
      "static const int first[3] = {1, 2, 3}; static int second[4] = {4, 5, 6};\n"
      "struct pair { int a; short b; }; static struct pair pairs[2] = {{1, 2}, {3, 4}};\n"
      "static int sum(const int* p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }\n"
      "static int of(const struct pair* p) { return p->a * 10 + p->b; }\n";
  const std::string body =
      "CHECK(sum(first, 3) == 6 && sum(second, 4) == 15 && of(pairs) == 12 && of(pairs + 1) == 34);\n"
      "second[3] = 7; for (int i = 0; i < 2; ++i) { int own[3] = {5, 6, 7}; CHECK(sum(own, 3) == 18); own[i] = 0; }\n"
      "CHECK(sum(first, 3) == 6 && sum(second, 4) == 22);";
  CHECK(holds(declarations, body));
  ParseOptions bytes;
  bytes.memory_as_bytes = true;
  CHECK(holds(declarations, body, {}, bytes));
  CHECK(holds(
      declarations + "static const double numbers[2] = {1.5, -2}; static double at(const double* p) { return *p; }\n",
      body + "unsigned char* p = (unsigned char*)first; CHECK(p[4] == 2 && p[5] == 0);\n"
             "CHECK(at(numbers) == 1.5 && at(numbers + 1) == -2);",
      {}, bytes));
}

TEST_CASE("a local array is set again in every round") {
  CHECK(holds("",
              "for (int i = 0; i < 3; ++i) { int a[4] = {1, 2, 3}; CHECK(a[0] == 1 && a[3] == 0); a[0] = a[3] = 9; }"));
}

TEST_CASE("a table reads as C") {
  const Program program = parse("static int a[20] = {1, 2, [7] = 3}; int main(void) { return a[1]; }");
  bool found = false;
  for (EdgeId id = 0; id < program.edge_count(); ++id)
    found = found || to_string(program, program.edge(id).statement) == "a = {1, 2, [7] = 3}";
  CHECK(found);
}

}  // namespace bireach::frontend::test
