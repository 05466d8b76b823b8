// SPDX-License-Identifier: Apache-2.0
/// Variably modified types (C11 6.7.6.2): arrays of variable length of any dimension, pointers to such, names of such
/// types, parameters, against gcc in both data models; what stays refused, and what is outside of a row.
#include <algorithm>
#include <random>
#include <sstream>

#include "tests/frontend/clang/gcc_programs.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

namespace bireach::frontend::test {
namespace {

/// Random programs of functions with arrays of two and three dimensions, whose lengths change after the declaration.
class RandomRowsProgram {
 public:
  explicit RandomRowsProgram(unsigned seed) : random_(seed) {}

  std::string text() {
    std::ostringstream out;
    out << "int grow(int *n) { return ++*n; }\n"
        << "int total(int n, int m, " << pick({"int", "short", "unsigned char"}) << " (*a)[m]) {\n"
        << "  int s = 0; m += 3; for (int i = 0; i < n; i++) for (int j = 0; j < m - 3; j++) s = (s * 3 + a[i][j]) & "
           "1023;\n"
        << "  return (s + (int)sizeof *a + (int)sizeof a[0][0] * 7) & 0xffff;\n}\n";
    const std::string type = last_;
    out << "int flat(" << type << " *p, int n) { int s = 0; while (n-- > 0) s = (s * 5 + *p++) & 1023; return s; }\n"
        << "int deep(int n) {\n  " << type << " own[n][" << pick({"n + 1", "2", "n"}) << "];\n"
        << "  for (int i = 0; i < n; i++) for (int j = 0; j < (int)(sizeof own[0] / sizeof own[0][0]); j++)\n"
        << "    own[i][j] = i * 2 + j;\n"
        << "  int r = n > 1 ? deep(n - 1) : 1; return (r * 3 + own[n - 1][1 % (sizeof own[0] / sizeof own[0][0])]"
        << " + (int)sizeof own) & 0xffff;\n}\n"
        << "void run(void) {\n  int n = " << number(1, 3) << ", m = " << number(1, 4) << ", k = " << number(1, 3)
        << ";\n"
        << "  for (int round = 0; round < 2; round++) {\n"
        << "    " << type << " a[" << pick({"n", "3"}) << "][" << pick({"m", "m + 1", "k + m"}) << "];\n"
        << "    typedef " << type << " row[" << pick({"m", "k", "n + k"}) << "]; row r, *q = &r;\n"
        << "    " << type << " b[2][k][" << pick({"m", "2"}) << "];\n"
        << "    int rows = sizeof a / sizeof a[0], columns = sizeof a[0] / sizeof a[0][0];\n"
        << "    for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) a[i][j] = i * 7 + j * 3 + round;\n"
        << "    for (int i = 0; i < (int)(sizeof(row) / sizeof r[0]); i++) r[i] = i + 1;\n"
        << "    for (int i = 0; i < 2; i++) for (int j = 0; j < k; j++)\n"
        << "      for (int l = 0; l < (int)(sizeof b[0][0] / sizeof r[0]); l++) b[i][j][l] = i * 2 + j + l;\n"
        << "    int was = k; " << pick({"n++", "m--", "k += 2", "grow(&m)", "n = m"}) << "; if (m < 1) m = 1;\n";
    for (int i = number(3, 6); i > 0; --i) out << "    " << use(type) << "\n";
    out << "    k = was;\n  }\n  OUT(deep(" << number(1, 4) << "));\n}\n";
    return out.str();
  }

