// SPDX-License-Identifier: Apache-2.0
/// Arguments that are made for the entry function: objects, strings, pointers in them, and what a run makes of them.
#include "frontend/clang/reading/entry_driver.h"
#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

struct Driven {
  std::optional<EntryDriver> driver;
  RunEnd end = RunEnd::Unsupported;
};

/// Runs the function f of the text; inputs have these values, then 0.
Driven drive(const std::string& text, EntryPointers kind, unsigned elements, const std::vector<long>& inputs) {
  const TemporaryFile file("void reach_error(void);\n#define CHECK(c) if (!(c)) reach_error()\n" + text);
  ParseOptions options;
  options.entry = "f";
  options.driver = entry_driver({file.path()}, options, kind, elements);
  if (!options.driver) return {};
  INFO(options.driver->text);
  const Program program = parse_c_files({file.path()}, options);
  CHECK(check_well_formed(program) == std::vector<std::string>{});
  CHECK(program.entry == "f");
  for (const std::string& assumption : options.driver->assumptions)
    CHECK(std::find(program.assumptions.begin(), program.assumptions.end(), assumption) != program.assumptions.end());
  return {options.driver, execute(program, inputs).end};
}

bool ends_well(const std::string& text, unsigned elements = 1, const std::vector<long>& inputs = {},
               EntryPointers kind = EntryPointers::valid) {
  return drive(text, kind, elements, inputs).end == RunEnd::Exit;
}

}  // namespace

TEST_CASE("pointers to numbers lead to arrays of their own, with any values") {
  CHECK(ends_well("static int f(int *p, int n, unsigned char *q) { CHECK(*p == 7 && n == 8 && *q == 9); return 0; }", 1,
                  {7, 8, 9}));
  CHECK_FALSE(ends_well("void f(int *p) { CHECK(*p == 7); }", 1, {6}));
  CHECK(ends_well("void f(const int *p, int *q) { *q = 1; CHECK(p[0] == 1 && p[1] == 2 && p[2] == 3); CHECK(q != p); }",
                  3, {1, 2, 3}));
  CHECK(ends_well("void f(int a[6]) { CHECK(a[5] == 6); a[5] = 0; }", 1, {1, 2, 3, 4, 5, 6}));
  CHECK(ends_well("enum E { A, B }; void f(enum E *e, _Bool *b, long double *x) { CHECK(*e == B && *b && *x == 0); }",
                  1, {1, 1}));
}

TEST_CASE("pointers to char lead to strings") {
  CHECK(ends_well("void f(char *s) { CHECK(s[0] == 'a' && s[1] == 'b' && s[2] == 0); }", 2, {'a', 'b'}));
  CHECK(ends_well("void f(const char *s) { CHECK(s[0] == 'a' && s[1] == 0); }", 1, {'a', 'b'}));
  CHECK(ends_well("void f(unsigned char *s) { CHECK(s[0] == 1 && s[1] == 2); }", 2, {1, 2}));
  CHECK(drive("void f(char *s) { }", EntryPointers::valid, 5, {}).driver->assumptions.front() ==
        "pointer parameters of 'f' point to separate objects of 5 elements; those of char to strings of at most 5 "
        "bytes, in arrays of 6");
}

TEST_CASE("structures are filled, what their pointers lead to as well, up to a depth") {
  const std::string list = "struct list { int value; struct list *next; };\n";
  CHECK(ends_well(list + "void f(struct list *l) { CHECK(l->next->value == l->value + 1 && l->next->next == 0); }", 1,
                  {1, 2}));
  CHECK(ends_well(list + "void f(struct list l) { CHECK(l.value == 1 && l.next->value == 2); }", 1, {1, 2}));
  CHECK(
      ends_well("typedef struct { const int a; int b : 3; struct { char c[2]; union { int d; char e; }; }; } t;\n"
                "void f(t *p) { CHECK(p->a == 1 && p->b == 2 && p->c[1] == 4 && p->e == 5); }",
                1, {1, 2, 3, 4, 5}));
  const Driven cut = drive(list + "void f(struct list *l) { }", EntryPointers::maybe_null, 1, {});
  REQUIRE(cut.driver);
  CHECK(cut.driver->assumptions ==
        std::vector<std::string>{
            "pointer parameters of 'f' point to separate objects of 1 element, or are null",
            "pointers in arguments of 'f', and in what these point to, point to separate objects, too",
            "pointers in objects that these point to lead to objects whose own pointers are null"});
}

TEST_CASE("pointers that may be null") {
  const std::string text = "void f(int *p) { CHECK(p != 0 && *p == 5); }";
  CHECK(ends_well(text, 1, {5, 1}, EntryPointers::maybe_null));
  CHECK_FALSE(ends_well(text, 1, {5, 0}, EntryPointers::maybe_null));
}

TEST_CASE("what is no object stays arbitrary, and names do not collide") {
  CHECK(ends_well(
      "struct hidden; void f(struct hidden *h, void (*g)(void), void *bytes) { *(unsigned char *)bytes = 1; }"));
  CHECK(ends_well("int p_object, i; typedef int list; void f(int *p, int *list, int) { CHECK(*p + *list == 3); }", 1,
                  {1, 2}));
  CHECK_FALSE(drive("void f(int *p) { }", EntryPointers::arbitrary, 1, {}).driver);
  CHECK_FALSE(drive("void f(int *p);", EntryPointers::valid, 1, {}).driver);
}

TEST_CASE("macros of the program do not reach into what makes the arguments") {
  CHECK_FALSE(ends_well("void (f)(int x) { CHECK(x != 5); }\n#define f(x) 0\n#define x_value 7", 1, {5}));
  CHECK(ends_well("struct s { int on; }; void f(struct s *p) { CHECK(p->on == 5); }\n#define on something", 1, {5}));
}

TEST_CASE("what is declared as an array of characters has just as many") {
  const Driven array = drive("void f(char b[8]) { }", EntryPointers::valid, 1, {});
  REQUIRE(array.driver);
  CHECK(array.driver->text.find("b_object[8]") != std::string::npos);
}

}  // namespace bireach::frontend::test
