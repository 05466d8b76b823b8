// SPDX-License-Identifier: Apache-2.0
/// Recursive functions: their lowering with an explicit stack against what gcc's program does.
#include <random>
#include <sstream>

#include "tests/frontend/clang/gcc_programs.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

namespace bireach::frontend::test {
namespace {

/// Random functions that call each other. `n` bounds the depth. Functions p… change no global variable, so they may
/// stand anywhere; functions e… do, and are called where C orders the evaluation.
class RandomRecursion {
 public:
  explicit RandomRecursion(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    out_ << "struct pair { int x; unsigned char y; int z[2]; };\nint g = 3; unsigned h = 5; int table[4] = {1, 2, 3, "
            "4};\n";
    for (int i = 0; i < functions; ++i) out_ << "int p" << i << "(int n, int a, unsigned char b); ";
    for (int i = 0; i < functions; ++i) out_ << "int e" << i << "(int n, int a, struct pair s); ";
    out_ << "\nstruct pair made(int n, int a);\n";
    for (int i = 0; i < functions; ++i) pure_function(i);
    out_ << "struct pair made(int n, int a) {\n  struct pair s = {a % 50, (unsigned char)a, {n, a % 7}};\n"
            "  if (n <= 0) return s;\n  struct pair t = made(n - 1, a % 100 + "
         << number(9) << ");\n  s.x = s.x - t.x; s.z[1] = t.z[0] + p0(n - 1, t.z[1], s.y);\n"
         << "  if (made(n / 2, s.x).x % 2) return t;\n  return s;\n}\n";
    for (int i = 0; i < functions; ++i) effect_function(i);
    out_ << "void run(void) {\n  struct pair s = {4, 5, {6, 7}};\n";
    for (int i = 0; i < functions; ++i) {
      out_ << "  OUT(p" << i << "(2, " << number(50) << ", " << number(300) << ")); OUT(e" << i << "(2, " << number(50)
           << ", s)); OUT(g); OUT(h);\n";
    }
    out_ << "  OUT(p0(1, p1(1, 3, 4), p1(2, 5, 6))); s = made(3, 17); OUT(s.x); OUT(s.y); OUT(s.z[0]); OUT(s.z[1]);\n"
            "  for (int i = 0; i < 4; i++) OUT(table[i]);\n}\n";
    return out_.str();
  }

 private:
  static constexpr int functions = 2;

  std::string number(unsigned below) { return std::to_string(random_() % below); }
  unsigned choose(unsigned count) { return static_cast<unsigned>(random_() % count); }

  /// Over the variables n, a, b, x, y; small in absolute value.
  std::string expression(int depth, bool may_call) {
    static constexpr const char* variables[] = {"n", "a", "b", "x", "y"};
    if (depth == 0) return choose(3) == 0 ? number(20) : variables[choose(5)];
    const auto inner = [&] { return expression(depth - 1, may_call); };
    switch (choose(may_call ? 8 : 5)) {
      case 0:
        return "(" + inner() + " + " + inner() + ")";
      case 1:
        return "(" + inner() + " - " + inner() + ")";
      case 2:
        return "(" + inner() + " % 10 * (" + inner() + " % 10))";
      case 3:
        return "(" + inner() + " > " + inner() + " ? " + inner() + " : " + inner() + ")";
      case 4:
        return "(" + inner() + " % 3 && " + inner() + " > 2)";
      default:
        return "p" + number(functions) + "(" + (choose(2) == 0 ? "n - 1" : "n / 2") + ", " + inner() + " % 200, " +
               inner() + ")";
    }
  }

  void statements(int count, bool has_effects, const std::string& indent) {
    for (int i = 0; i < count; ++i) {
      const std::string target = choose(2) == 0 ? "x" : choose(3) == 0 ? "a" : "y";
      switch (choose(has_effects ? 8 : 5)) {
        case 0:
          out_ << indent << target << " = " << expression(2, true) << " % 300;\n";
          break;
        case 1:
          out_ << indent << target << " += " << expression(1, true) << " % 100; " << target << " %= 1000;\n";
          break;
        case 2:
          out_ << indent << "if (" << expression(2, true) << " % 2) " << target << " = (" << target << " + "
               << expression(1, true) << ") % 500; else s.x = " << expression(1, true) << " % 80;\n";
          break;
        case 3:
          out_ << indent << "for (int i = 0; i < " << 1 + choose(2) << "; i++) { x = (x + i + " << expression(1, true)
               << ") % 700; s.z[i] = x; }\n";
          break;
        case 4:
          out_ << indent << target << " = (s.x + s.z[1] - s.y) % 90 + " << expression(1, false) << " % 10;\n";
          break;
        case 5:
          out_ << indent << target << " = e" << number(functions) << "(n - 1, " << expression(1, false) << ", s);\n";
          break;
        case 6:
          out_ << indent << "if (e" << number(functions) << "(n - 1, " << expression(1, true) << " % 50, s) > 3 && e"
               << number(functions) << "(n / 2, x, s)) g = (g * 3 + x) % 1000; else table[(n + 4) % 4] = y % 1000;\n";
          break;
        default:
          out_ << indent << "h = h * 5 + (unsigned)" << expression(1, false) << "; s.x = (int)(h % 64) + g % 16;\n";
      }
    }
  }

