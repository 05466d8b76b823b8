// SPDX-License-Identifier: Apache-2.0
#include "relevance/explanation/abstract_error_check.h"

#include <algorithm>
#include <set>
#include <utility>

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::Program;
using logic::Integer;
using logic::SatResult;
using logic::Solver;
using logic::Term;
using logic::TermManager;
using logic::TransitionFormula;

PlainTraceFormula::PlainTraceFormula(const Program& program, const frontend::Semantics& semantics,
                                     const frontend::Trace& trace, std::size_t length,
                                     std::span<const InputConstraint> precondition)
    : program_(program), semantics_(semantics), initial_(semantics.terms().true_term()) {
  TermManager& terms = semantics.terms();
  for (std::size_t i = 0; i < length; ++i) transitions_.push_back(semantics.transition(trace[i]));
  for (const InputConstraint& input : precondition) {
    if (input.position == initially) {
      initial_ = terms.and_(initial_, constraint(input, semantics.variable(input.variable)));
    } else {
      TransitionFormula& choice = transitions_.at(*input.position);
      choice.guard = terms.and_(choice.guard, constraint(input, choice.auxiliaries.at(0)));
    }
  }
  std::vector<const TransitionFormula*> pointers;
  for (const TransitionFormula& transition : transitions_) pointers.push_back(&transition);
  ssa_ = logic::trace_formula(terms, pointers);
}

Term PlainTraceFormula::constraint(const InputConstraint& input, Term chosen) const {
  TermManager& terms = semantics_.terms();
  const frontend::ScalarType& type = program_.variables[input.variable].type;
  if (chosen.sort().is_array())
    chosen = terms.select(chosen, terms.constant(input.index.value(), chosen.sort().index()));
  const logic::Sort sort = chosen.sort();
  const auto at_most = [&](Term a, Term b) {
    if (sort.is_bool()) return terms.implies(a, b);
    if (sort.is_int()) return terms.less_equal(a, b);
    return terms.bv_binary(type.is_signed() ? logic::Kind::BvSle : logic::Kind::BvUle, a, b);
  };
  const auto value = [&](const Integer& number) {
    return sort.is_bool() ? terms.boolean(number != 0) : terms.constant(number, sort);
  };
  Term result = terms.true_term();
  if (input.lower) result = terms.and_(result, at_most(value(*input.lower), chosen));
  if (input.upper) result = terms.and_(result, at_most(chosen, value(*input.upper)));
  return result;
}

SatResult PlainTraceFormula::execution(Solver& solver, std::size_t from, std::size_t to, Term before,
                                       Term after) const {
  TermManager& terms = semantics_.terms();
  const auto& instances = ssa_.instances;
  std::vector<Term> formulas{terms.substitute(before, instances[from]), terms.substitute(after, instances[to])};
  for (const Term variable : semantics_.variables())
    formulas.push_back(terms.substitute(semantics_.range_of(variable), instances[from]));
  formulas.insert(formulas.end(), ssa_.conjuncts.begin() + static_cast<std::ptrdiff_t>(from),
                  ssa_.conjuncts.begin() + static_cast<std::ptrdiff_t>(to));
  solver.push();
  for (const Term formula : formulas) solver.add(formula);
  const SatResult result = solver.check();
  solver.pop();
  return result;
}

namespace {

/// Nothing if the query is refuted; else the claim that is therefore not shown.
std::optional<std::string> refuted(SatResult result, const Solver& solver, const std::string& claim) {
  switch (result) {
    case SatResult::unsat:
      return std::nullopt;
    case SatResult::sat:
      return "does not hold: " + claim;
    case SatResult::unknown:
      break;
  }
  return "the solver does not know (" + solver.reason_unknown().text + "): " + claim;
}

class Checker {
 public:
  Checker(const ExplainedTrace& trace, Solver& solver)
      : trace_(trace),
        explanation_(trace.explanation),
        solver_(solver),
        terms_(trace.semantics.terms()),
        shape_(check_shape()),
        formula_(trace.program, trace.semantics, trace.execution.trace, shape_ ? 0 : explanation_.assertion,
                 shape_ ? std::span<const InputConstraint>{} : explanation_.precondition) {}

  std::optional<std::string> error_invariants() {
    auto failure = shape_;
    for (std::size_t i = 0; i < explanation_.invariants.size() && !failure; ++i) failure = error_invariant(i);
    return failure;
  }

  std::optional<std::string> abstract_error_trace() {
    if (shape_) return shape_;
    if (auto failure = precondition_admits_execution()) return failure;
    std::size_t first = 0;
    for (std::size_t k = 0; k <= explanation_.kept.size(); ++k) {
      const bool at_end = k == explanation_.kept.size();
      const std::size_t last = at_end ? explanation_.assertion : explanation_.kept[k].position;
      for (std::size_t i = first; i < last; ++i)
        if (explanation_.invariants[i] != explanation_.invariants[i + 1])
          return "the statement at position " + std::to_string(i) + " is dropped, but the invariant changes";
      if (auto failure = error_invariant(first)) return failure;
      if (auto failure = error_invariant(last)) return failure;
      first = last + 1;
    }
    return error_is_possible();
  }

