// SPDX-License-Identifier: Apache-2.0
/// Functions and variables that several files declare with different types, or define differently.
#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

const std::string prelude = "void reach_error(void);\n";

/// How a program of two files ends: main with this body after the declarations, and the other file.
RunEnd end_of(const std::string& declarations, const std::string& body, const std::string& other) {
  const TemporaryFile a(prelude + declarations + "\nint main(void) { " + body + " return 0; }");
  const TemporaryFile b(other);
  CAPTURE(declarations);
  const Program program = parse_c_files({a.path(), b.path()}, {});
  CHECK(check_well_formed(program).empty());
  return execute(program).end;
}

}  // namespace

TEST_CASE("functions are called as another file defines them") {
  CHECK(end_of("int f(char *);", "char c = 3; if (f(&c) != 3) reach_error();", "int f(const char *p) { return *p; }") ==
        RunEnd::Exit);
  CHECK(end_of("int f(void *);", "int c = 3; if (f(&c) != 3) reach_error();", "int f(int *p) { return *p; }") ==
        RunEnd::Exit);
  CHECK(end_of("int f(long long);", "if (f(3) != 3) reach_error();", "int f(long a) { return a; }") == RunEnd::Exit);
  CHECK(end_of("enum e { A, B }; int f(enum e);", "if (f(B) != 1) reach_error();", "int f(unsigned a) { return a; }") ==
        RunEnd::Exit);
  CHECK(end_of("struct s { int a, b; }; int f(struct s);", "struct s x = {1, 2}; if (f(x) != 2) reach_error();",
               "struct s { int a, b; }; int f(struct s x) { return x.b; }") == RunEnd::Exit);
  CHECK(end_of("struct s; struct s *g(void); int f(struct s *);", "if (f(g()) != 2) reach_error();",
               "struct s { struct s *n; int b; } q = {&q, 2}; struct s *g(void) { return &q; }\n"
               "int f(struct s *x) { return x->n->b; }") == RunEnd::Exit);
}

TEST_CASE("functions are not called with other types than another file defines them with") {
  const auto unsupported = [](const std::string& declaration, const std::string& call, const std::string& other) {
    return end_of(declaration, "if (" + call + ") reach_error();", other) == RunEnd::Unsupported;
  };
  CHECK(unsupported("long f(void);", "f() == -1", "int f(void) { return -1; }"));
  CHECK(unsupported("unsigned f(void);", "f() > 5", "int f(void) { return -1; }"));
  CHECK(unsupported("int f(void);", "f()", "void f(void) {}"));
  CHECK(unsupported("int f(int);", "f(257)", "int f(char c) { return c; }"));
  CHECK(unsupported("int f(double);", "f(3.0)", "int f(int c) { return c; }"));
  CHECK(unsupported("int f(int);", "f(3)", "int f(int a, int b) { return b; }"));
  CHECK(unsupported("int f(int, ...);", "f(3)", "int f(int a) { return a; }"));
  CHECK(unsupported("int f(int);", "f(2)", "int f(_Bool a) { return a; }"));
  CHECK(unsupported("struct s { int a, b; }; struct s f(void);", "f().a",
                    "struct s { int b, a; }; struct s f(void) { struct s x = {1, 2}; return x; }"));
  CHECK(unsupported("", "({ unsigned f(void); f(); }) > 5", "int f(void) { return -1; }"));
  CHECK(unsupported("unsigned g(void);", "g() > 5",
                    "int f(void) { return -1; } int g(void) __attribute__((alias(\"f\")));"));
  CHECK(unsupported("unsigned f(void);", "({ unsigned (*p)(void) = f; p(); }) > 5", "int f(void) { return -1; }"));
  CHECK(unsupported("int f(void);", "f()", "int f = 1;"));
  CHECK(unsupported("extern int f;", "f", "int f(void) { return 1; }"));
}

