// SPDX-License-Identifier: Apache-2.0
/// Allocation: each object gets the next free address, and none is used twice. It never fails (SV-COMP's rule), unless
/// ParseOptions says that it may.
#include <clang/AST/Decl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "frontend/clang/library/library_functions.h"
#include "frontend/clang/lowering/lowering.h"
#include "frontend/program/interval.h"

namespace bireach::frontend {
namespace {

constexpr const char* allocation_succeeds = "malloc and its kin never return null (--malloc-may-fail lets them)";

/// A bound that the starts of exactly those cells are below that end within so many bytes: a part of a cell at the end
/// of an object cannot be read.
ExprPtr bytes_of_whole_cells(const ExprPtr& bytes, const logic::Integer& cell) {
  if (cell <= 1) return bytes;
  const ScalarType& type = bytes->type;
  const ExprPtr bound = make_binary(BinaryOp::Sub, bytes, make_constant(cell - 1, type), type, bytes->source);
  return make_conditional(make_binary(BinaryOp::Lt, bytes, make_constant(cell, type), int_type, bytes->source),
                          make_constant(0, type), bound, type, bytes->source);
}

bool is_on_stack(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return call->getType()->isPointerType() && callee && allocates_on_stack(callee->getNameAsString());
}

}  // namespace

std::optional<Place> Lowering::allocate(const clang::CallExpr* call, ExprPtr size, Node end) {
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = emitter_.range(call);
  heap_.make_variables();
  emitter_.assume_globally("the numeric values of addresses do not matter");
  size = make_cast(std::move(size), pointer, where);
  // No object is larger than PTRDIFF_MAX.
  const ExprPtr largest = make_constant(logic::power_of_two(pointer.width - 1) - 1, pointer);
  const bool may_be_too_large = value_range(*size).high > largest->value && !is_on_stack(call);
  if (!Heap::is_small(size)) size = protect(size, call, nullptr);
  if (may_be_too_large) return_null_if(make_binary(BinaryOp::Gt, size, largest, int_type, where), call, Part(13), end);
  if (!emitter_.alive()) return std::nullopt;
  heap_.require_room(size, emitter_.origin(call));
  if (!emitter_.alive()) return std::nullopt;
  const Place result = place_of(result_storage(call, call->getType()));
  if (options_.malloc_may_fail) {
    const Place fails = place_of(temporary(call, "fails", bool_type));
    const bool on_stack = is_on_stack(call);
    emitter_.emit(Havoc{LValue{fails.storage->variable, nullptr}, on_stack ? "alloca" : "malloc",
                        on_stack ? Havoc::Allocation::stack : Havoc::Allocation::heap},
                  emitter_.origin(call), EdgeRole::Internal);
    const Node null = emitter_.new_node();
    const Node allocated = emitter_.new_node();
    const Node done = emitter_.new_node();
    emitter_.branch(make_cast(load(fails, where), int_type), emitter_.origin(call), null, allocated);
    emitter_.enter(null);
    store(result, make_constant(0, pointer), emitter_.origin(call), EdgeRole::Plain, Part(1));
    if (!on_stack) set_out_of_memory(call, Part(3));
    emitter_.go_to(done);
    emitter_.enter(allocated);
    take(call, result, size);
    emitter_.go_to(done);
    emitter_.enter(done);
    return result;
  }
  if (!is_on_stack(call)) emitter_.assume_globally(allocation_succeeds);
  take(call, result, size);
  return result;
}

void Lowering::take(const clang::CallExpr* call, const Place& result, const ExprPtr& size, const ExprPtr& room) {
  const ExprPtr address = make_variable(heap_.top(), *integer(context().VoidPtrTy), emitter_.range(call));
  const Origin silent{call, emitter_.range(call), {}};
  const bool is_known = size->kind == Expr::Kind::Constant && !room;
  if (memory_.points_to().covers(frame().function))
    memory_.note_allocated(memory_.points_to().target(call), is_known ? std::optional(size->value) : std::nullopt);
  emitter_.begin_atomic(silent);
  store(result, address, emitter_.origin(call), EdgeRole::Plain);
  // An address that is taken from another variable than the heap's top is that of an object on the stack.
  heap_.take(is_on_stack(call) ? load(result, address->source) : address, size, emitter_.origin(call), Part(2), Part(3),
             room);
  emitter_.end_atomic(silent);
}

void Lowering::free_object(const clang::CallExpr* call, const ExprPtr& address) {
  const ScalarType pointer = *integer(context().VoidPtrTy);
  heap_.release(make_cast(address, pointer, emitter_.range(call)), emitter_.origin(call), EdgeRole::Call);
}

ExprPtr Lowering::bytes_of_array(const clang::CallExpr* call, unsigned first, Node end) {
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = emitter_.range(call);
  const clang::Expr* const arguments[] = {call->getArg(first), call->getArg(first + 1)};
  ExprPtr count = make_cast(protect(value(arguments[0]), arguments[0], arguments[1]), pointer, where);
  ExprPtr size = make_cast(value(arguments[1]), pointer, where);
  for (unsigned i = first + 2; i < call->getNumArgs(); ++i) discard(call->getArg(i));  // flags of the kernel's function
  ExprPtr bytes = make_binary(BinaryOp::Mul, count, size, pointer, where);
  const logic::Integer largest = logic::power_of_two(pointer.width) - 1;
  if (!emitter_.alive() || value_range(*count).high * value_range(*size).high <= largest) return bytes;
  if (count->kind == Expr::Kind::Constant) std::swap(count, size);
  // No object has so many bytes that their number is no size_t (C11 7.22.3.2p2, 6.5.3.4p5).
  const Node fits = emitter_.new_node();
  const Node divided = emitter_.new_node();
  const Origin silent{call, where, {}};
  emitter_.branch(make_binary(BinaryOp::Ne, size, make_constant(0, pointer), int_type, where), silent, divided, fits,
                  Part(10));
  emitter_.enter(divided);
  const ExprPtr most = make_binary(BinaryOp::Div, make_constant(largest, pointer), size, pointer, where);
  return_null_if(make_binary(BinaryOp::Gt, count, most, int_type, where), call, Part(11), end);
  emitter_.go_to(fits);
  emitter_.enter(fits);
  return bytes;
}

/// Sets errno to ENOMEM, as POSIX has it; a program that names no errno has none.
void Lowering::set_out_of_memory(const clang::CallExpr* call, const Part& part) {
  const clang::VarDecl* variable = linker_.error_number();
  const Storage* storage = variable && emitter_.alive() ? storage_of(variable) : nullptr;
  if (!storage) return;
  const ExprPtr error = make_constant(ENOMEM, *integer(variable->getType()));
  store(place_of(storage), error, emitter_.origin(call), EdgeRole::Plain, part);
}

void Lowering::return_null_if(const ExprPtr& condition, const clang::CallExpr* call, const Part& part, Node end) {
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const Node null = emitter_.new_node();
  const Node other = emitter_.new_node();
  emitter_.branch(condition, Origin{call, emitter_.range(call), {}}, null, other, part);
  emitter_.enter(null);
  const Place result = place_of(result_storage(call, call->getType()));
  if (emitter_.alive()) store(result, make_constant(0, pointer), emitter_.origin(call), EdgeRole::Plain, part.of(1));
  set_out_of_memory(call, part.of(2));
  emitter_.go_to(end);
  emitter_.enter(other);
}

std::optional<Place> Lowering::call_allocation(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                               const LibraryFunction& function, bool wants_result) {
  if (function.kind == LibraryFunction::Kind::frees) {
    const ExprPtr address = value(call->getArg(0));
    if (emitter_.alive()) free_object(call, address);
    return std::nullopt;
  }
  using Kind = LibraryFunction::Kind;
  const bool resizes = function.is_reallocator();
  const bool is_array = function.kind == Kind::zeroes_array || function.kind == Kind::resizes_array;
  if (is_array && call->getNumArgs() < (resizes ? 3U : 2U)) {
    emitter_.unsupported("call of " + callee->getNameAsString() + " with too few arguments", call);
    return std::nullopt;
  }
  if (callee->getBuiltinID() == 0 && (wants_result || resizes))
    emitter_.assume_of_function(callee->getNameAsString(), " has no body: it allocates memory and does not fail");
  if (resizes) return reallocate(call, is_array);
  const bool is_asked = is_on_stack(call) && options_.property.has(Violation::valid_deref);
  if (is_asked && emitter_.alive() && lifetimes_.is_outlived(call, frame().function)) {
    emitter_.unsupported("alloca if a pointer to its memory may outlive the function", call);
    return std::nullopt;
  }
  const Node end = emitter_.new_node();
  const ExprPtr size = is_array ? bytes_of_array(call, 0, end) : value(call->getArg(0));
  // The flags of the kernel's functions.
  for (unsigned i = 1; i < call->getNumArgs() && !is_array; ++i) discard(call->getArg(i));
  if (wants_result && emitter_.alive()) {
    const auto result = allocate(call, size, end);
    if (result && emitter_.alive() && function.kind != Kind::allocates) fill_new(call, *result, size, is_array, end);
  } else if (emitter_.alive() && !is_on_stack(call) && integer(call->getType())) {
    // An object of which nobody has the address may have any size. That there is one more, harnesses count.
    static_cast<void>(allocate(call, make_constant(1, *integer(context().VoidPtrTy)), end));
  }
  emitter_.go_to(end);
  emitter_.enter(end);
  if (!emitter_.alive() || !wants_result) return std::nullopt;
  return place_of(result_storage(call, call->getType()));
}

void Lowering::fill_new(const clang::CallExpr* call, const Place& result, const ExprPtr& size, bool is_array,
                        Node end) {
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = emitter_.range(call);
  const ExprPtr address = load(result, where);
  if (options_.malloc_may_fail) {
    const Node allocated = emitter_.new_node();
    emitter_.branch(make_binary(BinaryOp::Ne, address, make_constant(0, pointer), int_type, where),
                    emitter_.origin(call), allocated, end, Part(9));
    emitter_.enter(allocated);
  }
  clang::Expr::EvalResult element;
  const bool in_elements = is_array && call->getArg(1)->EvaluateAsInt(element, context());
  const std::uint64_t element_size = in_elements ? element.Val.getInt().getLimitedValue() : 0;
  fill_range(call, call, address, make_cast(size, pointer, where), 0, element_size);
}

std::optional<Place> Lowering::reallocate(const clang::CallExpr* call, bool is_array) {
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = emitter_.range(call);
  if (call->getNumArgs() != (is_array ? 3U : 2U) || options_.malloc_may_fail) {
    for (const clang::Expr* argument : call->arguments()) discard(argument);
    emitter_.unsupported("call of realloc", call);
    return std::nullopt;
  }
  emitter_.assume_globally(allocation_succeeds);
  const ExprPtr old = protect(make_cast(value(call->getArg(0)), pointer, where), call->getArg(0), nullptr);
  const Node end = emitter_.new_node();
  const ExprPtr size = is_array ? bytes_of_array(call, 1, end) : make_cast(value(call->getArg(1)), pointer, where);
  if (emitter_.alive()) free_if_empty(call, old, size, end);
  if (emitter_.alive()) move_to_new(call, old, size, end);
  emitter_.go_to(end);
  emitter_.enter(end);
  if (!emitter_.alive()) return std::nullopt;
  return place_of(result_storage(call, call->getType()));
}

void Lowering::free_if_empty(const clang::CallExpr* call, const ExprPtr& old, const ExprPtr& size, Node end) {
  if (size->kind == Expr::Kind::Constant && size->value != 0) return;
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = emitter_.range(call);
  emitter_.assume_globally("realloc to a size of 0 frees the object and returns null, as glibc's");
  const ExprPtr none = make_constant(0, pointer);
  const ExprPtr is_freed = make_binary(BinaryOp::LogicalAnd, make_binary(BinaryOp::Eq, size, none, int_type, where),
                                       make_binary(BinaryOp::Ne, old, none, int_type, where), int_type, where);
  const Node empty = emitter_.new_node();
  const Node other = emitter_.new_node();
  emitter_.branch(is_freed, Origin{call, where, {}}, empty, other, Part(14));
  emitter_.enter(empty);
  if (emitter_.alive()) heap_.release(old, emitter_.origin(call), EdgeRole::Call, Part(15));
  const Place result = place_of(result_storage(call, call->getType()));
  if (emitter_.alive()) store(result, none, emitter_.origin(call), EdgeRole::Plain, Part(16));
  emitter_.go_to(end);
  emitter_.enter(other);
}

void Lowering::move_to_new(const clang::CallExpr* call, const ExprPtr& old, const ExprPtr& size, Node end) {
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = emitter_.range(call);
  const PointsTo::Region region = memory_.points_to().target(call);
  const Unmodelled problem = memory_.problem(region);
  if (!problem.empty()) {
    emitter_.unsupported(problem, call);
    return;
  }
  const auto result = allocate(call, size, end);
  if (!result || !emitter_.alive()) return;
  const clang::QualType type = memory_.points_to().element_type(region);
  if (!type.isNull()) {
    use_memory(region);
    const ExprPtr old_size = make_element(*program_.memory.sizes, old, pointer, where);
    const ExprPtr kept =
        make_conditional(make_binary(BinaryOp::Lt, size, old_size, int_type, where), size, old_size, pointer, where);
    const ExprPtr address = load(*result, where);
    const auto copy = [&](clang::QualType part_type, PointsTo::Region of, const ExprPtr& offset, const Part& part) {
      const auto at = [&](const ExprPtr& start) {
        return memory_.place(make_binary(BinaryOp::Add, start, offset, pointer, where), part_type, of, where);
      };
      std::vector<Place> targets;
      std::vector<Place> sources;
      leaves(at(address), true, targets);
      leaves(at(old), true, sources);
      for (unsigned i = 0; i < targets.size(); ++i)
        emitter_.emit(Assign{LValue{targets[i].storage->variable, targets[i].index}, load(sources[i], {})},
                      emitter_.origin(call), EdgeRole::Plain, part.of(i));
    };
    if (ends_in_array(type)) {
      constexpr bool any_size = true;
      if (!for_open_structure(call, region, kept, any_size, copy))
        emitter_.unsupported("realloc of a structure that ends in an array", call);
    } else {
      const logic::Integer step(context().getTypeSizeInChars(type).getQuantity());
      const ExprPtr copied = options_.property.has(Violation::valid_deref) ? bytes_of_whole_cells(kept, step) : kept;
      for_objects(call, copied, step, {},
                  [&](const ExprPtr& offset, const Part& object) { copy(type, region, offset, object); });
    }
  }
  if (emitter_.alive()) free_object(call, old);
}

void Lowering::for_objects(const clang::CallExpr* call, const ExprPtr& bytes, const logic::Integer& size,
                           const Part& within, const std::function<void(const ExprPtr&, const Part&)>& step) {
  constexpr unsigned max_unrolled = 16;
  const ScalarType number = bytes->type;
  const SourceRange where = emitter_.range(call);
  if (bytes->kind == Expr::Kind::Constant && bytes->value <= size * max_unrolled) {
    for (unsigned i = 0; size * i < bytes->value && emitter_.alive(); ++i)
      step(make_constant(size * i, number), within.of(i));
    return;
  }
  // for (offset = 0; offset < bytes; offset += size)
  const Place offset = place_of(temporary(call, "offset", number));
  const ExprPtr end_of_range = protect(bytes, call, nullptr);
  store(offset, make_constant(0, number), emitter_.origin(call), EdgeRole::Internal);
  const Node head = emitter_.new_node();
  const Node body = emitter_.new_node();
  const Node end = emitter_.new_node();
  emitter_.go_to(head);
  emitter_.enter(head);
  emitter_.branch(make_binary(BinaryOp::Lt, load(offset, where), end_of_range, int_type, where),
                  Origin{call, where, {}}, body, end);
  emitter_.enter(body);
  step(load(offset, where), within.of(0));
  store(offset, make_binary(BinaryOp::Add, load(offset, where), make_constant(size, number), number, where),
        emitter_.origin(call), EdgeRole::Internal, Part(1));
  emitter_.go_to(head);
  emitter_.enter(end);
}

bool Lowering::for_open_structure(const clang::CallExpr* call, PointsTo::Region region, const ExprPtr& bytes,
                                  bool any_size, const OpenStructureStep& step) {
  const clang::QualType type = memory_.points_to().element_type(region);
  const auto* record = type->getAs<clang::RecordType>() ? type->getAs<clang::RecordType>()->getDecl() : nullptr;
  if (!record || record->isUnion() || memory_.points_to().is_bytes(region) || memory_.points_to().has_field(region))
    return false;
  const auto size_of = [this](clang::QualType of) {
    return logic::Integer(context().getTypeSizeInChars(of).getQuantity());
  };
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isBitField()) return false;
    last = field;
  }
  const clang::ArrayType* array = context().getAsArrayType(last->getType());
  const auto element = array ? integer(array->getElementType()) : std::nullopt;
  if (!element) return false;
  const clang::QualType element_type = array->getElementType();
  const logic::Integer size = size_of(type);
  const logic::Integer element_size = size_of(element_type);
  const logic::Integer first = context().getFieldOffset(last) / 8;
  // Structures that follow each other have their arrays' elements where one long array has some of its own.
  if (size == 0 || size % element_size != 0 || !memory_.problem(memory_.points_to().of(last)).empty()) return false;
  const bool is_constant = bytes->kind == Expr::Kind::Constant;
  if (!any_size && !(is_constant && bytes->value >= first && (bytes->value - first) % element_size == 0)) return false;
  use_memory(region);
  const SourceRange where = emitter_.range(call);
  const ScalarType number = bytes->type;
  // Not by `protect`, as each loop below keeps its own number of bytes there.
  const Place total = place_of(temporary(call, "bytes", number));
  if (!is_constant) store(total, bytes, emitter_.origin(call), EdgeRole::Internal, Part(5));
  const ExprPtr kept = is_constant ? bytes : load(total, where);
  const auto at = [&](const ExprPtr& distance, const logic::Integer& offset) {
    return make_binary(BinaryOp::Add, distance, make_constant(offset, number), number, where);
  };
  // What lies partly behind the end is part of no object.
  const auto whole = [&](const logic::Integer& end) -> ExprPtr {  // the bytes from which on something starts no more
    if (is_constant)
      return make_constant(bytes->value < end ? logic::Integer(0) : logic::Integer(bytes->value - end + 1), number);
    return make_conditional(
        make_binary(BinaryOp::Lt, kept, make_constant(end, number), int_type, where), make_constant(0, number),
        make_binary(BinaryOp::Sub, kept, make_constant(end - 1, number), number, where), number, where);
  };
  unsigned number_of_field = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field == last || !emitter_.alive()) continue;
    const logic::Integer offset = context().getFieldOffset(field) / 8;
    for_objects(call, whole(offset + size_of(field->getType())), size, Part(number_of_field++),
                [&](const ExprPtr& distance, const Part& object) {
                  step(field->getType(), memory_.points_to().of(field), at(distance, offset), object);
                });
  }
  for_objects(call, whole(first + element_size), element_size, Part(number_of_field),
              [&](const ExprPtr& distance, const Part& object) {
                step(element_type, memory_.points_to().of(last), at(distance, first), object);
              });
  return true;
}

