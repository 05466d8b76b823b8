// SPDX-License-Identifier: Apache-2.0
/// What programs compute: each snippet checks itself and is run concretely.
#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {

TEST_CASE("a failing check is seen") {
  CHECK_FALSE(holds("", "CHECK(1 == 2);"));
  CHECK(holds("", "CHECK(1 == 1);"));
}

TEST_CASE("integer types, promotions and conversions") {
  CHECK(holds("", "unsigned char c = 255; c++; CHECK(c == 0); CHECK((unsigned char)300 == 44);"));
  CHECK(holds("", "signed char c = -1; unsigned u = c; CHECK(u == 4294967295u); CHECK(c < 0); CHECK(!(c < 0u));"));
  CHECK(holds("", "_Bool b = 7; CHECK(b == 1); b = 0.5 > 0; CHECK(b + b == 2); b--; CHECK(b == 0);"));
  CHECK(holds("", "short s = 32767; s = s + 1; CHECK(s == -32768);"));
  CHECK(holds("", "long long x = 1; x <<= 40; CHECK(x == 1099511627776LL); CHECK((int)(x >> 38) == 4);"));
  CHECK(holds("", "__int128 x = 1; x <<= 100; x >>= 98; CHECK(x == 4);"));
  CHECK(holds("enum E { A, B = 5, C };", "enum E e = C; CHECK(e == 6 && B - A == 5); CHECK('a' == 97);"));
  CHECK(holds("typedef unsigned short word;", "word w = -1; CHECK(w == 65535); CHECK(~w == -65536);"));
  CHECK(holds("", "int x = -7; CHECK(x / 2 == -3 && x % 2 == -1 && x >> 1 == -4 && (x & 3) == 1 && (x ^ 1) == -8);"));
}

TEST_CASE("the data model decides the sizes") {
  const std::string body =
      "CHECK(sizeof(long) == EXPECTED && sizeof(void*) == EXPECTED); unsigned long x = -1; CHECK(x == MAX);";
  ParseOptions options;
  options.clang_arguments = {"-DEXPECTED=8", "-DMAX=18446744073709551615ul"};
  CHECK(holds("", body, {}, options));
  options.data_model = DataModel::ILP32;
  options.clang_arguments = {"-DEXPECTED=4", "-DMAX=4294967295ul"};
  CHECK(holds("", body, {}, options));
}

TEST_CASE("loops and jumps") {
  CHECK(holds("", "int s = 0; for (int i = 0; i < 5; i++) { if (i == 3) continue; s += i; } CHECK(s == 7);"));
  CHECK(holds("", "int i = 0; while (1) { if (++i == 7) break; } CHECK(i == 7);"));
  CHECK(holds("", "int i = 10, n = 0; do { n++; if (n == 2) continue; i -= 3; } while (i > 0); CHECK(n == 5);"));
  CHECK(holds("", "int i = 0; again: i++; if (i < 4) goto again; goto end; i = 100; end: CHECK(i == 4);"));
  CHECK(holds("", "int n = 0; for (;;) { for (;;) { n++; break; } if (n == 3) goto out; } out: CHECK(n == 3);"));
}

TEST_CASE("switch") {
  const std::string declarations =
      "int f(int x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 2; break; default: r = 50; case 4 ... 6: r "
      "+= 4; }"
      " return r; }";
  CHECK(holds(declarations, "CHECK(f(1) == 3 && f(2) == 2 && f(3) == 54 && f(4) == 4 && f(6) == 4 && f(-1) == 54);"));
  const std::string duff =
      "int f(int n) { int copied = 0; int k = (n + 3) / 4;"
      "switch (n % 4) { case 0: do { copied++; case 3: copied++; case 2: copied++; case 1: copied++; } while (--k > "
      "0); }"
      "return copied; }";
  CHECK(holds(duff, "CHECK(f(1) == 1); CHECK(f(7) == 7); CHECK(f(8) == 8);"));
  CHECK(holds("", "int r = 0; switch (3) { case 3: r = 1; } switch (4) { case 3: r = 2; } CHECK(r == 1);"));
}