 private:
  int number(int low, int high) { return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1)); }
  std::string pick(const std::vector<std::string>& choices) {
    return last_ = choices[static_cast<std::size_t>(number(0, static_cast<int>(choices.size()) - 1))];
  }
  std::string use(const std::string& type) {
    switch (number(0, 9)) {
      case 0:
        return "OUT(sizeof a); OUT(sizeof a[0]); OUT(sizeof b[0]); OUT(sizeof(row[n]));";
      case 1:
        return "OUT(total(rows, columns, " + pick({"a", "&a[0]"}) + "));";
      case 2:
        return "OUT(flat(a[rows - 1], columns)); OUT(flat(&a[0][0], rows * columns));";
      case 3:
        return "{ " + type + " (*p)[columns] = a; p += rows - 1; OUT(p[0][columns - 1]); OUT(p - a); OUT(sizeof *p); }";
      case 4:
        return "{ " + type + " (*p)[m] = malloc(n * sizeof *p); for (int i = 0; i < n; i++) p[i][m - 1] = i + m;" +
               " OUT(p[n - 1][m - 1]); OUT((char *)(p + 1) - (char *)p); free(p); }";
      case 5:
        return "r[0] += " + std::to_string(number(1, 9)) +
               "; OUT((*q)[0]); OUT(sizeof r); OUT((char *)(q + 1) - (char *)q);";
      case 6:
        return "OUT(((" + type + " (*)[columns])&a[0][0])[rows - 1][0]);";
      case 7:
        return "OUT(b[1][was - 1][0]); OUT(*b[0][was - 1]); OUT(sizeof(int[n][m])); OUT((char *)&b[1] - (char "
               "*)&b[0]);";
      case 8:
        return "{ typeof(a) c; c[rows - 1][0] = 5; OUT(c[rows - 1][0]); OUT(sizeof c); }";
      default:
        return "a[" + std::to_string(number(0, 1)) + " % rows][0] ^= " + std::to_string(number(1, 100)) +
               "; OUT(a[0][0]); OUT(*a[rows - 1]);";
    }
  }

  std::mt19937 random_;
  std::string last_;
};

TEST_CASE("random programs with arrays of variable length give what gcc's give") {
  for (unsigned seed = 1; seed <= static_cast<unsigned>(testing::rounds(40)); ++seed) {
    CAPTURE(seed);
    check_same("void *malloc(__SIZE_TYPE__); void free(void *);\n" + RandomRowsProgram(seed).text());
  }
}

TEST_CASE("lengths are fixed where the type is evaluated") {
  check_same(R"(
    int calls; int next(void) { return ++calls; }
    int f(int n, int m, int a[n][m]) { m = 100; n = 0; return a[1][2] + (int)(sizeof *a / sizeof **a); }
    int g(int m, int a[][m], int i) { return a[i][m - 1]; }
    int h(int n, int a[static n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
    int sum(int n, int m, int o, int a[n][m][o]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++)
      for (int l = 0; l < o; l++) s += a[i][j][l] * (i + 2 * j + 3 * l + 1); return s; }
    void run(void) {
      int n = 2, m = 3; int a[n][m];
      for (int i = 0; i < 2; i++) for (int j = 0; j < 3; j++) a[i][j] = i * 10 + j;
      n = 7; m = 1; OUT(sizeof a); OUT(f(2, 3, a)); OUT(g(3, a, 1)); OUT(h(3, a[1]));
      int one[next() + 3]; one[3] = 4; OUT(calls); OUT(sizeof one); OUT(one[3]);
      int c[2][m + 1][2]; for (int i = 0; i < 8; i++) ((int *)c)[i] = i; OUT(sum(2, 2, 2, c)); OUT(c[1][1][0]);
      typedef int row[n]; n = 3; row r; row *p = &r, *q = p + 1; OUT(sizeof r); OUT(sizeof(row)); OUT((char *)q - (char *)p);
      for (int i = 1; i < 4; i++) { int v[i][i + 1]; v[i - 1][i] = i; OUT(sizeof v); OUT(v[i - 1][i]); typedef char name[i]; OUT(sizeof(name[2])); }
      struct pair { int a[2]; char b; } s[n][2]; s[2][1].a[1] = 6; s[0][0].b = 'x'; OUT(s[2][1].a[1]); OUT(s[0][0].b); OUT(sizeof s);
      struct pair *t = s[2]; OUT(t[1].a[1]); OUT(t - s[0]);
    })");
}

TEST_CASE("pointers to arrays of variable length") {
  check_same(R"(
    void *malloc(__SIZE_TYPE__); void free(void *);
    int walk(int n, int m, int (*a)[m]) { int s = 0, (*end)[m] = a + n; for (; a != end; a++) for (int j = 0; j < m; j++) s = s * 2 + (*a)[j]; return s; }
    int (*table(int *size))[3] { static int t[2][3] = {{1, 2, 3}, {4, 5, 6}}; *size = 2; return t; }
    int again(int n) { int a[n][n], (*p)[n] = a; for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) p[i][j] = n * i + j;
      int r = n > 1 ? again(n - 1) : 0; p++; return r * 2 + p[-1][n - 1] + a[n - 1][0] + (int)sizeof *p; }
    static int jump(int n) { int count = 0; back:; int a[n][n + 1], (*p)[n + 1] = a; p[n - 1][n] = n; count += a[n - 1][n] + (int)sizeof a; if (--n > 0) goto back; return count; }
    void run(void) {
      int n = 3, m = 2, (*p)[m] = malloc(sizeof(int[n][m])), (*q)[m] = p;
      for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) p[i][j] = 3 * i + j;
      m = 5; p++; OUT(p[1][1]); OUT(p - q); OUT(q[2][0]); OUT(*(*q + 1)); OUT(walk(3, 2, q)); OUT(p > q); OUT(&p[1] - &q[0]);
      q += 2; OUT((*q)[1]); q -= 1; OUT((*q)[0]); OUT(sizeof *q); OUT(q[-1][0]); p--; free(p);
      int size; int (*t)[3] = table(&size); OUT(walk(size, 3, t)); OUT(again(4)); OUT(jump(3));
      int flat[6] = {1, 2, 3, 4, 5, 6}; n = 3; int (*v)[n] = (int (*)[n])flat; n = 1; OUT(v[1][0]); OUT(((int (*)[n + 1])flat)[2][0]); OUT(sizeof *(int (*)[n + 3])flat);
      int (*whole)[2][n + 2] = (int (*)[2][n + 2])flat; OUT((*whole)[1][0]); OUT(sizeof *whole); OUT(sizeof **whole);
      int x[n + 1]; x[1] = 9; int (*px)[n + 1] = &x; OUT((*px)[1]); OUT(sizeof *px); OUT(*(*(&x) + 1));
      __auto_type same = v; same++; OUT((*same)[2]); typeof(int[n + 1]) made; made[1] = 3; OUT(sizeof made); OUT(made[1]);
    })");
}

