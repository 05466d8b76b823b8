// SPDX-License-Identifier: Apache-2.0
/// Formulas in C's notation.
#include "checker/report/text/formula_text.h"

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <regex>

#include "logic/terms/model.h"
#include "tests/checker/report/text/formulas.h"
#include "tests/support/parse_fixture.h"

namespace {

using namespace bireach;
using namespace bireach::checker;
using frontend::ScalarType;
using logic::Integer;
using logic::Kind;
using logic::Sort;
using logic::Term;
using test::bool_type;
using test::Formulas;
using test::int_type;
using test::unsigned_type;

}  // namespace

TEST_CASE("formula text: comparisons as a person writes them") {
  Formulas f;
  auto& t = f.terms;
  const Term x = f.variable("x", int_type);
  const Term y = f.variable("y", int_type);
  const Term z = f.variable("z", int_type);
  CHECK(f(t.true_term()) == "true");
  CHECK(f(t.false_term()) == "false");
  CHECK(f(t.less(x, y)) == "x < y");
  CHECK(f(t.greater(x, y)) == "y < x");
  CHECK(f(t.less_equal(x, y)) == "x <= y");
  CHECK(f(t.greater(x, f.number(42))) == "x >= 43");
  CHECK(f(t.less(x, f.number(42))) == "x <= 41");
  CHECK(f(t.less(x, f.number(0))) == "x < 0");
  CHECK(f(t.greater(x, f.number(0))) == "x > 0");
  CHECK(f(t.distinct(x, f.number(0))) == "x != 0");
  CHECK(f(t.equal(f.number(-3), x)) == "x == -3");
  CHECK(f(t.equal(x, t.add(y, f.number(1)))) == "x - y == 1");
  CHECK(f(t.equal(y, t.add(x, f.number(1)))) == "y - x == 1");
  CHECK(f(t.equal(x, t.add(y, z))) == "x == y + z");
  CHECK(f(t.less_equal(t.add(x, f.number(5)), y)) == "y - x >= 5");
  CHECK(f(t.less_equal(x, t.add(y, f.number(5)))) == "x - y <= 5");
  CHECK(f(t.less_equal(t.mul(f.number(2), x), t.add(y, f.number(5)))) == "y >= 2 * x - 5");
  CHECK(f(t.less_equal(t.add(x, y), f.number(-1))) == "x + y < 0");
}

TEST_CASE("formula text: bounds of one term are merged") {
  Formulas f;
  auto& t = f.terms;
  const Term x = f.variable("x", int_type);
  const Term y = f.variable("y", int_type);
  const auto n = [&f](int value) { return f.number(value); };
  const Term five = t.and_(t.less_equal(x, n(5)), t.greater_equal(x, n(5)));
  CHECK(f(five) == "x == 5");
  CHECK(f(t.not_(five)) == "x != 5");
  CHECK(f(t.and_(t.less_equal(x, n(7)), t.greater_equal(x, n(3)))) == "x >= 3 && x <= 7");
  CHECK(f(t.or_(t.less(x, n(3)), t.greater(x, n(7)))) == "x <= 2 || x >= 8");
  CHECK(f(t.and_(t.greater_equal(x, n(3)), t.distinct(x, n(3)))) == "x >= 4");
  CHECK(f(t.and_(t.less_equal(x, y), t.less_equal(y, x))) == "x == y");
  CHECK(f(t.and_({t.equal(y, n(2)), t.less(x, y), t.equal(x, n(1))})) == "x == 1 && y == 2 && x < y");
  CHECK(f(t.and_(t.or_(t.equal(x, n(1)), t.equal(y, n(1))), t.less(x, n(9)))) == "x <= 8 && (x == 1 || y == 1)");
  CHECK(f(t.or_(t.and_(t.equal(x, n(1)), t.equal(y, n(1))), t.less(y, n(-8)))) == "y <= -9 || (x == 1 && y == 1)");
}

