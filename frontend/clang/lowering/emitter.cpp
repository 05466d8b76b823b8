// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/emitter.h"

namespace bireach::frontend {
namespace {

/// Steps of any statement, beyond the numbers of others.
constexpr unsigned begins_atomic = 1'000'001;
constexpr unsigned ends_atomic = 1'000'002;

/// "int a[9] = {...}" for the text of a declaration that is too long to be shown.
std::string without_elements(const std::string& text) {
  const std::size_t list = text.find("= {");
  return text.ends_with("...") && list != std::string::npos ? text.substr(0, list) + "= {...}" : text;
}

}  // namespace

Emitter::Node Emitter::new_node() {
  Location location;
  location.function = copy_->name;
  return graph_.add_node(std::move(location));
}

void Emitter::emit(Statement statement, const Origin& origin, EdgeRole role, const Part& part) {
  if (!alive() || fail_trial()) return;
  if (gathers() && gathered_.take(program_, statement, origin.range, role, part)) return;
  const Node next = new_node();
  emit_to(next, std::move(statement), origin, role, part);
  current_ = next;
}

void Emitter::emit_to(Node target, Statement statement, const Origin& origin, EdgeRole role, const Part& part) {
  if (!alive() || fail_trial()) return;
  emit_gathered();
  add_edge(target, std::move(statement), origin, role, part);
}

void Emitter::emit_gathered() {
  if (gathered_.empty()) return;
  for (const ConstantStores::Written& written : gathered_.written()) {
    Origin origin = *gathering_;
    if (written.count == 1)
      origin.range = written.source;
    else
      origin.text = without_elements(origin.text);
    const Node next = new_node();
    add_edge(next, as_one_statement(program_, written), origin, written.role, written.part);
    current_ = next;
  }
  gathered_.clear();
}

void Emitter::add_edge(Node target, Statement statement, const Origin& origin, EdgeRole role, const Part& part) {
  Edge edge;
  edge.source = origin.range;
  edge.text = origin.text;
  edge.role = role;
  edge.call_path = copy_->call_path;
  edge.statement_id = statement_id(origin.node, role, statement, part);
  edge.statement = std::move(statement);
  edge.thread = thread_;
  graph_.add_edge(*current_, target, std::move(edge));
  current_.reset();
}

void Emitter::emit_thread_step(const ThreadStep& step, const Origin& origin, EdgeRole role, const Part& part) {
  if (!alive() || fail_trial()) return;
  emit_gathered();
  Edge edge;
  edge.source = origin.range;
  edge.text = origin.text;
  edge.role = role;
  edge.call_path = copy_->call_path;
  edge.statement = Assume{make_constant(1, int_type)};
  edge.statement_id = statement_id(origin.node, role, edge.statement, part);
  edge.thread = thread_;
  edge.thread_step = step;
  const Node next = new_node();
  graph_.add_edge(*current_, next, std::move(edge));
  current_ = next;
}

void Emitter::begin_atomic(const Origin& origin, EdgeRole role) {
  if (threaded_) emit_thread_step({ThreadStep::Kind::atomic_begin, 0}, origin, role, Part(begins_atomic));
}

void Emitter::end_atomic(const Origin& origin, EdgeRole role) {
  if (threaded_) emit_thread_step({ThreadStep::Kind::atomic_end, 0}, origin, role, Part(ends_atomic));
}

void Emitter::emit_step(const Origin& origin, EdgeRole role) {
  emit(Assume{make_constant(1, int_type)}, origin, role);
}

void Emitter::go_to(Node target) {
  if (!alive()) return;
  emit_gathered();
  graph_.merge(*current_, target, copy_->call_path, thread_);
  current_.reset();
}

void Emitter::enter(Node node) {
  emit_gathered();
  current_.reset();
  if (graph_.reached(node)) current_ = node;
}

void Emitter::branch(const ExprPtr& condition, const Origin& origin, Node on_true, Node on_false, const Part& part) {
  if (!alive()) return;
  if (condition->type.is_floating())
    return branch(make_truth(condition, condition->source), origin, on_true, on_false, part);
  if (condition->kind == Expr::Kind::Constant) {
    go_to(condition->value != 0 ? on_true : on_false);
    return;
  }
  const Node here = this->here();
  emit_to(on_true, Assume{condition}, origin, EdgeRole::BranchTrue, part);
  current_ = here;
  emit_to(on_false, Assume{make_not(condition)}, origin, EdgeRole::BranchFalse, part);
  current_.reset();
}

void Emitter::end_path(const Location& end, const Origin& origin, EdgeRole role, const Part& part) {
  emit_to(graph_.terminal(end, thread_), Assume{make_constant(1, int_type)}, origin, role, part);
}

void Emitter::unsupported(const Unmodelled& what, const clang::Decl* where) {
  Origin place;
  place.node = where;
  place.range = linker_.unit_of(where).mapper.range(where->getSourceRange());
  place.text = linker_.unit_of(where).mapper.text(where->getSourceRange());
  unsupported_at(what, place);
}

void Emitter::unsupported_at(const Unmodelled& what, const Origin& origin) {
  if (!alive() || fail_trial()) return;
  end_path(unsupported_location(what, origin), origin, EdgeRole::Internal);
}

Location Emitter::unsupported_location(const Unmodelled& what, const Origin& origin) const {
  Location location;
  location.kind = LocationKind::Unsupported;
  location.bytes_model_it = what.remedy == Remedy::memory_of_bytes && !options_.memory_as_bytes;
  if (location.bytes_model_it) program_.needs_bytes = true;
  location.function = copy_->name;
  location.note = what.what + (copy_->library_call ? " in " + copy_->name : "");
  location.place = origin.range;
  return location;
}

void Emitter::undefined_at(Violation violation, const std::string& what, const Origin& origin) {
  if (!alive() || fail_trial()) return;
  if (!options_.property.has(violation)) {
    Location location = unsupported_location(what, origin);
    location.is_undefined = true;
    return end_path(location, origin, EdgeRole::Internal);
  }
  Location location;
  location.kind = LocationKind::Error;
  location.violation = violation;
  location.function = copy_->name;
  location.note = what + (copy_->library_call ? " in " + copy_->name : "");
  location.place = origin.range;
  end_path(location, origin, EdgeRole::Call);
}

std::uint32_t Emitter::statement_id(const void* node, EdgeRole role, const Statement& statement, const Part& part) {
  const std::optional<VariableId> assigned = assigned_variable(statement);
  const auto twin = assigned ? twins_.find(*assigned) : twins_.end();
  const std::int64_t target = !assigned ? -1 : std::int64_t{twin == twins_.end() ? *assigned : twin->second};
  const auto next = static_cast<std::uint32_t>(statement_ids_.size());
  return statement_ids_.emplace(std::make_tuple(node, role, statement.index(), target, part), next).first->second;
}

Origin Emitter::origin(const clang::Stmt* node) {
  if (copy_->library_call)
    return {node, *copy_->library_call, is_trial() ? "" : copy_->unit->mapper.text(node->getSourceRange())};
  if (is_trial() && !origins_.contains(node)) {
    // The text is not needed for what is only tried.
    Origin result;
    result.node = node;
    result.range = copy_->unit->mapper.range(node->getSourceRange());
    return result;
  }
  const auto [entry, fresh] = origins_.try_emplace(node);
  if (fresh) {
    entry->second.node = node;
    entry->second.range = copy_->unit->mapper.range(node->getSourceRange());
    entry->second.text = copy_->unit->mapper.text(node->getSourceRange());
  }
  return entry->second;
}

Origin Emitter::origin(const clang::VarDecl* variable) {
  if (copy_->library_call)
    return {variable, *copy_->library_call, copy_->unit->mapper.text(variable->getSourceRange())};
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

void Emitter::assume_globally(const std::string& assumption) {
  if (known_assumptions_.insert(assumption).second) program_.assumptions.push_back(assumption);
}

void Emitter::assume_of_function(const std::string& name, const std::string& text) {
  assume_globally("function '" + name + "'" + text);
  program_.assumed_functions.insert(name);
}

void Emitter::build(Node initial, std::size_t first, const std::vector<Node>& roots) {
  graph_.move_before_start(first);
  graph_.build(initial, roots, program_);
}

}  // namespace bireach::frontend
