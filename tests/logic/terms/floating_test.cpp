// SPDX-License-Identifier: Apache-2.0
/// Floating point: the reference against the machine's own arithmetic, and the solvers against the reference.
#include "logic/terms/floating.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

#include "logic/solvers/solver.h"
#include "logic/terms/model.h"
#include "tests/support/sampling.h"

using namespace bireach::logic;

namespace {

/// Patterns of the machine's types.
template <typename Real>
struct Machine;
template <>
struct Machine<float> {
  static constexpr unsigned width = 32;
  static Integer pattern(float value) { return std::bit_cast<std::uint32_t>(value); }
  static float value(const Integer& pattern) { return std::bit_cast<float>(static_cast<std::uint32_t>(pattern)); }
};
template <>
struct Machine<double> {
  static constexpr unsigned width = 64;
  static Integer pattern(double value) { return std::bit_cast<std::uint64_t>(value); }
  static double value(const Integer& pattern) { return std::bit_cast<double>(static_cast<std::uint64_t>(pattern)); }
};
#if defined(__x86_64__)
template <>
struct Machine<long double> {
  static constexpr unsigned width = 79;
  static Integer pattern(long double value) {
    std::uint64_t significand = 0;
    std::uint16_t upper = 0;
    std::memcpy(&significand, &value, 8);
    std::memcpy(&upper, reinterpret_cast<const char*>(&value) + 8, 2);
    return (Integer{upper} << 63U) | (significand & (~std::uint64_t{0} >> 1U));
  }
  static long double value(const Integer& pattern) {
    const auto upper = static_cast<std::uint16_t>(pattern >> 63U);
    auto significand = static_cast<std::uint64_t>(pattern & (power_of_two(63) - 1));
    if ((upper & 0x7FFFU) != 0) significand |= std::uint64_t{1} << 63U;
    long double result = 0;
    std::memcpy(&result, &significand, 8);
    std::memcpy(reinterpret_cast<char*>(&result) + 8, &upper, 2);
    return result;
  }
};
#endif

/// Patterns of all classes; many near each other, so that sums cancel and products round at the ends of the range.
class Patterns {
 public:
  explicit Patterns(unsigned width) : format_(*float_format(width)) {}

  Integer next() {
    const unsigned fraction_bits = format_.significand_bits - 1;
    const std::uint32_t top = (1U << format_.exponent_bits) - 1;
    const std::uint32_t bias = top / 2;
    Integer fraction = 0;
    switch (pick(4)) {
      case 0:
        break;
      case 1:
        fraction = power_of_two(pick(fraction_bits));
        break;
      case 2:
        fraction = power_of_two(fraction_bits) - 1 - pick(3);
        break;
      default:
        for (unsigned bits = 0; bits < fraction_bits; bits += 32) fraction = (fraction << 32U) + Integer{random_()};
        fraction = wrap_unsigned(fraction, fraction_bits);
    }
    std::uint32_t exponent = 0;
    switch (pick(6)) {
      case 0:
        exponent = pick(3);
        break;
      case 1:
        exponent = top - pick(4);
        break;
      case 2:
        exponent = pick(top);
        break;
      case 3:
        exponent = bias + fraction_bits + pick(4) - 2;
        break;
      default:
        exponent = bias + pick(9) - 4;
    }
    Integer pattern = (Integer{exponent} << fraction_bits) + fraction;
    if (pick(2) == 1) pattern += power_of_two(format_.width() - 1);
    return pattern;
  }
  std::uint32_t pick(std::uint32_t count) { return static_cast<std::uint32_t>(random_()) % count; }

