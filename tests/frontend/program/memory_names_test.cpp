// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/memory_names.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

VariableId variable(const Program& program, const std::string& name) {
  for (VariableId id = 0; id < program.variables.size(); ++id)
    if (program.variables[id].name == name) return id;
  FAIL("no variable " << name);
  return 0;
}

const Memory::Object& object(const Program& program, const std::string& name) {
  for (const Memory::Object& candidate : program.memory.objects)
    if (candidate.name == name) return candidate;
  FAIL("no object " << name);
  return program.memory.objects.front();
}

}  // namespace

TEST_CASE("addresses are called what the user calls the objects") {
  const Program program = parse(R"(
    void *malloc(unsigned long);
    struct node { int value; struct node *next; } first, row[3];
    int numbers[4], other; void f(void) {}
    int main(void) {
      int *p = &numbers[1]; struct node *n = &row[2]; void (*g)(void) = f;
      if (first.value) { p = &numbers[2]; n = &first; n = malloc(sizeof *n); g = 0; p = &other; }
      n->next = n; *p = 1; n->value = *p; if (g) g();
      return 0;
    })",
                                ParseOptions{});
  MemoryNames names(program);
  const VariableId next = variable(program, "node.next");
  const Memory::Object& row = object(program, "row");
  CHECK(names.pointer(0) == "NULL");
  CHECK(names.pointer(object(program, "first").address) == "&first");
  CHECK(names.pointer(row.address) == "&row");
  CHECK(names.pointer(row.address + 32) == "&row[2].value");
  CHECK(names.place(next, row.address + 16) == "row[1].next");
  CHECK(names.pointer(object(program, "numbers").address + 8) == "&numbers[2]");
  CHECK(names.pointer(object(program, "numbers").address + 16, 4) == "&numbers[4]");
  CHECK(names.pointer(object(program, "other").address + 4, 4) == "&other + 1");
  const logic::Integer heap = program.memory.first_allocated;
  CHECK(names.pointer(heap).empty());
  names.allocate(heap, 16);
  names.allocate(heap + 32, 16);
  CHECK(names.pointer(heap) == "&heap#1");
  CHECK(names.pointer(heap + 40) == "&heap#2[byte 8]");
  CHECK(names.place(next, heap + 32) == "heap#2.next");
  CHECK(names.pointer(heap + 1000).empty());
  CHECK(names.pointer(row.address + 32, 16) == "&row[2]");
  CHECK(names.pointer(row.address + 32, 4) == "&row[2].value");
  CHECK(names.pointer(row.address + 40, 8) == "&row[2].next");
  CHECK(names.pointer(row.address + 33, 1) == "&row[byte 33]");
  CHECK(names.pointer(object(program, "numbers").address + 8, 4) == "&numbers[2]");
  CHECK(names.pointer(heap + 32, 4) == "&heap#2");
  CHECK(names.pointer(heap + 40, 4) == "&heap#2[2]");
  CHECK(program.variables[variable(program, "main::n")].pointee == 16);
  CHECK(program.variables[next].pointee == 16);
  CHECK(program.variables[next].is_pointer);
  CHECK(program.variables[variable(program, "main::g")].is_pointer);
  CHECK_FALSE(program.variables[variable(program, "node.value")].is_pointer);
}

TEST_CASE("string literals and functions have names behind typedefs, too") {
  const Program program = parse(R"(
    typedef int (*handler)(int);
    extern int nondet(void);
    int twice(int x) { return 2 * x; }
    int main(void) {
      handler h = twice;
      const char *text = "hello";
      if (nondet()) { text = "you"; h = 0; }
      return h && text ? h(1) : 0;
    })",
                                ParseOptions{});
  CHECK(program.variables[variable(program, "main::h")].is_pointer);
  const MemoryNames names(program);
  std::vector<std::string> known;
  for (const auto& [address, object] : program.memory.apart) known.push_back(names.pointer(address));
  std::sort(known.begin(), known.end());
  CHECK(known == std::vector<std::string>{"\"hello\"", "\"you\"", "&twice"});
}

TEST_CASE("a pointer into an object that no pointer reads has a name, too") {
  const Program program = parse(R"(
    struct entry { int key; char text[8]; } table[3];
    int main(void) {
      struct entry *p = &table[1];
      const char *q = table[2].text;
      return p != 0 && q != 0;
    })",
                                ParseOptions{});
  REQUIRE(program.memory.objects.empty());
  REQUIRE(program.memory.apart.size() == 1);
  const logic::Integer table = program.memory.apart.begin()->first;
  const MemoryNames names(program);
  CHECK(names.pointer(table, 12) == "&table");
  CHECK(names.pointer(table + 12, 12) == "&table[1]");
  CHECK(names.pointer(table + 28, 1) == "&table[2].text");
  CHECK(names.pointer(table + 29, 1) == "&table[2].text[1]");
  CHECK(names.pointer(table + 36, 12) == "&table[2].text[8]");
  CHECK(names.pointer(table + 40, 12).empty());
  REQUIRE(program.memory.other_at(table + 35) != nullptr);
  CHECK(program.memory.other_at(table + 36) == nullptr);
  CHECK(program.memory.other_at(table - 1) == nullptr);
}

TEST_CASE("arguments of main by their numbers") {
  const Program program = parse(R"(
    int main(int count, char **arguments) { return count > 1 && arguments[1][0] == 'x'; })",
                                ParseOptions{});
  MemoryNames names(program);
  const logic::Integer texts = object(program, std::string(texts_of_arguments)).address;
  const VariableId characters = variable(program, "memory");
  names.begin_argument(texts + 100);
  names.begin_argument(texts + 110);
  CHECK(names.pointer(texts + 100, 1) == "argument 0");
  CHECK(names.pointer(texts + 113, 1) == "argument 1 + 3");
  CHECK(names.place(characters, texts + 109) == "argument 0[9]");
  CHECK(names.place(characters, texts + 110) == "argument 1[0]");
  CHECK(names.pointer(texts + 99, 1) == "&arguments of main[byte 99]");
}

