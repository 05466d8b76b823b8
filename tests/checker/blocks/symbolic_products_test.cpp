// SPDX-License-Identifier: Apache-2.0
/// Clauses without products follow from the originals.
#include "checker/blocks/symbolic_products.h"

#include <doctest/doctest.h>

#include <memory>
#include <random>

#include "logic/solvers/solver.h"
#include "logic/terms/model.h"

namespace bireach::checker {
namespace {

using logic::HornAtom;
using logic::HornSystem;
using logic::Integer;
using logic::Kind;
using logic::Sort;
using logic::Term;

const Sort number = Sort::integer();

bool has_product(Term term) {
  if (term.kind() == Kind::Mul && !term[0].is_constant() && !term[1].is_constant()) return true;
  if (term.kind() == Kind::Mul && term.children().size() > 2) return true;
  for (const Term child : term.children())
    if (has_product(child)) return true;
  return false;
}

/// p(i, k, c) for a loop that stores `value` at i, and an error where `wrong` holds at i.
struct Loop {
  logic::TermManager terms;
  Term i = terms.variable("i", number);
  Term k = terms.variable("k", number);
  Term c = terms.variable("c", number);

  HornSystem system(Term value, Term wrong) {
    HornSystem result;
    result.predicates.push_back({"p", {i, k, c}});
    const HornAtom before{0, {i, k, c}};
    const HornAtom after{0, {terms.add(i, terms.integer(1)), k, terms.ite(terms.equal(i, k), value, c)}};
    result.clauses.push_back({{}, terms.equal(i, terms.integer(0)), before});
    result.clauses.push_back({{before}, terms.true_term(), after});
    result.clauses.push_back({{HornAtom{0, {i, i, c}}}, wrong, std::nullopt});
    return result;
  }
};

Term random_polynomial(Loop& loop, std::mt19937_64& rng, int depth) {
  const auto below = [&rng](int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(rng); };
  if (depth == 0) {
    const Term leaves[] = {loop.i, loop.k, loop.c, loop.terms.integer(Integer(below(5) - 2))};
    return leaves[below(4)];
  }
  const Term left = random_polynomial(loop, rng, depth - 1);
  const Term right = random_polynomial(loop, rng, depth - 1);
  switch (below(4)) {
    case 0:
      return loop.terms.add(left, right);
    case 1:
      return loop.terms.ite(loop.terms.less(left, right), left, right);
    default:
      return loop.terms.mul(left, right);
  }
}

}  // namespace

TEST_CASE("powers of the index variable are parameters, and what is stored speaks of them") {
  Loop loop;
  logic::TermManager& terms = loop.terms;
  const Term one = terms.integer(1);
  const Term value = terms.mul(terms.add(loop.i, one), terms.sub(loop.i, one));
  const auto [system, meaning] =
      with_symbolic_products(terms, loop.system(value, terms.less(loop.c, terms.integer(-1))), {loop.k});
  REQUIRE(system.predicates[0].parameters.size() == 4);
  const Term square = system.predicates[0].parameters[3];
  CHECK(meaning.at(square) == terms.mul(loop.k, loop.k));
  const HornAtom& after = *system.clauses[1].head;
  CHECK(after.arguments[2] == terms.ite(terms.equal(loop.i, loop.k), terms.sub(square, one), loop.c));
  CHECK(after.arguments[3] == square);
  CHECK(system.clauses[2].body[0].arguments[3] != square);  // of i, not of k
}

TEST_CASE("without products nothing changes") {
  Loop loop;
  logic::TermManager& terms = loop.terms;
  const HornSystem before = loop.system(terms.mul(terms.integer(3), loop.i), terms.less(loop.c, terms.integer(0)));
  const auto [system, meaning] = with_symbolic_products(terms, before, {loop.k});
  CHECK(meaning.empty());
  CHECK(system.predicates[0].parameters.size() == 3);
  CHECK(system.clauses[1].head->arguments == before.clauses[1].head->arguments);
}

TEST_CASE("what satisfies a clause satisfies it without products") {
  std::mt19937_64 rng(7);
  for (int round = 0; round < 60; ++round) {
    Loop loop;
    logic::TermManager& terms = loop.terms;
    const Term wrong = terms.less_equal(random_polynomial(loop, rng, 3), random_polynomial(loop, rng, 2));
    const auto [system, meaning] = with_symbolic_products(terms, loop.system(loop.i, wrong), {loop.k});
    const Term without = system.clauses[2].constraint;
    CHECK_FALSE(has_product(without));
    logic::Model model;
    std::vector<Term> asked{without};
    for (const Term variable : {loop.i, loop.k, loop.c}) {
      const Integer chosen = std::uniform_int_distribution<int>(-3, 3)(rng);
      model.set(variable, chosen);
      asked.push_back(terms.equal(variable, terms.integer(chosen)));
    }
    for (const auto& [parameter, value] : meaning)
      asked.push_back(terms.equal(parameter, terms.integer(std::get<Integer>(logic::evaluate(value, model)))));
    const auto solver = logic::make_solver(logic::SolverKind::z3, terms, {});
    if (logic::evaluate_bool(wrong, model)) CHECK(solver->check(asked) == logic::SatResult::sat);
  }
}

}  // namespace bireach::checker
