// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/math_results.h"

#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

#include "tests/support/parse_fixture.h"

namespace bireach::frontend::test {
namespace {

using logic::Integer;

Integer bits_of(double number) {
  return std::bit_cast<std::uint64_t>(number);
}

constexpr std::array unary{"sin",   "cos", "tan",  "asin",  "acos", "atan", "sinh",  "cosh",  "tanh", "asinh", "acosh",
                           "atanh", "exp", "exp2", "expm1", "log",  "log2", "log10", "log1p", "cbrt", "erf",   "erfc"};
constexpr std::array binary{"pow", "atan2", "hypot"};

/// A program that reaches its end if the function may return what the run gives it.
Program calling(const std::string& function, unsigned arguments, const std::string& type) {
  const std::string parameters = arguments == 1 ? type : type + ", " + type;
  return parse("extern " + type + " " + function + "(" + parameters + ");\nextern " + type +
               " __VERIFIER_nondet_input(void);\nextern void reach_error(void);\nint main(void) {\n  " + type +
               " a = __VERIFIER_nondet_input();\n  " + type + " b = __VERIFIER_nondet_input();\n  " + type +
               " r = " + function + (arguments == 1 ? "(a)" : "(a, b)") + ";\n  reach_error();\n  return 0;\n}\n");
}

/// Runs with these inputs and what the C library computes.
RunResult run_with(const Program& program, const std::string& function, const std::vector<Integer>& inputs,
                   const std::vector<Integer>& arguments, unsigned width) {
  std::size_t next = 0;
  return run(
      program,
      [&](EdgeId edge, std::size_t) -> logic::Value {
        const auto& havoc = std::get<Havoc>(program.edge(edge).statement);
        if (havoc.function == "__VERIFIER_nondet_input") return inputs.at(next++);
        if (havoc.function == function) return *math_result(function, arguments, width);
        return Integer(0);
      },
      100000);
}

std::vector<Integer> interesting(unsigned width, std::mt19937_64& random) {
  std::vector<Integer> result;
  const std::array numbers{0.0, -0.0,  1.0,    -1.0, 0.5,   -0.5,  2.0,      -2.0,     3.0,
                           1.5, 1e-30, -1e-30, 1e30, -1e30, 20.25, HUGE_VAL, -HUGE_VAL};
  for (const double number : numbers) {
    result.emplace_back(width == 64 ? Integer(std::bit_cast<std::uint64_t>(number))
                                    : Integer(std::bit_cast<std::uint32_t>(static_cast<float>(number))));
  }
  result.emplace_back(width == 64 ? Integer(0x7ff8000000000000U) : Integer(0x7fc00000U));
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t pattern = random();
    const double number = std::bit_cast<double>(pattern);
    // Annex F says nothing of signaling NaNs.
    const std::uint64_t quiet = std::isnan(number) ? pattern | 0x8000000000000U : pattern;
    const auto narrow = static_cast<float>(number);
    result.emplace_back(width == 64 ? Integer(quiet) : Integer(std::bit_cast<std::uint32_t>(narrow)));
  }
  return result;
}

}  // namespace

TEST_CASE("mathematical functions are those of the C library") {
  CHECK(math_result("sin", {bits_of(0.5)}, 64) == bits_of(std::sin(0.5)));
  CHECK(math_result("powf", {Integer(0x40000000), Integer(0x3f000000)}, 32) ==
        Integer(std::bit_cast<std::uint32_t>(std::pow(2.0F, 0.5F))));
  // The long double 1 is an exponent of 16383 and no fraction.
  const Integer one = Integer(16383) * logic::power_of_two(63);
  CHECK(math_result("expl", {Integer(0)}, 79) == one);
  CHECK(math_result("logl", {one}, 79) == Integer(0));
  CHECK(math_result("cbrtl", {one + 3 * logic::power_of_two(63)}, 79) == one + logic::power_of_two(63));
  CHECK_FALSE(math_result("sin", {bits_of(1), bits_of(2)}, 64));
  CHECK_FALSE(math_result("sign", {bits_of(1)}, 64));
  CHECK_FALSE(math_result("sin", {Integer(1)}, 16));
}