TEST_CASE("formula text: what the type says is left out") {
  Formulas f;
  auto& t = f.terms;
  const Term u = f.variable("u", unsigned_type);
  const Term b = f.variable("b", bool_type);
  const Term x = f.variable("x", int_type);
  CHECK(f(t.and_(t.greater_equal(u, f.number(0)), t.less_equal(u, f.number(9)))) == "u <= 9");
  CHECK(f(t.less_equal(u, f.number(0))) == "u == 0");
  CHECK(f(t.greater_equal(u, f.number(0))) == "true");
  CHECK(f(t.less_equal(x, f.number(int_type.max()))) == "true");
  CHECK(f(t.less(x, f.number(int_type.min()))) == "false");
  CHECK(f(t.equal(b, f.number(1))) == "b");
  CHECK(f(t.equal(b, f.number(0))) == "!b");
  CHECK(f(t.greater_equal(b, f.number(1))) == "b");
  CHECK(f(t.less_equal(b, f.number(0))) == "!b");
  CHECK(f(t.distinct(b, f.number(0))) == "b");
}

TEST_CASE("formula text: divisions, arrays, choices") {
  Formulas f;
  auto& t = f.terms;
  const Term x = f.variable("x", int_type);
  const Term y = f.variable("y", int_type);
  const Term u = f.variable("u", unsigned_type);
  const Term a = f.array("a", int_type);
  const auto n = [&f](const Integer& value) { return f.number(value); };
  CHECK(f(t.equal(t.int_mod(x, n(3)), n(0))) == "x % 3 == 0");
  CHECK(f(t.distinct(t.int_mod(x, n(2)), n(0))) == "x % 2 != 0");
  CHECK(f(t.equal(t.int_mod(x, n(3)), n(2))) == "(x % 3 + 3) % 3 == 2");
  CHECK(f(t.equal(t.int_mod(u, n(3)), n(2))) == "u % 3 == 2");
  CHECK(f(t.equal(t.int_div(u, n(3)), n(2))) == "u / 3 == 2");
  CHECK(f(t.equal(t.int_div(x, n(8)), y)) == "y == (x >> 3)");
  const Term negative = t.neg(t.int_div(t.neg(x), n(3)));
  const Term quotient = t.ite(t.greater_equal(x, n(0)), t.int_div(x, n(3)), negative);
  CHECK(f(t.equal(quotient, y)) == "y == x / 3");
  const Term four = t.sub(n(4), x);
  const Term half = t.ite(t.greater_equal(four, n(0)), t.int_div(four, n(2)), t.neg(t.int_div(t.neg(four), n(2))));
  CHECK(f(t.equal(half, y)) == "y == (4 - x) / 2");
  const Term twice = t.add(t.mul(n(2), y), t.add(x, n(3)));
  const Term middle = t.ite(t.less(twice, n(0)), t.neg(t.int_div(t.neg(twice), n(2))), t.int_div(twice, n(2)));
  CHECK(f(t.equal(middle, n(5))) == "(x + 2 * y + 3) / 2 == 5");
  const Term seventh = t.ite(t.less(four, n(0)), t.neg(t.int_mod(t.neg(four), n(7))), t.int_mod(four, n(7)));
  CHECK(f(t.equal(seventh, n(5))) == "(4 - x) % 7 == 5");
  const Term rest = t.ite(t.greater_equal(x, n(0)), t.int_mod(x, n(3)), t.neg(t.int_mod(t.neg(x), n(3))));
  CHECK(f(t.equal(rest, n(2))) == "x % 3 == 2");
  CHECK(f(t.less(t.select(a, t.sub(x, n(1))), t.select(a, x))) == "a[x - 1] < a[x]");
  CHECK(f(t.equal(t.select(t.store(a, x, n(7)), y), n(7))) == "(y == x ? 7 : a[y]) == 7");
  CHECK(f(t.equal(t.ite(t.less(x, y), x, y), n(3))) == "(x < y ? x : y) == 3");
  CHECK(f(t.less_equal(t.mul(x, y), n(12))) == "x * y <= 12");
  CHECK(f(t.less_equal(t.mul(t.add(x, n(1)), y), n(12))) == "y * (x + 1) <= 12");
}

