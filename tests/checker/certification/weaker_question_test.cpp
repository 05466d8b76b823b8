// SPDX-License-Identifier: Apache-2.0
/// What has no model although less is said has none; what is needed stays.
#include "checker/certification/weaker_question.h"

#include <doctest/doctest.h>

#include "logic/solvers/solver.h"

namespace bireach::checker {
namespace {

using logic::SatResult;
using logic::Sort;
using logic::Term;

struct Questions {
  logic::TermManager terms;
  Term memory = terms.variable("memory", Sort::array(Sort::integer(), Sort::integer()));
  Term later = terms.variable("later", Sort::array(Sort::integer(), Sort::integer()));
  Term x = terms.variable("x", Sort::integer());
  Term y = terms.variable("y", Sort::integer());
  Term z = terms.variable("z", Sort::integer());
  Term taken = terms.variable("taken", Sort::boolean());
  Term one = terms.integer(1);
  Term two = terms.integer(2);

  SatResult answer(const std::vector<Term>& constraints, const Term& question, bool& is_weaker) {
    const WeakerQuestion weaker(terms, constraints, {{question}});
    is_weaker = weaker.is_weaker();
    const auto solver = logic::make_solver(logic::SolverKind::cvc5, terms, {});
    for (const Term constraint : weaker.constraints()) solver->add(constraint);
    return solver->check(weaker.question(0));
  }
};

TEST_CASE_FIXTURE(Questions, "equations that the question depends on are kept, in any number of steps") {
  bool is_weaker = false;
  const std::vector<Term> chain{terms.equal(z, terms.add(y, one)), terms.equal(y, terms.add(x, one)),
                                terms.equal(x, one)};
  CHECK(answer(chain, terms.not_(terms.equal(z, terms.integer(3))), is_weaker) == SatResult::unsat);
  CHECK_FALSE(is_weaker);
}

TEST_CASE_FIXTURE(Questions, "comparisons of other variables may hold or not") {
  bool is_weaker = false;
  const std::vector<Term> constraints{terms.equal(taken, terms.less(y, terms.add(z, one))), terms.equal(x, one)};
  CHECK(answer(constraints, terms.not_(terms.equal(x, one)), is_weaker) == SatResult::unsat);
  CHECK(is_weaker);
  // x < z and z < x: that has no model, which nobody asks for.
  const std::vector<Term> impossible{terms.less(x, z), terms.less(z, x)};
  CHECK(answer(impossible, terms.equal(terms.variable("w", Sort::integer()), one), is_weaker) == SatResult::sat);
}

TEST_CASE_FIXTURE(Questions, "what is read of arrays may be anything, but one place has one value") {
  bool is_weaker = false;
  const Term read = terms.select(memory, y);
  CHECK(answer({terms.equal(x, read)}, terms.not_(terms.equal(x, read)), is_weaker) == SatResult::unsat);
  CHECK(is_weaker);
  const Term written = terms.equal(later, terms.store(memory, y, one));
  CHECK(answer({written}, terms.equal(terms.select(later, y), two), is_weaker) == SatResult::sat);
}

TEST_CASE_FIXTURE(Questions, "quantified questions are left as they are") {
  const Term all = terms.forall({z}, terms.less_equal(z, x));
  const WeakerQuestion weaker(terms, {all}, {{terms.equal(x, terms.select(memory, y))}});
  CHECK_FALSE(weaker.is_weaker());
  CHECK(weaker.constraints().front() == all);
}

}  // namespace
}  // namespace bireach::checker