TEST_CASE("contracts allow what the C library computes") {
  std::mt19937_64 random(5);
  const auto check = [&](const std::string& name, unsigned arguments) {
    for (const unsigned width : {32U, 64U}) {
      const std::string function = width == 32 ? name + "f" : name;
      const Program program = calling(function, arguments, width == 32 ? "float" : "double");
      const std::vector<Integer> numbers = interesting(width, random);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        const Integer& first = numbers[i];
        const Integer& second = numbers[(5 * i + random() % 7) % numbers.size()];
        std::vector<Integer> passed{first};
        if (arguments == 2) passed.push_back(second);
        const RunResult result = run_with(program, function, {first, second}, passed, width);
        INFO(function << " of " << first << ", " << second);
        CHECK(result.end == RunEnd::Error);
        CHECK(wrong_math_results(program, result.execution).empty());
      }
    }
  };
  for (const char* name : unary) check(name, 1);
  for (const char* name : binary) check(name, 2);
}

TEST_CASE("other results are found, and can be left out") {
  const Program program = calling("sin", 1, "double");
  const std::vector<logic::Value> inputs{bits_of(0.5), bits_of(0), bits_of(0.25)};
  const auto run_in = [&](const Program& in) {
    std::size_t next = 0;
    return run(
        in,
        [&](EdgeId edge, std::size_t) {
          const bool is_input = !std::get<Havoc>(in.edge(edge).statement).function.empty();
          return is_input ? inputs.at(next++) : logic::Value(Integer(0));
        },
        100000);
  };
  const RunResult result = run_in(program);
  REQUIRE(result.end == RunEnd::Error);
  const auto wrong = wrong_math_results(program, result.execution);
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0].function == "sin");
  CHECK(wrong[0].arguments == std::vector<Integer>{bits_of(0.5)});
  CHECK(wrong[0].chosen == bits_of(0.25));
  CHECK(wrong[0].computed == bits_of(std::sin(0.5)));
  const Program fixed = with_math_results(program, wrong);
  CHECK(check_well_formed(fixed) == std::vector<std::string>{});
  CHECK(fixed.edge_count() == program.edge_count());
  CHECK(run_in(fixed).end == RunEnd::Exit);
  const RunResult real = run_with(fixed, "sin", {bits_of(0.5), bits_of(0)}, {bits_of(0.5)}, 64);
  CHECK(real.end == RunEnd::Error);
  // Other arguments are as free as before.
  CHECK(run_with(fixed, "sin", {bits_of(2), bits_of(0)}, {bits_of(3)}, 64).end == RunEnd::Error);
}

TEST_CASE("a number of characters that is not modelled counts if printing fails") {
  const Program program = parse(
      "extern int printf(const char *, ...);\nextern void reach_error(void);\nint main(void) {\n"
      "  int n = printf(\"%g\", 1.0);\n  if (n < 3) reach_error();\n  return 0;\n}\n");
  const auto run_in = [](const Program& in, int printed) {
    return run(
        in, [printed](EdgeId, std::size_t) { return logic::Value(Integer(printed)); }, 1000);
  };
  const RunResult result = run_in(program, 2);
  REQUIRE(result.end == RunEnd::Error);
  const auto wrong = wrong_math_results(program, result.execution);
  REQUIRE(wrong.size() == 1);
  CHECK(wrong[0].doubt == "depends on how many characters printf writes");
  CHECK(wrong[0].chosen == 2);
  const RunResult failed = run_in(program, -1);
  REQUIRE(failed.end == RunEnd::Error);
  CHECK(wrong_math_results(program, failed.execution).empty());
  const Program fixed = with_math_results(program, wrong);
  CHECK(check_well_formed(fixed) == std::vector<std::string>{});
  CHECK(run_in(fixed, 2).end == RunEnd::Exit);
  CHECK(run_in(fixed, -1).end == RunEnd::Error);
}

}  // namespace bireach::frontend::test