 private:
  FloatFormat format_;
  std::mt19937 random_{17};
};

/// Equal, where all NaN count as one.
bool same(const Integer& a, const Integer& b, unsigned width) {
  return a == b || (is_nan_pattern(a, width) && is_nan_pattern(b, width));
}

template <typename Real>
Real machine_result(FloatOp op, Real x, Real y, Real z) {
  switch (op) {
    case FloatOp::Add:
      return x + y;
    case FloatOp::Sub:
      return x - y;
    case FloatOp::Mul:
      return x * y;
    case FloatOp::Div:
      return x / y;
    case FloatOp::Fma:
      return std::fma(x, y, z);
    case FloatOp::Sqrt:
      return std::sqrt(x);
    case FloatOp::Remainder:
      return std::remainder(x, y);
    case FloatOp::Mod:
      return std::fmod(x, y);
    case FloatOp::RoundEven:
      return std::nearbyint(x);
    case FloatOp::RoundAway:
      return std::round(x);
    case FloatOp::Floor:
      return std::floor(x);
    case FloatOp::Ceil:
      return std::ceil(x);
    case FloatOp::Truncate:
      return std::trunc(x);
    case FloatOp::Negate:
      return -x;
    case FloatOp::Absolute:
      return std::fabs(x);
    default:
      return std::copysign(x, y);
  }
}

template <typename Real>
bool machine_truth(FloatOp op, Real x, Real y) {
  switch (op) {
    case FloatOp::Equal:
      return x == y;
    case FloatOp::Less:
      return x < y;
    case FloatOp::LessEqual:
      return x <= y;
    case FloatOp::IsNan:
      return std::isnan(x);
    case FloatOp::IsInfinite:
      return std::isinf(x);
    case FloatOp::IsNormal:
      return std::isnormal(x);
    default:
      return std::fpclassify(x) == FP_SUBNORMAL;
  }
}

template <typename From, typename To>
void check_conversion(const Integer& pattern) {
  const Integer expected = Machine<To>::pattern(static_cast<To>(Machine<From>::value(pattern)));
  const Integer result = fold_floating(FloatOp::Convert, {pattern}, Machine<From>::width, Machine<To>::width);
  CAPTURE(float_text(pattern, Machine<From>::width));
  CHECK_MESSAGE(same(result, expected, Machine<To>::width), result, " ", expected);
}

template <typename Real>
void check_integers(const Integer& pattern, std::uint64_t bits) {
  constexpr unsigned width = Machine<Real>::width;
  const auto is_signed = static_cast<std::int64_t>(bits);
  CHECK(fold_floating(FloatOp::FromSigned, {bits}, 64, width) == Machine<Real>::pattern(static_cast<Real>(is_signed)));
  CHECK(fold_floating(FloatOp::FromUnsigned, {bits}, 64, width) == Machine<Real>::pattern(static_cast<Real>(bits)));
  const Real value = Machine<Real>::value(pattern);
  const Real truncated = std::trunc(value);
  const IntegerBounds bounds = integer_bounds(width, 32, true);
  const Real low = Machine<Real>::value(bounds.low);
  const bool inside = (bounds.low_included ? low <= value : low < value) && value < Machine<Real>::value(bounds.high);
  CHECK(inside == (truncated >= -2147483648.0F && truncated < 2147483648.0F));
  const Integer result = fold_floating(FloatOp::ToSigned, {pattern}, width, 32);
  CHECK(result == (inside ? wrap_unsigned(static_cast<std::int32_t>(value), 32) : Integer{0}));
  const Integer unsigned_result = fold_floating(FloatOp::ToUnsigned, {pattern}, width, 64);
  const bool fits = truncated > -1 && truncated < 18446744073709551616.0F;
  CHECK(unsigned_result == (fits ? Integer{static_cast<std::uint64_t>(value)} : Integer{0}));
}

template <typename Real>
void check_against_machine(int rounds) {
  constexpr unsigned width = Machine<Real>::width;
  Patterns patterns(width);
  for (int i = 0; i < rounds; ++i) {
    const std::vector<Integer> all{patterns.next(), patterns.next(), patterns.next()};
    const Real x = Machine<Real>::value(all[0]);
    const Real y = Machine<Real>::value(all[1]);
    const Real z = Machine<Real>::value(all[2]);
    CAPTURE(float_text(all[0], width));
    CAPTURE(float_text(all[1], width));
    CAPTURE(float_text(all[2], width));
    for (auto op = FloatOp::Add; op <= FloatOp::CopySign; op = static_cast<FloatOp>(static_cast<int>(op) + 1)) {
      const Integer expected = Machine<Real>::pattern(machine_result(op, x, y, z));
      const Integer result = fold_floating(op, std::span(all).first(arity(op)), width, width);
      // glibc's remainder does not always give a zero the sign of x, as IEEE 754 asks.
      const bool zeros =
          op == FloatOp::Remainder && wrap_unsigned(result, width - 1) == 0 && wrap_unsigned(expected, width - 1) == 0;
      CHECK_MESSAGE((zeros || same(result, expected, width)), to_string(op), ": ", result, " ", expected);
    }
    for (auto op = FloatOp::Equal; op <= FloatOp::IsSubnormal; op = static_cast<FloatOp>(static_cast<int>(op) + 1)) {
      const bool result = !fold_floating(op, std::span(all).first(arity(op)), width, 1).is_zero();
      CHECK_MESSAGE(result == machine_truth(op, x, y), to_string(op));
    }
    check_conversion<Real, float>(all[0]);
    check_conversion<Real, double>(all[0]);
    const std::uint64_t low = (std::uint64_t{patterns.pick(~0U)} << 32U) | patterns.pick(~0U);
    check_integers<Real>(all[0], low >> patterns.pick(64));
  }
}

Term application(TermManager& m, FloatOp op, const std::vector<Term>& x, unsigned width) {
  return m.floating(op, std::span(x).first(arity(op)), width);
}

/// The solver finds the reference's value and no other.
void check_solver(SolverKind kind, unsigned width, FloatOp op, unsigned result_width, Patterns& patterns) {
  TermManager m;
  const unsigned operand_width = takes_float(op) ? width : 32;
  std::vector<Term> variables;
  std::vector<Term> given;
  std::vector<Term> values;
  for (const char* name : {"x", "y", "z"}) {
    variables.push_back(m.variable(name, Sort::bit_vector(operand_width)));
    values.push_back(m.bit_vector(patterns.next(), operand_width));
    given.push_back(m.equal(variables.back(), values.back()));
  }
  const Term symbolic = application(m, op, variables, result_width);
  const Term expected = application(m, op, values, result_width);
  REQUIRE(expected.is_constant());
  CAPTURE(to_string(op));
  CAPTURE(to_smtlib(m.and_(given)));
  CAPTURE(to_smtlib(expected));
  SolverConfig config;
  config.time_limit = std::chrono::seconds(20);
  const auto solver = make_solver(kind, m, config);
  solver->add(m.and_(given));
  CHECK(solver->check({m.distinct(symbolic, expected)}) == SatResult::unsat);
  CHECK_MESSAGE(solver->check({m.equal(symbolic, expected)}) == SatResult::sat, solver->reason_unknown().text);
}

void check_solver(SolverKind kind, unsigned width, int rounds) {
  Patterns patterns(width);
  for (int i = 0; i < rounds; ++i) {
    for (int code = 0; code <= static_cast<int>(FloatOp::IsSubnormal); ++code) {
      const auto op = static_cast<FloatOp>(code);
      if (op == FloatOp::Remainder || op == FloatOp::Mod) continue;
      unsigned result_width = width;
      if (op == FloatOp::Convert) result_width = width == 32 ? 64 : 32;
      if (!gives_float(op)) result_width = 32;
      check_solver(kind, width, op, result_width, patterns);
    }
  }
}

}  // namespace

