// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang_lowering.h"

#include <algorithm>

namespace bireach::frontend {

Lowering::Lowering(const Linker& linker, const ParseOptions& options, Discovered& discovered, Program& program)
    : linker_(linker),
      options_(options),
      plan_(discovered.memory),
      recursions_(discovered.recursions),
      program_(program),
      effects_(linker),
      storages_(program) {}

void Lowering::run(const clang::FunctionDecl* entry, bool arbitrary_globals) {
  Frame frame;
  frame.function = entry;
  frame.unit = &linker_.unit_of(entry);
  frame.name = entry->getNameAsString();
  frame.is_entry = true;
  frame_ = &frame;
  Location exit;
  exit.kind = LocationKind::Exit;
  const bool is_recursive = recursions_.functions.contains(entry);
  const Node end = graph_.terminal(exit);
  frame.end = is_recursive ? new_node() : end;
  const Node start = new_node();
  current_ = start;
  active_.push_back(entry);
  for (const clang::ParmVarDecl* parameter : entry->parameters()) {
    begin_life(local_object(parameter));
    havoc(place_of(storage_of(parameter)), origin(parameter), EdgeRole::Parameter);
    // What every environment gives main: a count that is not negative, a pointer that is not null (C11 5.1.2.2.1).
    const auto type = integer(parameter->getType());
    const bool is_count = parameter->getFunctionScopeIndex() == 0 && type && type->is_signed;
    const bool is_vector = parameter->getFunctionScopeIndex() == 1 && type && parameter->getType()->isPointerType();
    if (!entry->isMain() || !parameter->isReferenced() || !(is_count || is_vector)) continue;
    Origin place = origin(parameter);
    place.text.clear();
    const Node given = new_node();
    const Node never = new_node();
    const ExprPtr argument = load(place_of(storage_of(parameter)), place.range);
    branch(make_binary(is_count ? BinaryOp::Ge : BinaryOp::Ne, argument, make_constant(0, *type), IntegerType{}), place,
           given, never, 1);
    enter(never);
    emit_to(graph_.terminal(exit), Assume{make_constant(1, IntegerType{})}, place, EdgeRole::Call, 2);
    enter(given);
  }
  if (is_recursive) begin_recursion();
  lower_body(entry);
  if (alive()) go_to(frame.end);
  if (is_recursive) finish_recursion(end);
  // Only globals that the program uses are initialised, so this comes last and is moved to the front.
  const std::size_t first = graph_.edge_count();
  const Node variables = new_node();
  current_ = variables;
  lower_globals(arbitrary_globals);
  lower_stacks();
  lower_flags();
  if (alive()) go_to(start);
  const Node initial = new_node();
  current_ = initial;
  lower_memory();
  go_to(variables);
  if (objects_have_addresses_) {
    for (const auto& [edge, location] : pointer_calls_) graph_.redirect(edge, graph_.terminal(location));
  }
  graph_.move_to_front(first);
  graph_.build(initial, program_);
  note_procedures();
  frame_ = nullptr;
}

Lowering::Node Lowering::new_node() {
  Location location;
  location.function = frame_->name;
  return graph_.add_node(std::move(location));
}

void Lowering::emit(Statement statement, const Origin& origin, EdgeRole role, unsigned part) {
  if (!alive()) return;
  if (pure_ > 0) {
    pure_failed_ = true;
    return;
  }
  const Node next = new_node();
  emit_to(next, std::move(statement), origin, role, part);
  current_ = next;
}

void Lowering::emit_to(Node target, Statement statement, const Origin& origin, EdgeRole role, unsigned part) {
  if (!alive()) return;
  if (pure_ > 0) {
    pure_failed_ = true;
    return;
  }
  Edge edge;
  edge.source = origin.range;
  edge.text = origin.text;
  edge.role = role;
  edge.call_path = frame_->call_path;
  edge.statement_id = statement_id(origin.node, role, statement, part);
  edge.statement = std::move(statement);
  graph_.add_edge(*current_, target, std::move(edge));
  current_.reset();
}

void Lowering::emit_step(const Origin& origin, EdgeRole role) {
  emit(Assume{make_constant(1, IntegerType{})}, origin, role);
}

void Lowering::go_to(Node target) {
  if (!alive()) return;
  graph_.merge(*current_, target, frame_->call_path);
  current_.reset();
}

void Lowering::enter(Node node) {
  current_.reset();
  if (graph_.reached(node)) current_ = node;
}

void Lowering::branch(const ExprPtr& condition, const Origin& origin, Node on_true, Node on_false, unsigned part) {
  if (!alive()) return;
  if (condition->type.is_floating) {
    return branch(make_truth(condition, condition->source), origin, on_true, on_false, part);
  }
  if (condition->kind == Expr::Kind::Constant) {
    go_to(condition->value != 0 ? on_true : on_false);
    return;
  }
  const Node here = *current_;
  emit_to(on_true, Assume{condition}, origin, EdgeRole::BranchTrue, part);
  current_ = here;
  emit_to(on_false, Assume{make_not(condition)}, origin, EdgeRole::BranchFalse, part);
  current_.reset();
}

void Lowering::unsupported(const std::string& what, const clang::Stmt* where) {
  unsupported_at(what, origin(where));
}

void Lowering::unsupported(const std::string& what, const clang::Decl* where) {
  Origin place;
  place.node = where;
  place.range = linker_.unit_of(where).mapper.range(where->getSourceRange());
  place.text = linker_.unit_of(where).mapper.text(where->getSourceRange());
  unsupported_at(what, place);
}

void Lowering::unsupported_at(const std::string& what, const Origin& origin) {
  if (!alive()) return;
  if (pure_ > 0) {
    pure_failed_ = true;
    return;
  }
  if (!options_.memory_as_bytes && what.find(union_of_objects) != std::string::npos) program_.needs_bytes = true;
  Location location;
  location.kind = LocationKind::Unsupported;
  location.function = frame_->name;
  location.note = what + (frame_->library_call ? " in " + frame_->name : "");
  location.place = origin.range;
  emit_to(graph_.terminal(location), Assume{make_constant(1, IntegerType{})}, origin, EdgeRole::Internal);
}

std::uint32_t Lowering::statement_id(const void* node, EdgeRole role, const Statement& statement, unsigned part) {
  std::int64_t target = -1;
  if (const auto* assign = std::get_if<Assign>(&statement)) target = assign->target.variable;
  if (const auto* havoc = std::get_if<Havoc>(&statement)) target = havoc->target.variable;
  const auto next = static_cast<std::uint32_t>(statement_ids_.size());
  return statement_ids_.emplace(std::make_tuple(node, role, statement.index(), target, part), next).first->second;
}

Lowering::Origin Lowering::origin(const clang::Stmt* node) {
  if (frame_->library_call) {
    return {node, *frame_->library_call, pure_ > 0 ? "" : frame_->unit->mapper.text(node->getSourceRange())};
  }
  if (pure_ > 0 && !origins_.contains(node)) {
    // The text is not needed for what is only tried.
    Origin result;
    result.node = node;
    result.range = frame_->unit->mapper.range(node->getSourceRange());
    return result;
  }
  const auto [entry, fresh] = origins_.try_emplace(node);
  if (fresh) {
    entry->second.node = node;
    entry->second.range = frame_->unit->mapper.range(node->getSourceRange());
    entry->second.text = frame_->unit->mapper.text(node->getSourceRange());
  }
  return entry->second;
}

Lowering::Origin Lowering::origin(const clang::VarDecl* variable) {
  if (frame_->library_call) {
    return {variable, *frame_->library_call, frame_->unit->mapper.text(variable->getSourceRange())};
  }
  const auto [entry, fresh] = origins_.try_emplace(variable);
  if (!fresh) return entry->second;
  Origin& result = entry->second;
  const Unit& unit = linker_.unit_of(variable);
  result.node = variable;
  const clang::SourceRange whole = variable->getSourceRange();
  const clang::SourceManager& sources = unit.context().getSourceManager();
  const clang::SourceRange declarator(variable->getLocation(), whole.getEnd());
  result.text = unit.mapper.text(whole);
  result.range = unit.mapper.range(whole);
  // In `int a = 1, b = 2;` Clang's range of b starts at `int` too.
  const auto begin = sources.getFileOffset(sources.getExpansionLoc(whole.getBegin()));
  const auto name = sources.getFileOffset(sources.getExpansionLoc(variable->getLocation()));
  if (name > begin &&
      unit.mapper.text(clang::SourceRange(whole.getBegin(), variable->getLocation())).find(',') != std::string::npos) {
    clang::QualType type = variable->getType();
    while (const clang::ArrayType* array = unit.context().getAsArrayType(type)) type = array->getElementType();
    result.text = type.getAsString(unit.context().getPrintingPolicy()) + " " + unit.mapper.text(declarator);
    result.range = unit.mapper.range(declarator);
  }
  return result;
}

void Lowering::assume_globally(const std::string& assumption) {
  if (known_assumptions_.insert(assumption).second) program_.assumptions.push_back(assumption);
}

}  // namespace bireach::frontend