bool Lowering::fill_open_structure(const clang::CallExpr* call, const clang::Expr* pointer, const ExprPtr& start,
                                   const ExprPtr& bytes, unsigned byte) {
  const SourceRange where = emitter_.range(call);
  const bool is_new = call == pointer;
  return for_open_structure(
      call, memory_.points_to().target(pointer), bytes, is_new,
      [&](clang::QualType type, PointsTo::Region region, const ExprPtr& offset, const Part& part) {
        std::vector<Place> parts;
        leaves(memory_.place(make_binary(BinaryOp::Add, start, offset, offset->type, where), type, region, where), true,
               parts);
        unsigned number = 0;
        for (const Place& leaf : parts) {
          const auto stored = filled_value(*leaf.storage, byte);
          if (!stored) return emitter_.unsupported("memory of " + type.getAsString() + " filled with such bytes", call);
          emitter_.emit(
              Assign{LValue{leaf.storage->variable, leaf.index}, make_constant(*stored, leaf.storage->integer)},
              emitter_.origin(call), EdgeRole::Plain, part.of(number++));
        }
      });
}

void Lowering::fill_range(const clang::CallExpr* call, const clang::Expr* pointer, const ExprPtr& start,
                          const ExprPtr& bytes, unsigned byte, std::uint64_t element_size) {
  const PointsTo::Region region = memory_.points_to().target(pointer);
  const Unmodelled problem = memory_.problem(region);
  clang::QualType type = memory_.points_to().element_type(region);
  if (!problem.empty()) return emitter_.unsupported(problem, call);
  const bool is_memset = pointer != call;
  if (type.isNull() && memory_.points_to().is_copied(region)) type = context().UnsignedCharTy;
  if (type.isNull() && is_memset) return fill_unread(call, {pointer, region, start}, byte, bytes);
  if (type.isNull()) return emitter_.emit_step(emitter_.origin(call), EdgeRole::Call);  // nothing is ever read there
  const auto one = static_cast<std::uint64_t>(context().getTypeSizeInChars(type).getQuantity());
  const bool is_one = bytes->kind == Expr::Kind::Constant && bytes->value == one;
  const bool is_structure = (is_one || element_size == one) && !ends_in_padding_array(type, context());
  if (ends_in_array(type) && !is_structure) {
    if (fill_open_structure(call, pointer, start, bytes, byte)) return;
    return emitter_.unsupported("memory filled that may hold a structure that ends in a longer array", call);
  }
  if (!is_one && memory_.points_to().has_field(region))
    return is_memset ? need_bytes(call, {{pointer, region, start}})
                     : emitter_.unsupported("memory filled from a member of a structure on", call);
  const SourceRange where = emitter_.range(call);
  const logic::Integer size(context().getTypeSizeInChars(type).getQuantity());
  if (is_memset && bytes->kind == Expr::Kind::Constant && bytes->value % size != 0)
    return need_bytes(call, {{pointer, region, start}});
  use_memory(region);
  // Of a number at the end of a new object there is no part that is accessed.
  const bool is_filled_whole = is_multiple(bytes, size) || (!is_memset && is_scalar_unit(type));
  if (!is_filled_whole) {
    if (options_.memory_as_bytes && is_memset) return need_bytes(call, {{pointer, region, start}});
    const Node whole = emitter_.new_node();
    const Node partly = emitter_.new_node();
    const ExprPtr kept = protect(bytes, call, nullptr);
    emitter_.branch(
        make_binary(BinaryOp::Eq, make_binary(BinaryOp::Rem, kept, make_constant(size, kept->type), kept->type, where),
                    make_constant(0, kept->type), int_type, where),
        Origin{call, where, {}}, whole, partly, Part(1));
    emitter_.enter(partly);
    const Remedy remedy = is_memset ? Remedy::memory_of_bytes : Remedy::none;
    emitter_.unsupported({"memory filled whose size is not that of whole objects", remedy}, call);
    emitter_.enter(whole);
    if (!emitter_.alive()) return;
  }
  const ExprPtr filled = is_multiple(bytes, size) || !is_scalar_unit(type) ? bytes : bytes_of_whole_cells(bytes, size);
  for_objects(call, filled, size, {}, [&](const ExprPtr& offset, const Part& object) {
    std::vector<Place> parts;
    unsigned number = 0;
    leaves(memory_.place(make_binary(BinaryOp::Add, start, offset, start->type, where), type, region, where), true,
           parts);
    for (const Place& leaf : parts) {
      const auto stored = filled_value(*leaf.storage, byte);
      if (!stored) return emitter_.unsupported("memory of " + type.getAsString() + " filled with such bytes", call);
      emitter_.emit(Assign{LValue{leaf.storage->variable, leaf.index}, make_constant(*stored, leaf.storage->integer)},
                    emitter_.origin(call), EdgeRole::Plain, object.of(number++));
    }
  });
}

}  // namespace bireach::frontend
