// SPDX-License-Identifier: Apache-2.0
#include "frontend/checks/unwritten_search.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "frontend/checks/partial_writes.h"
#include "frontend/program/lowering_names.h"

namespace bireach::frontend {
namespace {

bool is_of_stack(const Program& program, VariableId variable) {
  return std::binary_search(program.stack.begin(), program.stack.end(), variable);
}

}  // namespace

bool is_of_memory(const Program& program, const Expr& read) {
  return read.kind == Expr::Kind::Element || is_of_lowering(program.variables[read.variable]);
}

const Expr* copied_read(const Program& program, const Statement& statement) {
  const Assign* assign = as_assign(statement);
  if (assign == nullptr) return nullptr;
  const Expr* value = assign->value.get();
  bool is_byte = program.variables[assign->target.variable].type.width == 8;
  while (value->kind == Expr::Kind::Cast || value->kind == Expr::Kind::Pattern) {
    is_byte = is_byte && value->type.width == 8;
    value = value->operands[0].get();
  }
  if (!is_read(*value)) return nullptr;
  is_byte = is_byte && value->type.width == 8 && is_of_memory(program, *value);
  return is_byte || !value->source.is_known() ? value : nullptr;
}

bool leaves_unwritten(const Program& program, const Edge& edge, bool of_memory) {
  const Havoc* havoc = as_havoc(edge.statement);
  // Parameters of the entry function, and what functions without a body write, have arbitrary values.
  if (havoc == nullptr || !havoc->function.empty() || edge.role == EdgeRole::Parameter || edge.role == EdgeRole::Call)
    return false;
  // The library's own code says so what may have any value.
  if (program.call_paths[edge.call_path].is_library) return false;
  const Variable& variable = program.variables[havoc->target.variable];
  const auto cells = program.memory.cells.find(havoc->target.variable);
  if (cells == program.memory.cells.end()) return !variable.user_name.empty() && !variable.is_static;
  if (!of_memory) return false;
  const ExprPtr& index = havoc->target.index;
  if (!index || index->kind != Expr::Kind::Constant) return true;
  const logic::Integer address = index->value + cells->second.shift;
  const auto& objects = program.memory.objects;
  return std::none_of(objects.begin(), objects.end(), [&](const Memory::Object& object) {
    return object.is_static && object.address <= address && address < object.address + object.size;
  });
}

bool leaves_open(const Program& program, const Statement& statement) {
  const Havoc* havoc = as_havoc(statement);
  return havoc != nullptr && !havoc->doubt.empty() && program.variables[havoc->target.variable].array.has_value();
}

std::map<VariableId, Uses>& UnwrittenSearch::run() {
  for (auto& [variable, uses] : uses_)
    if (!uses.unwritten.empty()) waiting_.push_back(variable);
  while (!waiting_.empty()) {
    const VariableId variable = waiting_.front();
    waiting_.pop_front();
    search(variable, uses_[variable]);
  }
  return uses_;
}

bool UnwrittenSearch::may_be_written(VariableId variable, EdgeId edge) {
  if (written_of_ != variable || program_.variables[variable].array) {
    const Uses& uses = uses_[variable];
    std::vector<EdgeId> seeds = uses.writes;
    seeds.insert(seeds.end(), uses.restores.begin(), uses.restores.end());
    std::set<EdgeId> blocked(uses.unwritten.begin(), uses.unwritten.end());
    flood(seeds, [&](EdgeId e) { return blocked.contains(e); });
    written_of_ = variable;
  }
  return is_reached(program_.source(edge));
}

void UnwrittenSearch::collect(EdgeId edge) {
  const Statement& statement = program_.edge(edge).statement;
  const Expr* copied = copied_read(program_, statement);
  const auto target = assigned_variable(statement);
  const bool is_save = target && is_of_stack(program_, *target);
  for_each_read(statement, [&](const Expr& read) {
    if (is_of_stack(program_, read.variable)) return;
    Uses& uses = uses_[read.variable];
    if (is_save)
      uses.saves.push_back(edge);
    else if (&read == copied)
      uses.copies.push_back(edge);
    else if (read.source.is_known())
      uses.reads.push_back(edge);
    else if (target && read.kind == Expr::Kind::Element)
      (program_.variables[*target].array ? uses.lost : uses.parts).push_back(edge);
  });
  if (!target || is_save) return;
  Uses& uses = uses_[*target];
  if (leaves_unwritten(program_, program_.edge(edge), of_memory_))
    uses.unwritten.push_back(edge);
  else if (copied != nullptr && is_of_stack(program_, copied->variable))
    uses.restores.push_back(edge);
  else
    uses.writes.push_back(edge);
  uses.is_partly_written = uses.is_partly_written || written_part(statement);
}

bool UnwrittenSearch::stores_number(EdgeId part) const {
  const VariableId number = *assigned_variable(program_.edge(part).statement);
  const auto uses = uses_.find(number);
  if (!is_of_lowering(program_.variables[number]) || uses == uses_.end()) return false;
  const auto stores = [&](EdgeId edge) {
    const LValue* target = assigned_target(program_.edge(edge).statement);
    return target != nullptr && target->index;
  };
  const Uses& of_number = uses->second;
  return std::all_of(of_number.reads.begin(), of_number.reads.end(), stores) &&
         std::all_of(of_number.copies.begin(), of_number.copies.end(), stores);
}

void UnwrittenSearch::search(VariableId variable, Uses& uses) {
  std::vector<EdgeId> seeds = uses.unwritten;
  seeds.insert(seeds.end(), uses.received.begin(), uses.received.end());
  const auto overwrites = [&](EdgeId edge) {
    const LValue* target = assigned_target(program_.edge(edge).statement);
    return target != nullptr && target->variable == variable && !target->index &&
           !keeps_other_elements(program_.edge(edge).statement) && !written_part(program_.edge(edge).statement) &&
           !leaves_open(program_, program_.edge(edge).statement);
  };
  flood(seeds, overwrites);
  const auto is_doubtful = [&](EdgeId edge) { return is_reached(program_.source(edge)); };
  if (std::any_of(uses.saves.begin(), uses.saves.end(), is_doubtful)) {
    uses.is_open = program_.variables[variable].array.has_value();
    seeds.insert(seeds.end(), uses.restores.begin(), uses.restores.end());
    flood(seeds, overwrites);
  }
  uses.doubtful.clear();
  for (const auto* edges :
       {&uses.unwritten, &uses.writes, &uses.reads, &uses.copies, &uses.parts, &uses.lost, &uses.restores})
    std::copy_if(edges->begin(), edges->end(), std::inserter(uses.doubtful, uses.doubtful.end()), is_doubtful);
  for (const EdgeId part : uses.parts) {  // not followed
    if (!is_doubtful(part) || (!uses.is_open && stores_number(part))) continue;
    Uses& made = uses_[*assigned_variable(program_.edge(part).statement)];
    if (std::exchange(made.is_open, true) && made.received.contains(part)) continue;
    made.received.insert(part);
    waiting_.push_back(*assigned_variable(program_.edge(part).statement));
  }
  for (const EdgeId copy : uses.copies) {
    if (!uses.doubtful.contains(copy)) continue;
    const VariableId target = *assigned_variable(program_.edge(copy).statement);
    if (target == variable) continue;
    Uses& copied = uses_[target];
    const bool is_news = copied.received.insert(copy).second;
    const bool changes = (uses.is_open && !copied.is_open) || (uses.is_partly_written && !copied.is_partly_written);
    copied.is_open = copied.is_open || uses.is_open;
    copied.is_partly_written = copied.is_partly_written || uses.is_partly_written;
    if (is_news || changes) waiting_.push_back(target);
  }
}

}  // namespace bireach::frontend