TEST_CASE("side effects in expressions") {
  CHECK(holds("", "int i = 3; int j = i++ + 10; CHECK(j == 13 && i == 4); j = --i; CHECK(j == 3);"));
  CHECK(holds("", "int a, b, c; a = b = c = 5; a += b *= 2; CHECK(a == 15 && b == 10 && c == 5);"));
  CHECK(holds("int g; int f(void) { return ++g; }", "int x = g + f() * 10 + f(); CHECK(x == 12); CHECK(g == 2);"));
  CHECK(holds("int g; int f(int r) { g++; return r; }",
              "if (f(0) && f(1)) CHECK(0); CHECK(g == 1); if (f(1) || f(1)) CHECK(g == 2);"));
  CHECK(holds("int g; int f(int r) { g++; return r; }",
              "int x = f(1) && !f(0); CHECK(x == 1 && g == 2); x = f(3) ? f(4) : f(5); CHECK(x == 4);"));
  CHECK(holds("int f(int r) { return r; }",
              "int x = f(3) ?: f(5); CHECK(x == 3); x = f(0) ?: 6; CHECK(x == 6); int y = x ?: 1; CHECK(y == 6);"));
  CHECK(holds("", "int i = 0; int a[3] = {0}; a[i++] = 7; a[i] = i + 1; CHECK(a[0] == 7 && a[1] == 2 && i == 1);"));
  CHECK(holds("", "int x = (1, 2); int i; for (i = 0, x = 5; i < 3; i++, x--) ; CHECK(x == 2);"));
  CHECK(holds("", "int x = ({ int t = 4; t * 2; }); CHECK(x == 8); CHECK(__builtin_expect(x == 8, 1));"));
  CHECK(holds(
      "",
      "unsigned char c = 200; c += 100; CHECK(c == 44); int n = 1; n <<= 3L; CHECK(n == 8); n %= 5; CHECK(n == 3);"));
}

TEST_CASE("calls") {
  CHECK(holds("int max(int a, int b) { if (a > b) return a; return b; }", "CHECK(max(max(1, 9), max(4, 3)) == 9);"));
  CHECK(holds("int swap(int a, int b) { return a * 10 + b; }", "int a = 1, b = 2; CHECK(swap(b, a) == 21);"));
  CHECK(holds("int old(a, c) int a; char c; { return a + c; }", "CHECK(old(1, 2) == 3);"));
  CHECK(holds("int count(void) { static int n = 5; return n++; }", "count(); count(); CHECK(count() == 7);"));
  CHECK(holds("void f(int x) { if (x) return; reach_error(); }", "f(1); f(2);"));
  CHECK(holds("extern void abort(void); void assume(int c) { if (!c) abort(); }",
              "int x = __VERIFIER_nondet_int(); assume(x == 3); CHECK(x == 3);", {4}));
  CHECK(holds("extern void __VERIFIER_assume(int);",
              "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); CHECK(x > 3);", {2}));
  CHECK(holds("int x = 1; int f(int x) { { int x = 9; x++; } return x; }",
              "int y = x; { int x = 5; y += x; } CHECK(f(3) == 3 && y == 6);"));
}

TEST_CASE("structs, unions and bit-fields") {
  const std::string types =
      "struct P { int x; struct { short y; char c[2]; } in; }; struct P make(int x) { struct P p = {x, {2, {3}}}; "
      "return p; }";
  CHECK(holds(types,
              "struct P p = make(7), q; q = p; q.in.y++; CHECK(q.x == 7 && q.in.y == 3 && p.in.y == 2 && q.in.c[0] == "
              "3 && q.in.c[1] == 0);"));
  CHECK(holds(
      types,
      "struct P a[3]; int i = 1; a[i].x = 4; a[i].in.c[1] = 9; a[2] = a[1]; CHECK(a[2].x == 4 && a[2].in.c[1] == 9);"));
  CHECK(holds(types, "int f = make(3).x; CHECK(f == 3); CHECK(make(f + 1).in.c[0] == 3);"));
  CHECK(holds("union U { unsigned u; unsigned char c; short s; };",
              "union U v; v.u = 0x12345678; CHECK(v.c == 0x78 && v.s == 0x5678); v.c = 1; CHECK(v.u == 0x12345601);"));
  CHECK(holds("struct B { unsigned a : 3; int b : 4; };",
              "struct B v; v.a = 9; v.b = 7; v.b++; CHECK(v.a == 1 && v.b == -8);"));
  CHECK(holds("struct S { int a, b; }; struct S g = { .b = 4 };",
              "CHECK(g.a == 0 && g.b == 4); struct S l = (struct S){1, 2}; CHECK(l.b == 2);"));
}

