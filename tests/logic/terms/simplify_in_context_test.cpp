// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/simplify_in_context.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/logic/terms/random_trees.h"
#include "tests/support/sampling.h"

using namespace bireach::logic;
using namespace bireach::test;

namespace {

Term between(TermManager& m, const Integer& low, Term term, const Integer& high) {
  return m.and_(m.less_equal(m.integer(low), term), m.less_equal(term, m.integer(high)));
}

}  // namespace

TEST_CASE("wrapping that bounds exclude is left out") {
  TermManager m;
  const Term x = m.variable("x", Sort::integer());
  const Term y = m.variable("y", Sort::integer());
  const Integer size = Integer(1) << 64;
  ContextSimplifier context(m);
  context.assume({between(m, 1, x, 100), m.less_equal(y, m.add(x, m.integer(1)))});
  const Term sum = m.add(m.mul(m.integer(4), x), m.integer(1 << 20));
  const Term wrapped = m.ite(m.less_equal(m.integer(size), sum), m.sub(sum, m.integer(size)), sum);
  CHECK(context.simplify(wrapped) == sum);
  CHECK(context.simplify(m.int_mod(sum, m.integer(size))) == sum);
  CHECK(context.simplify(m.int_div(sum, m.integer(size))) == m.integer(0));
  CHECK(context.simplify(m.less_equal(y, m.integer(101))).is_true());
  CHECK_FALSE(context.simplify(m.less_equal(y, m.integer(100))).is_constant());
  // Within a choice more is known.
  const Term choice = m.ite(m.less_equal(x, m.integer(5)), m.ite(m.less_equal(x, m.integer(6)), x, y), sum);
  CHECK(context.simplify(choice) == m.ite(m.less_equal(x, m.integer(5)), x, sum));
}

TEST_CASE("an assumption does not follow from itself") {
  TermManager m;
  const Term x = m.variable("x", Sort::integer());
  const Term y = m.variable("y", Sort::integer());
  const Term closer = m.less_equal(x, m.integer(5));
  const Term negated = m.not_(m.or_(m.less_equal(x, y), m.less_equal(y, m.integer(0))));
  ContextSimplifier context(m);
  const auto assumed = context.assume({m.less_equal(x, m.integer(255)), closer, negated});
  CHECK(m.and_(assumed) == m.and_({closer, m.not_(m.less_equal(x, y)), m.not_(m.less_equal(y, m.integer(0)))}));
}

TEST_CASE("simplified formulas mean the same under the assumptions") {
  TreeConfig config;
  config.bit_vectors = false;
  config.arrays = false;
  config.variables = 3;
  int met = 0;
  int shorter = 0;
  for (int i = 0; i < bireach::testing::counted_rounds(4000); ++i) {
    TreeGenerator generator(static_cast<std::uint64_t>(i), config);
    TermManager m;
    std::vector<Term> conditions;
    for (const auto& [name, sort] : generator.variables())
      if (sort.is_int() && generator.below(3) != 0)
        conditions.push_back(between(m, -Integer(generator.below(4)), m.variable(name, sort), generator.below(6)));
    for (unsigned j = generator.below(3); j > 0; --j)
      conditions.push_back(build(m, *generator.tree(Sort::boolean(), 3)));
    const Term term = build(m, *generator.tree(i % 2 == 0 ? Sort::boolean() : Sort::integer(), 5));
    ContextSimplifier context(m);
    const Term assumed = m.and_(context.assume(conditions));
    const Term simplified = context.simplify(term);
    if (dag_size(simplified) < dag_size(term)) ++shorter;
    const Term all = m.and_(conditions);
    for (int j = 0; j < 12; ++j) {
      const Model model = to_model(m, generator, generator.assignment());
      const Value holds = evaluate(all, model);
      CAPTURE(to_smtlib(all));
      REQUIRE(evaluate(assumed, model) == holds);
      if (holds != Value(true)) continue;
      ++met;
      CAPTURE(to_smtlib(term));
      CAPTURE(to_smtlib(simplified));
      REQUIRE(evaluate(simplified, model) == evaluate(term, model));
    }
  }
  CHECK(bireach::testing::is_often(met, 1000));
  CHECK(bireach::testing::is_often(shorter, 50));
}
