// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {

Lowering::Lowering(const Linker& linker, const ParseOptions& options, const clang::FunctionDecl* entry,
                   Discovered& discovered, Program& program)
    : linker_(linker),
      options_(options),
      entry_(entry),
      recursions_(discovered.recursions),
      plan_(discovered.threads),
      program_(program),
      effects_(linker),
      emitter_(linker, options, program),
      variables_(program),
      sizes_(emitter_, variables_),
      heap_(emitter_, variables_, program, [this] { return memory_.points_to().looks_at_addresses(); }),
      memory_(emitter_, variables_, sizes_, discovered.memory, options, program),
      lifetimes_({linker, entry, discovered.recursions}, emitter_, variables_, heap_, memory_, program),
      recursion_stack_(emitter_, variables_, program),
      threads_(1) {
  if (is_threaded()) emitter_.set_threaded();
  if (linker.sets_rounding() && !is_threaded()) {
    StorageBuilder::Origin origin;
    origin.name = "(rounding mode)";
    program.rounding_mode = variables_.create_scalar(std::move(origin), int_type, VariableOwner{}).variable;
  }
  threads_.front().function = entry;
}

void Lowering::run(bool arbitrary_globals) {
  Frame frame;
  frame.function = entry_;
  frame.copy.unit = &linker_.unit_of(entry_);
  frame.copy.name = entry_->getNameAsString();
  frame.is_entry = true;
  frame_ = &frame;
  const Emitter::Inside inside(emitter_, frame.copy);
  Location exit;
  exit.kind = LocationKind::Exit;
  const bool is_recursive = recursions_.is_recursive(entry_);
  // With --entry there is no telling what ran before, and nothing ends.
  const bool is_whole = !arbitrary_globals && !linker_.around().empty();
  const Node end = is_whole ? emitter_.new_node() : emitter_.terminal(exit);
  // Whether the others go on when the first thread has returned makes a difference only to who waits for ever.
  const bool is_last = is_threaded() && options_.property.has(Violation::deadlock);
  if (is_threaded()) threads_.front().end = is_last ? emitter_.new_node(Location(exit)) : emitter_.terminal(exit);
  end_of_main_ = end;
  frame.end = is_recursive ? emitter_.new_node() : end;
  const Node start = emitter_.new_node();
  emitter_.resume(start);
  refuse_inside(nullptr);
  if (const std::string reason = linker_.refusal(entry_); !reason.empty()) emitter_.unsupported(reason, entry_);
  if (is_whole) call_around(linker_.around().constructors(), nullptr);
  lower_parameters();
  if (is_recursive) begin_recursion();
  lower_body(entry_);
  if (emitter_.alive()) emitter_.go_to(frame.end);
  if (is_recursive) finish_recursion(end);
  if (is_whole) {
    emitter_.enter(end);
    run_destructors(nullptr);
    emitter_.go_to(emitter_.terminal(exit));
  }
  lower_threads();
  lower_start(start, arbitrary_globals);
  note_threads();
  frame_ = nullptr;
}

void Lowering::lower_start(Node start, bool arbitrary_globals) {
  // Only globals that the program uses are initialised, so this comes last and is moved to the front.
  const std::size_t first = emitter_.edge_count();
  const Node variables = emitter_.new_node();
  emitter_.resume(variables);
  lower_globals(arbitrary_globals);
  recursion_stack_.initialize();
  lifetimes_.initialize();
  if (program_.rounding_mode)
    emitter_.emit(Assign{LValue{*program_.rounding_mode, nullptr}, make_constant(0, int_type)}, Origin{},
                  EdgeRole::Internal);
  initialize_threads();
  if (emitter_.alive()) emitter_.go_to(start);
  const Node initial = emitter_.new_node();
  emitter_.resume(initial);
  memory_.initialize();
  memory_.note_objects_of_cells();
  if (options_.property.has(Violation::pointer_arithmetic)) memory_.note_objects_apart();
  emitter_.go_to(variables);
  if (heap_.is_used() || memory_.has_addresses())
    for (const auto& [edge, location] : pointer_calls_) {
      emitter_.redirect(edge, location);
      program_.needs_bytes = program_.needs_bytes || location.bytes_model_it;
    }
  threads_.front().entry = initial;
  emitter_.build(initial, first, thread_roots());
  recursion_stack_.note_procedures();
}

bool Lowering::is_accessed(const clang::ParmVarDecl* pointer) {
  PointsTo& points_to = memory_.points_to();
  return !points_to.type(points_to.target(points_to.of(pointer))).isNull();
}

void Lowering::lower_parameters() {
  Location exit;
  exit.kind = LocationKind::Exit;
  const clang::ParmVarDecl* vector = nullptr;
  for (const clang::ParmVarDecl* parameter : entry_->parameters()) {
    lifetimes_.begin(lifetimes_.object(parameter));
    // What every environment gives main: a count that is not negative, a pointer that is not null (C11 5.1.2.2.1);
    // Linux also the name of the program.
    const auto type = integer(parameter->getType());
    const bool is_count = parameter->getFunctionScopeIndex() == 0 && type && type->is_signed();
    const bool is_vector = parameter->getFunctionScopeIndex() == 1 && type && parameter->getType()->isPointerType();
    const bool is_checked =
        options_.property.has(Violation::valid_deref) || options_.property.has(Violation::uninitialised_read);
    if (entry_->isMain() && parameter->isReferenced() && is_vector && (is_checked || is_accessed(parameter))) {
      vector = parameter;
      continue;
    }
    havoc(place_of(storage_of(parameter)), emitter_.origin(parameter), EdgeRole::Parameter);
    const bool has_name = is_count && entry_->getNumParams() > 1 && entry_->getParamDecl(1)->isReferenced();
    const bool counts = has_name && (is_checked || is_accessed(entry_->getParamDecl(1)));
    if (!entry_->isMain() || !(parameter->isReferenced() || counts) || !(is_count || is_vector)) continue;
    Origin place = emitter_.origin(parameter);
    place.text.clear();
    const Node given = emitter_.new_node();
    const Node never = emitter_.new_node();
    const ExprPtr argument = load(place_of(storage_of(parameter)), place.range);
    if (has_name) emitter_.assume_globally("the program is started with its name: its count of arguments is not 0");
    emitter_.branch(
        make_binary(is_count ? BinaryOp::Ge : BinaryOp::Ne, argument, make_constant(has_name ? 1 : 0, *type), int_type),
        place, given, never, Part(1));
    emitter_.enter(never);
    emitter_.end_path(exit, place, EdgeRole::Call, Part(2));
    emitter_.enter(given);
  }
  if (vector) give_arguments(vector);
}

}  // namespace bireach::frontend
