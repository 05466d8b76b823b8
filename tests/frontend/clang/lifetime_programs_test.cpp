// SPDX-License-Identifier: Apache-2.0
/// Local objects with addresses: what blocks, jumps and recursion do to them, against gcc, and accesses that come too
/// late.
#include <algorithm>
#include <random>
#include <sstream>

#include "tests/frontend/clang/gcc_programs.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/sampling.h"

namespace bireach::frontend::test {
namespace {

/// Random programs of nested blocks whose variables pointers lead to, also from outside; whatever could lead to a
/// variable at the end of its block is led elsewhere first.
class RandomLifetimeProgram {
 public:
  explicit RandomLifetimeProgram(unsigned seed) : random_(seed) {}

  std::string text() {
    std::ostringstream out;
    out << "int pool[4] = {1, 2, 3, 4}; int *shared = pool; struct pair { int a, b; } *both; struct pair one;\n"
        << "int add(int *to, int v) { *to = (*to + v) & 1023; return *to; }\n"
        << "int sum(const int *from, int n) { int s = 0; while (n-- > 0) s += *from++; return s & 1023; }\n"
        << "int deep(int depth, int *above) {\n  int own = depth, *p = &own; int more[3] = {depth, 2, 3};\n"
        << "  struct pair two = {own, *above}; both = &two; shared = &more[depth % 3]; add(shared, *above + both->a);\n"
        << "  if (depth > 0) { int r = deep(depth - 1, depth & 1 ? p : depth & 2 ? more + 1 : &depth); own += r; }\n"
        << "  add(above, own); both = &one; shared = pool;\n  return (own + depth + two.b + sum(more, 3)) & 1023;\n}\n"
        << "void run(void) {\n  int *q = pool;\n";
    variables_ = {"pool[0]", "pool[1]", "*shared", "*q"};
    pointers_ = {"q", "shared"};
    for (int i = 0; i < 5; ++i) out << statement(3);
    out << "  for (int i = 0; i < 4; i++) OUT(pool[i]);\n}\n";
    return out.str();
  }

 private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_()) % bound; }
  std::string number(unsigned bound) { return std::to_string(below(bound)); }
  std::string fresh(const char* name) { return name + std::to_string(++names_); }
  const std::string& any(const std::vector<std::string>& of) { return of[below(static_cast<unsigned>(of.size()))]; }

  std::string value() {
    if (below(3) == 0) return number(50);
    return "((" + any(variables_) + " + " + any(variables_) + ") & 511)";
  }

  /// Leads every pointer that a block does not declare away from the variables in it.
  static std::string detach(const std::vector<std::string>& pointers) {
    std::string result;
    for (const std::string& pointer : pointers) result += pointer + " = &pool[1]; ";
    return result;
  }

  std::string leave(const std::string& jump) {
    return "if (" + value() + " % 3 == 0) { " + detach(outer_) + jump + " }\n";
  }

  std::string block(unsigned depth, const std::string& jump) {
    const auto variables = variables_;
    const auto pointers = pointers_;
    const auto outer = outer_;
    outer_ = pointers_;
    const std::string name = fresh("x");
    const std::string pointer = fresh("p");
    std::string text = "{ int " + name + " = " + value() + "; int *" + pointer + " = &" + name + ";\n";
    variables_.push_back(name);
    variables_.push_back("*" + pointer);
    pointers_.push_back(pointer);
    for (unsigned i = 0; i < 3; ++i) text += statement(depth);
    if (!jump.empty()) text += leave(jump);
    text += statement(0) + "OUT(" + name + "); " + detach(outer_) + "}\n";
    variables_ = variables;
    pointers_ = pointers;
    outer_ = outer;
    return text;
  }

  std::string compound(unsigned depth) {
    const std::string counter = fresh("i");
    switch (below(5)) {
      case 0:
        return block(depth, "");
      case 1:
        return "for (int " + counter + " = 0; " + counter + " < 3; " + counter + "++) " +
               block(depth, below(2) != 0 ? "break;" : "continue;");
      case 2: {
        const std::string label = fresh("out");
        return "{ " + block(depth, "goto " + label + ";") + label + ": ; }\n";
      }
      case 3:
        return "switch (" + value() + " & 3) { case 0: " + block(depth, "break;") +
               "break; case 1 ... 2: " + block(depth, "") + "default: add(shared, 2); }\n";
      default: {
        const std::string array = fresh("v");
        return "{ int n" + array + " = 1 + (" + value() + " & 3); int " + array + "[n" + array +
               "]; for (int i = 0; i < n" + array + "; i++) " + array + "[i] = i; shared = " + array +
               "; add(shared, " + value() + "); OUT(sum(" + array + ", n" + array + ")); OUT(sizeof " + array +
               "); shared = pool; }\n";
      }
    }
  }