TEST_CASE("an index outside of a row is no access to the next one") {
  const auto accesses_nothing = [](const std::string& body) {
    ParseOptions options;
    options.property.kinds = {Violation::valid_deref};
    const Program program = parse(
        "extern int __VERIFIER_nondet_int(void);\nvoid f(int n, int m, int a[n][m], int i, int j) "
        "{ a[i][j] = 1; }\nint main(void) { int n = 2, m = 3; " +
            body + " return 0; }",
        options);
    REQUIRE(unsupported_notes(program).empty());
    const RunResult result = execute(program, {});
    return result.end != RunEnd::Exit || !result.execution.undefined.empty();
  };
  CHECK_FALSE(accesses_nothing("int a[n][m]; a[1][2] = 1;"));
  CHECK(accesses_nothing("int a[n][m]; a[0][3] = 1;"));
  CHECK(accesses_nothing("int a[n][m]; a[2][0] = 1;"));
  CHECK(accesses_nothing("int a[n][m]; a[1][-1] = 1;"));
  CHECK(accesses_nothing("int a[2][m]; a[2][0] = 1;"));
  CHECK(accesses_nothing("int a[n][4]; a[0][4] = 1;"));
  CHECK_FALSE(accesses_nothing("int a[n][m]; f(n, m, a, 1, 2);"));
  CHECK(accesses_nothing("int a[n][m]; f(n, m, a, 0, 3);"));
  CHECK(accesses_nothing("int a[n][m]; f(n, m, a, 2, 0);"));
  CHECK(accesses_nothing("typedef int row[m]; m = 9; row a[2], *p = a; p[0][3] = 1;"));
  CHECK_FALSE(accesses_nothing("typedef int row[m]; m = 1; row a[2], *p = a; p[1][2] = 1;"));
  CHECK(accesses_nothing("int a[n][m], (*p)[m + 1] = (int (*)[m + 1])a; p[1][2] = 1; p[1][3] = 1;"));
}

TEST_CASE("what of variably modified types is not modelled is said") {
  const auto refused = [](const std::string& body) {
    return unsupported_notes(parse("int main(void) { int n = 2; " + body + " return 0; }")).size() == 1;
  };
  CHECK(refused("int a[n][n]; int s = sizeof a[n++];"));
  CHECK(refused("int a[n++][n];"));
  CHECK(refused("int (*a[n++])[n]; a[0] = 0;"));
  CHECK(refused("int (*p)[n++] = 0;"));
  CHECK(refused("__int128 w = n; int a[w]; a[0] = 1;"));
}

}  // namespace
}  // namespace bireach::frontend::test
