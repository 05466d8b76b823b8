// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "tests/logic/terms/random_trees.h"
#include "tests/support/sampling.h"

using namespace bireach::logic;
using namespace bireach::test;

namespace {

/// Builds random trees and compares their terms' values with the direct evaluation.
void compare(std::uint64_t seed, const TreeConfig& config, int trees, int depth) {
  TreeGenerator generator(seed, config);
  TermManager m;
  int differences = 0;
  for (int i = 0; i < trees && differences < 3; ++i) {
    Sort sort = Sort::boolean();
    switch (generator.below(4)) {
      case 0:
        if (config.ints) sort = Sort::integer();
        break;
      case 1:
        if (config.bit_vectors) sort = Sort::bit_vector(generator.width());
        break;
      case 2:
        if (config.arrays) sort = Sort::array(Sort::integer(), Sort::integer());
        break;
      default:
        break;
    }
    const TreePtr tree = generator.tree(sort, depth);
    const Term term = build(m, *tree);
    for (int j = 0; j < 6; ++j) {
      const Assignment assignment = generator.assignment();
      const Value expected = direct(*tree, assignment);
      const Value found = evaluate(term, to_model(m, generator, assignment));
      if (expected == found) continue;
      ++differences;
      CAPTURE(to_smtlib(term));
      CHECK(to_string(expected) == to_string(found));
      break;
    }
  }
  CHECK(differences == 0);
}

}  // namespace

TEST_CASE("simplified terms mean what was built: all sorts") {
  for (const unsigned seed : {1U, 2U, 3U}) compare(seed, {}, bireach::testing::rounds(6000), 4);
  compare(4, {}, bireach::testing::rounds(1000), 7);
}

TEST_CASE("simplified terms mean what was built: integers with many constants") {
  TreeConfig config;
  config.bit_vectors = false;
  config.arrays = false;
  for (const int constants : {2, 6, 8}) {
    config.constants_of_ten = constants;
    compare(static_cast<std::uint64_t>(10 + constants), config, bireach::testing::rounds(10000), 5);
  }
}

TEST_CASE("simplified terms mean what was built: small bit-vectors") {
  TreeConfig config;
  config.ints = false;
  config.arrays = false;
  config.widths = {1, 2, 3};
  for (const int constants : {2, 6, 8}) {
    config.constants_of_ten = constants;
    compare(static_cast<std::uint64_t>(20 + constants), config, bireach::testing::rounds(10000), 5);
  }
}

TEST_CASE("substitution means evaluation under the changed values") {
  TreeGenerator generator(31, {});
  TermManager m;
  for (int i = 0; i < 2000; ++i) {
    const Term term = build(m, *generator.tree(Sort::boolean(), 4));
    const TreePtr by_int = generator.tree(Sort::integer(), 2);
    const TreePtr by_bits = generator.tree(Sort::bit_vector(8), 2);
    const Term x = m.variable("Int.0", Sort::integer());
    const Term y = m.variable("BitVec8.1", Sort::bit_vector(8));
    const Term replaced = m.substitute(term, {{x, build(m, *by_int)}, {y, build(m, *by_bits)}});
    const Assignment before = generator.assignment();
    const Model model = to_model(m, generator, before);
    Model changed = model;
    changed.set(x, direct(*by_int, before));
    changed.set(y, direct(*by_bits, before));
    REQUIRE(evaluate_bool(replaced, model) == evaluate_bool(term, changed));
  }
}

TEST_CASE("deep terms do not exhaust the stack") {
  TermManager m;
  const Term x = m.variable("x", Sort::integer());
  const Term c = m.variable("c", Sort::boolean());
  Term array = m.variable("a", Sort::array(Sort::integer(), Sort::integer()));
  Term tree = m.integer(0);
  Term sum = x;
  for (int i = 0; i < 100000; ++i) {
    array = m.store(array, m.mul(m.integer(i + 2), x), m.integer(i));
    tree = m.ite(m.equal(x, m.integer(i)), m.integer(i + 1), tree);
    sum = m.ite(c, m.add(m.mul(sum, sum), x), m.variable("y", Sort::integer()));
    if (i % 8 == 0) sum = m.int_mod(sum, m.integer(1000));
  }
  Model model;
  model.set(x, Integer{7});
  CHECK(evaluate(m.select(array, m.integer(7 * 12)), model) == Value{Integer{10}});
  CHECK(evaluate(tree, model) == Value{Integer{8}});
  CHECK(evaluate_bool(m.equal(tree, m.integer(8)), model));
  CHECK_FALSE(evaluate_bool(m.less_equal(tree, m.integer(7)), model));
  const Term all = m.and_({m.equal(m.select(array, x), m.integer(1)), m.equal(tree, x), m.less(sum, x)});
  CHECK(free_variables(all).size() == 4);
  CHECK(dag_size(all) > 300000);
  const Term replaced = m.substitute(all, {{x, m.variable("z", Sort::integer())}});
  CHECK(free_variables(replaced).size() == 4);
  CHECK(to_smtlib(all).size() > 1000000);
  CHECK_NOTHROW((void)evaluate_bool(all, model));
}

TEST_CASE("values") {
  CHECK(euclidean_div(-7, 2) == -4);
  CHECK(euclidean_mod(-7, 2) == 1);
  CHECK(euclidean_div(-7, -2) == 4);
  CHECK(euclidean_mod(7, -2) == 1);
  CHECK(euclidean_div(7, -2) == -3);
  CHECK_THROWS_AS((void)euclidean_div(1, 0), std::invalid_argument);
  CHECK(wrap_unsigned(-1, 8) == 255);
  CHECK(wrap_signed(255, 8) == -1);
  CHECK(wrap_signed(128, 8) == -128);
  CHECK(wrap_unsigned(power_of_two(64) + 3, 64) == 3);
  ArrayValue a;
  a.set(1, 5);
  a.set(1, 0);
  CHECK(a == ArrayValue{});
}

TEST_CASE("arrays with few indices are compared by their elements") {
  TermManager m;
  const Sort sort = Sort::array(Sort::bit_vector(1), Sort::bit_vector(2));
  const auto bit = [&](int v) { return m.bit_vector(v, 1); };
  const auto element = [&](int v) { return m.bit_vector(v, 2); };
  const Term a = m.store(m.store(m.const_array(sort, element(0)), bit(0), element(3)), bit(1), element(3));
  CHECK(evaluate_bool(m.equal(a, m.const_array(sort, element(3))), {}));
  CHECK_FALSE(evaluate_bool(m.equal(a, m.const_array(sort, element(2))), {}));
}

TEST_CASE("evaluation refuses quantifiers") {
  TermManager m;
  const Term x = m.variable("x", Sort::integer());
  const Term y = m.variable("y", Sort::integer());
  CHECK_THROWS_AS((void)evaluate(m.exists({x}, m.less(x, y)), {}), std::invalid_argument);
}