  std::string statement(unsigned depth) {
    if (depth > 0 && below(2) == 0) return compound(depth - 1);
    switch (below(7)) {
      case 0:
        return any(pointers_) + " = " + any(pointers_) + ";\n";
      case 1:
        return "OUT(add(" + any(pointers_) + ", " + value() + "));\n";
      case 2:
        return "{ int r = deep(" + number(4) + ", " + any(pointers_) + "); " + any(variables_) + " = r; }\n";
      case 3:
        return "{ shared = (int[]){" + value() + ", 5}; shared[1] += 2; OUT(sum(shared, 2)); shared = pool; }\n";
      case 4:
        return "OUT(({ int y = " + value() + "; shared = &y; add(shared, 3); int z = y; shared = pool; z; }));\n";
      case 5:
        return "{ struct pair two = {.b = " + value() +
               "}; both = &two; both->a = both->b + 1; one = *both; both = &one; "
               "OUT(one.a); }\n";
      default:
        return any(variables_) + " = " + value() + ";\n";
    }
  }

  std::mt19937 random_;
  unsigned names_ = 0;
  std::vector<std::string> variables_;
  std::vector<std::string> pointers_;
  std::vector<std::string> outer_;  ///< pointers that the block at hand does not declare
};

/// Does the only execution make an access that is none?
bool accesses_nothing(const std::string& text) {
  const RunResult result = execute(parse(text));
  const auto& events = result.execution.undefined;
  return std::any_of(events.begin(), events.end(),
                     [](const UndefinedEvent& event) { return event.kind == UndefinedBehaviour::InvalidAccess; });
}

}  // namespace

TEST_CASE("random programs with pointers to locals of blocks and activations do what gcc's programs do") {
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::rounds(10)); ++seed) {
    CAPTURE(seed);
    check_same(RandomLifetimeProgram(seed).text());
  }
}

TEST_CASE("locals of recursive functions with addresses") {
  check_same(R"(
    struct node { struct node *next; int value; };
    int total(struct node *list) { int s = 0; for (; list; list = list->next) s = s * 10 + list->value; return s; }
    int chain(int n, struct node *above) {
      struct node here = {above, n}; if (n == 0) return total(&here);
      int r = chain(n - 1, &here); return here.value == n ? r : -1;
    }
    int permutations(int *a, int n, int k) {
      if (k == n) { int s = 0; for (int *p = a; p < a + n; p++) s = s * 10 + *p; OUT(s); return 1; }
      int count = 0;
      for (int i = k; i < n; i++) {
        int copy[3]; for (int *p = copy; p < copy + 3; p++) *p = a[p - copy];
        int t = copy[k]; copy[k] = copy[i]; copy[i] = t; count += permutations(copy, n, k + 1);
      }
      return count;
    }
    void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
    int quick(int *a, int lo, int hi) {
      if (lo >= hi) return 0;
      int i = lo, j = lo; for (; j < hi; j++) if (a[j] < a[hi]) swap(&a[i++], &a[j]);
      swap(&a[i], &a[hi]); int left = 0, right = 0, *l = &left, *r = &right;
      *l = quick(a, lo, i - 1); *r = quick(a, i + 1, hi); return left + right + 1;
    }
    int odd(int n, int *steps); int even(int n, int *steps) { int mine = *steps + 1; return n ? odd(n - 1, &mine) : mine; }
    int odd(int n, int *steps) { int mine = *steps + 10, *p = &mine; int r = n ? even(n - 1, p) : -mine; return r + (*p != *steps + 10); }
    int vla(int n) { if (n == 0) return 0; int a[n], *p = a; for (int i = 0; i < n; i++) *p++ = n; int r = vla(n - 1); return r + a[n - 1] + p[-1]; }
    int shift(int *x, int n) { if (!n) return *x; int old = *x; return old + shift(&n, n - 1); }
    int literal(int n) { int *p = (int[]){n, 1}; if (n) p[1] += literal(n - 1); return p[0] + p[1]; }
    void run(void) {
      OUT(chain(4, 0)); int a[3] = {1, 2, 3}; int ways = permutations(a, 3, 0); OUT(ways); int b[6] = {5, 2, 6, 1, 4, 3}; OUT(quick(b, 0, 5));
      for (int i = 0; i < 6; i++) OUT(b[i]); int z = 0; OUT(even(5, &z)); OUT(even(4, &z)); OUT(vla(4)); OUT(shift(&z, 5)); OUT(literal(4));
    })");
}

