// SPDX-License-Identifier: Apache-2.0
/// Calls of functions without a body that return pointers or get some. They return objects of their own and change the
/// objects that they are given pointers to; both is an assumption of the answer.
#include "frontend/clang/analysis/foreign_functions.h"

#include <algorithm>

#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/lowering/lowering.h"
#include "frontend/program/check_notes.h"

namespace bireach::frontend {
namespace {

/// Nobody knows how large an object is that a function returns: as large as it has to be.
constexpr std::uint64_t foreign_size = 4096;
/// Where its size matters, it is larger by an arbitrary number of so many bits than what its type says.
constexpr unsigned bits_of_open_size = 12;

}  // namespace

void Lowering::assume_of_function(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_own_object,
                                  const std::string& changed) {
  const SourceMapper& mapper = linker_.unit_of(callee).mapper;
  const SourceRange where = mapper.range(callee->getSourceRange());
  const bool has_pointer = std::any_of(call->arg_begin(), call->arg_end(), [](const clang::Expr* argument) {
    return argument->getType()->isPointerType();
  });
  const bool has_function = std::any_of(call->arg_begin(), call->arg_end(), [](const clang::Expr* argument) {
    return argument->getType()->isFunctionPointerType() || argument->IgnoreParenCasts()->getType()->isFunctionType();
  });
  const std::string size = is_own_object && options_.property.has(Violation::valid_deref)
                               ? "of " + std::to_string(least_foreign_size(call, callee)) + " bytes or more, "
                               : "";
  const std::string returns = is_own_object ? "null or a pointer to an object of its own, " + size +
                                                  "with any contents and a new one at each call,"
                                            : "an arbitrary value";
  const std::string place =
      where.line != 0 ? " (" + mapper.file_name(where.file) + ":" + std::to_string(where.line) + ")" : "";
  emitter_.assume_of_function(
      callee->getNameAsString(),
      place + " has no body: it " + (callee->getReturnType()->isVoidType() ? "" : "returns " + returns + " and ") +
          "changes nothing" +
          (!changed.empty() ? " but " + changed
           : has_pointer    ? ", also not through its pointer arguments"
                            : "") +
          (has_function && changed != what_arguments_lead_to ? ", and calls none of the functions it is given" : ""));
}

bool Lowering::has_foreign_object(const clang::CallExpr* call) {
  if (!memory_.points_to().covers(frame().function) || !memory_.points_to().looks_into(call)) return false;
  const PointsTo::Region region = memory_.points_to().target(call);
  const bool is_accessed = !memory_.points_to().element_type(region).isNull() || memory_.points_to().is_used(region);
  return is_accessed && memory_.problem(region).empty();
}

std::uint64_t Lowering::least_foreign_size(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  std::uint64_t result = 1;
  for (const clang::QualType type : {callee->getReturnType()->getPointeeType(),
                                     memory_.points_to().element_type(memory_.points_to().target(call))}) {
    if (type.isNull() || type->isIncompleteType() || !type->isConstantSizeType()) continue;
    result = std::max(result, static_cast<std::uint64_t>(context().getTypeSizeInChars(type).getQuantity()));
  }
  return result;
}

void Lowering::take_of_open_size(const clang::CallExpr* call, const clang::FunctionDecl* callee, const Place& result) {
  const SourceRange where = emitter_.range(call);
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const std::string doubt =
      "depends on the size of the object that " + callee->getNameAsString() + " returns, or on pointers in it";
  doubt_what_depends(call, "sized", doubt);
  const Place more = place_of(temporary(call, "more bytes", unsigned_integer(bits_of_open_size)));
  program_.variables[more.storage->variable].c_type = note_type;
  havoc(more, emitter_.origin(call), EdgeRole::Internal, {}, doubt);
  const std::uint64_t least = least_foreign_size(call, callee);
  const ExprPtr size = make_binary(BinaryOp::Add, make_constant(least, pointer),
                                   make_cast(load(more, where), pointer, where), pointer, where);
  // Where the next object lies does not depend on it.
  take(call, result, size, make_constant(logic::Integer(least + (1U << bits_of_open_size)), pointer));
}

std::optional<Place> Lowering::foreign_object(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  if (!has_foreign_object(call)) return std::nullopt;
  clang::QualType type = memory_.points_to().element_type(memory_.points_to().target(call));
  if (type.isNull()) type = context().UnsignedCharTy;  // it is copied only, or freed
  const SourceRange where = emitter_.range(call);
  const ScalarType pointer = *integer(context().VoidPtrTy);
  heap_.make_variables();
  emitter_.assume_globally("the numeric values of addresses do not matter");
  const Place result = place_of(result_storage(call, call->getType()));
  const std::string name = callee->getNameAsString();
  const bool is_any = is_nondeterministic(name);
  const Storage* given = temporary(call, name, is_any ? unsigned_integer(8) : bool_type);
  Variable& choice = program_.variables[given->variable];
  choice.c_type = callee->getReturnType().getAsString(context().getPrintingPolicy());
  choice.is_pointer = choice.chooses_object = true;
  havoc(place_of(given), emitter_.origin(call), EdgeRole::Plain, name);
  const Node null = emitter_.new_node();
  const Node own = emitter_.new_node();
  const Node end = emitter_.new_node();
  const ExprPtr chosen = make_cast(load(place_of(given), where), int_type);
  if (is_any) {
    const Node any = emitter_.new_node();
    const Node known = emitter_.new_node();
    const ExprPtr others = make_binary(BinaryOp::Gt, chosen, make_constant(1, int_type), int_type, where);
    emitter_.branch(others, emitter_.origin(call), any, known);
    emitter_.enter(any);
    emitter_.unsupported("pointer that " + name + " returned and that leads to no object of its own", call);
    emitter_.enter(known);
  }
  emitter_.branch(chosen, emitter_.origin(call), own, null);
  emitter_.enter(null);
  store(result, make_constant(0, pointer), emitter_.origin(call), EdgeRole::Internal, Part(1));
  emitter_.go_to(end);
  emitter_.enter(own);
  const auto one = type->isIncompleteType() || !type->isConstantSizeType()
                       ? 0
                       : static_cast<std::uint64_t>(context().getTypeSizeInChars(type).getQuantity());
  if (options_.property.has(Violation::valid_memcleanup) || options_.property.has(Violation::valid_memtrack))
    emitter_.unsupported("whether an object has to be freed that a function without a body returns", call);
  else if (options_.property.has(Violation::valid_deref) || options_.property.has(Violation::uninitialised_read))
    take_of_open_size(call, callee, result);
  else
    take(call, result, make_constant(logic::Integer(std::max(foreign_size, one)), pointer));
  emitter_.go_to(end);
  emitter_.enter(end);
  return result;
}

bool Lowering::is_writable_by_call(const clang::Expr* argument) {
  if (effects_.has_effects(argument) || !integer(argument->getType())) return false;
  if (const auto target = target_of(argument)) {
    const Storage& storage = *target->base.storage;
    return storage.is_modelled() && !storage.has_variable_length() && !strings_.contains(&storage) &&
           is_flat(storage.type, context());
  }
  if (!memory_.points_to().covers(frame().function)) return false;
  const PointsTo::Region region = memory_.points_to().target(argument);
  const clang::QualType type = memory_.points_to().element_type(region);
  if (type.isNull()) return false;  // its objects may still turn out to lie there
  return memory_.problem(region).empty() && !type->isRecordType() && is_flat(type, context()) &&
         !memory_.points_to().has_field(region) && memory_.points_to().holds_no_pointers(region);
}

bool Lowering::written_arguments(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                 std::vector<const clang::Expr*>& written) {
  const std::string name = callee->getNameAsString();
  if (emitter_.is_trial() || writes_by_contract(name)) return false;
  const LibraryFunction* known = library_function(name);
  // Of a stream, which no one looks into.
  const bool is_read =
      known && known->kind == LibraryFunction::Kind::number && !memory_.points_to().looks_into_streams();
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    if (!may_be_written_through(call, callee, i) || (is_read && is_stream(call->getArg(i)->getType()))) continue;
    if (!is_writable_by_call(call->getArg(i))) {
      written.clear();
      return false;
    }
    written.push_back(call->getArg(i));
  }
  return true;
}

