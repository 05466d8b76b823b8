// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/program.h"

#include <algorithm>

#include <boost/range/iterator_range.hpp>
#include <stdexcept>
#include <utility>

#include "frontend/program/check_notes.h"

namespace bireach::frontend {

Program::Store::Store(const Store& other) : graph(std::make_unique<Graph>(*other.graph)) {
  // Boost keeps edges, also of a copy, in order of creation.
  edges.reserve(other.edges.size());
  for (const auto& edge : boost::make_iterator_range(boost::edges(*graph))) edges.push_back(edge);
}

Program Program::without_graph() const {
  Program result(*this);
  result.store_ = Store();
  result.outgoing_.clear();
  result.incoming_.clear();
  // They belong to the edges that are gone: what is proved of them says nothing about others.
  result.thread_graphs = nullptr;
  result.thread_templates = nullptr;
  result.interleaving_evidence = nullptr;
  return result;
}

LocationId Program::add_location(Location location) {
  const auto id = static_cast<LocationId>(boost::add_vertex(*store_.graph));
  (*store_.graph)[id] = std::move(location);
  outgoing_.emplace_back();
  incoming_.emplace_back();
  return id;
}

EdgeId Program::add_edge(LocationId source, LocationId target, Edge edge) {
  if (source >= location_count() || target >= location_count())
    throw std::out_of_range("Program::add_edge: no such location");
  const auto id = static_cast<EdgeId>(store_.edges.size());
  store_.edges.push_back(boost::add_edge(source, target, *store_.graph).first);
  (*store_.graph)[store_.edges.back()] = std::move(edge);
  outgoing_[source].push_back(id);
  incoming_[target].push_back(id);
  return id;
}

std::vector<ExprPtr> evaluated_numbers(const Program& program, const Statement& statement) {
  std::vector<ExprPtr> result = evaluated_expressions(statement);
  std::erase_if(result, [&](const ExprPtr& expr) {
    if (expr->kind == Expr::Kind::Table) return true;
    return expr->kind == Expr::Kind::Variable && program.variables[expr->variable].array.has_value();
  });
  return result;
}

Violation violated_by(const Program& program, const Trace& trace) {
  const Location& end = program.location(trace.empty() ? program.initial : program.target(trace.back()));
  if (end.kind != LocationKind::Error || !end.violation) throw std::logic_error("violated_by: no error is reached");
  return *end.violation;
}

namespace {

bool is_of_tracked(const Memory& memory, VariableId variable) {
  if (!memory.tracked) return false;
  const Memory::Tracked& tracked = *memory.tracked;
  return variable == tracked.address || variable == tracked.end || variable == tracked.size ||
         variable == tracked.state;
}

}  // namespace

std::set<std::string> library_functions(const Program& program) {
  std::set<std::string> result;
  for (const CallSite& call : program.call_paths)
    if (call.is_library) result.insert(call.callee);
  return result;
}

std::uint32_t library_call(const Program& program, const Edge& edge) {
  std::uint32_t outermost = 0;
  for (std::uint32_t path = edge.call_path; path != 0 && program.call_paths[path].is_library;
       path = program.call_paths[path].parent)
    outermost = path;
  return outermost;
}

const Memory::Object* Memory::other_at(const logic::Integer& address) const {
  const auto next = apart.upper_bound(address);
  if (next == apart.begin()) return nullptr;
  const Object& object = std::prev(next)->second;
  return address == object.address || address < object.address + object.size ? &object : nullptr;
}

bool is_bookkeeping(const Program& program, EdgeId edge) {
  const Statement& statement = program.edge(edge).statement;
  const auto target = assigned_variable(statement);
  if (!target) return false;
  if (!program.threads.empty() && program.thread_graphs && !program.edge(edge).thread_edge) return true;  // a choice
  const auto is_of_stack = [&program](VariableId variable) {
    return std::binary_search(program.stack.begin(), program.stack.end(), variable);
  };
  const Assign* assign = as_assign(statement);
  const bool restores =
      assign != nullptr && assign->value->kind == Expr::Kind::Element && is_of_stack(assign->value->variable);
  const bool is_note = program.variables[*target].c_type == note_type;
  const auto& objects = program.memory.objects;
  const bool is_flag = std::any_of(objects.begin(), objects.end(), [&](const auto& o) { return o.alive == *target; });
  if (is_note || is_flag || program.memory.locals.contains(*target) || is_of_tracked(program.memory, *target))
    return true;
  return restores || is_of_stack(*target) || program.memory.top == *target || program.memory.sizes == *target;
}

}  // namespace bireach::frontend
