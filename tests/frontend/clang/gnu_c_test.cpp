// SPDX-License-Identifier: Apache-2.0
/// C that gcc 12 compiles and Clang refuses may be C, so it is not bad input; what gcc refuses as well is.
#include "frontend/clang/reading/not_readable.h"
#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

enum class Reading { read, not_readable, refused };

Reading reading_of(const std::string& text) {
  const TemporaryFile file(text);
  try {
    static_cast<void>(parse_c_files({file.path()}, {}));
  } catch (const NotReadable&) {
    return Reading::not_readable;
  } catch (const ParseError&) {
    return Reading::refused;
  }
  return Reading::read;
}

Reading reading_of_body(const std::string& body) {
  return reading_of("void leave(int *p) {}\nint main(void) { " + body + " return 0; }");
}

}  // namespace

TEST_CASE("bodies that gcc compiles and Clang refuses") {
  for (const char* body : {
           "void *t = &&l; goto *t; { __attribute__((cleanup(leave))) int x = 1; l:; }",
           "switch (1) { case 0:; __attribute__((cleanup(leave))) int x = 1; case 1:; }",
           "goto l; { __attribute__((cleanup(leave))) int x = 1; l:; }",
           "int x = 0; int inner(void) { return x; } inner();",
           "auto int inner(void); int inner(void) { return 0; } inner();",
           "int n = 3; struct { int a[n]; } s; s.a[0] = 1;",
           "goto l; l: int x = 0;",
           "switch (1) { case 1: struct s { int a; } x = {0}; return x.a; }",
           "goto l; l: }  int other(void) {",
           "__float80 x = 1;",
           "_Decimal64 x = 1;",
           "int y = 1.0w > 2;",
           "int y = \"\\x1234\"[0];",
           "int y = 18446744073709551616 == 0;",
           "typedef int t __attribute__((mode(__libgcc_cmp_return__)));",
           "asm(\"\" : : \"U\"(1));",
           "asm(\"\" : : \"m\"(*(const char(*)[])\"a\"));",
           "__attribute__((hot));",
           "if (0) __attribute__((unused));",
           "typedef int v4 __attribute__((vector_size(16))); v4 a = {0}; v4 b = __builtin_shuffle(a, a);",
           "static int x = __builtin_abs(-3);",
           "register int a[2] = {0}; return a[0];",
       }) {
    CAPTURE(body);
    CHECK(reading_of_body(body) == Reading::not_readable);
  }
}

TEST_CASE("what gcc's preprocessor leaves of the library's headers is read") {
  CHECK(reading_of_body("_Complex _Float32 z = 1; _Float64x _Complex y = 2; _Complex _Float128 x = 3;") ==
        Reading::read);
  CHECK(reading_of("extern void close_it(void *);\n"
                   "extern void *open_it(void) __attribute__ ((__nothrow__)) __attribute__ ((__malloc__)) "
                   "__attribute__ ((__malloc__ (close_it,\n 1)));\nint main(void) { return 0; }") == Reading::read);
  CHECK(holds("", "const char *s = \"__malloc__ (f, 1) _Complex _Float32\"; CHECK(s[11] == '(' && s[14] == ' ');"));
}

TEST_CASE("declarations that gcc compiles and Clang refuses") {
  for (const char* text : {
           "int a = 3, b = 4; extern int y __attribute__((alias(\"a\"), alias(\"b\"))); int main(void) { return y; }",
           "int a, b; extern int y __attribute__((alias(\"a\")));\n"
           "extern int y __attribute__((alias(\"b\"))); int main(void) { return y; }",
           "int main(void) { later(); return 0; } void later(void) {}",
           "int f(int n; int a[n], int n) { return a[0]; } int main(void) { return 0; }",
           "int main(int c, char **v, char **e, char **a) { return 0; }",
           "inline int main(void) { return 0; }",
           "int sin; int main(void) { return 0; }",
           "#assert machine(other)\nint main(void) { return 0; }",
           "int f(void) asm(\"h\"); int f(void) asm(\"k\"); int main(void) { return 0; }",
           "__attribute__((naked)) void g(void) { int x = 0; } int main(void) { return 0; }",
           "char a[0x7fffffffffffffffL]; int main(void) { return 0; }",
           "void free_it(void *); void *make(int) __attribute__((malloc(free_it, 1))); int main(void) { return 0; }",
       }) {
    CAPTURE(text);
    CHECK(reading_of(text) == Reading::not_readable);
  }
}

TEST_CASE("what gcc refuses as well is bad input") {
  for (const char* body : {
           "goto l; int n = 3; { int a[n]; l:; }",
           "int n = 1; switch (n) { case 0:; int a[n]; case 1:; }",
           "int y = x ? 1 : ;",
           "int y = (1;",
           "for (int i = 0; i < 3; i++ { }",
           "if (1) }",
           "unknown_type x;",
           "register int a = 0; int *p = &a;",
           "int x; int x;",
           "static int inner(void);",
           "#nonsense\n",
           "int y = 1.0zz;",
           "_Complex int x y;",
       }) {
    CAPTURE(body);
    CHECK(reading_of_body(body) == Reading::refused);
  }
  // An error that only Clang has does not excuse others.
  CHECK(reading_of_body("int y = \"\\x1234\"[0]; int z = nothing;") == Reading::refused);
  CHECK(reading_of("int main(void) { int x = 1; int inner(void) { return 1; } ") == Reading::refused);
  // The attribute excuses a second definition, its name does not.
  CHECK(reading_of("int alias = 1; int alias = 2; int main(void) { return 0; }") == Reading::refused);
  CHECK(reading_of("int alias; int x = 1; int x = 2, y __attribute__((unused)), *z = &alias; int main(void) {}") ==
        Reading::refused);
}

TEST_CASE("attributes of C2x are read") {
  CHECK(reading_of("[[deprecated]] int f(void); int g([[maybe_unused]] int a) { return 0; }\n"
                   "int main(void) { switch (g(1)) { case 0: [[fallthrough]]; default: return 0; } }") ==
        Reading::read);
}

TEST_CASE("types of a given width are read as gcc has them") {
  CHECK(holds("_Float32 a = 1.5f; _Float64 b = 2.5; _Float32x c = 0.1; _Float64x d = 1; _Float128 e = 1;",
              "CHECK(sizeof a == 4 && sizeof b == 8 && sizeof c == 8 && sizeof d == 16 && sizeof e == 16);\n"
              "CHECK(a + b == 4 && c == 0.1 && a * a == 2.25);"));
}

TEST_CASE("brackets nest deeply") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '(').append("1").append(depth, ')'); };
  CHECK(holds("", "int x = " + nested(300) + "; CHECK(x == 1);"));
  std::string blocks(300, '{');
  blocks.append("CHECK(1);").append(300, '}');
  CHECK(holds("", blocks));
  CHECK(reading_of_body("int x = " + nested(51000) + ";") == Reading::not_readable);
}

}  // namespace bireach::frontend::test
