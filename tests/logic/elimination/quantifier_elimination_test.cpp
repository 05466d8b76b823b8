// SPDX-License-Identifier: Apache-2.0
#include "logic/elimination/quantifier_elimination.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "logic/elimination/rule_eliminator.h"
#include "tests/logic/hoare/transitions.h"
#include "tests/logic/terms/random_trees.h"

using namespace bireach::logic;
using namespace bireach::test;

namespace {

constexpr int kBound = 4;  // Ints that are quantified lie in [-kBound, kBound]

std::vector<Value> values_of(Sort sort) {
  std::vector<Value> result;
  if (sort.is_bool()) return {false, true};
  if (sort.is_int()) {
    for (int value = -kBound; value <= kBound; ++value) result.emplace_back(Integer(value));
    return result;
  }
  for (int value = 0; value < (1 << sort.width()); ++value) result.emplace_back(Integer(value));
  return result;
}

std::vector<Model> assignments(const std::vector<Term>& variables) {
  std::vector<Model> result(1);
  for (Term variable : variables) {
    std::vector<Model> extended;
    for (const Model& model : result) {
      for (const Value& value : values_of(variable.sort())) {
        extended.push_back(model);
        extended.back().set(variable, value);
      }
    }
    result = std::move(extended);
  }
  return result;
}

/// Conjoins small bounds of the quantified Ints, so that enumeration is exact.
Term bounded(TermManager& m, const std::vector<Term>& quantified, Term body) {
  std::vector<Term> parts{body};
  for (Term variable : quantified) {
    if (variable.sort().is_int()) {
      parts.push_back(m.less_equal(m.integer(-kBound), variable));
      parts.push_back(m.less_equal(variable, m.integer(kBound)));
    }
  }
  return m.and_(std::move(parts));
}

/// `result` and exists quantified. body agree on all values of the other variables in their tiny domains.
void compare(const std::vector<Term>& quantified, const std::vector<Term>& free, Term body, Term result) {
  const std::vector<Model> inner = assignments(quantified);
  for (const Model& outer : assignments(free)) {
    const bool expected = std::any_of(inner.begin(), inner.end(), [&](const Model& choice) {
      Model model = outer;
      for (const auto& [variable, value] : choice.values()) model.set(variable, value);
      return evaluate_bool(body, model);
    });
    if (evaluate_bool(result, outer) != expected) {
      std::string state;
      for (const auto& [variable, value] : outer.values())
        state += variable.name() + " = " + bireach::logic::to_string(value) + "; ";
      FAIL_CHECK("exists " << quantified.front().name() << ". " << to_smtlib(body) << "\n  became " << to_smtlib(result)
                           << "\n  wrong at " << state);
      return;
    }
  }
}

struct Counts {
  int all = 0;
  int cheap = 0;
  int eliminated = 0;
};

Counts random_formulas(TreeConfig config, std::uint64_t seed, int count, int depth, bool with_solvers) {
  TreeGenerator generator(seed, config);
  TermManager m;
  std::vector<Term> variables;
  for (const auto& [name, sort] : generator.variables())
    if (!sort.is_array()) variables.push_back(m.variable(name, sort));
  std::sort(variables.begin(), variables.end());
  EliminationConfig limits;
  limits.time_limit = std::chrono::milliseconds(500);
  Counts counts;
  for (int i = 0; i < count; ++i) {
    std::vector<Term> quantified;
    std::vector<Term> free;
    for (Term variable : variables) (generator.below(3) == 0 ? quantified : free).push_back(variable);
    if (quantified.empty()) continue;
    std::vector<Term> parts;
    for (unsigned j = 0; j < 1 + generator.below(4); ++j)
      parts.push_back(build(m, *generator.tree(Sort::boolean(), depth)));
    const Term body = bounded(m, quantified, m.and_(parts));
    ++counts.all;
    std::vector<Term> left = quantified;
    const Term cheap = eliminate_cheaply(m, left, body);
    if (left.empty()) {
      ++counts.cheap;
      ++counts.eliminated;
      compare(quantified, free, body, cheap);
    } else if (with_solvers) {
      if (const std::optional<Term> result = eliminate_exists(m, quantified, body, limits)) {
        ++counts.eliminated;
        CHECK(!result->has_quantifier());
        compare(quantified, free, body, *result);
      }
    }
  }
  return counts;
}

TreeConfig only(bool ints, std::vector<unsigned> widths) {
  TreeConfig config;
  config.ints = ints;
  config.arrays = false;
  config.divisions = false;
  config.bit_vectors = !widths.empty();
  config.widths = std::move(widths);
  return config;
}

}  // namespace

