// SPDX-License-Identifier: Apache-2.0
/// Allocation: each object gets the next free address, and none is used twice. It never fails (SV-COMP's rule), unless
/// ParseOptions says that it may.
#include <clang/AST/Decl.h>

#include <algorithm>

#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

constexpr IntegerType truth{};
/// Between objects, so that a pointer behind the end of one differs from all others.
constexpr unsigned gap = 16;
/// Addresses must not wrap around. Smaller objects would have to be too many for any machine, or any execution.
constexpr std::uint64_t small_object = 1U << 20U;

}  // namespace

VariableId Lowering::allocator_variable(std::optional<VariableId>& variable, const std::string& name) {
  if (variable) return *variable;
  StorageBuilder::Origin origin;
  origin.name = name;
  variable = storages_.create_integer(std::move(origin), *integer(context().VoidPtrTy)).variable;
  own_globally();
  return *variable;
}

VariableId Lowering::sizes_of_allocated() {
  const VariableId sizes = allocator_variable(program_.memory.sizes, "(heap sizes)");
  program_.variables[sizes].array = ArrayShape{logic::power_of_two(integer(context().VoidPtrTy)->width)};
  return sizes;
}

ExprPtr Lowering::distance_of(const ExprPtr& size, SourceRange where) {
  const IntegerType& pointer = size->type;
  if (size->kind == Expr::Kind::Constant) return make_constant((size->value + gap - 1) / gap * gap + gap, pointer);
  return make_binary(BinaryOp::Add, size, make_constant(gap, pointer), pointer, where);
}

void Lowering::require_room(const ExprPtr& size, const Origin& origin) {
  if (size->kind == Expr::Kind::Constant && size->value <= small_object) return;
  const IntegerType pointer = size->type;
  const VariableId top = allocator_variable(program_.memory.top, "(heap top)");
  assume_globally("allocations do not exhaust the address space");
  const logic::Integer end =
      pointer.width < 64 ? logic::power_of_two(pointer.width) - 4 * gap : logic::power_of_two(47);
  const ExprPtr last = make_constant(end, pointer);
  const ExprPtr room = pointer.width < 64 ? make_binary(BinaryOp::Sub, last, make_variable(top, pointer, origin.range),
                                                        pointer, origin.range)
                                          : last;
  const Node enough = new_node();
  const Node too_much = new_node();
  branch(make_binary(BinaryOp::Lt, size, room, truth, origin.range), Origin{origin.node, origin.range, {}}, enough,
         too_much);
  enter(too_much);
  Location exit;
  exit.kind = LocationKind::Exit;
  exit.place = origin.range;
  if (alive()) {
    emit_to(graph_.terminal(exit), Assume{make_constant(1, IntegerType{})}, origin, EdgeRole::Call);
  }
  enter(enough);
}

std::optional<Place> Lowering::allocate(const clang::CallExpr* call, ExprPtr size) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = range(call);
  Memory& memory = program_.memory;
  const VariableId top = allocator_variable(memory.top, "(heap top)");
  const VariableId sizes = sizes_of_allocated();
  objects_have_addresses_ = true;
  assume_globally("the numeric values of addresses do not matter");
  size = make_cast(std::move(size), pointer, where);
  if (size->kind != Expr::Kind::Constant || size->value > small_object) size = protect(size, call, nullptr);
  require_room(size, origin(call));
  if (!alive()) return std::nullopt;
  const Place result = place_of(result_storage(call, call->getType()));
  if (options_.malloc_may_fail) {
    const Place fails = place_of(temporary(call, "fails", IntegerType{1, false, true}));
    havoc(fails, origin(call), EdgeRole::Internal, "malloc");
    const Node null = new_node();
    const Node allocated = new_node();
    const Node end = new_node();
    branch(make_cast(load(fails, where), truth), origin(call), null, allocated);
    enter(null);
    store(result, make_constant(0, pointer), origin(call), EdgeRole::Plain, 1);
    go_to(end);
    enter(allocated);
    take(call, result, size, top, sizes);
    go_to(end);
    enter(end);
    return result;
  }
  take(call, result, size, top, sizes);
  return result;
}

