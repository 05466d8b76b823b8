// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/formula_pool.h"

#include <doctest/doctest.h>

namespace bireach::relevance {
namespace {

using logic::Sort;
using logic::Term;

TEST_CASE("a step is not denied because a precondition knows only the choices of a trace") {
  logic::TermManager terms;
  const Term x = terms.variable("x", Sort::integer());
  const Term y = terms.variable("y", Sort::integer());
  const Term chosen = terms.variable("chosen", Sort::integer());
  Alphabet alphabet;
  logic::TransitionFormula letter;  // assume(chosen³ + chosen == x); y = chosen
  letter.guard = terms.equal(terms.add(terms.mul(terms.mul(chosen, chosen), chosen), chosen), x);
  letter.updates.emplace(y, chosen);
  letter.auxiliaries = {chosen};
  alphabet.transitions = {letter};
  alphabet.sources = {0};
  FormulaPool pool(terms, alphabet, {});
  logic::Model two;
  two.set(chosen, logic::Integer(2));
  pool.learn_choices(0, two);

  const FormulaId post = pool.intern(terms.less_equal(terms.integer(3), y));
  pool.set_deadline(FormulaPool::Clock::now());  // no time for an elimination by a solver
  const FormulaId known = pool.precondition(post, 0);
  pool.set_deadline(FormulaPool::Clock::time_point::max());
  const FormulaId thirty = pool.intern(terms.equal(x, terms.integer(30)));
  CHECK_FALSE(pool.may_intersect(thirty, known));
  CHECK(pool.may_step(thirty, 0, post));
  CHECK_FALSE(pool.may_step(pool.intern(terms.equal(x, terms.integer(10))), 0, post));
}

TEST_CASE("an inexact letter gives no step") {
  logic::TermManager terms;
  Alphabet alphabet;
  alphabet.transitions.resize(1);
  alphabet.transitions[0].guard = terms.true_term();
  alphabet.transitions[0].exact = false;
  FormulaPool pool(terms, alphabet, {});
  CHECK_FALSE(pool.may_step(FormulaPool::true_id, 0, FormulaPool::true_id));
}

}  // namespace
}  // namespace bireach::relevance
