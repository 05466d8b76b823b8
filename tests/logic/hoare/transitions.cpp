// SPDX-License-Identifier: Apache-2.0
#include "tests/logic/hoare/transitions.h"

#include <set>

namespace bireach::test {

using logic::Kind;
using logic::Value;

Term Notation::add(Term a, Term b) {
  return sort_.is_int() ? m.add(a, b) : m.bv_binary(Kind::BvAdd, a, b);
}

Term Notation::sub(Term a, Term b) {
  return sort_.is_int() ? m.sub(a, b) : m.bv_binary(Kind::BvAdd, a, m.bv_unary(Kind::BvNeg, b));
}

Term Notation::mul(int factor, Term a) {
  return sort_.is_int() ? m.mul(num(factor), a) : m.bv_binary(Kind::BvMul, num(factor), a);
}

Term Notation::mod(Term a, int divisor) {
  return sort_.is_int() ? m.int_mod(a, num(divisor)) : m.bv_binary(Kind::BvUrem, a, num(divisor));
}

Term Notation::less(Term a, Term b) {
  return sort_.is_int() ? m.less(a, b) : m.bv_binary(Kind::BvSlt, a, b);
}

Term Notation::less_equal(Term a, Term b) {
  return sort_.is_int() ? m.less_equal(a, b) : m.bv_binary(Kind::BvSle, a, b);
}

TransitionFormula Notation::assume(Term condition) {
  TransitionFormula result = logic::identity_transition(m);
  result.guard = condition;
  return result;
}

TransitionFormula Notation::assign(const std::string& name, Term value) {
  TransitionFormula result = logic::identity_transition(m);
  result.updates.emplace(var(name), value);
  return result;
}

TransitionFormula Notation::havoc(const std::string& name) {
  const Term any = m.fresh_variable("nondet", sort_);
  TransitionFormula result = assign(name, any);
  result.auxiliaries.push_back(any);
  return result;
}

TransitionFormula Notation::choose(const std::string& name, int low, int high) {
  TransitionFormula result = havoc(name);
  const Term any = result.auxiliaries.front();
  result.guard = m.and_(less_equal(num(low), any), less_equal(any, num(high)));
  return result;
}

TransitionFormula Notation::seq(const std::vector<TransitionFormula>& parts) {
  TransitionFormula result = logic::identity_transition(m);
  for (const TransitionFormula& part : parts)
    result = logic::compose(m, result, logic::with_fresh_auxiliaries(m, part));
  return result;
}

TransitionFormula Notation::branch(Term condition, const TransitionFormula& then_part,
                                   const TransitionFormula& else_part) {
  TransitionFormula result;
  result.guard = m.ite(condition, then_part.guard, else_part.guard);
  std::set<Term> written;
  for (const auto* part : {&then_part, &else_part}) {
    for (const auto& [variable, value] : part->updates) written.insert(variable);
    result.auxiliaries.insert(result.auxiliaries.end(), part->auxiliaries.begin(), part->auxiliaries.end());
  }
  const auto after = [](const TransitionFormula& part, Term variable) {
    const auto found = part.updates.find(variable);
    return found == part.updates.end() ? variable : found->second;
  };
  for (Term variable : written)
    result.updates.emplace(variable, m.ite(condition, after(then_part, variable), after(else_part, variable)));
  return result;
}

std::vector<Model> all_states(const std::vector<Term>& variables, const std::vector<Value>& values) {
  std::vector<Model> result(1);
  for (Term variable : variables) {
    std::vector<Model> extended;
    for (const Model& state : result) {
      for (const Value& value : values) {
        extended.push_back(state);
        extended.back().set(variable, value);
      }
    }
    result = std::move(extended);
  }
  return result;
}

std::vector<Model> successors(const TransitionFormula& transition, const Model& state,
                              const std::vector<Value>& values) {
  std::vector<Model> result;
  for (const Model& choice : all_states(transition.auxiliaries, values)) {
    Model before = state;
    for (const auto& [variable, value] : choice.values()) before.set(variable, value);
    if (!logic::evaluate_bool(transition.guard, before)) continue;
    Model after = state;
    for (const auto& [variable, value] : transition.updates) after.set(variable, logic::evaluate(value, before));
    result.push_back(std::move(after));
  }
  return result;
}

}  // namespace bireach::test