TEST_CASE("calls through declarations without parameters") {
  const auto end = [](const std::string& call, const std::string& other) {
    return end_of("int f();", "if (" + call + " != 3) reach_error();", other);
  };
  CHECK(end("f(3)", "int f(int a) { return a; }") == RunEnd::Exit);
  CHECK(end("f(3)", "int f(a) char a; { return a; }") == RunEnd::Exit);
  CHECK(end("f(3.0f)", "int f(a) float a; { return a; }") == RunEnd::Exit);
  CHECK(end("f(3u)", "int f(int a) { return a; }") == RunEnd::Exit);
  CHECK(end("f(3, 4)", "int f(a) int a; { return a; }") == RunEnd::Exit);
  CHECK(end("f(\"\")", "int f(const void *p) { return 3; }") == RunEnd::Exit);
  CHECK(end("f(3.0f)", "int f(float a) { return a; }") == RunEnd::Unsupported);
  CHECK(end("f(3)", "int f(char a) { return a; }") == RunEnd::Unsupported);
  CHECK(end("f(3.0)", "int f(int a) { return a; }") == RunEnd::Unsupported);
  CHECK(end("f(3)", "int f(int a, int b) { return a; }") == RunEnd::Unsupported);
  CHECK(end("f(3)", "int f(long a) { return a; }") == RunEnd::Unsupported);
  CHECK(end("f(0)", "int f(char *p) { return 3; }") == RunEnd::Unsupported);
  CHECK(end("f(3)", "int f(int a, ...) { return a; }") == RunEnd::Unsupported);
  // Also within one file.
  CHECK(execute(parse("int f(a, b) int a, b; { return b; } int main(void) { return f(1); }")).end ==
        RunEnd::Unsupported);
}

TEST_CASE("inline functions with an external definition") {
  const auto end = [](const std::string& definition, const std::string& other) {
    return end_of(definition, "if (f() != 1) reach_error();", other);
  };
  CHECK(end("inline int f(void) { return 1; }", "int f(void) { return 1; }") == RunEnd::Exit);
  CHECK(end("inline int f(void) { return 1; }", "int f(void) { return 2; }") == RunEnd::Unsupported);
  CHECK(end("extern inline __attribute__((gnu_inline)) int f(void) { return 1; }", "int f(void) { return 2; }") ==
        RunEnd::Unsupported);
  CHECK(end("static inline int f(void) { return 1; }", "int f(void) { return 2; }") == RunEnd::Exit);
}

TEST_CASE("variables are used as another file defines them") {
  const auto end = [](const std::string& declaration, const std::string& use, const std::string& other) {
    return end_of(declaration, "if (" + use + " != 1) reach_error();", other);
  };
  CHECK(end("enum e { A, B }; extern enum e x;", "x", "unsigned x = 1;") == RunEnd::Exit);
  CHECK(end("extern long long x;", "x", "long x = 1;") == RunEnd::Exit);
  CHECK(end("extern const char *x;", "x[0]", "char *x = \"\\1\";") == RunEnd::Exit);
  CHECK(end("extern int x[];", "x[0]", "int x[3] = {1};") == RunEnd::Exit);
  CHECK(end("struct s { int a, b; }; extern struct s x;", "x.a", "struct s { int a, b; } x = {1, 2};") == RunEnd::Exit);
  CHECK(end("extern int x;", "x", "long x = 1;") == RunEnd::Unsupported);
  CHECK(end("extern int x;", "x", "unsigned x = 1;") == RunEnd::Unsupported);
  CHECK(end("extern int x[5];", "x[0]", "int x[3] = {1};") == RunEnd::Unsupported);
  CHECK(end("struct s { int a, b; }; extern struct s x;", "x.b", "struct s { char a, b; } x = {1, 1};") ==
        RunEnd::Unsupported);
  CHECK(end("struct s { unsigned a : 3; }; extern struct s x;", "x.a", "struct s { unsigned a : 4; } x = {1};") ==
        RunEnd::Unsupported);
}

TEST_CASE("what one file says of a symbol that is not modelled holds in the others") {
  const std::string other =
      "__attribute__((weak)) int g(void) { return 1; } int f(void) __attribute__((alias(\"g\")));\n"
      "int number = 1; extern unsigned x __attribute__((alias(\"number\"))); int h(void) { return 1; }";
  const auto end = [&other](const std::string& declaration, const std::string& use) {
    return end_of(declaration, "if (" + use + " != 1) reach_error();", other);
  };
  CHECK(end("int f(void);", "f()") == RunEnd::Unsupported);
  CHECK(end("", "({ int f(void); f(); })") == RunEnd::Unsupported);
  CHECK(end("int f(void); int (*p)(void) = f;", "p()") == RunEnd::Unsupported);
  CHECK(end("int k(void) __asm__(\"f\");", "k()") == RunEnd::Unsupported);
  CHECK(end("extern unsigned x;", "x") == RunEnd::Unsupported);
  CHECK(end("extern unsigned x; unsigned *p = &x;", "*p") == RunEnd::Unsupported);
  // Others, and other things of those names.
  CHECK(end("int f(void); int h(void);", "h()") == RunEnd::Exit);
  CHECK(end("static int f(void) { return 1; }", "f()") == RunEnd::Exit);
  CHECK(end("static unsigned x = 1;", "({ extern unsigned x; x; })") == RunEnd::Exit);
}

}  // namespace bireach::frontend::test
