// SPDX-License-Identifier: Apache-2.0
/// Exhaustive execution: what it proves and finds is held against the exploration of all states, and what it must not
/// answer is tried.
#include "checker/engines/enumeration.h"

#include <fmt/format.h>

#include <functional>
#include <random>

#include "frontend/program/interpreter.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"
#include "tests/support/sampling.h"

namespace bireach::checker {
namespace {

using frontend::Program;
using frontend::SignedOverflow;

enum class Outcome { proved, error, overflowing, unsupported, open };

struct Answer {
  Outcome outcome = Outcome::open;
  std::size_t executions = 0;
  std::string reason;
};

const EnumerationLimits small{.turn_edges = 2000, .max_edges = 30000, .max_steps = 5000};

/// What the engine alone comes to; `wraps`: overflow that the program leaves out has to be counted with.
Answer answer_of(const Program& program, const EnumerationLimits& limits = {}, bool wraps = false) {
  const ControlFlow flow = analyze_control_flow(program, BlockEncoding::loop_free);
  const VerifyOptions options;
  VerifyStatistics statistics;
  Program wrapping = program;
  wrapping.signed_overflow = SignedOverflow::wraps;
  EngineSetting setting{program, wraps ? &wrapping : nullptr, flow, options, {}, statistics};
  EnumerationEngine engine(setting, limits);
  Answer answer;
  while (true) {
    StepResult result = engine.step();
    if (std::holds_alternative<Progressed>(result)) continue;
    if (const auto* gave_up = std::get_if<GaveUp>(&result)) answer.reason = gave_up->reason;
    if (const auto* proved = std::get_if<Proved>(&result)) {
      answer.outcome = Outcome::proved;
      answer.executions = std::get<Enumeration>(proved->proof.evidence).executions;
      const bool covers = wraps || program.signed_overflow == SignedOverflow::wraps;
      CHECK((proved->overflow == Proved::Overflow::covered) == covers);
    }
    if (auto* found = std::get_if<Found>(&result)) {
      if (found->run.end == frontend::RunEnd::Unsupported) {
        answer.outcome = Outcome::unsupported;
        setting.unsupported = "a construct";
        continue;
      }
      const bool overflows = !frontend::signed_overflows(program, found->run.execution).empty();
      answer.outcome = wraps && overflows ? Outcome::overflowing : Outcome::error;
    }
    return answer;
  }
}

const std::string prelude =
    "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern char __VERIFIER_nondet_char(void);\n"
    "extern unsigned __VERIFIER_nondet_uint(void); extern void __VERIFIER_assume(int); extern void abort(void);\n"
    "int in(int low, int high) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= low && x <= high); return x; "
    "}\n";

Answer answer_of(const std::string& body, const EnumerationLimits& limits = {}) {
  return answer_of(frontend::test::parse(prelude + "int main(void) {\n" + body + "\nreturn 0;\n}\n"), limits);
}

bool is_proved(const std::string& body) {
  return answer_of(body).outcome == Outcome::proved;
}
bool is_refuted(const std::string& body) {
  return answer_of(body).outcome == Outcome::error;
}
bool is_open(const std::string& body) {
  return answer_of(body).outcome == Outcome::open;
}

/// Counts answers, which must agree with the exploration of all states.
struct Agreement {
  int decided = 0;
  int programs = 0;