void Lowering::write_argument(const clang::CallExpr* call, const clang::Expr* argument, const Part& step) {
  if (!emitter_.alive()) return;
  unsigned number = 0;
  if (const auto target = target_of(argument)) {
    std::vector<Place> parts;
    leaves(target->base, false, parts);
    for (const Place& part : parts) {
      emitter_.emit(Havoc{LValue{part.storage->variable, part.index}, {}}, emitter_.origin(call), EdgeRole::Call,
                    step.of(number++));
    }
    return;
  }
  const PointsTo::Region region = memory_.points_to().target(argument);
  use_memory(region);
  const SourceRange where = emitter_.range(call);
  const ExprPtr pointer = protect(value(argument), argument, nullptr);
  if (!emitter_.alive()) return;
  const Node end = emitter_.new_node();
  const auto next = [&](const ExprPtr& condition) {  // the way on if the condition does not hold
    const Node yes = emitter_.new_node();
    const Node no = emitter_.new_node();
    emitter_.branch(condition, emitter_.origin(call), yes, no, step.of(number++));
    emitter_.enter(yes);
    return no;
  };
  Node other = next(make_binary(BinaryOp::Eq, pointer, make_constant(0, pointer->type), int_type, where));
  emitter_.go_to(end);
  emitter_.enter(other);
  for (const auto& [address, size] : memory_.objects_in(region)) {
    if (!emitter_.alive()) break;
    const ExprPtr start = make_constant(address, pointer->type);
    const ExprPtr bytes = make_constant(size, pointer->type);
    other = next(make_binary(BinaryOp::Lt, make_binary(BinaryOp::Sub, pointer, start, pointer->type, where), bytes,
                             int_type, where));
    change_cells(call, region, start, bytes, step.of(number++));
    emitter_.go_to(end);
    emitter_.enter(other);
  }
  if (emitter_.alive() && program_.memory.sizes && memory_.points_to().may_be_allocated(region)) {
    const ExprPtr bytes = make_element(*program_.memory.sizes, pointer, pointer->type, where);
    other = next(make_binary(BinaryOp::Ne, bytes, make_constant(0, pointer->type), int_type, where));
    change_cells(call, region, pointer, bytes, step.of(number++));
    emitter_.go_to(end);
    emitter_.enter(other);
  }
  emitter_.unsupported("function without a body that may write to an object that is not known", call);
  emitter_.enter(end);
}