TEST_CASE("random formulas over Int and Bool, against enumeration") {
  TreeConfig config = only(true, {});
  config.variables = 2;
  const Counts counts = random_formulas(config, 1, 3000, 3, false);
  MESSAGE("eliminated " << counts.cheap << " of " << counts.all);
  CHECK(counts.cheap * 10 > counts.all * 8);
}

TEST_CASE("random formulas over Int with div and mod, against enumeration") {
  TreeConfig config = only(true, {});
  config.divisions = true;
  const Counts counts = random_formulas(config, 2, 1500, 3, false);
  MESSAGE("eliminated " << counts.cheap << " of " << counts.all);
  CHECK(counts.cheap * 2 > counts.all);
}

TEST_CASE("random formulas over bit-vectors, against enumeration") {
  const Counts counts = random_formulas(only(false, {3}), 3, 3000, 3, false);
  MESSAGE("eliminated " << counts.cheap << " of " << counts.all);
  CHECK(counts.cheap * 2 > counts.all);
}

TEST_CASE("what the rules leave, by solvers, against enumeration") {
  const Counts ints = random_formulas(only(true, {}), 4, 60, 4, true);
  const Counts bits = random_formulas(only(false, {3}), 5, 100, 4, true);
  MESSAGE("Int " << ints.cheap << "+" << ints.eliminated - ints.cheap << " of " << ints.all << ", bit-vectors "
                 << bits.cheap << "+" << bits.eliminated - bits.cheap << " of " << bits.all);
  CHECK(ints.eliminated * 10 > ints.all * 8);
  CHECK(bits.eliminated * 10 > bits.all * 6);
}

namespace {

/// The rules alone eliminate the variables, and the result is equivalent to `expected`.
void eliminates(TermManager& m, std::vector<Term> variables, Term body, Term expected) {
  const Term result = eliminate_cheaply(m, variables, body);
  CHECK(variables.empty());
  SolverConfig config;
  config.time_limit = std::chrono::seconds(10);
  const auto solver = make_solver(SolverKind::z3, m, config);
  solver->add(m.distinct(result, expected));
  CHECK_MESSAGE(solver->check() == SatResult::unsat, to_smtlib(body) << " became " << to_smtlib(result));
}

}  // namespace

TEST_CASE("rules for Int") {
  TermManager m;
  Notation p(m, Sort::integer());
  const Term x = p.var("x");
  const Term y = p.var("y");
  const Term z = p.var("z");
  const Term low = p.num(-128);
  const Term high = p.num(127);
  const Term in_range = m.and_(m.less_equal(low, x), m.less_equal(x, high));
  SUBCASE("unused") {
    eliminates(m, {x}, m.less(y, z), m.less(y, z));
  }
  SUBCASE("equality") {
    eliminates(m, {x}, m.and_(m.equal(p.sub(y, x), z), m.less(x, p.num(3))), m.less(p.sub(y, z), p.num(3)));
  }
  SUBCASE("a bound on one side only") {
    eliminates(m, {x}, m.less(p.add(y, z), x), m.true_term());
  }
  SUBCASE("a type range alone") {
    eliminates(m, {x}, in_range, m.true_term());
  }
  SUBCASE("a type range and a disequality") {
    eliminates(m, {x}, m.and_(in_range, m.distinct(x, y)), m.true_term());
  }
  SUBCASE("a type range and bounds") {
    eliminates(m, {x}, m.and_({in_range, m.less_equal(y, x), m.less(x, z)}),
               m.and_({m.less_equal(y, high), m.less(y, z), m.less(low, z)}));
  }
  SUBCASE("the known range of the partner makes the type range vanish") {
    const Term y_range = m.and_(m.less_equal(low, y), m.less_equal(y, high));
    std::vector<Term> variables{x};
    const Term result = eliminate_cheaply(m, variables, m.and_({in_range, y_range, m.less_equal(y, x)}));
    CHECK(variables.empty());
    CHECK(result == y_range);
  }
  SUBCASE("coefficients") {
    eliminates(m, {x}, m.equal(p.mul(2, x), y), m.equal(m.int_mod(y, p.num(2)), p.num(0)));
    eliminates(m, {x}, m.and_(m.less_equal(p.mul(3, x), y), m.less_equal(z, x)), m.less_equal(p.mul(3, z), y));
  }
  SUBCASE("unsigned increment, backwards") {
    const Term byte = m.and_(m.less_equal(p.num(0), x), m.less_equal(x, p.num(255)));
    eliminates(m, {x}, m.and_(byte, m.equal(y, p.mod(p.add(x, p.num(1)), 256))),
               m.and_(m.less_equal(p.num(0), y), m.less_equal(y, p.num(255))));
  }
  SUBCASE("conditional assignment") {
    const Term body = m.equal(y, m.ite(m.less(x, p.num(0)), p.sub(p.num(0), x), x));
    eliminates(m, {x}, body, m.less_equal(p.num(0), y));
  }
}

