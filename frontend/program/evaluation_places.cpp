// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/evaluation_places.h"

#include <algorithm>
#include <set>

namespace bireach::frontend {

EvaluationPlaces::EvaluationPlaces(const Program& program) : program_(program), asked_at_(program.location_count()) {
  for (LocationId l = 0; l < asked_at_.size(); ++l) asked_at_[l] = l;
  for (const Procedure& procedure : program.procedures)
    for (const auto& call : procedure.calls) add(call.start, procedure.entry);
  if (!keeps_procedures_)
    for (LocationId l = 0; l < asked_at_.size(); ++l) asked_at_[l] = l;
}

bool EvaluationPlaces::is_asked(EdgeId edge) const {
  const auto target = assigned_variable(program_.edge(edge).statement);
  return !target || !std::binary_search(program_.stack.begin(), program_.stack.end(), *target);
}

void EvaluationPlaces::add(LocationId start, LocationId entry) {
  std::set<VariableId> assigned;
  std::size_t steps = 0;
  for (LocationId l = start; l != entry && keeps_procedures_; l = program_.target(program_.outgoing(l).front())) {
    if (program_.outgoing(l).size() != 1 || ++steps > program_.location_count()) {
      keeps_procedures_ = false;
      break;
    }
    asked_at_[l] = start;
    const EdgeId edge = program_.outgoing(l).front();
    if (!is_asked(edge)) continue;
    for (const ExprPtr& expr : evaluated_numbers(program_, program_.edge(edge).statement)) {
      keeps_procedures_ =
          keeps_procedures_ && !any_read(*expr, [&](const Expr& read) { return assigned.contains(read.variable); });
    }
    if (const auto target = assigned_variable(program_.edge(edge).statement)) assigned.insert(*target);
  }
}

}  // namespace bireach::frontend