void Lowering::doubt_what_depends(const clang::CallExpr* call, const std::string& name, const std::string& doubt) {
  const SourceRange where = emitter_.range(call);
  const Place choice = place_of(temporary(call, name, int_type));
  program_.variables[choice.storage->variable].c_type = note_type;  // no part of the program; wrong_math_results
  havoc(choice, emitter_.origin(call), EdgeRole::Internal, {}, doubt);
  keep_if(make_binary(BinaryOp::Ge, load(choice, where), make_constant(0, int_type), int_type, where), call);
}

bool Lowering::change_all(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  if (!options_.memory_as_bytes || emitter_.is_trial() || !emitter_.alive()) return false;
  if (!memory_.points_to().covers(frame().function)) return false;
  memory_.open(call);
  const PointsTo::Region region = memory_.points_to().changed_by_others();
  if (!memory_.problem(region).empty()) return false;
  use_memory(region);
  // What it stores is open. Errors count that come whatever it is (depends_on_doubts).
  const SourceRange where = emitter_.range(call);
  const std::string doubt = "depends on what " + callee->getNameAsString() + " writes through a pointer";
  doubt_what_depends(call, "written", doubt);
  const Place cell =
      memory_.place(make_constant(0, *integer(context().VoidPtrTy)), context().UnsignedCharTy, region, where);
  emitter_.emit(Havoc{LValue{cell.storage->variable, nullptr}, {}, Havoc::Allocation::none, nullptr, doubt},
                emitter_.origin(call), EdgeRole::Call);
  return true;
}

void Lowering::change_cells(const clang::CallExpr* call, PointsTo::Region region, const ExprPtr& start,
                            const ExprPtr& bytes, const Part& within) {
  const clang::QualType type = memory_.points_to().element_type(region);
  const logic::Integer size(context().getTypeSizeInChars(type).getQuantity());
  const SourceRange where = emitter_.range(call);
  for_objects(call, bytes, size, within, [&](const ExprPtr& offset, const Part& object) {
    unsigned number = 0;
    const Place cell =
        memory_.place(make_binary(BinaryOp::Add, start, offset, start->type, where), type, region, where);
    std::vector<Place> parts;
    leaves(cell, true, parts);
    for (const Place& part : parts)
      emitter_.emit(Havoc{LValue{part.storage->variable, part.index}, {}}, emitter_.origin(call), EdgeRole::Call,
                    object.of(number++));
  });
}

}  // namespace bireach::frontend