TEST_CASE("floating point: the reference computes what the machine does") {
  check_against_machine<float>(20000);
  check_against_machine<double>(20000);
#if defined(__x86_64__)
  check_against_machine<long double>(10000);
#endif
}

TEST_CASE("floating point: Z3 agrees with the reference") {
  check_solver(SolverKind::z3, 32, bireach::testing::rounds(8));
  if (bireach::testing::is_sample()) return;
  check_solver(SolverKind::z3, 64, 2);
  check_solver(SolverKind::z3, 79, 1);
}

TEST_CASE("floating point: cvc5 agrees with the reference") {
  check_solver(SolverKind::cvc5, 32, bireach::testing::rounds(6));
  if (bireach::testing::is_sample()) return;
  check_solver(SolverKind::cvc5, 64, 1);
}

TEST_CASE("floating point: a chain of operations is decided by both solvers") {
  for (const SolverKind kind : {SolverKind::z3, SolverKind::cvc5}) {
    TermManager m;
    const Term x = m.variable("x", Sort::bit_vector(32));
    const Term y = m.variable("y", Sort::bit_vector(32));
    const Term truth = m.variable("b", Sort::boolean());
    const auto number = [&](float value) { return m.bit_vector(Machine<float>::pattern(value), 32); };
    const Term sum = m.floating(FloatOp::Add, {x, number(1)}, 32);
    const Term choice = m.ite(truth, m.floating(FloatOp::Negate, {sum}, 32), m.floating(FloatOp::Absolute, {sum}, 32));
    const Term small =
        m.and_(m.floating(FloatOp::LessEqual, {number(0), x}, 1), m.floating(FloatOp::LessEqual, {x, number(10)}, 1));
    const auto solver = make_solver(kind, m, SolverConfig{});
    solver->add(small);
    solver->add(m.equal(y, choice));
    CHECK(solver->check({m.floating(FloatOp::Less, {y, number(-11)}, 1)}) == SatResult::unsat);
    solver->push();
    solver->add(m.floating(FloatOp::Equal, {y, number(-11)}, 1));
    REQUIRE(solver->check() == SatResult::sat);
    CHECK(std::get<Integer>(solver->model().get(x)) == Machine<float>::pattern(10));
    solver->pop();
    solver->add(m.floating(FloatOp::Less, {number(11), y}, 1));
    CHECK(solver->check() == SatResult::unsat);
  }
}

