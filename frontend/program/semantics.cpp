// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/semantics.h"

#include <memory>
#include <stdexcept>
#include <utility>

#include "frontend/program/expression_translator.h"

namespace bireach::frontend {

using logic::ArrayValue;
using logic::Integer;
using logic::Sort;
using logic::Term;
using logic::TermManager;
using logic::TransitionFormula;
using logic::Value;

namespace {

/// Bits of an array's index in the bit-vector arithmetic.
unsigned index_width(const ArrayShape& shape) {
  return shape.size <= logic::power_of_two(32) ? 32 : 64;
}

Sort element_sort(const ScalarType& type, Arithmetic arithmetic) {
  return arithmetic == Arithmetic::integer ? Sort::integer() : Sort::bit_vector(type.width);
}

std::unique_ptr<ExpressionTranslator> make_translator(TermManager& terms, const Program& program,
                                                      const std::vector<Term>& variables, Arithmetic arithmetic,
                                                      OutOfBoundsReads reads) {
  auto translator = arithmetic == Arithmetic::integer ? make_integer_translator(terms, program, variables)
                                                      : make_bitvector_translator(terms, program, variables);
  translator->set_arbitrary_reads(reads == OutOfBoundsReads::arbitrary);
  return translator;
}

/// Applies a function to all elements.
template <typename Function>
ArrayValue mapped(const ArrayValue& array, Function function) {
  ArrayValue result;
  result.otherwise = function(array.otherwise);
  for (const auto& [index, element] : array.elements) result.set(index, function(element));
  return result;
}

Integer number_of(const Value& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? 1 : 0;
  return std::get<Integer>(value);
}

/// The array with these elements instead of its own.
Term with_elements(TermManager& terms, Term array, const logic::ElementMap& elements) {
  const Sort sort = array.sort();
  for (const auto& [index, element] : elements)
    array = terms.store(array, terms.constant(index, sort.index()), terms.constant(element, sort.element()));
  return array;
}

/// The array with those elements of the other one that have these indices.
Term with_elements_of(TermManager& terms, Term array, const logic::ElementMap& elements, Term other) {
  for (const auto& [index, element] : elements) {
    const Term place = terms.constant(index, array.sort().index());
    array = terms.store(array, place, terms.select(other, place));
  }
  return array;
}

bool is_array_copy(const Program& program, const Assign& assign, const Expr& value) {
  return !assign.target.index && program.variables[assign.target.variable].array &&
         value.kind == Expr::Kind::Variable && program.variables[value.variable].array;
}

}  // namespace

Semantics::Semantics(TermManager& terms, const Program& program, Arithmetic arithmetic, OutOfBoundsReads reads)
    : terms_(terms), program_(program), arithmetic_(arithmetic), reads_(reads) {
  for (const Variable& variable : program.variables) {
    variables_.push_back(terms.variable(variable.name, sort_of(variable)));
    by_name_.emplace(variable.name, static_cast<VariableId>(variables_.size() - 1));
  }
}

Sort Semantics::sort_of(const Variable& variable) const {
  const Sort element = element_sort(variable.type, arithmetic_);
  if (!variable.array) return element;
  const Sort index =
      arithmetic_ == Arithmetic::integer ? Sort::integer() : Sort::bit_vector(index_width(*variable.array));
  return Sort::array(index, element);
}

Term Semantics::in_range(Term value, const ScalarType& type) const {
  return arithmetic_ == Arithmetic::integer ? integer_in_range(terms_, value, type) : terms_.true_term();
}

const Variable* Semantics::stands_for(const std::string& name) const {
  // Instances and auxiliaries append to the variable's name, separated by one of these.
  static constexpr std::string_view separators = "!'@#";
  std::size_t length = name.size();
  while (true) {
    const auto found = by_name_.find(name.substr(0, length));
    if (found != by_name_.end()) return &program_.variables[found->second];
    const std::size_t cut = length == 0 ? std::string::npos : name.find_last_of(separators, length - 1);
    if (cut == std::string::npos) return nullptr;
    length = cut;
  }
}

Term Semantics::range_of(Term variable) const {
  if (arithmetic_ == Arithmetic::bitvector || !variable.is_variable() || !variable.sort().is_int())
    return terms_.true_term();
  const Variable* known = stands_for(variable.name());
  return known == nullptr ? terms_.true_term() : in_range(variable, known->type);
}

TransitionFormula Semantics::transition(EdgeId edge) const {
  const Statement& statement = program_.edge(edge).statement;
  return match(
      statement,
      [this](const Assume& assume) -> TransitionFormula {
        const auto translator = make_translator(terms_, program_, variables_, arithmetic_, reads_);
        const Condition condition = translator->condition(*assume.condition);
        return {terms_.and_(condition.defined, condition.holds), {}, translator->auxiliaries(), translator->exact()};
      },
      [this](const Assign& assign) { return assignment(assign); },
      [this](const Havoc& havoc) { return choice(havoc); });
}

std::pair<TransitionFormula, TransitionFormula> Semantics::branch(EdgeId edge) const {
  const auto translator = make_translator(terms_, program_, variables_, arithmetic_, reads_);
  const Condition condition = translator->condition(*std::get<Assume>(program_.edge(edge).statement).condition);
  TransitionFormula taken{
      terms_.and_(condition.defined, condition.holds), {}, translator->auxiliaries(), translator->exact()};
  TransitionFormula other = taken;
  other.guard = terms_.and_(condition.defined, terms_.not_(condition.holds));
  return {std::move(taken), std::move(other)};
}

TransitionFormula Semantics::assignment(const Assign& assign) const {
  const VariableId id = assign.target.variable;
  const Term target = variables_[id];
  if (const Expr* table = assigned_table(assign)) {
    const Expr& others = *table->operands[0];
    const Term base = others.kind == Expr::Kind::Variable
                          ? variables_[others.variable]
                          : terms_.const_array(target.sort(), terms_.constant(others.value, target.sort().element()));
    return {terms_.true_term(), {{target, with_elements(terms_, base, *table->elements)}}, {}, true};
  }
  if (is_array_copy(program_, assign, *assign.value))
    return {terms_.true_term(), {{target, variables_[assign.value->variable]}}, {}, true};
  const auto translator = make_translator(terms_, program_, variables_, arithmetic_, reads_);
  const Variable& variable = program_.variables[id];
  const Translated value = translator->value_as(*assign.value, variable.type);
  Term guard = value.defined;
  Term after = value.value;
  if (assign.target.index) {
    const Translated index = translator->index(id, *assign.target.index);
    guard = terms_.and_(index.defined, guard);
    after = terms_.store(target, index.value, after);
  } else if (variable.array) {
    after = terms_.const_array(target.sort(), after);
  }
  return {guard, {{target, after}}, translator->auxiliaries(), translator->exact()};
}

TransitionFormula Semantics::choice(const Havoc& havoc) const {
  const VariableId id = havoc.target.variable;
  const Term target = variables_[id];
  const Variable& variable = program_.variables[id];
  const bool whole = !havoc.target.index;
  const Term chosen =
      terms_.fresh_variable(variable.name + "!", whole ? target.sort() : element_sort(variable.type, arithmetic_));
  TransitionFormula result{terms_.true_term(), {{target, chosen}}, {chosen}, true};
  if (!chosen.sort().is_array()) result.guard = in_range(chosen, variable.type);
  if (havoc.elements) result.updates[target] = with_elements_of(terms_, target, *havoc.elements, chosen);
  if (!whole) {
    const auto translator = make_translator(terms_, program_, variables_, arithmetic_, reads_);
    const Translated index = translator->index(id, *havoc.target.index);
    result.guard = terms_.and_(index.defined, result.guard);
    result.updates[target] = terms_.store(target, index.value, chosen);
    const auto& more = translator->auxiliaries();
    result.auxiliaries.insert(result.auxiliaries.end(), more.begin(), more.end());
    result.exact = translator->exact();
  }
  return result;
}

Value Semantics::to_c_value(const Value& model_value, const Variable& variable) const {
  const auto convert = [&](const Integer& value) { return variable.type.convert(value); };
  if (const auto* array = std::get_if<ArrayValue>(&model_value)) return mapped(*array, convert);
  return convert(number_of(model_value));
}

Value Semantics::to_model_value(const Value& c_value, const Variable& variable) const {
  const auto convert = [&](const Integer& value) {
    return arithmetic_ == Arithmetic::integer ? value : logic::wrap_unsigned(value, variable.type.width);
  };
  if (const auto* array = std::get_if<ArrayValue>(&c_value)) return mapped(*array, convert);
  return convert(number_of(c_value));
}

bool needs_bit_vectors(const Program& program) {
  TermManager terms;
  const Semantics semantics(terms, program, Arithmetic::integer);
  std::vector<bool> seen(program.location_count(), false);
  std::vector<LocationId> pending{program.initial};
  seen[program.initial] = true;
  while (!pending.empty()) {
    const LocationId location = pending.back();
    pending.pop_back();
    for (const EdgeId edge : program.outgoing(location)) {
      if (!semantics.transition(edge).exact) return true;
      const LocationId target = program.target(edge);
      if (!seen[target]) {
        seen[target] = true;
        pending.push_back(target);
      }
    }
  }
  return false;
}

}  // namespace bireach::frontend
