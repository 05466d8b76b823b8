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
  for (const auto& [address, name] : program.memory.names) known.push_back(names.pointer(address));
  std::sort(known.begin(), known.end());
  CHECK(known == std::vector<std::string>{"\"hello\"", "\"you\"", "&twice"});
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
