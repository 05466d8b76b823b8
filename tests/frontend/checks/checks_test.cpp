// SPDX-License-Identifier: Apache-2.0
/// Checks of operations against the interpreter, which notes undefined behaviour on its own.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "frontend/checks/checked_program.h"
#include "frontend/checks/conditions.h"
#include "frontend/program/interpreter.h"
#include "tests/frontend/program/random_expr.h"
#include "tests/support/parse_fixture.h"
#include "tests/support/random_program.h"

namespace bireach::frontend {
namespace {

std::optional<Violation> violation_of(UndefinedBehaviour kind) {
  switch (kind) {
    case UndefinedBehaviour::SignedOverflow:
      return Violation::no_overflow;
    case UndefinedBehaviour::DivisionByZero:
      return Violation::division_by_zero;
    case UndefinedBehaviour::ShiftOutOfRange:
      return Violation::shift_out_of_range;
    case UndefinedBehaviour::IndexOutOfBounds:
    case UndefinedBehaviour::InvalidAccess:
      return Violation::valid_deref;
    case UndefinedBehaviour::ConversionOutOfRange:
      break;
  }
  return std::nullopt;
}

const std::vector<Violation> of_arithmetic{Violation::no_overflow, Violation::division_by_zero,
                                           Violation::shift_out_of_range, Violation::valid_deref};

/// main's property, for a program in C.
ParseOptions looking_for(std::vector<Violation> kinds) {
  ParseOptions options;
  options.property.kinds = std::move(kinds);
  return options;
}

/// What the program violates when its inputs are these and the tracked object is at this address; nothing: nothing.
std::optional<Violation> violated(const Program& program, const std::vector<long>& inputs,
                                  const logic::Integer& tracked) {
  std::size_t next = 0;
  const HavocOracle oracle = [&](EdgeId edge, std::size_t) -> logic::Value {
    const Havoc& havoc = std::get<Havoc>(program.edge(edge).statement);
    const Variable& variable = program.variables[havoc.target.variable];
    if (variable.array && !havoc.target.index) return logic::ArrayValue{};
    if (program.memory.tracked && havoc.target.variable == program.memory.tracked->address) return tracked;
    if (havoc.function.empty()) return variable.type.convert(77);
    return variable.type.convert(next < inputs.size() ? inputs[next++] : 0);
  };
  const RunResult result = run(program, oracle, 100000, {}, KeptStates::first_and_last);
  if (result.end != RunEnd::Error) {
    CHECK(result.end == RunEnd::Exit);
    return std::nullopt;
  }
  return violated_by(program, result.execution.trace);
}

/// The same, whichever object is tracked.
std::optional<Violation> violated(const Program& program, const std::vector<long>& inputs) {
  const logic::Integer& first = program.memory.first_allocated;
  for (int slot = 0; slot < 20; ++slot)
    if (const auto found = violated(program, inputs, first + slot * 16)) return found;
  return std::nullopt;
}

/// The interpreter lets signed left shifts overflow, as compilers do.
bool shifts_left(const Expr& expr) {
  return (expr.kind == Expr::Kind::Binary && expr.binary == BinaryOp::Shl && expr.type.is_signed()) ||
         std::any_of(expr.operands.begin(), expr.operands.end(),
                     [](const ExprPtr& operand) { return shifts_left(*operand); });
}

TEST_CASE("the first check that fails is the undefined behaviour that the interpreter meets first") {
  int failing = 0;
  int passing = 0;
  Program program;
  program.property.kinds = of_arithmetic;
  testing::ExprOptions options;
  options.types = {bool_type, signed_integer(8),    unsigned_integer(16),
                   int_type,  unsigned_integer(32), signed_integer(64)};
  testing::RandomExpr random(program, 61, options);
  const LocationId from = program.add_location({LocationKind::Normal, "main", "", {}, false});
  const LocationId to = program.add_location({LocationKind::Exit, "main", "", {}, false});
  for (int i = 0; i < 1500; ++i) {
    Edge edge;
    const ScalarType type = random.type();
    edge.statement = Assume{make_truth(random.expr(type, 3))};
    if (shifts_left(*std::get<Assume>(edge.statement).condition)) continue;
    const EdgeId id = program.add_edge(from, to, edge);
    const std::vector<Check> checks = checks_of(program, id, nullptr);
    for (int s = 0; s < 20; ++s) {
      const ConcreteState state = random.state();
      std::vector<UndefinedEvent> events;
      const Expr& condition = *std::get<Assume>(edge.statement).condition;
      static_cast<void>(evaluate(program, condition, state, id, events));
      const Check* failed = nullptr;
      for (const Check& check : checks) {
        std::vector<UndefinedEvent> of_check;
        if (!check.is_modelled || evaluate(program, *check.fails, state, id, of_check) == 0) {
          CHECK(of_check.empty());
          continue;
        }
        CHECK(of_check.empty());
        failed = &check;
        break;
      }
      INFO(to_string(program, condition));
      REQUIRE((failed != nullptr) == !events.empty());
      if (failed != nullptr) CHECK(failed->violation == violation_of(events.front().kind));
      ++(failed != nullptr ? failing : passing);
    }
  }
  CHECK(failing > 1000);
  CHECK(passing > 5000);
}

TEST_CASE("the overflow of a random program is the error of its checked program") {
  int overflowing = 0;
  int others = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    bireach::testing::RandomProgramOptions shape;
    shape.number_type = signed_integer(3);
    shape.arithmetic_type = signed_integer(seed % 2 == 0 ? 4U : 6U);
    shape.division = seed % 3 == 0;
    Program program = bireach::testing::random_program(7100 + seed, shape);
    const bireach::testing::Exploration plain = bireach::testing::explore(program, 50000);
    if (!plain.complete || plain.error_reachable) continue;
    program.property.kinds = of_arithmetic;
    const Program checked = with_checks(program);
    if (check_well_formed(program).empty())  // not where conditions have a narrow type
      for (const std::string& problem : check_well_formed(checked)) FAIL_CHECK(problem);
    const bireach::testing::Exploration found = bireach::testing::explore(checked, 100000);
    INFO(program_to_text(program));
    CHECK(found.error_reachable == plain.undefined_behaviour);
    CHECK_FALSE(found.undefined_behaviour);
    ++(found.error_reachable ? overflowing : others);
  }
  CHECK(overflowing >= 10);
  CHECK(others >= 10);
}

TEST_CASE("checked programs are well-formed") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    bireach::testing::RandomProgramOptions shape;
    shape.division = true;
    Program program = bireach::testing::random_program(7600 + seed, shape);
    REQUIRE(check_well_formed(program).empty());
    program.property.kinds = of_arithmetic;
    for (const std::string& problem : check_well_formed(with_checks(program))) FAIL_CHECK(problem);
  }
}