TEST_CASE("formula text: reductions modulo 2^n are casts") {
  Formulas f;
  auto& t = f.terms;
  const Term x = f.variable("x", int_type);
  const Term u = f.variable("u", unsigned_type);
  const Term v = f.variable("v", unsigned_type);
  const Integer modulus = logic::power_of_two(32);
  const Term sum = t.add(u, v);
  const Term wrapped = t.ite(t.greater_equal(sum, f.number(modulus)), t.sub(sum, f.number(modulus)), sum);
  CHECK(f(t.equal(wrapped, f.number(3))) == "(unsigned int)(u + v) == 3");
  const Term next =
      t.ite(t.greater_equal(u, f.number(modulus - 1)), t.sub(u, f.number(modulus - 1)), t.add(u, f.number(1)));
  const Term after =
      t.ite(t.greater_equal(next, f.number(modulus - 1)), t.sub(next, f.number(modulus - 1)), t.add(next, f.number(1)));
  CHECK(f(t.equal(next, v)) == "v == (unsigned int)(u + 1)");
  CHECK(f(t.equal(after, v)) == "v == (unsigned int)(u + 2)");
  CHECK(f(t.equal(after, f.number(1))) == "u == 4294967295");
  const Term difference = t.sub(u, v);
  const Term below = t.ite(t.greater_equal(difference, f.number(0)), difference, t.add(difference, f.number(modulus)));
  CHECK(f(t.less_equal(below, f.number(3))) == "(unsigned int)(u - v) <= 3");
  CHECK(f(t.equal(t.int_mod(t.mul(f.number(3), x), f.number(modulus)), u)) == "u == (unsigned int)(3 * x)");
  const Integer half = logic::power_of_two(7);
  const Term narrow = t.sub(t.int_mod(t.add(x, f.number(half)), f.number(2 * half)), f.number(half));
  CHECK(f(t.equal(narrow, f.number(-1))) == "(signed char)x == -1");
}

TEST_CASE("formula text: what is long is cut") {
  const std::vector<std::string> conjuncts{"x == 1", "y == 2", "z == 3"};
  CHECK(joined_conjuncts(conjuncts, 0) == "x == 1 && y == 2 && z == 3");
  CHECK(joined_conjuncts(conjuncts, 26) == "x == 1 && y == 2 && z == 3");
  CHECK(joined_conjuncts(conjuncts, 25) == "x == 1 && …(2 more)");
  CHECK(joined_conjuncts(conjuncts, 25, {"x == 1"}) == "y == 2 && …(2 more)");
  CHECK(joined_conjuncts({"x == 1", "a[i] == a[i + 1]", "z == 3"}, 29) == "x == 1 && z == 3 && …(1 more)");
  CHECK(joined_conjuncts(conjuncts, 1) == "…(3 conditions)");
  Formulas f;
  auto& t = f.terms;
  Term big = f.variable("x", int_type);
  const Term y = f.variable("y", int_type);
  for (int i = 0; i < 40; ++i) big = t.ite(t.less(big, f.number(i)), t.mul(big, y), t.add(big, f.number(i)));
  CHECK(f(t.and_(t.equal(big, f.number(3)), t.equal(y, f.number(0)))) ==
        "y == 0 && (a condition on x, y, too long to show)");
}

TEST_CASE("formula text: bit-vectors") {
  Formulas f;
  auto& t = f.terms;
  const Term x = f.variable("x", int_type, true);
  const Term y = f.variable("y", int_type, true);
  const Term u = f.variable("u", unsigned_type, true);
  const Term b = f.variable("b", bool_type, true);
  const auto n = [&t](long long value) { return t.bit_vector(value, 32); };
  CHECK(f(t.bv_binary(Kind::BvSle, n(43), x)) == "x >= 43");
  CHECK(f(t.not_(t.bv_binary(Kind::BvSle, n(0), x))) == "x < 0");
  CHECK(f(t.equal(x, n(-5))) == "x == -5");
  CHECK(f(t.equal(u, n(-5))) == "u == 4294967291");
  CHECK(f(t.bv_binary(Kind::BvUlt, x, n(10))) == "(unsigned int)x <= 9");
  CHECK(f(t.and_(t.bv_binary(Kind::BvSle, x, n(5)), t.bv_binary(Kind::BvSle, n(5), x))) == "x == 5");
  CHECK(f(t.bv_binary(Kind::BvSlt, x, y)) == "x < y");
  CHECK(f(t.equal(t.bv_binary(Kind::BvAdd, n(-1), x), y)).find("x - 1") != std::string::npos);
  CHECK(f(t.equal(t.bv_binary(Kind::BvAnd, u, n(15)), n(3))) == "(u & 15) == 3");
  CHECK(f(t.distinct(t.bv_binary(Kind::BvShl, x, n(2)), n(0))) == "(x << 2) != 0");
  CHECK(f(t.equal(b, t.bit_vector(1, 1))) == "b");
  CHECK(f(t.equal(b, t.bit_vector(0, 1))) == "!b");
  // The last bit is not C's _Bool, which asks for zero.
  const Term last = t.extract(u, 0, 0);
  const Term flipped = t.bv_binary(Kind::Concat, t.extract(u, 31, 1), t.bv_unary(Kind::BvNot, last));
  CHECK(f(t.equal(last, b)) == "b == (u & 1)");
  CHECK(f(t.equal(flipped, t.bv_binary(Kind::BvMul, u, n(6)))) == "((u >> 1) << 1 | !(u & 1)) == u * 6");
}

