// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/error_trace.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::Expr;
using frontend::ScalarType;
using frontend::VariableId;
using logic::Integer;
using logic::Term;

namespace {

/// The conjuncts of one formula that the other one has not: what a branch and its complement share is that their
/// condition is defined.
Term without_common(logic::TermManager& terms, Term formula, Term other) {
  const std::vector<Term> shared = logic::conjuncts(other);
  std::vector<Term> own;
  for (const Term part : logic::conjuncts(formula))
    if (std::find(shared.begin(), shared.end(), part) == shared.end()) own.push_back(part);
  return terms.and_(std::move(own));
}

}  // namespace

EdgeMeanings::EdgeMeanings(const frontend::Program& program, const frontend::Semantics& semantics)
    : program_(program), semantics_(semantics), suspended_(program, semantics) {
  for (VariableId id = 0; id < program.variables.size(); ++id) ids_.emplace(semantics.variable(id), id);
}

const EdgeMeanings::Meaning& EdgeMeanings::of(EdgeId edge) {
  const auto known = meanings_.find(edge);
  if (known != meanings_.end()) return known->second;
  Meaning meaning;
  if (other_edge(program_, edge)) {
    auto [taken, complement] = semantics_.branch(edge);
    meaning.transition = std::move(taken);
    meaning.complement = complement.guard;
    meaning.condition = without_common(semantics_.terms(), meaning.transition.guard, complement.guard);
  } else {
    meaning.transition = semantics_.transition(edge);
  }
  return meanings_.emplace(edge, std::move(meaning)).first->second;
}

std::optional<EdgeId> other_edge(const frontend::Program& program, EdgeId edge) {
  const std::vector<EdgeId>& edges = program.outgoing(program.source(edge));
  if (edges.size() != 2) return std::nullopt;
  return edges[0] == edge ? edges[1] : edges[0];
}

namespace {

/// The elements of arrays that expressions of the trace speak of, by the execution's states.
class IndexCollector {
 public:
  IndexCollector(const frontend::Program& program, const frontend::Execution& execution)
      : program_(program), execution_(execution) {}

  void visit(std::size_t position) {
    position_ = position;
    const frontend::Statement& statement = program_.edge(execution_.trace[position]).statement;
    if (frontend::keeps_other_elements(statement)) return;  // in the same array
    frontend::for_each_read(statement, [this](const Expr& read) {
      if (read.kind == Expr::Kind::Element) return note(read);
      copies_ |= program_.variables[read.variable].array.has_value();  // only a copy reads a whole array
    });
  }

  /// With copies of whole arrays, an element may be read through another array.
  std::map<VariableId, std::vector<Integer>> take() const {
    std::map<VariableId, std::vector<Integer>> result;
    std::set<Integer> all;
    for (const auto& [array, indices] : indices_) all.insert(indices.begin(), indices.end());
    for (VariableId id = 0; id < program_.variables.size(); ++id) {
      if (!program_.variables[id].array) continue;
      const auto known = indices_.find(id);
      const std::set<Integer>& wanted = copies_ ? all : known == indices_.end() ? none_ : known->second;
      for (const Integer& index : wanted)
        if (index >= 0 && index < program_.variables[id].array->size) result[id].push_back(index);
    }
    return result;
  }

 private:
  void note(const Expr& element) {
    std::vector<frontend::UndefinedEvent> ignored;
    indices_[element.variable].insert(frontend::evaluate(program_, *element.operands[0], execution_.states[position_],
                                                         execution_.trace[position_], ignored));
  }

  const frontend::Program& program_;
  const frontend::Execution& execution_;
  std::size_t position_ = 0;
  bool copies_ = false;
  std::map<VariableId, std::set<Integer>> indices_;
  std::set<Integer> none_;
};

Integer value_of(const logic::Value& value, const std::optional<Integer>& index) {
  if (const auto* array = std::get_if<logic::ArrayValue>(&value)) return array->at(*index);
  return std::get<Integer>(value);
}

}  // namespace