void Lowering::take(const clang::CallExpr* call, const Place& result, const ExprPtr& size, VariableId top,
                    VariableId sizes) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = range(call);
  const ExprPtr address = make_variable(top, pointer, where);
  store(result, address, origin(call), EdgeRole::Plain);
  emit(Assign{LValue{sizes, address}, size}, origin(call), EdgeRole::Internal, 2);
  emit(Assign{LValue{top, nullptr}, make_binary(BinaryOp::Add, address, distance_of(size, where), pointer, where)},
       origin(call), EdgeRole::Internal, 3);
}

void Lowering::free_object(const clang::CallExpr* call, const ExprPtr& address) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const VariableId sizes = sizes_of_allocated();
  emit(Assign{LValue{sizes, make_cast(address, pointer, range(call))}, make_constant(0, pointer)}, origin(call),
       EdgeRole::Call);
}

std::optional<Place> Lowering::call_allocation(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                               const Allocator& function, bool wants_result) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = range(call);
  if (function.kind == Allocator::Kind::frees) {
    const ExprPtr address = value(call->getArg(0));
    if (alive()) free_object(call, address);
    return std::nullopt;
  }
  if (function.kind == Allocator::Kind::resizes) return reallocate(call);
  const bool is_array = function.kind == Allocator::Kind::zeroes_array;
  if (is_array && call->getNumArgs() < 2) {
    unsupported("call of " + callee->getNameAsString() + " with too few arguments", call);
    return std::nullopt;
  }
  ExprPtr size;
  if (is_array) {
    const ExprPtr count = make_cast(protect(value(call->getArg(0)), call->getArg(0), call->getArg(1)), pointer, where);
    size = make_binary(BinaryOp::Mul, count, make_cast(value(call->getArg(1)), pointer, where), pointer, where);
  } else {
    size = value(call->getArg(0));
  }
  // The flags of the kernel's functions.
  for (unsigned i = is_array ? 2 : 1; i < call->getNumArgs(); ++i) discard(call->getArg(i));
  if (!alive() || !wants_result) return std::nullopt;
  if (callee->getBuiltinID() == 0) {
    assume_globally("function '" + callee->getNameAsString() + "' has no body: it allocates memory and does not fail");
  }
  auto result = allocate(call, size);
  if (!result || !alive() || function.kind == Allocator::Kind::allocates) return result;
  const ExprPtr address = load(*result, where);
  const Node end = new_node();
  if (options_.malloc_may_fail) {
    const Node allocated = new_node();
    branch(make_binary(BinaryOp::Ne, address, make_constant(0, pointer), truth, where), origin(call), allocated, end,
           9);
    enter(allocated);
  }
  clang::Expr::EvalResult element;
  const bool in_elements = is_array && call->getArg(1)->EvaluateAsInt(element, context());
  const std::uint64_t element_size = in_elements ? element.Val.getInt().getLimitedValue() : 0;
  fill_range(call, call, address, make_cast(size, pointer, where), 0, element_size);
  go_to(end);
  enter(end);
  return result;
}

std::optional<Place> Lowering::reallocate(const clang::CallExpr* call) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = range(call);
  if (call->getNumArgs() != 2 || options_.malloc_may_fail) {
    for (const clang::Expr* argument : call->arguments()) discard(argument);
    unsupported("call of realloc", call);
    return std::nullopt;
  }
  const ExprPtr old = protect(make_cast(value(call->getArg(0)), pointer, where), call->getArg(0), nullptr);
  const ExprPtr size = make_cast(value(call->getArg(1)), pointer, where);
  if (!alive()) return std::nullopt;
  const PointsTo::Region region = points_to().target(call);
  const std::string problem = memory_problem(region);
  if (!problem.empty()) {
    unsupported(problem, call);
    return std::nullopt;
  }
  auto result = allocate(call, size);
  if (!result || !alive()) return result;
  const clang::QualType type = points_to().element_type(region);
  if (!type.isNull() && ends_in_array(type)) {
    unsupported("realloc of a structure that ends in an array", call);
    return std::nullopt;
  }
  if (!type.isNull()) {
    use_memory(region);
    const ExprPtr old_size = make_element(*program_.memory.sizes, old, pointer, where);
    const ExprPtr kept =
        make_conditional(make_binary(BinaryOp::Lt, size, old_size, truth, where), size, old_size, pointer, where);
    const logic::Integer step(context().getTypeSizeInChars(type).getQuantity());
    const ExprPtr address = load(*result, where);
    for_objects(call, kept, step, [&](const ExprPtr& offset, unsigned number) {
      const auto at = [&](const ExprPtr& start) {
        return memory_place(make_binary(BinaryOp::Add, start, offset, pointer, where), type, region, where);
      };
      std::vector<Place> targets;
      std::vector<Place> sources;
      leaves(at(address), true, targets);
      leaves(at(old), true, sources);
      for (unsigned i = 0; i < targets.size(); ++i) {
        emit(Assign{LValue{targets[i].storage->variable, targets[i].index}, load(sources[i], where)}, origin(call),
             EdgeRole::Plain, number + i);
      }
    });
  }
  if (alive()) free_object(call, old);
  return result;
}

