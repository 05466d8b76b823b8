// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/cell_anchors.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

namespace bireach::checker {

using frontend::Assign;
using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;
using frontend::VariableId;
using logic::Term;

namespace {

constexpr std::size_t max_anchors = 2;
constexpr std::size_t max_writes = 64;  ///< that are looked at
constexpr std::size_t max_index_variables = 4;

std::vector<bool> reachable_from(const Program& program, const ControlFlow& flow, LocationId start) {
  std::vector<bool> result(program.location_count(), false);
  std::vector<LocationId> work{start};
  result[start] = true;
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (const EdgeId edge : program.outgoing(location)) {
      const LocationId next = program.target(edge);
      if (!flow.reaches_target[next] || result[next]) continue;
      result[next] = true;
      work.push_back(next);
    }
  }
  return result;
}

/// The index, if the edge writes one element of an array and nothing but variables says which.
std::optional<Term> written_index(const Program& program, const frontend::Semantics& semantics, EdgeId edge) {
  const auto* assign = std::get_if<Assign>(&program.edge(edge).statement);
  if (!assign || !assign->target.index) return std::nullopt;
  const logic::TransitionFormula transition = semantics.transition(edge);
  const Term array = semantics.variable(assign->target.variable);
  const auto update = transition.updates.find(array);
  if (update == transition.updates.end() || update->second.kind() != logic::Kind::Store || update->second[0] != array)
    return std::nullopt;
  return update->second[1];
}

/// Nothing: something else, or too much.
std::optional<std::vector<VariableId>> scalars_in(const frontend::Semantics& semantics, Term index) {
  std::vector<VariableId> result;
  for (const Term used : logic::free_variables(index)) {
    const auto& variables = semantics.variables();
    const auto found = std::find(variables.begin(), variables.end(), used);
    if (found == variables.end() || used.sort().is_array() || result.size() == max_index_variables) return std::nullopt;
    result.push_back(static_cast<VariableId>(found - variables.begin()));
  }
  return result;
}

bool may_change(const Program& program, const std::vector<VariableId>& variables, const std::vector<bool>& reached) {
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    if (!reached[program.source(edge)]) continue;
    const auto assigned = frontend::assigned_variable(program.edge(edge).statement);
    if (assigned && std::find(variables.begin(), variables.end(), *assigned) != variables.end()) return true;
  }
  return false;
}

bool matters_behind(const ControlFlow& flow, VariableId array, const std::vector<bool>& reached) {
  for (LocationId location = 0; location < reached.size(); ++location)
    if (reached[location] && flow.is_cut[location] && flow.live[location][array]) return true;
  return false;
}

bool writes_constant(const Program& program, EdgeId edge) {
  return std::get<Assign>(program.edge(edge).statement).value->kind == frontend::Expr::Kind::Constant;
}

}  // namespace

CellAnchors cell_anchors(const Program& program, const frontend::Semantics& semantics, const ControlFlow& flow) {
  CellAnchors result{{}, flow};
  std::vector<EdgeId> writes;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    const auto* assign = std::get_if<Assign>(&program.edge(edge).statement);
    if (assign && assign->target.index && flow.reaches_target[program.target(edge)]) writes.push_back(edge);
  }
  const auto rank = [&](EdgeId edge) {
    return std::pair(!writes_constant(program, edge), -static_cast<std::int64_t>(flow.order[program.source(edge)]));
  };
  std::sort(writes.begin(), writes.end(), [&](EdgeId a, EdgeId b) { return rank(a) < rank(b); });
  writes.resize(std::min(writes.size(), max_writes));
  for (const EdgeId edge : writes) {
    if (result.cells.size() == max_anchors) break;
    const std::optional<Term> index = written_index(program, semantics, edge);
    if (!index) continue;
    const VariableId array = std::get<Assign>(program.edge(edge).statement).target.variable;
    const bool is_known = std::any_of(result.cells.begin(), result.cells.end(), [&](const CellAnchor& anchor) {
      return anchor.array == array && anchor.index == *index;
    });
    const auto variables = scalars_in(semantics, *index);
    if (is_known || !variables) continue;
    const std::vector<bool> reached = reachable_from(program, flow, program.target(edge));
    if (!matters_behind(flow, array, reached) || may_change(program, *variables, reached)) continue;
    result.cells.push_back({array, *index});
    for (LocationId location = 0; location < reached.size(); ++location)
      for (const VariableId variable : *variables)
        if (reached[location]) result.flow.live[location][variable] = true;
  }
  return result;
}

}  // namespace bireach::checker