ErrorTrace::ErrorTrace(EdgeMeanings& meanings, ControlDependence& dependence, const frontend::Execution& execution)
    : edges_(meanings),
      program_(meanings.program()),
      semantics_(meanings.semantics()),
      dependence_(dependence),
      execution_(execution),
      scopes_(trace_scopes(program_, dependence, execution.trace)),
      length_(execution.trace.size()),
      accesses_(program_, execution),
      choice_{logic::identity_transition(semantics_.terms()), {}, {}} {
  if (execution.states.size() != execution.trace.size() + 1)
    throw std::invalid_argument("an explanation needs the states along the whole execution");
  leave_out_return_branches();
  length_ = scopes_.assertion().value_or(length_);
  IndexCollector indices(program_, execution);
  for (std::size_t position = 0; position < length_; ++position) {
    if (!own_edge(program_, execution.trace[position])) {
      meanings_.push_back(&choice_);
      continue;
    }
    if (auto without_stack = meanings.suspended().meaning(execution, position)) {
      without_stack_.push_back(
          std::make_unique<const EdgeMeanings::Meaning>(EdgeMeanings::Meaning{std::move(*without_stack), {}, {}}));
      meanings_.push_back(without_stack_.back().get());
      continue;
    }
    meanings_.push_back(&meanings.of(execution.trace[position]));
    indices.visit(position);
  }
  holds_ = terms().false_term();
  if (scopes_.assertion()) {
    // Executions with undefined behaviour are left out, so the assertion says nothing about them.
    holds_ = terms().not_(meanings.of(execution.trace[length_]).condition);
    indices.visit(length_);
  }
  indices_ = indices.take();
  collect_inputs();
  find_reframed();
}

/// Where a call returns to is no decision of the user's program.
void ErrorTrace::leave_out_return_branches() {
  for (auto& enclosing : scopes_.enclosing)
    while (enclosing && is_return_branch(program_, execution_.trace[*enclosing]))
      enclosing = scopes_.enclosing[*enclosing];
}

const std::vector<VariableId>& ErrorTrace::framed(std::size_t position) const {
  static const std::vector<VariableId> none;
  const auto own = own_edge(program_, execution_.trace[position]);
  const auto other = own ? other_edge(dependence_.graph(), *own) : std::nullopt;
  return other && !dependence_.gives_up(*other) ? dependence_.assigned_behind(*other) : none;
}

const std::vector<std::size_t>& ErrorTrace::reframed(std::size_t position) const {
  static const std::vector<std::size_t> none;
  const auto found = reframed_.find(position);
  return found == reframed_.end() ? none : found->second;
}

void ErrorTrace::find_reframed() {
  if (program_.threads.empty()) return;
  for (std::size_t branch = 0; branch < length_; ++branch) {
    const std::size_t end = std::min(scopes_.closed[branch].value_or(length_), length_);
    for (const VariableId id : framed(branch)) {
      if (id >= program_.variables.size()) continue;  // only the threads' graphs have it
      for (const Access& write : accesses_.of(id)) {
        const bool within = branch < write.position && write.position < end;
        if (within && write.writes && write.thread != accesses_.thread(branch))
          reframed_[write.position].push_back(branch);
      }
    }
  }
}

logic::Value ErrorTrace::value_in_execution(Term variable, std::size_t position) const {
  if (const auto element = edges_.suspended().element(variable)) {
    const auto& [stack, index] = *element;
    const logic::Value saved = semantics_.to_model_value(execution_.states[position][stack], program_.variables[stack]);
    return std::get<logic::ArrayValue>(saved).at(index);
  }
  const VariableId id = edges_.id_of(variable);
  const logic::Value value = semantics_.to_model_value(execution_.states[position][id], program_.variables[id]);
  return variable.sort().is_bool() ? logic::Value(std::get<Integer>(value) != 0) : value;
}

