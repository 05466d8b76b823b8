// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/trace_check.h"

namespace bireach::checker {

using logic::SatResult;
using logic::Term;

namespace {

/// The trace so far as one formula: path conditions over the values chosen by havocs.
struct Unfolding {
  logic::Substitution values;
  std::vector<Term> conditions;
  std::vector<logic::Substitution> auxiliaries;  // a block's auxiliary -> its instance at this position
  bool exact = true;
};

/// False if the path condition has become trivially false.
bool unfold(logic::TermManager& terms, const logic::TransitionFormula& transition, Unfolding& trace) {
  logic::Substitution map = trace.values;
  logic::Substitution& instances = trace.auxiliaries.emplace_back();
  for (const Term auxiliary : transition.auxiliaries) {
    const Term instance = terms.fresh_variable(auxiliary.name() + "!", auxiliary.sort());
    instances.emplace(auxiliary, instance);
    map.insert_or_assign(auxiliary, instance);
  }
  logic::Substitution cache;
  const Term guard = terms.substitute(transition.guard, map, cache);
  if (guard.is_false()) return false;
  for (const Term conjunct : logic::conjuncts(guard)) trace.conditions.push_back(conjunct);
  trace.exact = trace.exact && transition.exact;
  std::vector<std::pair<Term, Term>> updates;
  for (const auto& [variable, value] : transition.updates)
    updates.emplace_back(variable, terms.substitute(value, map, cache));
  for (const auto& [variable, value] : updates) trace.values.insert_or_assign(variable, value);
  return true;
}

Feasible values_of(const BlockProgram& blocks, const frontend::Semantics& semantics, const automata::Word& word,
                   const Unfolding& trace, const logic::Model& model) {
  const frontend::Program& program = blocks.program();
  Feasible result{{}, trace.exact};
  for (std::size_t i = 0; i < word.size(); ++i) {
    const Block& block = blocks.blocks()[word[i]];
    for (const auto& [edge, auxiliary] : block.havocs) {
      const auto instance = trace.auxiliaries[i].find(auxiliary);
      if (instance == trace.auxiliaries[i].end()) continue;
      if (const logic::Value* value = model.find(instance->second)) {
        const auto variable = frontend::assigned_variable(program.edge(edge).statement);
        result.values.emplace(HavocInstance{i, block.source, edge},
                              semantics.to_c_value(*value, program.variables[*variable]));
      }
    }
  }
  return result;
}

}  // namespace

TraceStatus check_trace(logic::TermManager& terms, const BlockProgram& blocks, const frontend::Semantics& semantics,
                        const automata::Word& word, logic::Solver& solver) {
  Unfolding trace;
  for (const Term variable : semantics.variables())
    trace.values.emplace(variable, terms.from_value(logic::default_value(variable.sort()), variable.sort()));
  for (std::size_t i = 0; i < word.size(); ++i)
    if (!unfold(terms, blocks.transitions()[word[i]], trace)) return Infeasible{i + 1};
  std::vector<Term> ranges;
  for (const Term variable : logic::free_variables(terms.and_(trace.conditions)))
    if (const Term range = semantics.range_of(variable); !range.is_null() && !range.is_true()) ranges.push_back(range);
  solver.push();
  for (const Term range : ranges) solver.add(range);
  for (const Term condition : trace.conditions) solver.add(condition);
  const SatResult answer = solver.check();
  TraceStatus status = Undecided{"trace check: " + (answer == SatResult::unknown ? solver.reason_unknown().text : "")};
  switch (answer) {
    case SatResult::sat:
      status = values_of(blocks, semantics, word, trace, solver.model());
      break;
    case SatResult::unsat:
      status = Infeasible{word.size()};
      break;
    case SatResult::unknown:
      break;
  }
  solver.pop();
  return status;
}

}  // namespace bireach::checker