TEST_CASE("arrays") {
  CHECK(holds(
      "int g[2][3] = {{1, 2}, {4}};",
      "int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) s = s * 10 + g[i][j]; CHECK(s == 120400);"));
  CHECK(holds("int t[100] = {[5] = 3, [7] = 4};", "CHECK(t[5] + t[7] == 7 && t[0] == 0 && t[99] == 0);"));
  CHECK(holds(
      "", "char s[5] = \"abc\"; CHECK(s[0] == 'a' && s[2] == 'c' && s[3] == 0 && s[4] == 0); CHECK(sizeof(s) == 5);"));
  CHECK(holds("int sum(int a[], int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
              "int v[3] = {1, 2, 3}; CHECK(sum(v, 3) == 6); CHECK(sum(v + 1, 2) == 5);"));
}

TEST_CASE("an index out of bounds in any dimension is noticed") {
  const Program program = parse(
      "extern int __VERIFIER_nondet_int(void); int a[3][4]; int main(void) { int j = __VERIFIER_nondet_int(); a[1][j] "
      "= 1; }");
  for (const long index : {-1L, 4L, 5L}) CHECK(execute(program, {index}).execution.undefined.size() == 1);
  for (const long index : {0L, 3L}) CHECK(execute(program, {index}).execution.undefined.empty());
}

TEST_CASE("pointers that point to one known object") {
  CHECK(holds("void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }",
              "int x = 1, y = 2; swap(&x, &y); CHECK(x == 2 && y == 1);"));
  CHECK(holds("struct S { int a; }; void set(struct S *s, int v) { s->a = v; }",
              "struct S s; set(&s, 4); CHECK(s.a == 4); struct S *p = &s; p->a++; CHECK(s.a == 5);"));
}

TEST_CASE("a jump over a declaration leaves the variable arbitrary") {
  const Program program = parse(
      "void reach_error(void); int main(void) { goto in; { int x = 1; in: if (x == 77) reach_error(); } return 0; }");
  CHECK(execute(program).end == RunEnd::Error);
}

TEST_CASE("pointers as values") {
  CHECK(holds("", "int x, y; int *p = 0; CHECK(!p && p == 0); p = &x; CHECK(p && p == &x && p != &y);"));
  CHECK(holds("",
              "int a[4]; int *p = a; p++; p += 2; CHECK(p - a == 3 && p == &a[3] && p > a); p--; CHECK(&a[2] == p);"));
  CHECK(holds("struct S { char c; int i; } g;",
              "CHECK((char*)&g.i - (char*)&g == 4); unsigned long n = (unsigned long)&g.i; CHECK((int*)n == &g.i);"));
  CHECK(holds("int f(void); int g(void); int f(void) { return 1; }",
              "int (*p)(void) = f; CHECK(p == f && p != g && p != 0);"));
  CHECK(holds("int *id(int *p) { return p; } int g;", "CHECK(id(&g) == &g && id(0) == 0);"));
}

TEST_CASE("an unknown function that gets the address of a variable stops the path") {
  const std::string text =
      "void other(int *p); int main(void) { int x = 1; int *p = 0; other(p); p = ADDRESS; return x; }";
  ParseOptions options;
  options.clang_arguments = {"-DADDRESS=0"};
  CHECK(unsupported_notes(parse(text, options)).empty());
  options.clang_arguments = {"-DADDRESS=&x"};
  CHECK(unsupported_notes(parse(text, options)).size() == 1);
}

TEST_CASE("variable-length arrays have the bounds of their length") {
  const Program program = parse(
      "extern int __VERIFIER_nondet_int(void); void reach_error(void);\n"
      "int main(void) { int n = __VERIFIER_nondet_int(); int a[n]; n = 0; a[4] = 3; if (a[4] != 3) reach_error(); "
      "return 0; }");
  CHECK(execute(program, {5}).execution.undefined.empty());
  CHECK(execute(program, {5}).end == RunEnd::Exit);
  CHECK_FALSE(execute(program, {4}).execution.undefined.empty());
}

TEST_CASE("a cast to a union sets the member of that type") {
  CHECK(holds("union U { int i; unsigned char c; };",
              "unsigned char c = 7; union U u = (union U)c; CHECK(u.c == 7); u = (union U)300; CHECK(u.i == 300);"));
}

}  // namespace bireach::frontend::test
