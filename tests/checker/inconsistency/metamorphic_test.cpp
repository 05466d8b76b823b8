// SPDX-License-Identifier: Apache-2.0
/// Text that says nothing new changes no finding.
#include <doctest/doctest.h>

#include <iterator>
#include <span>
#include <string>

#include "tests/support/findings.h"
#include "tests/support/random_function.h"
#include "tests/support/sampling.h"

using namespace bireach;
using namespace bireach::checker;
using bireach::checker::test::Found;
using bireach::checker::test::found;

namespace {

/// What is put before the functions, and into them.
struct Addition {
  const char* before;
  const char* inside;
};

const Addition additions[] = {
    // Macros that nobody uses, and those that are.
    {"#define LIMIT 3\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\n", ""},
    {"#define TRACE(x) do { if (x) extra = 1; } while (0)\n#define IGNORED(x) (void)(x)\n",
     "{ int extra = 0; TRACE(extra); TRACE(0); IGNORED(extra); }\n"},
    // Sizes, compared.
    {"",
     "{ int extra = 0; if (sizeof(long) == 8) extra = 1; if (sizeof extra < sizeof(long)) extra = 2; }\n"
     "{ int extra[sizeof(long) == 8 ? 2 : 1]; extra[0] = 1; (void)extra; }\n"},
    // Configuration: of the preprocessor, of macros, constants and literals.
    {"#define DEBUG 0\nstatic const int verbose = 0; enum { quiet = 1 };\n",
     "{ int extra = 0;\n#if DEBUG\n int *none = 0; *none = 1;\n#endif\n if (DEBUG) extra = 1; if (DEBUG > 2) extra = "
     "3;\n"
     " if (verbose) extra = 1; if (quiet) extra = 2; if (!quiet || verbose) extra = 3; }\n"},
    {"",
     "{ int extra = 0; if (0) extra = 1; if ((1)) extra = 2; do { extra = 3; } while (0); while (0) extra = 4; }\n"
     "{ switch (1) { case 0: break; default: break; } }\n"}};

std::span<const Addition> sample_of_additions() {
  return std::span(additions).first(static_cast<std::size_t>(testing::rounds(static_cast<int>(std::size(additions)))));
}

std::string with(const Addition& addition, const std::string& text) {
  std::string result = addition.before;
  for (const char one : text)
    if (one == '@')
      result += addition.inside;
    else
      result += one;
  return result;
}

/// `@`: where text is added.
const std::string functions =
    "struct node { int v; struct node *next; }; extern void use(int);\n"
    "int f0(struct node *p) { int v = p->v; @ if (!p) { @ return 1; } @ return v; }\n"
    "int f1(int x) { @ if (x > 10) return 1; @ use(x); if (x > 20) return 2; @ return 3; }\n"
    "int f2(struct node *p) { if (p == 0) { @ return p->v; } @ return 0; }\n"
    "int f3(unsigned i) { @ if (i >= 0) { @ return 1; } return 2; }\n"
    "int f4(struct node *a) { int r = 0; @ if (!a) { r = 1; @ } r += a->v; return r; }\n"
    "int f5(int a, int b) { int q = a / b; @ if (b == 0) return 1; @ return q; }\n"
    "int f6(int c) { if (c != 1 || c != 2) { @ return 1; } @ return 0; }\n"
    "int f7(struct node *p, int c) { int *q = 0; @ if (c) use(1); else { @ use(2); } @ return *q + p->v; }\n"
    "int f8(int n) { int a[10]; for (int i = 0; i <= 10; i++) { @ a[i] = n; } return a[3]; }\n"
    "int f9(struct node *p) { @ while (p) { @ if (p->v == 3) return 1; p = p->next; } return 3; }\n"
    "int g(struct node *p) { if (!p) return 0; @ switch (p->v) { case 1: @ return 2; } @ return p->v; }\n";

}  // namespace

TEST_CASE("macros, sizes and configuration that are added change no finding") {
  const Found before = found(with({"", ""}, functions));
  CHECK(before == Found{"after-error: !p", "unreachable: x > 20", "error: p == 0", "unreachable: not i >= 0",
                        "error: !a", "after-error: b == 0", "unreachable: not c != 2",
                        "error: ", "after-error: not i <= 10"});
  for (const Addition& addition : sample_of_additions()) {
    INFO(std::string(addition.before));
    INFO(std::string(addition.inside));
    CHECK(found(with(addition, functions)) == before);
  }
}

TEST_CASE("nor do they in random functions") {
  std::string text;
  const int rounds = testing::counted_rounds(15);
  for (int i = 0; i < rounds; ++i)
    text += "int f" + std::to_string(i) + "(unsigned char x, _Bool b, int *p)\n" +
            checker::test::RandomFunction(5000 + static_cast<unsigned>(i)).body() + "\n";
  // At the begin, and before the end.
  const auto mark = [&](const std::string& before, const std::string& place) {
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + place.size() + 2))
      text.insert(at + before.size(), "@ ");
  };
  mark("int a[3]; ", "int a[3]; ");
  mark("", "return 0; }");
  const Found before = found(with({"", ""}, text));
  CHECK_FALSE(before.empty());
  for (const Addition& addition : sample_of_additions()) {
    INFO(std::string(addition.inside));
    CHECK(found(with(addition, text)) == before);
  }
}

TEST_CASE("loops that a macro's body does not repeat are none") {
  // What stands in such a loop fails for all that come there, and none of them goes round once more.
  CHECK(found("#define SET(x, v) do { (x) = (v); } while (0)\n"
              "int f(int *p, int k) { if (!p) { SET(k, 2); } return *p + k; }") == Found{"error: !p"});
  // Whether this one is gone round is configured, though.
  CHECK(
      found("#define AGAIN 0\nint f(void) { int x = 0; do { x++; } while (AGAIN); if (x > 1) return 1; return 0; }") ==
      Found{});
  CHECK(found("#define AGAIN 0\n#define LOOP(s) do { s; } while (AGAIN)\n"
              "int f(void) { int x = 0; LOOP(x++); if (x > 1) return 1; return 0; }") == Found{});
}