  std::optional<std::string> flow_sensitive() {
    if (shape_) return shape_;
    const ControlDependence dependence(trace_.program);
    const TraceScopes scopes = trace_scopes(trace_.program, dependence, trace_.execution.trace);
    std::set<std::size_t> branches;
    const auto add = [&](std::size_t position) {
      for (const std::size_t branch : scopes.scope(position)) branches.insert(branch);
    };
    for (const KeptStatement& kept : explanation_.kept) add(kept.position);
    add(explanation_.assertion);
    for (const std::size_t branch : branches) {
      const auto& needed = explanation_.needed_branches;
      if (std::find(needed.begin(), needed.end(), branch) == needed.end())
        return "the branch at position " + std::to_string(branch) + " is needed, but not listed";
      if (auto failure = goes_as_it_did(branch)) return failure;
    }
    return std::nullopt;
  }

 private:
  std::optional<std::string> check_shape() const {
    if (!explanation_.found()) return "there is no explanation: " + explanation_.reason.text;
    const std::size_t length = explanation_.assertion;
    if (length > trace_.execution.trace.size()) return "the assertion lies behind the trace";
    if (explanation_.invariants.size() != length + 1) return "there is not one invariant for each position";
    for (const InputConstraint& input : explanation_.precondition) {
      if (input.position && *input.position >= length) return "an input behind the assertion";
      if (input.position && !is_havoc(*input.position)) return "an input that is none";
    }
    for (std::size_t k = 0; k < explanation_.kept.size(); ++k) {
      if (explanation_.kept[k].position >= length) return "a kept statement behind the assertion";
      if (k > 0 && explanation_.kept[k - 1].position >= explanation_.kept[k].position)
        return "kept statements are not in order";
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_havoc(std::size_t position) const {
    const EdgeId edge = trace_.execution.trace[position];
    return frontend::is_havoc(trace_.program.edge(edge).statement);
  }

  std::optional<std::string> error_invariant(std::size_t i) {
    const Term invariant = explanation_.invariants[i];
    const std::string name = "the invariant at position " + std::to_string(i);
    const SatResult escapes = formula_.execution(solver_, 0, i, formula_.initial(), terms_.not_(invariant));
    if (auto failure = refuted(escapes, solver_, name + " holds after the prefix")) return failure;
    const SatResult passes = formula_.execution(solver_, i, formula_.length(), invariant, explanation_.holds);
    return refuted(passes, solver_, name + " keeps the error");
  }

  std::optional<std::string> precondition_admits_execution() const {
    const auto& states = trace_.execution.states;
    for (const InputConstraint& input : explanation_.precondition) {
      const logic::Value& after = states[input.position ? *input.position + 1 : 0][input.variable];
      const auto* array = std::get_if<logic::ArrayValue>(&after);
      const Integer value = array != nullptr ? array->at(input.index.value()) : std::get<Integer>(after);
      if (value != input.value || (input.lower && value < *input.lower) || (input.upper && value > *input.upper))
        return "the precondition does not admit the execution";
    }
    return std::nullopt;
  }

  std::optional<std::string> error_is_possible() {
    switch (formula_.execution(solver_, 0, formula_.length(), formula_.initial(), terms_.true_term())) {
      case SatResult::sat:
        return std::nullopt;
      case SatResult::unsat:
        return "no execution of the trace satisfies the precondition";
      case SatResult::unknown:
        break;
    }
    return "the solver does not know whether some execution satisfies the precondition: " +
           solver_.reason_unknown().text;
  }

  std::optional<std::string> goes_as_it_did(std::size_t branch) {
    const EdgeId edge = trace_.execution.trace[branch];
    const Term other_way = trace_.semantics.branch(edge).second.guard;
    const SatResult result = formula_.execution(solver_, branch, branch, explanation_.invariants[branch], other_way);
    return refuted(result, solver_,
                   "the invariant at position " + std::to_string(branch) + " implies the condition of the branch");
  }

  const ExplainedTrace& trace_;
  const ErrorExplanation& explanation_;
  Solver& solver_;
  TermManager& terms_;
  std::optional<std::string> shape_;
  PlainTraceFormula formula_;
};

}  // namespace

std::optional<std::string> check_error_invariants(const ExplainedTrace& trace, Solver& solver) {
  return Checker(trace, solver).error_invariants();
}

std::optional<std::string> check_abstract_error_trace(const ExplainedTrace& trace, Solver& solver) {
  return Checker(trace, solver).abstract_error_trace();
}

std::optional<std::string> check_flow_sensitive(const ExplainedTrace& trace, Solver& solver) {
  return Checker(trace, solver).flow_sensitive();
}

}  // namespace bireach::relevance