  void pure_function(int number_of_it) {
    out_ << "int p" << number_of_it << "(int n, int a, unsigned char b) {\n  int x = a % 100, y = b; "
         << "struct pair s = {x, b, {1, 2}};\n  if (n <= 0) return (a + b * " << number(7) << ") % 100 + g;\n";
    statements(2, false, "  ");
    out_ << "  if (x < 0) { int inner = p" << number(functions) << "(n - 1, x, y > 0); x = inner; }\n";
    statements(1, false, "  ");
    out_ << "  return (" << expression(1, true) << " + x + y + s.x + s.z[0] + s.z[1]) % 400;\n}\n";
  }

  void effect_function(int number_of_it) {
    out_ << "int e" << number_of_it << "(int n, int a, struct pair s) {\n  int x = s.x % 100, y = a % 100; "
         << "unsigned char b = (unsigned char)(x + y); static int calls;\n  g = (g + ++calls) % 997;\n"
         << "  if (n <= 0) return x + y + s.z[1] % 10;\n";
    statements(3, true, "  ");
    out_ << "  return (x + y + s.x) % 300;\n}\n";
  }

  std::mt19937_64 random_;
  std::ostringstream out_;
};

}  // namespace

TEST_CASE("recursive functions do what gcc's program does") {
  check_same(R"(
    int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
    int f91(int n) { if (n > 100) return n - 10; return f91(f91(n + 11)); }
    unsigned ack(unsigned m, unsigned n) { return m == 0 ? n + 1 : ack(m - 1, n == 0 ? 1 : ack(m, n - 1)); }
    int odd(int n); int even(int n) { return n == 0 || odd(n - 1); } int odd(int n) { return n != 0 && even(n - 1); }
    int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    int moves; void hanoi(int n, int from, int to, int by) {
      if (n == 0) return;
      hanoi(n - 1, from, by, to); moves = moves * 3 + from - to; moves %= 10007; hanoi(n - 1, by, to, from);
    }
    int swapped(int n, int a, int b) { return n == 0 ? a * 100 + b : swapped(n - 1, b, a + 1); }
    void run(void) {
      OUT(fact(6)); OUT(fib(7)); OUT(f91(95)); OUT(ack(2, 2)); OUT(even(7)); OUT(odd(7)); OUT(gcd(48, 36));
      hanoi(4, 1, 2, 3); OUT(moves); OUT(swapped(3, 4, 5)); OUT(fact(3) + fact(4)); OUT(fib(fib(5)));
    })");
}

TEST_CASE("what an activation holds survives the calls it makes") {
  check_same(R"(
    struct s { int a; short b[3]; struct { unsigned char c; } in; };
    int sum(const int *v, int from, int to) {
      if (to - from == 1) return v[from];
      int middle = (from + to) / 2; return sum(v, from, middle) + sum(v, middle, to);
    }
    void sort(int *v, int low, int high) {
      if (low >= high) return;
      int pivot = v[high], i = low;
      for (int j = low; j < high; j++) if (v[j] < pivot) { int t = v[i]; v[i] = v[j]; v[j] = t; i++; }
      v[high] = v[i]; v[i] = pivot; sort(v, low, i - 1); sort(v, i + 1, high);
    }
    struct s deep(int n, struct s x) {
      struct s mine = x; mine.a += n; mine.b[n % 3] = (short)(mine.b[n % 3] + 7);
      if (n > 0) { struct s other = deep(n - 1, mine); mine.in.c = (unsigned char)(other.in.c + mine.b[0]); }
      return mine;
    }
    int walk(int n) {
      int total = 0;
      for (int i = 0; i < n; i++) { total += i; switch (n) { case 3: total += walk(n - 2); break; default: total += walk(n - 1); } }
      while (n > 0) { if (walk(--n) > 3) break; total++; }
      return total + n;
    }
    int helper(int n); int twice(int n) { int k = helper(n) * 2; return k + n; }
    int helper(int n) { if (n <= 0) return 1; int before = n * 3; int got = twice(n - 1); return before + got; }
    int scope(int n) { if (n == 0) goto out; { int inner = n * 10; int r = scope(n - 1); return inner + r; } out: return 5; }
    void count_down(int n) { if (n) { OUT(n); count_down(n - 1); OUT(-n); } }
    void run(void) {
      int v[7] = {5, 3, 9, 1, 7, 2, 8}; OUT(sum(v, 0, 7)); sort(v, 0, 6); for (int i = 0; i < 7; i++) OUT(v[i]);
      struct s x = {1, {2, 3, 4}, {5}}; x = deep(4, x); OUT(x.a); OUT(x.b[0]); OUT(x.b[1]); OUT(x.in.c);
      OUT(walk(4)); OUT(twice(4)); OUT(helper(3)); OUT(scope(3)); count_down(3);
    })");
}

TEST_CASE("random recursive functions") {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(testing::rounds(12)); ++seed) {
    CAPTURE(seed);
    check_same(RandomRecursion(seed).text());
  }
}

}  // namespace bireach::frontend::test
