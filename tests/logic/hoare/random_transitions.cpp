// SPDX-License-Identifier: Apache-2.0
#include "tests/logic/hoare/random_transitions.h"

namespace bireach::test {

std::vector<logic::Value> RandomTransitions::values() const {
  std::vector<logic::Value> result;
  for (int value = 0; value < 4; ++value) result.emplace_back(logic::Integer(value));
  return result;
}

Term RandomTransitions::range_of(Term variable) {
  return inside(variable);
}

Term RandomTransitions::inside(Term value) {
  TermManager& m = notation_.m;
  if (!sort_.is_int() || !value.sort().is_int()) return m.true_term();
  return m.and_(m.less_equal(m.integer(0), value), m.less_equal(value, m.integer(3)));
}

Term RandomTransitions::value() {
  const std::vector<Term> all = variables();
  const Term x = all[below(2)];
  switch (below(6)) {
    case 0:
      return notation_.num(static_cast<int>(below(4)));
    case 1:
      return all[below(2)];
    case 2:
      return notation_.add(x, notation_.num(1));
    case 3:
      return notation_.sub(x, all[below(2)]);
    case 4:
      return notation_.mod(notation_.add(x, all[below(2)]), 3);
    default:
      return notation_.m.ite(atom(), x, notation_.num(static_cast<int>(below(4))));
  }
}

Term RandomTransitions::atom() {
  const std::vector<Term> all = variables();
  const Term x = all[below(2)];
  const Term other = below(2) == 0 ? all[below(2)] : notation_.num(static_cast<int>(below(4)));
  switch (below(3)) {
    case 0:
      return notation_.less(x, other);
    case 1:
      return notation_.m.equal(x, other);
    default:
      return notation_.m.not_(notation_.m.equal(x, other));
  }
}

Term RandomTransitions::predicate() {
  TermManager& m = notation_.m;
  switch (below(4)) {
    case 0:
      return m.and_(atom(), atom());
    case 1:
      return m.or_(atom(), atom());
    case 2:
      return m.or_(m.and_(atom(), atom()), atom());
    default:
      return atom();
  }
}

TransitionFormula RandomTransitions::simple() {
  const std::string name = variables()[below(2)].name();
  switch (below(4)) {
    case 0:
      return notation_.assume(predicate());
    case 1: {
      TransitionFormula result = notation_.havoc(name);
      result.guard = inside(result.auxiliaries.front());
      return result;
    }
    default: {
      const Term assigned = value();
      TransitionFormula result = notation_.assign(name, assigned);
      result.guard = inside(assigned);
      return result;
    }
  }
}

/// Over Int the ranges of what is read are part of the guard, as in a program.
TransitionFormula RandomTransitions::transition() {
  TransitionFormula result = simple();
  if (below(3) == 0)
    result = notation_.seq({result, simple()});
  else if (below(4) == 0)
    result = notation_.branch(atom(), result, simple());
  std::vector<Term> parts{result.guard};
  for (Term variable : variables()) parts.push_back(inside(variable));
  result.guard = notation_.m.and_(std::move(parts));
  return result;
}

}  // namespace bireach::test