void Lowering::for_objects(const clang::CallExpr* call, const ExprPtr& bytes, const logic::Integer& size,
                           const std::function<void(const ExprPtr&, unsigned)>& step) {
  constexpr unsigned max_unrolled = 16;
  constexpr unsigned stride = 100;  // more than the leaves of most objects: numbers tell their assignments apart
  const IntegerType number = bytes->type;
  const SourceRange where = range(call);
  if (bytes->kind == Expr::Kind::Constant && bytes->value <= size * max_unrolled) {
    for (unsigned i = 0; size * i < bytes->value && alive(); ++i)
      step(make_constant(size * i, number), stride * (i + 1));
    return;
  }
  // for (offset = 0; offset < bytes; offset += size)
  const Place offset = place_of(temporary(call, "offset", number));
  const ExprPtr end_of_range = protect(bytes, call, nullptr);
  store(offset, make_constant(0, number), origin(call), EdgeRole::Internal);
  const Node head = new_node();
  const Node body = new_node();
  const Node end = new_node();
  go_to(head);
  enter(head);
  branch(make_binary(BinaryOp::Lt, load(offset, where), end_of_range, truth, where), Origin{call, where, {}}, body,
         end);
  enter(body);
  step(load(offset, where), stride);
  store(offset, make_binary(BinaryOp::Add, load(offset, where), make_constant(size, number), number, where),
        origin(call), EdgeRole::Internal, 1);
  go_to(head);
  enter(end);
}

bool Lowering::fill_open_structure(const clang::CallExpr* call, const clang::Expr* pointer, const ExprPtr& start,
                                   const ExprPtr& bytes, unsigned byte) {
  const PointsTo::Region region = points_to().target(pointer);
  const clang::QualType type = points_to().element_type(region);
  const auto* record = type->getAs<clang::RecordType>()->getDecl();
  const bool is_new = call == pointer;
  if (record->isUnion() || points_to().is_bytes(region) || points_to().has_field(region)) return false;
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
  const logic::Integer step = size_of(element_type);
  const logic::Integer first = context().getFieldOffset(last) / 8;
  // Structures that follow each other have their arrays' elements where one long array has some of its own.
  if (size == 0 || size % step != 0 || !memory_problem(points_to().of(last)).empty()) return false;
  const bool is_constant = bytes->kind == Expr::Kind::Constant;
  if (!is_new && !(is_constant && bytes->value >= first && (bytes->value - first) % step == 0)) return false;
  use_memory(region);
  const SourceRange where = range(call);
  const IntegerType number = bytes->type;
  const auto fill_leaf = [&](const Place& leaf, unsigned part) {
    const auto stored = filled_value(*leaf.storage, byte);
    if (!stored) return unsupported("memory of " + type.getAsString() + " filled with such bytes", call);
    emit(Assign{LValue{leaf.storage->variable, leaf.index}, make_constant(*stored, leaf.storage->integer)},
         origin(call), EdgeRole::Plain, part);
  };
  // Not by `protect`, as each loop below keeps its own number of bytes there.
  const Place total = place_of(temporary(call, "bytes", number));
  if (!is_constant) store(total, bytes, origin(call), EdgeRole::Internal, 5);
  const ExprPtr kept = is_constant ? bytes : load(total, where);
  const auto at = [&](const ExprPtr& offset, const logic::Integer& distance) {
    const ExprPtr moved = make_binary(BinaryOp::Add, start, offset, number, where);
    return make_binary(BinaryOp::Add, moved, make_constant(distance, number), number, where);
  };
  // What lies partly behind the end is part of no object.
  const auto whole = [&](const logic::Integer& end) -> ExprPtr {  // the bytes from which on something starts no more
    if (is_constant) {
      return make_constant(bytes->value < end ? logic::Integer(0) : logic::Integer(bytes->value - end + 1), number);
    }
    return make_conditional(
        make_binary(BinaryOp::Lt, kept, make_constant(end, number), truth, where), make_constant(0, number),
        make_binary(BinaryOp::Sub, kept, make_constant(end - 1, number), number, where), number, where);
  };
  unsigned part = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field == last || !alive()) continue;
    const logic::Integer offset = context().getFieldOffset(field) / 8;
    for_objects(
        call, whole(offset + size_of(field->getType())), size, [&](const ExprPtr& distance, unsigned step_number) {
          std::vector<Place> parts;
          leaves(memory_place(at(distance, offset), field->getType(), points_to().of(field), where), true, parts);
          for (const Place& leaf : parts) fill_leaf(leaf, part + step_number++);
        });
    part += 10000;
  }
  for_objects(call, whole(first + step), step, [&](const ExprPtr& distance, unsigned step_number) {
    fill_leaf(memory_place(at(distance, first), element_type, points_to().of(last), where), part + step_number);
  });
  return true;
}