  void check(const Program& program, const EnumerationLimits& limits, bool wraps) {
    const auto plain = testing::explore(program, 50000);
    Program other = program;
    other.signed_overflow = SignedOverflow::wraps;
    const auto wrapped = wraps ? testing::explore(other, 50000) : plain;
    if (!(plain.complete || plain.error_reachable) || !(wrapped.complete || wrapped.error_reachable)) return;
    ++programs;
    const Answer answer = answer_of(program, limits, wraps);
    decided += answer.outcome != Outcome::open ? 1 : 0;
    CHECK(answer.reason.find("interpreter") == std::string::npos);
    CHECK(answer.reason.find("replay") == std::string::npos);
    switch (answer.outcome) {
      case Outcome::proved:
        CHECK_FALSE(wrapped.error_reachable);
        return;
      case Outcome::error:
        CHECK(plain.error_reachable);
        return;
      case Outcome::overflowing:
        CHECK_FALSE(plain.error_reachable);
        CHECK(wrapped.error_reachable);
        return;
      case Outcome::unsupported:
        FAIL("nothing is unsupported");
        return;
      case Outcome::open:
        return;
    }
  }
};

}  // namespace

TEST_CASE("enumeration agrees with the exploration of all states") {
  const int rounds = static_cast<int>(testing::rounds(400));
  for (const bool loops : {false, true})
    for (const auto type : {frontend::unsigned_integer(3), frontend::signed_integer(3)}) {
      Agreement agreement;
      testing::RandomProgramOptions options;
      options.number_type = type;
      options.loops = loops;
      options.bit_operations = true;
      options.division = true;
      options.statements = 10;
      for (int seed = 0; seed < rounds; ++seed) {
        CAPTURE(seed);
        agreement.check(testing::random_program(static_cast<std::uint64_t>(seed), options), small, false);
      }
      CHECK(agreement.programs > rounds / 2);
      CHECK(agreement.decided > agreement.programs / 2);
    }
}

TEST_CASE("enumeration agrees where every condition is looked at before values are tried") {
  const int rounds = static_cast<int>(testing::rounds(100));
  EnumerationLimits limits = small;
  limits.few_values = 1;
  for (const auto type : {frontend::unsigned_integer(3), frontend::signed_integer(4)}) {
    Agreement agreement;
    testing::RandomProgramOptions options;
    options.number_type = type;
    options.bit_operations = true;
    options.division = true;
    for (int seed = 0; seed < rounds; ++seed) {
      CAPTURE(seed);
      agreement.check(testing::random_program(1000 + static_cast<std::uint64_t>(seed), options), limits, false);
    }
    CHECK(agreement.decided > agreement.programs / 2);
  }
}

TEST_CASE("enumeration counts with signed overflow as it is asked to") {
  const int rounds = static_cast<int>(testing::rounds(300));
  for (const bool wraps : {false, true}) {
    Agreement agreement;
    testing::RandomProgramOptions options;
    options.number_type = frontend::signed_integer(3);
    options.arithmetic_type = frontend::signed_integer(4);
    options.division = true;
    for (int seed = 0; seed < rounds; ++seed) {
      CAPTURE(seed);
      agreement.check(testing::random_program(5000 + static_cast<std::uint64_t>(seed), options), small, wraps);
    }
    CHECK(agreement.decided > agreement.programs / 2);
  }
}

TEST_CASE("bounded inputs are tried value by value") {
  const Answer answer = answer_of("int x = in(1, 5); int y = in(1, 12); if (x * y > 60) reach_error();");
  CHECK(answer.outcome == Outcome::proved);
  CHECK(answer.executions == 64);  // four of them leave a bound
  CHECK(is_refuted("int x = in(1, 5); int y = in(1, 12); if (x * y == 60) reach_error();"));
  CHECK(
      is_proved("int a[4]; for (int k = 0; k < 4; k++) { a[k] = __VERIFIER_nondet_int();"
                "__VERIFIER_assume(a[k] >= -3 && a[k] <= 3); } int s = 0;"
                "for (int k = 0; k < 4; k++) s += a[k]; if (s > 12 || s < -12) reach_error();"));
  CHECK(
      is_refuted("int a[4]; for (int k = 0; k < 4; k++) a[k] = in(-3, 3); int s = 0;"
                 "for (int k = 0; k < 4; k++) s += a[k]; if (s == -12) reach_error();"));
  CHECK(
      is_proved("int x = __VERIFIER_nondet_int(); if (x < 0) return 0; if (!(x < 100)) abort();"
                "if (x / 10 > 9) reach_error();"));
  CHECK(is_proved("int n = in(0, 6); for (int i = 0; i < n; i++) { int x = in(0, 2); if (x * x > 4) reach_error(); }"));
}

TEST_CASE("large ranges are cut where conditions change their value") {
  const std::string steps =
      "int x = __VERIFIER_nondet_int(); int y; if (x < -5) y = 0; else if (x == 7) y = 1; else if (x > 1000) y = 2;"
      "else if (x >= 3) y = 3; else y = 4;";
  const Answer answer = answer_of(steps + "if (y > 4) reach_error();");
  CHECK(answer.outcome == Outcome::proved);
  CHECK(answer.executions < 30);
  for (const std::string y : {"0", "1", "2", "3", "4"}) {
    CAPTURE(y);
    CHECK(is_refuted(steps + "if (y == " + y + ") reach_error();"));
  }
  CHECK(is_proved(steps + "if (y == 4 && (x < -5 || x > 2)) reach_error();"));
  CHECK(is_refuted(steps + "if (y == 3 && x == 20) reach_error();"));
  CHECK(
      is_proved("unsigned u = __VERIFIER_nondet_uint(); if (u < 4000000000u) { if (u == 4000000000u) reach_error(); }"
                "else if (u < 5) reach_error();"));
  // As many parts as there are values of an input tell nothing soon.
  CHECK(answer_of("int x = __VERIFIER_nondet_int(); int i = 0; while (i < x) i++; if (i > x && x > 0) reach_error();",
                  {.turn_edges = 2000, .max_edges = 1e6})
            .outcome == Outcome::open);
}

TEST_CASE("what only compares an input with numbers or copies it is a function of it") {
  const Answer flags = answer_of(
      "int x = __VERIFIER_nondet_int(); int neg = x < 0; int big = !(x <= 1000); int kind = neg ? 1 : big ? 2 : 0;"
      "if (kind == 1 && big) reach_error(); if (kind == 2 && neg) reach_error(); if (kind && !neg && !big) "
      "reach_error();");
  CHECK(flags.outcome == Outcome::proved);
  CHECK(flags.executions < 8);
  CHECK(is_refuted("int x = __VERIFIER_nondet_int(); int is = x == 77777; if (is) reach_error();"));
  CHECK(is_refuted("int x = __VERIFIER_nondet_int(); int y = x < 5 ? x : 9; if (y == -123456) reach_error();"));
  CHECK(is_proved("int x = __VERIFIER_nondet_int(); int y = x < 5 ? x : 9; if (y > 9 || y == 7) reach_error();"));
  // 200 is the last byte of -56, and -56 is no value of `unsigned char`.
  CHECK_FALSE(
      is_proved("int x = __VERIFIER_nondet_int(); int y = x < 5 ? x : 9; unsigned char z = y;"
                "if (z == 200 && x == -56) reach_error();"));
  CHECK(is_proved("int x = __VERIFIER_nondet_int(); int y = x ? x : 1; if (!y) reach_error();"));
  CHECK(is_refuted("int x = __VERIFIER_nondet_int(); int y = x ? x : 1; if (y == 1 && x == 0) reach_error();"));
  // A copy of a function is one, and it is followed into arrays and out of them.
  CHECK(
      is_proved("int x = __VERIFIER_nondet_int(); int f[2]; f[0] = x > 3; f[1] = f[0]; f[0] = x > 4;"
                "if (f[0] && !f[1]) reach_error();"));
  CHECK(
      is_refuted("int x = __VERIFIER_nondet_int(); int f[2]; f[0] = x > 3; f[1] = f[0]; f[0] = x > 4;"
                 "if (f[1] && !f[0]) reach_error();"));
  // What is written after a choice is undone with it.
  CHECK(
      is_proved("int x = __VERIFIER_nondet_int(); unsigned u = __VERIFIER_nondet_uint(); int f = u < 10;"
                "if (x < 0) f = u < 20; else f = u < 30; if (x >= 0 && u == 25 && !f) reach_error();"
                "if (x < 0 && u == 25 && f) reach_error();"));
}

TEST_CASE("one input bounds another") {
  CHECK(
      is_proved("int x = in(0, 90); int y = __VERIFIER_nondet_int(); if (y < 0 || y > x) return 0;"
                "if (x * y > 8100) reach_error();"));
  CHECK(
      is_refuted("int x = in(0, 90); int y = __VERIFIER_nondet_int(); if (y < 0 || y > x) return 0;"
                 "if (x * y == 8100) reach_error();"));
  CHECK(
      is_proved("int x = __VERIFIER_nondet_int(); int y = x; __VERIFIER_assume(y >= 3); __VERIFIER_assume(x <= 4);"
                "if (x * y != 9 && x * y != 16) reach_error();"));
}

TEST_CASE("conversions keep what they keep") {
  CHECK(is_proved("char c = __VERIFIER_nondet_char(); int x = c; if (x * x > 16384) reach_error();"));
  CHECK(is_refuted("char c = __VERIFIER_nondet_char(); int x = c; if (x * x == 16384) reach_error();"));
  CHECK(is_refuted("unsigned char c = in(250, 260); if (c == 4) reach_error();"));
  CHECK(is_proved("unsigned char c = in(250, 260); if (c > 4 && c < 250) reach_error();"));
  CHECK(is_refuted("unsigned u = in(-2, 2); if (u > 4000000000u) reach_error();"));
  CHECK(is_proved("unsigned u = in(-2, 2); if (u > 2 && u < 4294967294u) reach_error();"));
  CHECK(is_refuted("unsigned u = __VERIFIER_nondet_uint(); if (u > 3) return 0; if (u - 1 > 2) reach_error();"));
  CHECK(is_refuted("_Bool b = in(0, 2); if (b != 1) return 0; int x = b; if (x == 1) reach_error();"));
  CHECK(is_proved("long long x = in(-5, 5); short s = x; if (s != x) reach_error();"));
}

TEST_CASE("what is not initialised is arbitrary where it is read, and only there") {
  CHECK(is_proved("int x; int a[50]; for (int i = 0; i < 50; i++) a[i] = i; x = a[7]; if (x != 7) reach_error();"));
  CHECK(is_refuted("int x; if (x == 5) reach_error();"));
  CHECK(is_refuted("int a[50]; a[3] = 1; if (a[4] == 77) reach_error();"));
  CHECK_FALSE(is_proved("int x; int y = in(0, 3); if (x * 2 == y) reach_error();"));
  CHECK_FALSE(
      is_proved("int a[5]; for (int i = 0; i < 4; i++) a[i] = 0; int s = 0;"
                "for (int i = 0; i < 5; i++) s += a[i]; if (s == 9) reach_error();"));
  CHECK(is_refuted("_Bool b; char c; if (b && c == 3) reach_error();"));
  CHECK(is_refuted("struct { int a[3]; int n; } p, q; p.n = 1; q = p; if (q.a[1] == 4 && p.a[1] == 4) reach_error();"));
  CHECK(is_proved("struct { int a[3]; int n; } p, q; p.n = 1; q = p; if (p.a[1] == 4 && q.a[1] != 4) reach_error();"));
}

TEST_CASE("what may not be proved is not proved") {
  // Values are needed before they are bounded.
  CHECK_FALSE(
      is_refuted("int x = __VERIFIER_nondet_int(); int y = x * 2; __VERIFIER_assume(x >= 0 && x < 3);"
                 "if (y > 4) reach_error();"));
  CHECK_FALSE(
      is_proved("int x = __VERIFIER_nondet_int(); int y = x * 2; __VERIFIER_assume(x >= 0 && x < 3);"
                "if (y == 4) reach_error();"));
  CHECK(is_open("int x = in(0, 3); while (x == 2) { } if (x > 3) reach_error();"));
  CHECK(is_open("int x = __VERIFIER_nondet_int(); if (x * x == 3) reach_error();"));
  CHECK(is_open("int a[3] = {1, 2, 3}; int x = in(0, 3); if (a[x] == 4) reach_error();"));
  CHECK(is_open("int a[3] = {1, 2, 3}; int x = in(0, 3); a[x] = 4; if (a[0] == 7) reach_error();"));
  CHECK(answer_of("int x = in(0, 3); if (x == 2) __asm__(\"nop\" : \"=r\"(x)); if (x == 9) reach_error();").outcome !=
        Outcome::proved);
}

TEST_CASE("executions with undefined behaviour end where the formulas end them") {
  CHECK(is_proved("int x = in(0, 3); int y = 6 / x; if (y > 6 || y < 2) reach_error();"));
  CHECK(is_proved("int x = in(0, 3); int y = 6 / x; if (x == 0) reach_error();"));
  CHECK(is_refuted("int x = in(0, 3); int y = 6 / x; if (y == 6) reach_error();"));
  CHECK(is_proved("int x = in(30, 34); unsigned y = 1u << x; if (x > 31) reach_error();"));
}

TEST_CASE("memory and recursion") {
  const std::string functions =
      "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
      "void swap(int* a, int* b) { int t = *a; *a = *b; *b = t; }\n";
  const auto answer = [&](const std::string& body) {
    return answer_of(frontend::test::parse(prelude + "extern void* malloc(unsigned long); extern void free(void*);\n" +
                                           functions + "int main(void) {\n" + body + "\nreturn 0;\n}\n"))
        .outcome;
  };
  CHECK(answer("int x = in(0, 9); if (fib(x) > 34) reach_error();") == Outcome::proved);
  CHECK(answer("int x = in(0, 9); if (fib(x) == 34) reach_error();") == Outcome::error);
  CHECK(answer("int x = in(0, 9), y = in(0, 9); int z = x; swap(&x, &y); if (y != z) reach_error();") ==
        Outcome::proved);
  CHECK(answer("int x = in(0, 9), y = in(0, 9); int z = x; swap(&x, &y); if (x == 4 && z == 7) reach_error();") ==
        Outcome::error);
  CHECK(answer("int n = in(1, 5); int* p = malloc(n * sizeof(int)); p[n - 1] = n; if (p[n - 1] > 5) reach_error();") !=
        Outcome::error);
  CHECK(answer("int n = in(1, 5); int* p = malloc(n * sizeof(int)); p[n - 1] = n; if (p[n - 1] == 5) reach_error();") !=
        Outcome::proved);
  CHECK(answer("int n = in(1, 5); int* p = malloc(8); free(p); if (n == 2 && *p == 3) reach_error();") !=
        Outcome::error);
}

TEST_CASE("calls of recursive functions with the same values are not executed again") {
  const std::string fib = "int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }\n";
  const auto answer = [&](const std::string& functions, const std::string& body) {
    return answer_of(frontend::test::parse(prelude + functions + "int main(void) {\n" + body + "\nreturn 0;\n}\n"),
                     {.turn_edges = 20000, .max_edges = 1e6})
        .outcome;
  };
  CHECK(answer(fib, "if (fib(45) != 1134903170) reach_error();") == Outcome::proved);
  CHECK(
      answer(fib, "int x = __VERIFIER_nondet_int(); if (x > 45) return 0; if (x > 9 && fib(x) < 55) reach_error();") ==
      Outcome::proved);
  CHECK(answer(fib, "int x = in(3, 15); if (fib(x) == 610) reach_error();") == Outcome::error);
  // What is read and written besides arguments and results counts as well.
  const std::string count =
      "int calls, step; " + fib.substr(0, fib.find("{ if")) + "{ calls += step;" + fib.substr(fib.find("{ if") + 1);
  CHECK(
      answer(count, "step = 1; fib(5); int a = calls; step = 2; fib(5); if (a != 15 || calls != 45) reach_error();") ==
      Outcome::proved);
  CHECK(answer(count, "step = in(1, 2); fib(5); fib(5); if (calls == 60) reach_error();") == Outcome::error);
  // What stands behind an inner call, what is written on some ways only, errors and divisions there.
  const std::string repeat =
      "int k = in(15, 17); for (int i = 0; i < 4; i++) { h = i; f(k); if (g == 3) reach_error(); }";
  const std::string globals = "int g, h;\n";
  CHECK(answer(globals + "void f(int n) { if (n <= 0) { g = 0; return; } f(n - 1); f(n - 2); g = h; }\n", repeat) !=
        Outcome::proved);
  CHECK(answer(globals + "void f(int n) { if (n <= 0) return; f(n - 1); f(n - 2); if (h == 3) g = 3; }\n", repeat) !=
        Outcome::proved);
  CHECK(answer(globals +
                   "void f(int n) { if (n <= 0) return; f(n - 1); f(n - 2); if (h == 3 && n == 2) reach_error(); }\n",
               repeat) != Outcome::proved);
  CHECK(answer(globals + "void f(int n) { if (n <= 0) return; if (n > 50) g = 1; f(n - 1); f(n - 2); }\n",
               "for (int i = 0; i < 4; i++) { g = i; f(in(12, 14)); if (g == 3) reach_error(); }") != Outcome::proved);
  CHECK(answer(globals + "int a[3]; void f(int n) { if (n <= 0) return; f(n - 1); f(n - 2); g = a[n & 1]; }\n",
               "for (int i = 0; i < 4; i++) { a[1] = i; f(15); if (g == 3) reach_error(); }") != Outcome::proved);
  const std::string noted = "int last[4]; int f(int n) { last[n & 3] += n; return n < 1 ? 0 : 1 + f(n - 1); }\n";
  CHECK(answer(noted, "f(5); f(5); if (last[1] != 12 || last[3] != 6) reach_error();") == Outcome::proved);
  const std::string chosen = "int f(int n) { return n < 1 ? in(0, 1) : f(n - 1); }\n";
  CHECK(answer(chosen, "int a = f(3); int b = f(3); if (a == 0 && b == 1) reach_error();") == Outcome::error);
  CHECK(answer(chosen, "int a = f(3); int b = f(3); if (a + b > 2) reach_error();") == Outcome::proved);
}

TEST_CASE("random recursive functions come to what they come to in C++") {
  std::mt19937_64 random(20261127);
  const int rounds = static_cast<int>(testing::rounds(40));
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const auto below = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    const int base = 1 + below(3), factor = below(4), back = 1 + below(2), every = 1 + below(3), added = below(3);
    const int special = below(4);
    int total = 0;
    int mode = 0;
    int seen = 0;
    const std::function<int(int)> f = [&](int n) {
      total = (total * added + n) % 7;
      if (n < base) return n + total;
      int r = f(n - 1) * factor;
      if ((r + n) % every == 0) r += f(n - back);
      if (mode == special) seen = n;
      return r % 50;
    };
    int expected = 0;
    for (mode = 0; mode < 4; ++mode) expected += f(9);
    const std::string text = fmt::format(
        "int total, mode, seen; int f(int n) {{ total = (total * {4} + n) % 7; if (n < {0}) return n + total;"
        "int r = f(n - 1) * {1}; if ((r + n) % {3} == 0) r += f(n - {2}); if (mode == {5}) seen = n; return r % 50; "
        "}}\n",
        base, factor, back, every, added, special);
    const auto outcome = [&](const char* const comparison) {
      return answer_of(
                 frontend::test::parse(prelude + text + "int main(void) {\n" +
                                       fmt::format("int r = 0; for (mode = 0; mode < 4; mode++) r += f(9);"
                                                   "if ((r == {} && total == {} && seen == {}) {} 1) reach_error();",
                                                   expected, total, seen, comparison) +
                                       "\nreturn 0;\n}\n"))
          .outcome;
    };
    CHECK(outcome("!=") == Outcome::proved);
    CHECK(outcome("==") == Outcome::error);
  }
}

}  // namespace bireach::checker