TEST_CASE("jumps into and out of blocks with addressed variables") {
  check_same(R"(
    int *kept; int spare;
    int scan(int n) {
      int found = 0;
      for (int i = 0; i < 4; i++) {
        int inner = i * n; kept = &inner;
        if (*kept == 4) { found = *kept; goto out; }
        { int deeper = inner + 1; kept = &deeper; if (deeper == 3) continue; *kept += 1; if (deeper == 9) break; }
        kept = &inner; *kept += 1; found += inner;
      }
    out: kept = &spare; return found;
    }
    int into(int n) {
      int result = 0;
      if (n) goto middle;
      { int x = 5; kept = &x; result = 1; middle: x = 6; kept = &x; *kept += n; result += x; }
      switch (n) { int y; case 0: y = 1; kept = &y; result += *kept; break; { int w; default: w = 3; kept = &w; ++*kept; result += w; } }
      kept = &spare; return result;
    }
    int again(int n) { int count = 0;
    retry: ; { int v[n], *p = v; kept = v; *p = n; count += *kept; if (--n > 0) goto retry; } kept = &spare; return count; }
    int computed(int n) {
      static void *const table[] = {&&first, &&second}; int r = 0;
      { int x = 2; kept = &x; goto *table[n]; first: r += 10; second: kept = &x; if (r) *kept = 7; else *kept = 8; r += x; }
      kept = &spare; return r;
    }
    int *pass(int *p) { return p; }
    int parameter(int p) { kept = &p; *kept += 1; int r = *pass(&p); kept = &spare; return r; }
    void run(void) { for (int i = 0; i < 4; i++) { OUT(scan(i)); OUT(into(i)); OUT(parameter(i)); } OUT(again(3)); OUT(computed(0)); OUT(computed(1)); })");
}

TEST_CASE("an access to an object that exists no more is noted") {
  const std::string out = "int *kept; int sink;\n";
  CHECK(accesses_nothing(out + "int *f(void) { int x = 1; return &x; } int main(void) { sink = *f(); return 0; }"));
  CHECK(accesses_nothing(out + "void f(int p) { kept = &p; } int main(void) { f(1); *kept = 2; return 0; }"));
  CHECK(accesses_nothing(out + "int main(void) { { int x = 1; kept = &x; } sink = *kept; return 0; }"));
  CHECK(accesses_nothing(out + "int main(void) { for (int i = 0; i < 1; i++) kept = &i; sink = *kept; return 0; }"));
  CHECK(accesses_nothing(out + "int main(void) { if (!kept) kept = (int[]){1}; sink = *kept; return 0; }"));
  CHECK(accesses_nothing(out +
                         "int main(void) { int n = 1; { int v[n]; kept = v; *kept = 1; } sink = *kept; return 0; }"));
  CHECK(accesses_nothing(out + "int main(void) { for (;;) { int x = 1; kept = &x; break; } sink = *kept; return 0; }"));
  CHECK(accesses_nothing(out + "int main(void) { { int x = 1; kept = &x; goto end; } end: sink = *kept; return 0; }"));
  CHECK(accesses_nothing(out + "int main(void) { sink = *({ int x = 1; &x; }); return 0; }"));
  CHECK(accesses_nothing(out + "void f(int n) { int x = n; if (n) { kept = &x; f(0); } } "
                               "int main(void) { f(1); sink = *kept; return 0; }"));
  CHECK(accesses_nothing(out + "struct s { int a, b; }; int main(void) { { struct s x = {1, 2}; kept = &x.b; } "
                               "sink = *kept; return 0; }"));
  CHECK_FALSE(accesses_nothing(out + "int main(void) { int x = 1; { kept = &x; } sink = *kept; return 0; }"));
  CHECK_FALSE(accesses_nothing(out + "int main(void) { static int x; { kept = &x; } sink = *kept; return 0; }"));
}

TEST_CASE("programs whose pointers outlive no local object note no lifetimes") {
  const Program program = parse(R"(
    int sum(const int *from, int n) { int s = 0; while (n-- > 0) s += *from++; return s; }
    void fill(int *to, int n) { int *end = to + n; while (to < end) *to++ = n; }
    int use(int n) { int a[3]; fill(a, 3); { int b[2]; fill(b, 2); n += sum(b, 2); } return n + sum(a, 3); }
    int main(void) { return use(1); })");
  for (const Variable& variable : program.variables) CHECK(variable.name.find(".(") == std::string::npos);
}

TEST_CASE("reads of volatile objects are named as an assumption") {
  const std::string assumption = "volatile objects are changed by the program only";
  const auto assumes = [&](const std::string& text, const ParseOptions& options = {}) {
    const auto assumptions = parse(text, options).assumptions;
    return std::find(assumptions.begin(), assumptions.end(), assumption) != assumptions.end();
  };
  CHECK(assumes("volatile int x; int main(void) { return x; }"));
  CHECK(assumes("int main(void) { int x = 1; volatile int *p = &x; return *p; }"));
  CHECK(assumes("struct s { volatile int a[2]; } s; int main(void) { return s.a[1]; }"));
  CHECK(assumes("struct s { volatile int a; } s, t; int main(void) { s = t; return 0; }"));
  CHECK(assumes("volatile int x; int main(void) { x++; return 0; }"));
  CHECK_FALSE(assumes("volatile int x; int main(void) { x = 1; return 0; }"));
  CHECK_FALSE(assumes("int x; int main(void) { return x; }"));
  ParseOptions arbitrary;
  arbitrary.volatile_is_arbitrary = true;
  CHECK_FALSE(assumes("volatile int x; int main(void) { return x; }", arbitrary));
}

}  // namespace bireach::frontend::test
