// SPDX-License-Identifier: Apache-2.0
#include "checker/report/concrete_memory.h"

#include <algorithm>

#include "logic/terms/model.h"

namespace bireach::checker {

using frontend::Execution;
using frontend::Program;
using frontend::Semantics;
using frontend::Variable;
using frontend::VariableId;
using logic::Kind;
using logic::Term;

namespace {

/// A conjunction of atoms that implies a formula, and holds under an assignment that the formula holds under: of each
/// disjunction and each case distinction what is so there (an implicant).
class Implicant {
 public:
  Implicant(logic::TermManager& terms, logic::Evaluator& values) : terms_(terms), values_(values) {}

  /// Precondition: under the assignment the formula has this value.
  Term of(Term formula, bool holds) {
    atoms_.clear();
    collect(formula, holds);
    return terms_.and_(std::move(atoms_));
  }

 private:
  void collect(Term formula, bool holds) {
    switch (formula.kind()) {
      case Kind::Not:
        return collect(formula[0], !holds);
      case Kind::And:
      case Kind::Or: {
        const bool needs_all = (formula.kind() == Kind::And) == holds;
        for (const Term child : formula.children()) {
          if (!needs_all && values_.holds(child) != holds) continue;
          collect(child, holds);
          if (!needs_all) return;
        }
        return;
      }
      case Kind::Ite: {
        const bool condition = values_.holds(formula[0]);
        collect(formula[0], condition);
        return collect(formula[condition ? 1 : 2], holds);
      }
      default: {
        const Term atom = decided(formula);
        atoms_.push_back(holds ? atom : terms_.not_(atom));
      }
    }
  }

  /// With the case distinctions within it made.
  Term decided(Term term) {
    if (term.children().empty() || term.has_quantifier()) return term;
    if (term.kind() == Kind::Ite) {
      const bool condition = values_.holds(term[0]);
      collect(term[0], condition);
      return decided(term[condition ? 1 : 2]);
    }
    std::vector<Term> children;
    for (const Term child : term.children()) children.push_back(decided(child));
    if (term.kind() == Kind::IntMod && children[1].is_constant() && children[1].constant() > 0)
      return without_wrapping(children[0], children[1].constant());
    return terms_.rebuild(term, children);
  }

  /// The value modulo `modulus`, where it lies between the same multiples of that as now.
  Term without_wrapping(Term value, const logic::Integer& modulus) {
    const logic::Integer start = logic::euclidean_div(std::get<logic::Integer>(values_(value)), modulus) * modulus;
    atoms_.push_back(terms_.less_equal(terms_.integer(start), value));
    atoms_.push_back(terms_.less_equal(value, terms_.integer(start + modulus - 1)));
    return terms_.sub(value, terms_.integer(start));
  }

  logic::TermManager& terms_;
  logic::Evaluator& values_;
  std::vector<Term> atoms_;
};

}  // namespace

ConcreteMemory::ConcreteMemory(const Program& program, const Semantics& semantics, const Execution& execution)
    : program_(program), semantics_(semantics), execution_(execution), of_model_(program.variables.size(), false) {
  const frontend::Memory& memory = program.memory;
  const auto add = [this](VariableId variable) { of_model_[variable] = has_any_ = true; };
  if (memory.top) add(*memory.top);
  if (memory.tracked)
    for (const VariableId v :
         {memory.tracked->address, memory.tracked->end, memory.tracked->size, memory.tracked->state})
      add(v);
  for (const frontend::Memory::Object& object : memory.objects)
    if (object.alive) add(*object.alive);
  for (const auto& [address, name] : memory.locals) add(address);
}

bool ConcreteMemory::is_of_model(VariableId variable) const {
  return of_model_[variable];
}

Term ConcreteMemory::at(Term formula, std::size_t position) const {
  if (!has_any_ || position >= execution_.states.size() || execution_.states.size() != execution_.trace.size() + 1)
    return formula;
  if (formula.kind() != logic::Kind::And) return concrete(formula, position);
  std::vector<Term> conjuncts;
  for (const Term conjunct : formula.children()) conjuncts.push_back(concrete(conjunct, position));
  return semantics_.terms().and_(std::move(conjuncts));
}

Term ConcreteMemory::simpler(Term conjunct, std::size_t position) const {
  logic::Model model;
  for (const Term term : logic::free_variables(conjunct)) {
    const auto id = std::find(semantics_.variables().begin(), semantics_.variables().end(), term);
    if (id == semantics_.variables().end()) return conjunct;  // of a suspended call
    const auto number = static_cast<VariableId>(id - semantics_.variables().begin());
    model.set(term, semantics_.to_model_value(execution_.states[position][number], program_.variables[number]));
  }
  if (!conjunct.has_variable() || conjunct.has_quantifier()) return conjunct;
  logic::Evaluator values(model);
  logic::TermManager& terms = semantics_.terms();
  const bool holds = values.holds(conjunct);
  const Term atoms = Implicant(terms, values).of(conjunct, holds);
  return holds ? atoms : terms.not_(atoms);
}

Term ConcreteMemory::concrete(Term conjunct, std::size_t position) const {
  const std::vector<Term> variables = logic::free_variables(conjunct);
  logic::Substitution values;
  std::vector<Term> pointers;
  bool is_concerned = false;
  for (VariableId id = 0; id < program_.variables.size(); ++id) {
    const Variable& variable = program_.variables[id];
    if (!of_model_[id] && (!variable.is_pointer || variable.array)) continue;
    const Term term = semantics_.variable(id);
    if (std::find(variables.begin(), variables.end(), term) == variables.end()) continue;
    is_concerned = is_concerned || of_model_[id];
    const logic::Value value = semantics_.to_model_value(execution_.states[position][id], variable);
    const auto* number = std::get_if<logic::Integer>(&value);
    if (number == nullptr) return conjunct;
    const Term constant = semantics_.terms().constant(*number, term.sort());
    values.emplace(term, constant);
    if (!of_model_[id]) pointers.push_back(semantics_.terms().equal(term, constant));
  }
  if (!is_concerned) return conjunct;
  const Term result = simpler(semantics_.terms().substitute(conjunct, values), position);
  // Where the pointers lead is all that it says then.
  return result.is_true() ? semantics_.terms().and_(std::move(pointers)) : result;
}

}  // namespace bireach::checker