namespace {

/// Runs texts as C: the k-th is chosen by the first input, the others are the values of the variables.
class InC {
 public:
  InC(const std::vector<std::string>& texts, const std::map<std::string, ScalarType>& types) {
    std::string code = "void reach_error(void);\nextern int choose(void);\n#define true 1\n#define false 0\n";
    std::string body = "  int k = choose();\n";
    for (const auto& [name, type] : types) {
      const std::string c_type = c_name(type);
      code += "extern " + c_type + " value_" + name + "(void);\n";
      body += "  " + c_type + " " + name + " = value_" + name + "();\n";
    }
    for (std::size_t i = 0; i < texts.size(); ++i)
      body += "  if (k == " + std::to_string(i) + ") { if (" + texts[i] + ") reach_error(); return 0; }\n";
    program_ = frontend::test::parse(code + "int main(void) {\n" + body + "  return 0;\n}\n");
  }

  bool holds(std::size_t text, const std::map<std::string, Integer>& values) {
    const auto oracle = [&](frontend::EdgeId edge, std::size_t) -> logic::Value {
      const auto& havoc = std::get<frontend::Havoc>(program_.edge(edge).statement);
      if (havoc.function == "choose") return Integer(text);
      return havoc.function.empty() ? Integer(0) : values.at(havoc.function.substr(6));
    };
    const frontend::RunResult result =
        frontend::run(program_, oracle, 1'000'000, {}, frontend::KeptStates::first_and_last);
    REQUIRE(result.end != frontend::RunEnd::Unsupported);
    return result.end == frontend::RunEnd::Error;
  }

 private:
  static std::string c_name(const ScalarType& type) {
    if (type.is_boolean()) return "_Bool";
    const char* const names[] = {"char", "short", "int", "long long"};
    const std::size_t index = type.width == 8 ? 0 : type.width == 16 ? 1 : type.width == 32 ? 2 : 3;
    return std::string(type.is_signed() ? "signed " : "unsigned ") + names[index];
  }

