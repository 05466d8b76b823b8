// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/term_manager.h"

#include <doctest/doctest.h>

#include <thread>

#include "logic/terms/linear.h"
#include "logic/terms/model.h"

using namespace bireach::logic;

namespace {

struct Ints {
  TermManager m;
  Term x = m.variable("x", Sort::integer());
  Term y = m.variable("y", Sort::integer());
  Term z = m.variable("z", Sort::integer());
  Term c = m.variable("c", Sort::boolean());
  Term d = m.variable("d", Sort::boolean());
  Term e = m.variable("e", Sort::boolean());
  Term k(int value) { return m.integer(value); }
};

struct Bits {
  TermManager m;
  Term x = m.variable("x", Sort::bit_vector(8));
  Term y = m.variable("y", Sort::bit_vector(8));
  Term c = m.variable("c", Sort::boolean());
  Term k(int value, unsigned width = 8) { return m.bit_vector(value, width); }
  Term op(Kind kind, Term a, Term b) { return m.bv_binary(kind, a, b); }
};

}  // namespace

TEST_CASE("terms are built once") {
  Ints t;
  const std::size_t before = t.m.size();
  const Term sum = t.m.add(t.x, t.y);
  CHECK(t.m.size() == before + 1);
  CHECK(t.m.add(t.y, t.x) == sum);
  CHECK(t.m.size() == before + 1);
  CHECK(t.m.variable("x", Sort::integer()) == t.x);
  CHECK_THROWS_AS(t.m.variable("x", Sort::boolean()), std::invalid_argument);
  CHECK(t.m.fresh_variable("x", Sort::integer()) != t.m.fresh_variable("x", Sort::integer()));
  t.m.variable("v!0", Sort::integer());
  CHECK(t.m.fresh_variable("v", Sort::integer()).name() == "v!1");
}

TEST_CASE("misuse is refused") {
  Ints t;
  CHECK_THROWS_AS(t.m.and_(t.c, t.x), std::invalid_argument);
  CHECK_THROWS_AS(t.m.equal(t.c, t.x), std::invalid_argument);
  CHECK_THROWS_AS(t.m.add(t.c, t.x), std::invalid_argument);
  CHECK_THROWS_AS(t.m.ite(t.c, t.x, t.d), std::invalid_argument);
  CHECK_THROWS_AS(t.m.bv_binary(Kind::BvAdd, t.m.bit_vector(0, 8), t.m.bit_vector(0, 9)), std::invalid_argument);
  CHECK_THROWS_AS(t.m.bit_vector(0, 0), std::invalid_argument);
  CHECK_THROWS_AS(t.m.extract(t.m.bit_vector(0, 8), 8, 0), std::invalid_argument);
  CHECK_THROWS_AS(t.m.select(t.x, t.x), std::invalid_argument);
  CHECK_THROWS_AS(t.m.forall({t.k(1)}, t.c), std::invalid_argument);
  CHECK_THROWS_AS(Sort::array(Sort::boolean(), Sort::integer()), std::invalid_argument);
}

TEST_CASE("Boolean simplification") {
  Ints t;
  TermManager& m = t.m;
  CHECK(m.not_(m.not_(t.c)) == t.c);
  CHECK(m.and_(t.c, m.not_(t.c)).is_false());
  CHECK(m.or_(t.c, m.not_(t.c)).is_true());
  CHECK(m.and_({t.c, m.and_(t.d, t.c), m.true_term()}) == m.and_(t.d, t.c));
  CHECK(m.and_(t.c, m.or_(t.c, t.d)) == t.c);
  CHECK(m.and_(t.c, m.or_(m.not_(t.c), t.d)) == m.and_(t.c, t.d));
  CHECK(m.ite(t.c, m.true_term(), m.false_term()) == t.c);
  CHECK(m.ite(m.not_(t.c), t.x, t.y) == m.ite(t.c, t.y, t.x));
  CHECK(m.ite(t.c, m.ite(t.c, t.x, t.y), t.z) == m.ite(t.c, t.x, t.z));
  CHECK(m.equal(t.c, m.not_(t.c)).is_false());
  CHECK(m.equal(m.not_(t.c), m.not_(t.d)) == m.equal(t.c, t.d));
  CHECK(m.and_(m.equal(t.x, t.k(1)), m.equal(t.x, t.k(2))).is_false());
  CHECK(m.and_(m.less_equal(t.x, t.y), m.less(t.y, t.x)).is_false());
  CHECK(m.not_(m.exists({t.x}, m.less(t.x, t.y))) == m.forall({t.x}, m.less_equal(t.y, t.x)));
  CHECK(m.exists({t.x}, m.less(t.z, t.y)) == m.less(t.z, t.y));
}