TEST_CASE("floating point: remainders of variables are left undecided, not guessed") {
  for (const SolverKind kind : {SolverKind::z3, SolverKind::cvc5}) {
    TermManager m;
    const Term x = m.variable("x", Sort::bit_vector(32));
    const Term y = m.variable("y", Sort::bit_vector(32));
    const auto solver = make_solver(kind, m, SolverConfig{});
    solver->add(m.equal(x, m.floating(FloatOp::Mod, {x, y}, 32)));
    CHECK(solver->check() == SatResult::unknown);
  }
}

TEST_CASE("floating point: remainders by or of a zero, an infinity or a NaN are no remainders any more") {
  const auto number = [](float value) { return Machine<float>::pattern(value); };
  const float infinity = std::numeric_limits<float>::infinity();
  Patterns patterns(32);
  TermManager m;
  const Term variable = m.variable("v", Sort::bit_vector(32));
  for (const FloatOp op : {FloatOp::Mod, FloatOp::Remainder}) {
    for (const bool is_first : {true, false}) {
      std::vector<Integer> specials{number(infinity), number(-infinity), nan_pattern(32), number(0), number(-0.0F)};
      for (const Integer& special : specials) {
        const Term constant = m.bit_vector(special, 32);
        const Term symbolic =
            is_first ? m.floating(op, {constant, variable}, 32) : m.floating(op, {variable, constant}, 32);
        std::vector<Integer> values = specials;
        for (int i = 0; i < 50; ++i) values.push_back(patterns.next());
        for (const Integer& value : values) {
          const Term expected = is_first ? m.floating(op, {constant, m.bit_vector(value, 32)}, 32)
                                         : m.floating(op, {m.bit_vector(value, 32), constant}, 32);
          Model model;
          model.set(variable, Value{value});
          CAPTURE(float_text(special, 32));
          CAPTURE(float_text(value, 32));
          CHECK(std::get<Integer>(evaluate(symbolic, model)) == expected.constant());
        }
        const auto solver = make_solver(SolverKind::z3, m, SolverConfig{});
        solver->add(m.equal(symbolic, m.bit_vector(number(1), 32)));
        CHECK(solver->check() != SatResult::unknown);
      }
    }
  }
}

TEST_CASE("floating point: texts read back") {
  CHECK(float_text(Machine<float>::pattern(0.1F), 32) == "0.1f");
  CHECK(float_text(Machine<float>::pattern(-0.0F), 32) == "-0.0f");
  CHECK(float_text(Machine<double>::pattern(1e300), 64) == "1e+300");
  CHECK(float_text(Machine<double>::pattern(3), 64) == "3.0");
  CHECK(float_text(nan_pattern(64), 64) == "NAN");
  CHECK(float_text(0xff800000U, 32) == "-INFINITY");
  Patterns patterns(64);
  for (int i = 0; i < 1000; ++i) {
    const Integer pattern = patterns.next();
    const double value = Machine<double>::value(pattern);
    if (std::isfinite(value))
      CHECK(Machine<double>::pattern(std::strtod(float_text(pattern, 64).c_str(), nullptr)) == pattern);
  }
}
