// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/accesses.h"

#include <algorithm>
#include <optional>

namespace bireach::frontend {
namespace {

/// Accesses of memory need that there is some: what says so is read with them.
void add_existence(const Program& program, VariableId array, std::vector<VariableAccess>& accesses) {
  const auto cells = program.memory.cells.find(array);
  if (cells == program.memory.cells.end()) return;
  const auto add = [&accesses](VariableId variable) { accesses.push_back({variable, false, nullptr, true}); };
  for (const std::size_t number : cells->second.mortal)
    if (const auto alive = program.memory.objects[number].alive) add(*alive);
  if (program.memory.top) add(*program.memory.top);
  if (program.memory.sizes) add(*program.memory.sizes);
}

void add_reads(const Program& program, const Expr& expr, std::vector<VariableAccess>& accesses) {
  for (const ExprPtr& operand : expr.operands) add_reads(program, *operand, accesses);
  if (!is_read(expr)) return;
  const bool is_element = expr.kind == Expr::Kind::Element;
  accesses.push_back({expr.variable, false, is_element ? expr.operands[0] : nullptr, false});
  if (is_element) add_existence(program, expr.variable, accesses);
}

/// By whom a variable is accessed: by one thread, or by several.
struct Users {
  std::optional<std::uint32_t> first;
  bool several = false;
  bool written = false;

  /// `any_number`: the thread stands for several.
  void add(std::uint32_t thread, bool any_number, bool writes) {
    if (any_number || (first && *first != thread)) several = true;
    if (!first) first = thread;
    written = written || writes;
  }
};

}  // namespace

std::vector<VariableAccess> accesses_of(const Program& program, const Statement& statement) {
  std::vector<VariableAccess> accesses;
  for (const ExprPtr& expr : evaluated_expressions(statement)) add_reads(program, *expr, accesses);
  if (const LValue* target = assigned_target(statement)) {
    if (target->index) add_existence(program, target->variable, accesses);
    accesses.push_back({target->variable, true, target->index, false});
  }
  return accesses;
}

std::vector<LocationId> reachable_locations(const Program& graphs, LocationId from) {
  std::vector<LocationId> found{from};
  std::set<LocationId> seen{from};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const EdgeId edge : graphs.outgoing(found[i]))
      if (seen.insert(graphs.target(edge)).second) found.push_back(graphs.target(edge));
  return found;
}

std::vector<bool> locations_beside_others(const Program& graphs) {
  std::vector<bool> result(graphs.location_count(), true);
  if (graphs.threads.empty()) return result;
  const std::vector<LocationId> own = reachable_locations(graphs, graphs.threads.front().entry);
  for (const LocationId location : own) result[location] = false;
  std::vector<LocationId> work;
  const auto visit = [&](LocationId location) {
    if (!result[location]) work.push_back(location);
    result[location] = true;
  };
  for (const LocationId location : own)
    for (const EdgeId edge : graphs.outgoing(location))
      if (graphs.edge(edge).thread_step.kind == ThreadStep::Kind::start) visit(graphs.target(edge));
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (const EdgeId edge : graphs.outgoing(location)) visit(graphs.target(edge));
  }
  return result;
}

std::vector<bool> shared_variables(const Program& graphs) {
  const std::vector<bool> beside_others = locations_beside_others(graphs);
  std::vector<Users> users(graphs.variables.size());
  for (EdgeId edge = 0; edge < graphs.edge_count(); ++edge) {
    if (!beside_others[graphs.source(edge)]) continue;
    for (const VariableAccess& access : accesses_of(graphs, graphs.edge(edge).statement))
      users[access.variable].add(graphs.edge(edge).thread, graphs.threads[graphs.edge(edge).thread].any_number,
                                 access.is_write);
  }
  std::vector<bool> result;
  for (const Users& user : users) result.push_back(user.several && user.written);
  return result;
}

}  // namespace bireach::frontend