TEST_CASE("linear normal form") {
  Ints t;
  TermManager& m = t.m;
  CHECK(m.sub(m.add(t.x, t.y), t.y) == t.x);
  CHECK(m.not_(m.less_equal(t.x, t.y)) == m.less(t.y, t.x));
  CHECK(m.less(t.x, t.y) == m.less_equal(m.add(t.x, t.k(1)), t.y));
  CHECK(m.less_equal(m.add(t.x, t.z), m.add(t.y, t.z)) == m.less_equal(t.x, t.y));
  CHECK(m.less_equal(m.mul(t.k(2), t.x), t.k(5)) == m.less_equal(t.x, t.k(2)));
  CHECK(m.less_equal(m.mul(t.k(-2), t.x), t.k(5)) == m.less_equal(t.k(-2), t.x));
  CHECK(m.equal(m.mul(t.k(2), t.x), m.add(m.mul(t.k(4), t.y), t.k(1))).is_false());
  CHECK(m.equal(m.mul(t.k(2), t.x), m.mul(t.k(4), t.y)) == m.equal(t.x, m.mul(t.k(2), t.y)));
  CHECK(m.equal(m.sub(t.x, t.y), t.k(0)) == m.equal(t.y, t.x));
  CHECK(m.equal(m.add(t.x, t.k(3)), t.k(5)) == m.equal(t.x, t.k(2)));
  CHECK(m.int_mod(m.add(m.int_mod(t.x, t.k(8)), t.k(8)), t.k(4)) == m.int_mod(t.x, t.k(4)));
  CHECK(m.less_equal(t.k(0), m.int_mod(t.x, t.k(8))).is_true());
  CHECK(m.less(m.int_mod(t.x, t.k(8)), t.k(8)).is_true());
  CHECK(m.equal(m.int_mod(t.x, t.k(8)), t.k(9)).is_false());
  CHECK(m.int_div(m.add(m.mul(t.k(4), t.x), t.k(7)), t.k(4)) == m.add(t.x, t.k(1)));
  CHECK(m.int_div(t.x, t.k(0)).kind() == Kind::IntDiv);  // left to the meaning that evaluator and adapters give it
  CHECK(m.int_mod(t.k(5), t.k(0)).kind() == Kind::IntMod);
  const LinearSum sum = linear_sum(m.add({m.mul(t.k(3), t.x), t.y, t.x, t.k(7)}));
  CHECK(sum.monomials == std::vector<std::pair<Term, Integer>>{{t.x, 4}, {t.y, 1}});
  CHECK(sum.constant == 7);
  CHECK(from_linear_sum(m, sum) == m.add({m.mul(t.k(4), t.x), t.y, t.k(7)}));
}

TEST_CASE("constants pass through merged states") {
  Ints t;
  TermManager& m = t.m;
  const Term pc = m.ite(t.c, t.k(1), m.ite(t.d, t.k(2), t.k(3)));
  CHECK(pc.constant_leaves() == 3);
  CHECK(m.equal(pc, t.k(1)) == t.c);
  CHECK(m.equal(pc, t.k(2)) == m.and_(m.not_(t.c), t.d));
  CHECK(m.equal(pc, t.k(7)).is_false());
  CHECK(m.less_equal(pc, t.k(3)).is_true());
  CHECK(m.less(pc, t.k(2)) == t.c);
  CHECK(m.equal(m.ite(t.e, t.k(4), t.x), t.k(5)) == m.and_(m.not_(t.e), m.equal(t.x, t.k(5))));
  CHECK(m.add(pc, t.k(10)) == m.ite(t.c, t.k(11), m.ite(t.d, t.k(12), t.k(13))));
  CHECK(m.equal(m.add(pc, t.k(10)), t.k(13)) == m.and_(m.not_(t.c), m.not_(t.d)));
  CHECK(m.equal(m.ite(t.c, t.k(1), t.k(2)), m.ite(t.c, t.k(2), t.k(1))).is_false());
  const Term bits = m.ite(t.c, m.bit_vector(1, 32), m.bit_vector(0, 32));
  CHECK(m.equal(bits, m.bit_vector(0, 32)) == m.not_(t.c));
  CHECK(m.equal(m.zero_extend(bits, 32), m.bit_vector(1, 64)) == t.c);
  CHECK(m.bv_binary(Kind::BvSlt, bits, m.bit_vector(1, 32)) == m.not_(t.c));
}

