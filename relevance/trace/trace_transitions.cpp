// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "relevance/trace/suffix_condition.h"

namespace bireach::relevance {

using frontend::Arithmetic;
using frontend::EdgeId;
using frontend::ScalarType;
using logic::Integer;
using logic::Kind;
using logic::Sort;
using logic::Term;
using logic::TermHash;
using logic::TransitionFormula;
using logic::Value;

TraceTransitions::TraceTransitions(const TraceContext& trace, logic::TermManager& terms, Arithmetic arithmetic)
    : trace_(trace), terms_(terms), semantics_(terms, trace.helper(), arithmetic) {
  const auto& variables = trace.helper().variables;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (variables[i].array) declare_array(semantics_.variables()[i], variables[i].type);
}

const TransitionFormula& TraceTransitions::of(EdgeId helper_edge) {
  auto it = transitions_.find(helper_edge);
  if (it == transitions_.end()) it = transitions_.emplace(helper_edge, semantics_.transition(helper_edge)).first;
  return it->second;
}

Term TraceTransitions::fresh(Term auxiliary, const TraceEdge& edge) {
  const Term copy = terms_.fresh_variable("choice", auxiliary.sort());
  if (auxiliary.sort().is_array() && edge.target)
    declare_array(copy, trace_.helper().variables[edge.target->variable].type);
  return copy;
}

void TraceTransitions::declare_array(Term array, const ScalarType& element) {
  arrays_.insert_or_assign(array, element);
}

std::optional<ScalarType> TraceTransitions::element_type(Term array) const {
  std::vector<Term> pending{array};
  while (!pending.empty()) {
    const Term term = pending.back();
    pending.pop_back();
    if (auto it = arrays_.find(term); it != arrays_.end()) return it->second;
    if (term.kind() == Kind::Store) {
      pending.push_back(term[0]);
    } else if (term.kind() == Kind::Ite) {
      pending.push_back(term[2]);
      pending.push_back(term[1]);
    }
  }
  return std::nullopt;
}

std::vector<Term> TraceTransitions::element_ranges(const std::vector<Term>& formulas) {
  std::vector<Term> ranges;
  if (semantics_.arithmetic() == Arithmetic::bitvector || arrays_.empty()) return ranges;
  std::unordered_set<Term, TermHash> seen;
  std::vector<Term> pending(formulas.rbegin(), formulas.rend());
  while (!pending.empty()) {
    const Term term = pending.back();
    pending.pop_back();
    if (!seen.insert(term).second) continue;
    if (term.kind() == Kind::Forall || term.kind() == Kind::Exists)
      throw std::logic_error("element ranges of a quantified formula");
    for (Term child : term.children()) pending.push_back(child);
    if (term.kind() == Kind::Select) {
      if (const auto type = element_type(term[0])) ranges.push_back(semantics_.in_range(term, *type));
    }
  }
  return ranges;
}

Value TraceTransitions::within_type(Value value, Term variable) const {
  const auto* array = std::get_if<logic::ArrayValue>(&value);
  const auto type = array != nullptr ? element_type(variable) : std::nullopt;
  if (!type || semantics_.arithmetic() == Arithmetic::bitvector) return value;
  const auto legal = [&](const Integer& element) { return type->contains(element) ? element : Integer{0}; };
  logic::ArrayValue result;
  result.otherwise = legal(array->otherwise);
  for (const auto& [index, element] : array->elements) result.set(index, legal(element));
  return result;
}

Term TraceTransitions::constant(const Integer& c_value, Sort sort) const {
  if (sort.is_bool()) return terms_.boolean(c_value != 0);
  return sort.is_bit_vector() ? terms_.bit_vector(c_value, sort.width()) : terms_.integer(c_value);
}

Integer TraceTransitions::c_value(const Value& model_value, const ScalarType& type) const {
  if (const bool* boolean = std::get_if<bool>(&model_value)) return *boolean ? 1 : 0;
  const Integer& value = std::get<Integer>(model_value);
  if (semantics_.arithmetic() == Arithmetic::bitvector && type.is_signed())
    return logic::wrap_signed(value, type.width);
  return value;
}

Term TraceTransitions::at_most(Term term, const ScalarType& type, const Integer& bound) const {
  const Sort sort = term.sort();
  if (sort.is_bool() || type.max() <= bound) return terms_.true_term();
  const Term high = constant(bound, sort);
  if (sort.is_int()) return terms_.and_(terms_.less_equal(constant(-bound, sort), term), terms_.less_equal(term, high));
  if (!type.is_signed()) return terms_.bv_binary(Kind::BvUle, term, high);
  return terms_.and_(terms_.bv_binary(Kind::BvSle, constant(-bound, sort), term),
                     terms_.bv_binary(Kind::BvSle, term, high));
}

}  // namespace bireach::relevance