  frontend::Program program_;
};

class Random {
 public:
  Random(Formulas& formulas, std::uint64_t seed) : f_(formulas), t_(formulas.terms), rng_(seed) {}

  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng_); }
  int small() { return static_cast<int>(below(9)) - 4; }
  template <typename T>
  const T& one_of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

  Term int_term(const std::vector<Term>& variables, int depth) {
    if (depth == 0 || below(4) == 0) return below(3) == 0 ? f_.number(small()) : one_of(variables);
    const auto sub = [&] { return int_term(variables, depth - 1); };
    switch (below(9)) {
      case 0:
        return t_.sub(sub(), sub());
      case 8:
        return reduced(sub(), below(2) == 0);
      case 1:
        return t_.mul(f_.number(small()), sub());
      case 2:
        return t_.int_mod(sub(), f_.number(one_of(std::vector<int>{2, 3, 4, -2, -5})));
      case 3:
        return t_.int_div(sub(), f_.number(one_of(std::vector<int>{2, 3, 4, -2, -5})));
      case 4:
        return t_.ite(int_formula(variables, depth - 1), sub(), sub());
      case 5: {
        const Term x = sub(), d = f_.number(one_of(std::vector<int>{2, 3, 5}));
        const bool quotient = below(2) == 0;
        const auto divided = [&](Term v) { return quotient ? t_.int_div(v, d) : t_.int_mod(v, d); };
        return t_.ite(t_.greater_equal(x, f_.number(0)), divided(x), t_.neg(divided(t_.neg(x))));
      }
      default:
        return t_.add(sub(), sub());
    }
  }

  /// Modulo 2^32 into the range of a type, as the semantics of programs write it: by cases or with mod.
  Term reduced(Term x, bool is_signed) {
    const Term modulus = f_.number(logic::power_of_two(32));
    const Term least = f_.number(is_signed ? Integer(-logic::power_of_two(31)) : Integer(0));
    if (below(2) == 0) return t_.add(t_.int_mod(t_.sub(x, least), modulus), least);
    if (below(2) == 0) return t_.ite(t_.greater_equal(x, t_.add(least, modulus)), t_.sub(x, modulus), x);
    return t_.ite(t_.greater_equal(x, least), x, t_.add(x, modulus));
  }

  Term int_formula(const std::vector<Term>& variables, int depth) {
    if (depth == 0 || below(3) == 0) {
      const Integer constant = small() + (below(3) == 0 ? logic::power_of_two(32) : Integer(0));
      const Term left = int_term(variables, 2), right = below(2) == 0 ? f_.number(constant) : int_term(variables, 1);
      const Term atom = below(2) == 0 ? t_.less_equal(left, right) : t_.equal(left, right);
      return below(2) == 0 ? atom : t_.not_(atom);
    }
    return combine([&] { return int_formula(variables, depth - 1); });
  }

  Term bit_term(const std::map<unsigned, std::vector<Term>>& variables, unsigned width, int depth) {
    if (depth == 0 || below(5) == 0) {
      return below(3) == 0 ? t_.bit_vector(below(2) == 0 ? Integer(small()) : Integer(rng_()), width)
                           : one_of(variables.at(width));
    }
    const auto sub = [&](unsigned w) { return bit_term(variables, w, depth - 1); };
    const Term amount = t_.bit_vector(below(width), width);
    switch (below(12)) {
      case 10: {
        if (width == 8) return t_.extract(sub(32), 23, 16);
        if (width == 64) return t_.bv_binary(Kind::Concat, sub(32), sub(32));
        const auto split = below(2) == 0 ? 1 : static_cast<std::uint32_t>(1 + below(31));
        Term low = t_.extract(sub(32), split - 1, 0);
        if (below(2) == 0) low = t_.bv_unary(below(2) == 0 ? Kind::BvNot : Kind::BvNeg, low);
        return t_.bv_binary(Kind::Concat, t_.extract(sub(64), 63 - split, 32),
                            below(3) == 0 ? t_.bit_vector(1, split) : low);
      }
      case 0:
        return t_.bv_unary(below(2) == 0 ? Kind::BvNot : Kind::BvNeg, sub(width));
      case 1:
        return t_.bv_binary(one_of(std::vector{Kind::BvAnd, Kind::BvOr, Kind::BvXor}), sub(width), sub(width));
      case 2:
        return t_.bv_binary(one_of(std::vector{Kind::BvShl, Kind::BvLshr, Kind::BvAshr}), sub(width), amount);
      case 3:
        return t_.bv_binary(one_of(std::vector{Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem}), sub(width),
                            t_.bit_vector(3, width));
      case 4:
        return t_.bv_binary(Kind::BvMul, sub(width), sub(width));
      case 5:
        return t_.ite(bit_formula(variables, depth - 1), sub(width), sub(width));
      case 6:
      case 7: {
        const unsigned other = one_of(std::vector{8U, 32U, 64U});
        if (other < width)
          return below(2) == 0 ? t_.zero_extend(sub(other), width - other) : t_.sign_extend(sub(other), width - other);
        return other > width ? t_.extract(sub(other), width - 1, 0) : sub(width);
      }
      default:
        return t_.bv_binary(Kind::BvAdd, sub(width), sub(width));
    }
  }

  Term bit_formula(const std::map<unsigned, std::vector<Term>>& variables, int depth) {
    if (depth == 0 || below(3) == 0) {
      const unsigned width = one_of(std::vector{8U, 32U, 64U});
      const Term left = bit_term(variables, width, 2);
      const Term right = bit_term(variables, width, static_cast<int>(below(2)));
      const Kind kind = one_of(std::vector{Kind::BvUlt, Kind::BvUle, Kind::BvSlt, Kind::BvSle, Kind::Equal});
      const Term atom = kind == Kind::Equal ? t_.equal(left, right) : t_.bv_binary(kind, left, right);
      return below(2) == 0 ? atom : t_.not_(atom);
    }
    return combine([&] { return bit_formula(variables, depth - 1); });
  }

  Integer value(const ScalarType& type) {
    switch (below(3)) {
      case 0:
        return type.convert(small());
      case 1:
        return type.convert((below(2) == 0 ? type.max() : type.min()) + small());
      default:
        return type.convert(Integer(rng_()));
    }
  }

 private:
  template <typename Make>
  Term combine(Make make) {
    switch (below(6)) {
      case 0:
        return t_.not_(make());
      case 1:
        return t_.or_(make(), make());
      case 2:
        return t_.ite(make(), make(), make());
      case 3:
        return t_.equal(make(), make());
      default:
        return t_.and_({make(), make(), make()});
    }
  }

  Formulas& f_;
  logic::TermManager& t_;
  std::mt19937_64 rng_;
};