TEST_CASE("a long merged chain of constants stays linear") {
  TermManager m;
  Term value = m.integer(0);
  std::vector<Term> conditions;
  for (int i = 0; i < 20000; ++i) {
    const Term c = m.variable("c" + std::to_string(i), Sort::boolean());
    value = m.ite(c, m.integer(i % 5), value);
    CHECK_MESSAGE(m.equal(value, m.integer(3)).kind() != Kind::Equal, i);
    CHECK(m.equal(value, m.integer(7)).is_false());
  }
  CHECK(m.size() < 200000);
}

TEST_CASE("bit-vector simplification") {
  Bits t;
  TermManager& m = t.m;
  CHECK(t.op(Kind::BvAdd, t.op(Kind::BvAdd, t.x, t.k(3)), t.k(4)) == t.op(Kind::BvAdd, t.x, t.k(7)));
  CHECK(m.equal(t.op(Kind::BvAdd, t.x, t.k(3)), t.k(1)) == m.equal(t.x, t.k(254)));
  CHECK(m.equal(t.op(Kind::BvAdd, t.x, t.k(3)), t.x).is_false());
  CHECK(t.op(Kind::BvXor, t.x, t.x) == t.k(0));
  CHECK(t.op(Kind::BvAnd, t.x, t.k(0)) == t.k(0));
  CHECK(t.op(Kind::BvAnd, t.k(255), t.x) == t.x);
  CHECK(t.op(Kind::BvShl, t.x, t.k(8)) == t.k(0));
  CHECK(t.op(Kind::BvUlt, t.x, t.k(0)).is_false());
  CHECK(t.op(Kind::BvUle, t.x, t.k(255)).is_true());
  CHECK(t.op(Kind::BvUlt, t.x, t.k(1)) == m.equal(t.x, t.k(0)));
  CHECK(t.op(Kind::BvSle, t.x, t.k(127)).is_true());
  CHECK(t.op(Kind::BvSlt, t.x, t.k(128)).is_false());
  CHECK(m.not_(t.op(Kind::BvUlt, t.x, t.y)) == t.op(Kind::BvUle, t.y, t.x));
  CHECK(m.extract(m.zero_extend(t.x, 24), 7, 0) == t.x);
  CHECK(m.extract(m.sign_extend(t.x, 24), 15, 0) == m.sign_extend(t.x, 8));
  CHECK(m.extract(t.op(Kind::Concat, t.x, t.y), 15, 8) == t.x);
  CHECK(m.extract(m.extract(t.x, 6, 1), 3, 2) == m.extract(t.x, 4, 3));
  CHECK(m.equal(m.zero_extend(t.x, 24), t.k(300, 32)).is_false());
  CHECK(m.equal(m.zero_extend(t.x, 24), t.k(30, 32)) == m.equal(t.x, t.k(30)));
  CHECK(m.equal(m.sign_extend(t.x, 24), t.k(-1, 32)) == m.equal(t.x, t.k(255)));
  CHECK(t.op(Kind::BvSlt, m.zero_extend(t.x, 24), t.k(-5, 32)).is_false());
  CHECK(t.op(Kind::BvSlt, m.zero_extend(t.x, 24), t.k(256, 32)).is_true());
  CHECK(t.op(Kind::BvUdiv, t.k(5), t.k(0)) == t.k(255));
  CHECK(t.op(Kind::BvUrem, t.k(5), t.k(0)) == t.k(5));
  CHECK(t.op(Kind::BvSdiv, t.k(-5), t.k(0)) == t.k(1));
  CHECK(t.op(Kind::BvSdiv, t.k(-128), t.k(-1)) == t.k(-128));
  CHECK(t.op(Kind::BvSrem, t.k(-7), t.k(2)) == t.k(-1));
}