TEST_CASE("members of structures in an allocated array") {
  const Program program = parse(R"(
    void *malloc(unsigned long);
    struct staff { char name[3]; int age; };
    int main(void) {
      struct staff *s = malloc(2 * sizeof *s);
      if (s) { s[1].name[2] = 0; s[1].age = 5; }
      return 0;
    })",
                                ParseOptions{});
  MemoryNames names(program);
  const logic::Integer heap = program.memory.first_allocated;
  names.allocate(heap, 16);
  names.allocate(heap + 64, 8);
  names.allocate(heap + 128, 13);
  const VariableId name = variable(program, "staff.name");
  const VariableId age = variable(program, "staff.age");
  CHECK(names.place(name, heap + 10) == "heap#1[1].name[2]");
  CHECK(names.place(age, heap + 8) == "heap#1[1].age");
  CHECK(names.place(name, heap + 64) == "heap#2.name[0]");
  CHECK(names.place(age, heap + 64) == "heap#2.age");
  CHECK(names.place(age, heap + 66) == "heap#2[byte 2].age");
  CHECK(names.place(name, heap + 129) == "heap#3[byte 1].name");  // no array of such structures
}

TEST_CASE("members of structures that may lie within others are told by their bytes") {
  const Program program = parse(R"(
    void *malloc(unsigned long);
    struct inner { int x; };
    struct outer { int a; struct inner in; };
    struct open { int n; int d[]; };
    struct wide { long double ld; int m[2][3]; };
    int main(void) {
      struct outer *p = malloc(3 * sizeof *p);
      struct open *f = malloc(sizeof *f + 4 * sizeof(int));
      struct wide *w = malloc(2 * sizeof *w);
      if (!p || !f || !w) return 0;
      p[1].in.x = 3; p[2].a = 1; f->n = 4; f->d[2] = 5; w[1].ld = 1; w[1].m[1][2] = 3;
      return 0;
    })",
                                ParseOptions{});
  MemoryNames names(program);
  const logic::Integer heap = program.memory.first_allocated;
  names.allocate(heap, 24);
  names.allocate(heap + 64, 20);
  names.allocate(heap + 128, 96);
  CHECK(names.place(variable(program, "inner.x"), heap + 12) == "heap#1[byte 12].x");
  CHECK(names.place(variable(program, "outer.a"), heap + 16) == "heap#1[2].a");
  CHECK(names.place(variable(program, "open.n"), heap + 64) == "heap#2.n");
  CHECK(names.place(variable(program, "wide.ld"), heap + 176) == "heap#3[1].ld");
  CHECK(names.place(variable(program, "wide.m"), heap + 176 + 20) == "heap#3[byte 68].m");
}

TEST_CASE("elements are called as C calls them, whatever array holds them") {
  const Program program = parse(R"(
    int plain[4], matrix[2][3];
    struct { int x, row[2][5]; struct { char c[4]; } in[2]; } points[4], one;
    int main(int count, char **arguments) {
      int open[count][2];
      return plain[0] + matrix[0][0] + points[0].x + open[0][0] + one.x;
    })",
                                ParseOptions{});
  const auto element = [&](const std::string& of, int index, const std::string& prefix = "") {
    const Variable& array = program.variables[variable(program, of)];
    return element_text(array, prefix + array.user_name, index);
  };
  CHECK(element("plain", 3) == "plain[3]");
  CHECK(element("matrix", 5) == "matrix[1][2]");
  CHECK(element("matrix", 5, "f::") == "f::matrix[1][2]");
  CHECK(element("matrix", 7) == "matrix[2][1]");  // behind its end
  CHECK(element("matrix", -1) == "matrix[-1]");
  CHECK(element("points.x", 3) == "points[3].x");
  CHECK(element("points.row", 27) == "points[2].row[1][2]");
  CHECK(element("points.in.c", 14) == "points[1].in[1].c[2]");
  CHECK(element("one.row", 7) == "one.row[1][2]");
  CHECK(element("one.in.c", 5) == "one.in[1].c[1]");
  CHECK(element("main::open", 3) == "open[1][1]");
  const Variable& matrix = program.variables[variable(program, "matrix")];
  CHECK(element_text(matrix, "value", 4) == "value[4]");
  CHECK(with_indices("f::points.x", program.variables[variable(program, "points.x")].indices, {"k + 1"}) ==
        "f::points[k + 1].x");
}

TEST_CASE("what is a pointer does not depend on qualifiers, nor on how its type is written") {
  const Program program = parse(R"(
    extern int nondet(void);
    typedef int *address;
    int main(void) {
      int value = nondet(), other = nondet();
      address named = nondet() ? &value : &other;
      int *const kept = &value;
      int *volatile moved = nondet() ? &value : &other;
      __typeof__(*moved) read = *moved;
      __typeof__(&value) again = nondet() ? &other : moved;
      return *kept + *moved + read + *again + *named;
    })",
                                ParseOptions{});
  CHECK(program.variables[variable(program, "main::moved")].is_pointer);
  CHECK(program.variables[variable(program, "main::again")].is_pointer);
  CHECK(!program.variables[variable(program, "main::read")].is_pointer);
  CHECK(program.variables[variable(program, "main::kept")].is_pointer);
  CHECK(program.variables[variable(program, "main::named")].is_pointer);
}

}  // namespace bireach::frontend::test