TEST_CASE("an access through a pointer is valid exactly within its object, while that exists") {
  const Program heap = test::parse(
      "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n"
      "int main(void) { int size = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();\n"
      "  char *before = malloc(8), *p = malloc(size), *behind = malloc(8); *before = *behind = 1;\n"
      "  if (__VERIFIER_nondet_int()) free(p);\n  p[i] = 1; return *before + *behind; }\n",
      looking_for({Violation::valid_deref, Violation::valid_free}));
  for (const long size : {0, 1, 5, 40})
    for (const long index : {-100, -17, -1, 0, 1, 4, 5, 30, 39, 40, 41, 60, 200}) {
      INFO(size << " " << index);
      const auto found = violated(heap, {size, index, 0});
      CHECK(found.has_value() == (index < 0 || index >= size));
      CHECK(violated(heap, {size, index, 1}) == Violation::valid_deref);
    }
  const Program fixed = test::parse(
      "extern int __VERIFIER_nondet_int(void);\n"
      "int main(void) { int a[3] = {1, 2, 3}, b[3] = {4, 5, 6}; int i = __VERIFIER_nondet_int();\n"
      "  int *p = __VERIFIER_nondet_int() ? a : b; return *(p + i); }\n",
      looking_for({Violation::valid_deref}));
  for (const long choice : {0, 1})
    for (const long index : {-20, -8, -1, 0, 2, 3, 4, 8, 12, 20})
      CHECK(violated(fixed, {index, choice}).has_value() == (index < 0 || index > 2));
}

TEST_CASE("a free is valid exactly of an allocated object that was not freed") {
  const Program program = test::parse(
      "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint x;\n"
      "int main(void) { char *p = malloc(4), *q = malloc(0); int which = __VERIFIER_nondet_int();\n"
      "  char *r = which == 0 ? p : which == 1 ? q : which == 2 ? p + 1 : which == 3 ? (char *)&x : 0;\n"
      "  free(r); if (__VERIFIER_nondet_int()) free(r); return 0; }\n",
      looking_for({Violation::valid_free}));
  for (const long which : {0, 1, 2, 3, 4}) {
    INFO(which);
    CHECK(violated(program, {which, 0}).has_value() == (which == 2 || which == 3));
    CHECK(violated(program, {which, 1}).has_value() == (which != 4));
  }
}