void Lowering::fill_range(const clang::CallExpr* call, const clang::Expr* pointer, const ExprPtr& start,
                          const ExprPtr& bytes, unsigned byte, std::uint64_t element_size) {
  const PointsTo::Region region = points_to().target(pointer);
  const std::string problem = memory_problem(region);
  const clang::QualType type = points_to().element_type(region);
  if (!problem.empty()) return unsupported(problem, call);
  if (type.isNull()) return emit_step(origin(call), EdgeRole::Call);  // nothing is ever read there
  const auto one = static_cast<std::uint64_t>(context().getTypeSizeInChars(type).getQuantity());
  const bool is_one = bytes->kind == Expr::Kind::Constant && bytes->value == one;
  const bool is_structure = (is_one || element_size == one) && !ends_in_padding_array(type, context());
  if (ends_in_array(type) && !is_structure) {
    if (fill_open_structure(call, pointer, start, bytes, byte)) return;
    return unsupported("memory filled that may hold a structure that ends in a longer array", call);
  }
  if (!is_one && points_to().has_field(region)) {
    return unsupported("memory filled from a member of a structure on", call);
  }
  use_memory(region);
  const SourceRange where = range(call);
  const logic::Integer size(context().getTypeSizeInChars(type).getQuantity());
  const bool is_multiple =
      bytes->kind == Expr::Kind::Constant
          ? bytes->value % size == 0
          : size == 1 || ((size & (size - 1)) == 0 &&  // a product may have wrapped around
                          bytes->kind == Expr::Kind::Binary && bytes->binary == BinaryOp::Mul &&
                          std::any_of(bytes->operands.begin(), bytes->operands.end(), [&](const ExprPtr& factor) {
                            return factor->kind == Expr::Kind::Constant && factor->value % size == 0;
                          }));
  if (!is_multiple) {
    const Node whole = new_node();
    const Node partly = new_node();
    const ExprPtr kept = protect(bytes, call, nullptr);
    branch(
        make_binary(BinaryOp::Eq, make_binary(BinaryOp::Rem, kept, make_constant(size, kept->type), kept->type, where),
                    make_constant(0, kept->type), truth, where),
        Origin{call, where, {}}, whole, partly, 1);
    enter(partly);
    unsupported("memory filled whose size is not that of whole objects", call);
    enter(whole);
    if (!alive()) return;
  }
  for_objects(call, bytes, size, [&](const ExprPtr& offset, unsigned number) {
    std::vector<Place> parts;
    leaves(memory_place(make_binary(BinaryOp::Add, start, offset, start->type, where), type, region, where), true,
           parts);
    for (const Place& leaf : parts) {
      const auto stored = filled_value(*leaf.storage, byte);
      if (!stored) return unsupported("memory of " + type.getAsString() + " filled with such bytes", call);
      emit(Assign{LValue{leaf.storage->variable, leaf.index}, make_constant(*stored, leaf.storage->integer)},
           origin(call), EdgeRole::Plain, number++);
    }
  });
}

}  // namespace bireach::frontend