std::map<std::string, Integer> valuation(const Formulas& f, const std::function<Integer(const ScalarType&)>& value) {
  std::map<std::string, Integer> values;
  for (const auto& [name, type] : f.types()) values[name] = value(type);
  return values;
}

}  // namespace

TEST_CASE("formula text, evaluated as C, agrees with the formula: integers") {
  Formulas f;
  const std::vector<Term> variables{f.variable("x", int_type), f.variable("y", int_type),
                                    f.variable("u", unsigned_type), f.variable("v", unsigned_type),
                                    f.variable("b", bool_type)};
  // Unsigned variables are compared as numbers; in C that takes variables of a type that has them all.
  std::map<std::string, ScalarType> c_types = f.types();
  for (auto& [name, type] : c_types) type = name == "b" ? bool_type : frontend::signed_integer(64);
  Random random(f, 20261121);
  std::vector<Term> formulas;
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    formulas.push_back(random.int_formula(variables, 2));
    // Sums are of mathematical integers: in C, of a type that is wide enough.
    texts.push_back(std::regex_replace(f(formulas.back()), std::regex("(\\((unsigned )?int\\))"), "(long long)$1"));
  }
  InC c(texts, c_types);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (int k = 0; k < 12; ++k) {
      const auto values = valuation(f, [&](const ScalarType& type) -> Integer {
        const int value = random.small();
        if (type.is_signed() || type.is_boolean()) return type.is_signed() ? value : value & 1;
        return random.below(2) == 0 ? Integer(value + 4) : type.max() - (value + 4);
      });
      logic::Model model;
      for (const Term variable : variables) model.set(variable, values.at(variable.name()));
      INFO(to_smtlib(formulas[i]));
      INFO(texts[i]);
      REQUIRE(c.holds(i, values) == evaluate_bool(formulas[i], model));
    }
  }
}

TEST_CASE("formula text, evaluated as C, agrees with the formula: bit-vectors") {
  Formulas f;
  std::map<unsigned, std::vector<Term>> variables;
  for (const unsigned width : {8U, 32U, 64U}) {
    for (const bool is_signed : {true, false}) {
      const std::string name = std::string(is_signed ? "s" : "u") + std::to_string(width);
      variables[width].push_back(f.variable(name, frontend::integer_of(width, is_signed), true));
    }
  }
  Random random(f, 4711);
  std::vector<Term> formulas;
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    formulas.push_back(random.bit_formula(variables, 2));
    texts.push_back(f(formulas.back()));
  }
  InC c(texts, f.types());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (int k = 0; k < 12; ++k) {
      const auto values = valuation(f, [&](const ScalarType& type) { return random.value(type); });
      logic::Model model;
      for (const auto& [width, terms] : variables)
        for (const Term variable : terms) model.set(variable, logic::wrap_unsigned(values.at(variable.name()), width));
      INFO(to_smtlib(formulas[i]));
      INFO(texts[i]);
      REQUIRE(c.holds(i, values) == evaluate_bool(formulas[i], model));
    }
  }
}