bool ErrorTrace::holds_in_execution(Term formula, std::size_t position) const {
  logic::Model state;
  for (const Term variable : logic::free_variables(formula))
    state.set(variable, value_in_execution(variable, position));
  return logic::evaluate_bool(formula, state);
}

std::vector<Integer> ErrorTrace::touched_elements(Term array) const {
  const auto known = indices_.find(edges_.id_of(array));
  return known == indices_.end() ? std::vector<Integer>() : known->second;
}

void ErrorTrace::collect_inputs() {
  std::set<Term> read;
  std::set<Term> written;
  const auto read_all = [&](Term term) {
    for (const Term variable : logic::free_variables(term))
      if (!written.contains(variable)) read.insert(variable);
  };
  for (std::size_t position = 0; position < length_; ++position) {
    const logic::TransitionFormula& transition = meaning(position).transition;
    read_all(transition.guard);
    for (const auto& [variable, value] : transition.updates) read_all(value);
    for (const auto& [variable, value] : transition.updates) written.insert(variable);
    const frontend::Statement& statement = program_.edge(execution_.trace[position]).statement;
    const frontend::Havoc* havoc =
        meaning(position).transition.auxiliaries.empty() ? nullptr : frontend::as_havoc(statement);
    if (havoc != nullptr) add_inputs(position, havoc->target.variable, transition.auxiliaries.at(0));
  }
  read_all(holds_);
  for (VariableId id = 0; id < program_.variables.size(); ++id)
    if (read.contains(semantics_.variable(id))) add_inputs(initially, id, semantics_.variable(id));
}

void ErrorTrace::add_inputs(std::optional<std::size_t> position, VariableId variable, Term chosen) {
  const logic::Value& after = execution_.states[position ? *position + 1 : 0][variable];
  const auto add = [&](const std::optional<Integer>& index, Term term) {
    const Integer value = value_of(after, index);
    inputs_.push_back({{position, variable, index, value, value, value}, term});
  };
  if (!program_.variables[variable].array) return add(std::nullopt, chosen);
  const EdgeId edge = execution_.trace[position.value_or(0)];
  const frontend::LValue* target = frontend::assigned_target(program_.edge(edge).statement);
  if (position && target->index) {
    std::vector<frontend::UndefinedEvent> ignored;
    return add(frontend::evaluate(program_, *target->index, execution_.states[*position], edge, ignored), chosen);
  }
  for (const Integer& index : indices_[variable])
    add(index, terms().select(chosen, terms().constant(index, chosen.sort().index())));
}

Term ErrorTrace::admits(const TraceInputTerm& input, const InputConstraint& constraint) const {
  const ScalarType& type = program_.variables[constraint.variable].type;
  const logic::Sort sort = input.chosen.sort();
  const auto constant = [&](const Integer& value) { return terms().constant(value, sort); };
  if (sort.is_bool()) {
    if (!constraint.lower || !constraint.upper || *constraint.lower != *constraint.upper) return terms().true_term();
    return *constraint.lower != 0 ? input.chosen : terms().not_(input.chosen);
  }
  if (constraint.lower && constraint.upper && *constraint.lower == *constraint.upper)
    return terms().equal(input.chosen, constant(*constraint.lower));
  const auto at_most = [&](Term a, Term b) {
    if (sort.is_int()) return terms().less_equal(a, b);
    return terms().bv_binary(type.is_signed() ? logic::Kind::BvSle : logic::Kind::BvUle, a, b);
  };
  const Integer lower = constraint.lower.value_or(type.min());
  const Integer upper = constraint.upper.value_or(type.max());
  if (!sort.is_int() && lower == type.min() && upper == type.max()) return terms().true_term();
  return terms().and_(at_most(constant(lower), input.chosen), at_most(input.chosen, constant(upper)));
}

}  // namespace bireach::relevance
