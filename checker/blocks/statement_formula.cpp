// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/statement_formula.h"

#include <set>

namespace bireach::checker {

using frontend::Arithmetic;
using logic::Term;

std::string statement_formula(const frontend::Semantics& semantics, const frontend::Program& program,
                              frontend::EdgeId edge) {
  logic::TermManager& terms = semantics.terms();
  logic::TransitionFormula transition = semantics.transition(edge);
  Term relation = transition.guard;
  const auto target = frontend::assigned_variable(program.edge(edge).statement);
  logic::Substitution chosen;
  if (target) {
    const Term before = semantics.variable(*target);
    const Term after = logic::primed(terms, before);
    const auto update = transition.updates.find(before);
    const Term value = update == transition.updates.end() ? before : update->second;
    const auto& auxiliaries = transition.auxiliaries;
    const bool is_choice = frontend::is_havoc(program.edge(edge).statement) && !auxiliaries.empty();
    if (is_choice && value == auxiliaries[0]) {
      chosen.emplace(auxiliaries[0], after);
    } else {
      relation = terms.and_(relation, terms.equal(after, value));
      // One chosen element of an array: it is what the array holds there afterwards.
      if (is_choice && value.kind() == logic::Kind::Store && value[2] == auxiliaries[0])
        chosen.emplace(auxiliaries[0], terms.select(after, value[1]));
    }
    relation = terms.substitute(relation, chosen);
  }
  const std::vector<Term> free = logic::free_variables(relation);
  const std::set<Term> occurring(free.begin(), free.end());
  std::vector<Term> bound;
  for (const Term auxiliary : transition.auxiliaries)
    if (occurring.count(auxiliary) != 0) bound.push_back(auxiliary);
  if (!bound.empty()) relation = terms.exists(bound, relation);
  return logic::to_smtlib(relation);
}

Arithmetic arithmetic_for(const frontend::Program& program, const frontend::Trace& trace, Arithmetic preferred) {
  if (preferred == Arithmetic::bitvector) return preferred;
  logic::TermManager terms;
  const frontend::Semantics semantics(terms, program, Arithmetic::integer);
  for (const frontend::EdgeId edge : std::set<frontend::EdgeId>(trace.begin(), trace.end()))
    if (!semantics.transition(edge).exact) return Arithmetic::bitvector;
  return Arithmetic::integer;
}

}  // namespace bireach::checker