TEST_CASE("rules for bit-vectors") {
  TermManager m;
  Notation p(m, Sort::bit_vector(8));
  const Term x = p.var("x");
  const Term y = p.var("y");
  const Term z = p.var("z");
  eliminates(m, {x}, m.and_(m.equal(p.add(x, y), z), p.less(x, y)), p.less(p.sub(z, y), y));
  eliminates(m, {x}, m.and_(m.equal(p.mul(5, x), z), p.less(x, y)), p.less(p.mul(205, z), y));
  eliminates(m, {x}, p.less(p.add(x, y), z), m.distinct(z, p.num(-128)));
  eliminates(m, {x}, m.and_(p.less(y, x), p.less(x, z)), m.and_(p.less(y, z), p.less(p.add(y, p.num(1)), z)));
  eliminates(m, {x}, m.and_(m.distinct(x, y), m.distinct(x, z)), m.true_term());
  const Term wide = m.variable("wide", Sort::bit_vector(16));
  eliminates(m, {x}, m.equal(m.sign_extend(x, 8), wide), m.equal(wide, m.sign_extend(m.extract(wide, 7, 0), 8)));
}

TEST_CASE("rules for arrays") {
  TermManager m;
  const Sort sort = Sort::array(Sort::integer(), Sort::integer());
  const Term a = m.variable("a", sort);
  const Term b = m.variable("b", sort);
  const Term i = m.variable("i", Sort::integer());
  const Term j = m.variable("j", Sort::integer());
  const Term v = m.variable("v", Sort::integer());
  const Term w = m.variable("w", Sort::integer());
  eliminates(m, {a}, m.equal(b, m.store(a, i, v)), m.equal(m.select(b, i), v));
  eliminates(m, {a}, m.and_(m.equal(m.select(a, i), v), m.equal(m.select(a, j), w)),
             m.implies(m.equal(i, j), m.equal(v, w)));
  eliminates(m, {a}, m.and_(m.equal(b, m.store(a, i, v)), m.less(m.select(a, i), w)), m.equal(m.select(b, i), v));
}

TEST_CASE("nested and universal quantifiers") {
  TermManager m;
  Notation p(m, Sort::integer());
  const Term x = p.var("x");
  const Term y = p.var("y");
  const Term z = p.var("z");
  // forall x. y <= x => exists z. x < z <= x + 10
  const Term inner = m.exists({z}, m.and_(m.less(x, z), m.less_equal(z, p.add(x, p.num(10)))));
  const std::optional<Term> result =
      eliminate_quantifiers(m, m.forall({x}, m.implies(m.less_equal(y, x), inner)), EliminationConfig{});
  REQUIRE(result);
  CHECK(result->is_true());
  const std::optional<Term> unbounded =
      eliminate_quantifiers(m, m.forall({x}, m.implies(m.less_equal(y, x), m.less(x, z))), EliminationConfig{});
  REQUIRE(unbounded);
  CHECK(unbounded->is_false());
}

TEST_CASE("limits hold for formulas beyond elimination") {
  TermManager m;
  Notation p(m, Sort::integer());
  const Term x = p.var("x");
  const Term y = p.var("y");
  const Term z = p.var("z");
  const Term cube_sum = m.add({m.mul(m.mul(x, x), x), m.mul(m.mul(y, y), y), m.mul(x, y)});
  EliminationConfig config;
  config.time_limit = std::chrono::milliseconds(400);
  const auto start = std::chrono::steady_clock::now();
  const std::optional<Term> result = eliminate_exists(m, {x, y}, m.equal(cube_sum, m.mul(z, z)), config);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
  CHECK(!result);
}

TEST_CASE("a time limit may come at any moment") {
  // Many variables, so that models take a while; the limits sweep over checks, models and projections.
  for (int step = 1; step <= 40; ++step) {
    TermManager m;
    std::vector<Term> variables;
    std::vector<Term> parts;
    for (int i = 0; i < 16; ++i) {
      const Term x = m.variable("x" + std::to_string(i), Sort::integer());
      const Term y = m.variable("y" + std::to_string(i), Sort::integer());
      variables.push_back(x);
      parts.push_back(m.or_({m.less(m.mul(m.integer(3), x), y), m.equal(m.int_mod(x, m.integer(5)), m.integer(i % 5)),
                             m.less(y, m.mul(m.integer(7), x))}));
      if (i > 0) parts.push_back(m.less_equal(m.add(variables[variables.size() - 2], y), m.mul(m.integer(2), x)));
    }
    EliminationConfig config;
    config.time_limit = std::chrono::milliseconds(step * 2);
    const auto start = std::chrono::steady_clock::now();
    CHECK_NOTHROW((void)eliminate_exists(m, variables, m.and_(std::move(parts)), config));
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
  }
}