TEST_CASE("array simplification") {
  Ints t;
  TermManager& m = t.m;
  const Sort sort = Sort::array(Sort::integer(), Sort::integer());
  const Term a = m.variable("a", sort);
  const Term s = m.store(m.store(a, t.k(1), t.x), t.k(2), t.y);
  CHECK(m.select(s, t.k(1)) == t.x);
  CHECK(m.select(s, t.k(3)) == m.select(a, t.k(3)));
  CHECK(m.select(m.store(a, t.x, t.y), t.x) == t.y);
  CHECK(m.select(m.store(a, m.add(t.x, t.k(1)), t.y), t.x) == m.select(a, t.x));
  CHECK(m.select(m.const_array(sort, t.z), t.x) == t.z);
  CHECK(m.store(s, t.k(1), t.z) == m.store(m.store(a, t.k(2), t.y), t.k(1), t.z));
  CHECK(m.store(a, t.x, m.select(a, t.x)) == a);
  CHECK(m.select(m.store(a, t.x, t.z), t.y).kind() == Kind::Select);
  ArrayValue value{4, {{1, 2}, {3, 5}}};
  CHECK(evaluate(m.from_value(value, sort), {}) == Value{value});
}

TEST_CASE("substitution is simultaneous and avoids capture") {
  Ints t;
  TermManager& m = t.m;
  const Term f = m.less(t.x, t.y);
  CHECK(m.substitute(f, {{t.x, t.y}, {t.y, t.x}}) == m.less(t.y, t.x));
  const Term q = m.exists({t.y}, m.equal(t.x, m.mul(t.k(2), t.y)));
  CHECK(m.substitute(q, {{t.y, t.z}}) == q);
  const Term r = m.substitute(q, {{t.x, m.add(t.y, t.k(1))}});
  CHECK(free_variables(r) == std::vector<Term>{t.y});
  CHECK(r[0] != t.y);
  CHECK(m.substitute(m.add(m.int_mod(t.x, t.k(3)), t.y), {{m.int_mod(t.x, t.k(3)), t.z}}) == m.add(t.z, t.y));
  Substitution cache;
  const Substitution map{{t.x, t.k(1)}};
  CHECK(m.substitute(m.less(t.x, t.z), map, cache) == m.less(t.k(1), t.z));
  CHECK(m.substitute(m.less(t.x, t.z), map, cache) == m.less(t.k(1), t.z));
}

TEST_CASE("free variables and conjuncts") {
  Ints t;
  TermManager& m = t.m;
  const Term q = m.and_(m.less(t.z, t.k(0)), m.exists({t.y}, m.less(t.x, t.y)));
  CHECK(free_variables(q) == std::vector<Term>{t.x, t.z});
  CHECK(free_variables(m.and_(q, m.equal(t.y, t.k(1)))) == std::vector<Term>{t.x, t.y, t.z});
  CHECK(conjuncts(m.and_({t.c, m.and_(t.d, t.e)})) == std::vector<Term>{t.c, t.d, t.e});
  CHECK(conjuncts(m.true_term()).empty());
  CHECK(conjuncts(m.or_(t.c, t.d)).size() == 1);
}

TEST_CASE("threads share a manager") {
  TermManager m;
  std::vector<std::vector<Term>> built(4);
  std::vector<std::thread> threads;
  for (std::size_t n = 0; n < built.size(); ++n) {
    threads.emplace_back([&m, &mine = built[n]] {
      Term sum = m.variable("x", Sort::integer());
      for (int i = 0; i < 5000; ++i) {
        sum = m.ite(m.less_equal(sum, m.integer(i)), m.variable("y" + std::to_string(i % 50), Sort::integer()), sum);
        mine.push_back(m.not_(m.less_equal(sum, m.integer(i))));
      }
    });
  }
  for (std::thread& t : threads) t.join();
  for (const auto& other : built) CHECK(other.size() == built[0].size());
  // Equal structure, hence the same terms; sums of variables may be ordered by another id, but each only once.
  CHECK(built[1] == built[0]);
  CHECK(built[2] == built[0]);
  CHECK(built[3] == built[0]);
}
