// SPDX-License-Identifier: Apache-2.0
#include "checker/report/memory_objects.h"

#include <algorithm>
#include <cctype>

#include "checker/report/trace_names.h"
#include "frontend/program/lowering_names.h"

namespace bireach::checker {
namespace {

using frontend::Execution;
using frontend::Program;
using logic::Integer;

/// "malloc" of "malloc(16)".
std::string called_function(const std::string& text) {
  const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  const auto end = std::find_if_not(text.begin(), text.end(), is_part);
  return end != text.end() && *end == '(' ? std::string(text.begin(), end) : std::string();
}

}  // namespace

void note_allocation(const Program& program, const Execution& execution, std::size_t position,
                     frontend::MemoryNames& names) {
  const frontend::Statement& statement = program.edge(execution.trace[position]).statement;
  const frontend::LValue* target = frontend::assigned_target(statement);
  if (target == nullptr) return;
  if (frontend::is_havoc(statement) && program.variables[target->variable].name.ends_with(frontend::start_of_argument))
    return names.begin_argument(std::get<Integer>(execution.states[position + 1][target->variable]));
  if (target->variable != program.memory.sizes || !target->index) return;
  std::vector<frontend::UndefinedEvent> ignored;
  const Integer address =
      frontend::evaluate(program, *target->index, execution.states[position], execution.trace[position], ignored);
  const auto& sizes = std::get<logic::ArrayValue>(execution.states[position + 1][*program.memory.sizes]);
  const Integer& size = sizes.at(address);
  if (size == 0) return;
  const frontend::Expr& index = *target->index;
  const auto local = index.kind == frontend::Expr::Kind::Variable ? program.memory.locals.find(index.variable)
                                                                  : program.memory.locals.end();
  names.allocate(address, size, local == program.memory.locals.end() ? "heap" : local->second);
}

void note_allocations(const Program& program, const Execution& execution, frontend::MemoryNames& names) {
  if (!program.memory.sizes) return;
  for (std::size_t position = 0; position + 1 < execution.states.size(); ++position)
    note_allocation(program, execution, position, names);
}

bool is_allocated(const Program& program, frontend::VariableId cells, const Integer& index) {
  const auto found = program.memory.cells.find(cells);
  return found != program.memory.cells.end() && program.memory.top &&
         index + found->second.shift >= program.memory.first_allocated;
}

std::optional<std::size_t> written_behind(const Program& program, const Execution& execution, std::size_t position) {
  constexpr std::size_t furthest = 12;
  const auto target_at = [&](std::size_t at) {
    return frontend::assigned_target(program.edge(execution.trace[at]).statement);
  };
  const frontend::LValue* kept = target_at(position);
  if (kept == nullptr || program.variables[kept->variable].user_name != frontend::stored_value_name)
    return std::nullopt;
  const frontend::Edge& step = program.edge(execution.trace[position]);
  std::optional<std::size_t> result;
  for (std::size_t at = position + 1; at + 1 < execution.states.size() && at <= position + furthest; ++at) {
    const frontend::Edge& edge = program.edge(execution.trace[at]);
    if (edge.call_path != step.call_path || edge.source != step.source) break;
    const frontend::LValue* target = target_at(at);
    if (target == nullptr || !target->index || !program.memory.cells.contains(target->variable)) continue;
    if (result) return std::nullopt;
    result = at;
  }
  return result;
}

MemoryObjects::MemoryObjects(const Program& program, const Execution& execution) {
  for (const frontend::Memory::Object& object : program.memory.objects) {
    MemoryObject entry;
    entry.address = object.address;
    entry.size = object.size;
    entry.name = object.name;
    if (object.parts.size() == 1 && object.parts.front().is_array)
      entry.element = static_cast<std::uint64_t>(object.parts.front().size);
    if (object.alive) entry.is_gone = std::get<Integer>(execution.states.back()[*object.alive]) == 0;
    objects_.emplace(object.address, std::move(entry));
  }
  if (!program.memory.sizes || execution.states.size() != execution.trace.size() + 1) return;
  for (std::size_t position = 0; position < execution.trace.size(); ++position)
    if (frontend::assigned_variable(program.edge(execution.trace[position]).statement) == program.memory.sizes)
      note(program, execution, position);
}

void MemoryObjects::note(const Program& program, const Execution& execution, std::size_t position) {
  const frontend::Edge& edge = program.edge(execution.trace[position]);
  const frontend::LValue* target = frontend::assigned_target(edge.statement);
  if (!target->index) return;
  std::vector<frontend::UndefinedEvent> ignored;
  const Integer address =
      frontend::evaluate(program, *target->index, execution.states[position], execution.trace[position], ignored);
  const Integer& size = std::get<logic::ArrayValue>(execution.states[position + 1][*program.memory.sizes]).at(address);
  const auto known = objects_.find(address);
  const bool is_call = edge.role == frontend::EdgeRole::Call;
  if (known != objects_.end() && size == 0) {
    known->second.is_gone = true;
    if (is_call) known->second.gone = edge.source;
    return;
  }
  MemoryObject entry;
  entry.address = address;
  entry.size = size;
  const frontend::Expr& index = *target->index;
  const auto local = index.kind == frontend::Expr::Kind::Variable ? program.memory.locals.find(index.variable)
                                                                  : program.memory.locals.end();
  if (local != program.memory.locals.end())
    entry.name = local->second;
  else if (const std::uint32_t call = frontend::library_call(program, edge); call != 0)
    entry.allocator = program.call_paths[call].callee;  // strdup, not the malloc within it
  else
    entry.allocator = called_function(edge.text);
  entry.allocated = edge.source;
  objects_.insert_or_assign(address, std::move(entry));
}

std::optional<MemoryObject> MemoryObjects::at(const Integer& address) const {
  const auto next = objects_.upper_bound(address);
  if (next == objects_.begin()) return std::nullopt;
  const MemoryObject& object = std::prev(next)->second;
  if (address > object.address + object.size) return std::nullopt;
  return object;
}

}  // namespace bireach::checker