TEST_CASE("what is allocated at the end is a leak") {
  const std::string text =
      "#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\nint *kept;\n"
      "int main(void) { int *p = malloc(4); kept = 0; int what = __VERIFIER_nondet_int();\n"
      "  if (what == 1) free(p); if (what == 2) kept = p; return 0; }\n";
  const Program cleanup = test::parse(text, looking_for({Violation::valid_memcleanup}));
  CHECK(violated(cleanup, {0}) == Violation::valid_memcleanup);
  CHECK_FALSE(violated(cleanup, {1}));
  CHECK(violated(cleanup, {2}) == Violation::valid_memcleanup);
  const Program track = test::parse(text, looking_for({Violation::valid_memtrack}));
  CHECK(violated(track, {0}) == Violation::valid_memtrack);
  CHECK_FALSE(violated(track, {1}));
  CHECK_FALSE(violated(track, {2}));
}

TEST_CASE("checks of arguments of recursive calls come before the call") {
  const Program program = test::parse(
      "extern int __VERIFIER_nondet_int(void);\n"
      "int f(int n, int m) { if (n == 3) return m; return f(n - 1, m + n); }\n"
      "int main(void) { return f(__VERIFIER_nondet_int(), 0); }\n",
      looking_for({Violation::no_overflow}));
  REQUIRE(program.procedures.size() == 1);
  for (const auto& call : program.procedures[0].calls)
    for (LocationId l = call.start; l != program.procedures[0].entry;) {
      REQUIRE(program.outgoing(l).size() == 1);
      l = program.target(program.outgoing(l).front());
    }
  CHECK_FALSE(violated(program, {5}));
  CHECK(violated(program, {-2147483647}) == Violation::no_overflow);
}

TEST_CASE("nothing is asked that no property asks for, nor of operations that cannot fail") {
  const std::string text = "int main(void) { int a[4] = {0}; short s = 1; s++; a[s & 3] = 1; return a[1] % 3; }\n";
  const auto errors = [](const Program& program) {
    int count = 0;
    for (LocationId l = 0; l < program.location_count(); ++l)
      count += program.location(l).kind == LocationKind::Error ? 1 : 0;
    return count;
  };
  CHECK(errors(test::parse(text)) == 0);
  CHECK(errors(test::parse(text, looking_for(of_arithmetic))) == 0);
  const std::string shifts = "int main(void) { int x = __VERIFIER_nondet_int(); return x << 3; }\n";
  CHECK(errors(test::parse(shifts, looking_for({Violation::shift_out_of_range}))) == 0);
  CHECK(errors(test::parse(shifts, looking_for({Violation::no_overflow}))) == 1);
}

TEST_CASE("what is asked about shared variables is one step with the operation") {
  const std::string text =
      "#include <pthread.h>\nint x, a[4];\nvoid *f(void *p) { a[x] = 1; return p; }\n"
      "int main(void) { pthread_t t; int i = 0; pthread_create(&t, 0, f, 0); x = 2; a[i] = 3; return 0; }\n";
  const auto begins = [](const Program& interleaving) {
    const Program& program = *interleaving.thread_graphs;
    int count = 0;
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const ThreadStep& step = program.edge(edge).thread_step;
      count += step.is_of_check && step.kind == ThreadStep::Kind::atomic_begin ? 1 : 0;
    }
    return count;
  };
  // Indices are of the thread's own: what was read of x, and i.
  CHECK(begins(test::parse(text, looking_for({Violation::valid_deref}))) == 0);
  const std::string pointer =
      "#include <pthread.h>\n#include <stdlib.h>\nint *x;\nvoid *f(void *p) { *x = 1; return p; }\n"
      "int main(void) { pthread_t t; x = malloc(4); pthread_create(&t, 0, f, 0); free(x); return 0; }\n";
  CHECK(begins(test::parse(pointer, looking_for({Violation::valid_deref}))) > 0);
  CHECK(begins(test::parse(pointer, looking_for({Violation::unreach_call}))) == 0);
}

TEST_CASE("programs with threads are not asked for uninitialised reads") {
  const std::string text =
      "#include <pthread.h>\nint x;\nvoid *f(void *p) { x = x + 1; return p; }\n"
      "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = x * 2; return 0; }\n";
  const Program asked = test::parse(text, looking_for({Violation::uninitialised_read}));
  CHECK(test::unsupported_notes(asked) == std::vector<std::string>{"threads: reads of uninitialised variables"});
  ParseOptions usual;
  usual.property.kinds = default_kinds();
  usual.property.is_default = true;
  const Property property = test::parse(text, usual).property;
  CHECK(property.has(Violation::no_overflow));
  CHECK_FALSE(property.has(Violation::uninitialised_read));
  CHECK(test::unsupported_notes(test::parse(text, looking_for({Violation::no_overflow}))).empty());
}

}  // namespace
}  // namespace bireach::frontend
