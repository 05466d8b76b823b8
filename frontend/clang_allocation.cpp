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

}  // namespace

VariableId Lowering::allocator_variable(std::optional<VariableId>& variable, const std::string& name) {
  if (variable) return *variable;
  StorageBuilder::Origin origin;
  origin.name = name;
  variable = storages_.create_integer(std::move(origin), *integer(context().VoidPtrTy)).variable;
  own_globally();
  return *variable;
}

std::optional<Place> Lowering::allocate(const clang::CallExpr* call, ExprPtr size) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = range(call);
  Memory& memory = program_.memory;
  const VariableId top = allocator_variable(memory.top, "(heap top)");
  const VariableId sizes = allocator_variable(memory.sizes, "(heap sizes)");
  program_.variables[sizes].array = ArrayShape{logic::power_of_two(pointer.width)};
  objects_have_addresses_ = true;
  assume_globally("the numeric values of addresses do not matter");
  size = make_cast(std::move(size), pointer, where);
  if (size->kind != Expr::Kind::Constant) {
    size = protect(size, call, nullptr);
    assume_globally("no allocation asks for a quarter of the address space or more");
    const Node enough = new_node();
    const Node too_much = new_node();
    branch(
        make_binary(BinaryOp::Lt, size, make_constant(logic::power_of_two(pointer.width - 2), pointer), truth, where),
        origin(call), enough, too_much);
    enter(too_much);
    end_path(LocationKind::Exit, {}, call);
    enter(enough);
  }
  if (!alive()) return std::nullopt;
  const ExprPtr address = make_variable(top, pointer, where);
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
  const ExprPtr distance = size->kind == Expr::Kind::Constant
                               ? make_constant((size->value + gap - 1) / gap * gap + gap, pointer)
                               : make_binary(BinaryOp::Add, size, make_constant(gap, pointer), pointer, where);
  emit(Assign{LValue{top, nullptr}, make_binary(BinaryOp::Add, address, distance, pointer, where)}, origin(call),
       EdgeRole::Internal, 3);
}

std::optional<Place> Lowering::call_allocation(const clang::CallExpr* call, const std::string& name,
                                               bool wants_result) {
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const SourceRange where = range(call);
  if (name == "free") {
    const ExprPtr address = value(call->getArg(0));
    if (!alive()) return std::nullopt;
    const VariableId sizes = allocator_variable(program_.memory.sizes, "(heap sizes)");
    program_.variables[sizes].array = ArrayShape{logic::power_of_two(pointer.width)};
    emit(Assign{LValue{sizes, make_cast(address, pointer, where)}, make_constant(0, pointer)}, origin(call),
         EdgeRole::Call);
    return std::nullopt;
  }
  if (name == "realloc") {
    evaluate_arguments(call, call->getDirectCallee(), true);
    unsupported("heap allocation: call of realloc", call);
    return std::nullopt;
  }
  ExprPtr size;
  if (name == "calloc") {
    const ExprPtr count = make_cast(protect(value(call->getArg(0)), call->getArg(0), call->getArg(1)), pointer, where);
    size = make_binary(BinaryOp::Mul, count, make_cast(value(call->getArg(1)), pointer, where), pointer, where);
  } else {
    size = value(call->getArg(0));
  }
  if (!alive() || !wants_result) return std::nullopt;
  auto result = allocate(call, size);
  if (result && alive() && name == "calloc") fill_range(call, load(*result, where), make_cast(size, pointer, where), 0);
  return result;
}

void Lowering::fill_range(const clang::CallExpr* call, const ExprPtr& start, const ExprPtr& bytes, unsigned byte) {
  const clang::Expr* pointer = call->getNumArgs() == 3 ? call->getArg(0) : call;
  const PointsTo::Region region = points_to().target(pointer);
  const std::string problem = points_to().problem(region);
  const clang::QualType type = points_to().type(region);
  if (!problem.empty()) return unsupported(problem, call);
  if (type.isNull()) return emit_step(origin(call), EdgeRole::Call);  // nothing is ever read there
  use_memory(region);
  const SourceRange where = range(call);
  const IntegerType number = start->type;
  const logic::Integer size(context().getTypeSizeInChars(type).getQuantity());
  const auto fill_one = [&](const ExprPtr& address, unsigned part) {
    std::vector<Place> parts;
    leaves(memory_place(address, type, region, where), true, parts);
    for (const Place& leaf : parts) {
      const auto stored = filled_value(*leaf.storage, byte);
      if (!stored) return unsupported("memset with such a value of " + type.getAsString(), call);
      emit(Assign{LValue{leaf.storage->variable, leaf.index}, make_constant(*stored, leaf.storage->integer)},
           origin(call), EdgeRole::Plain, part++);
    }
  };
  const bool is_multiple =
      size == 1 || (bytes->kind == Expr::Kind::Binary && bytes->binary == BinaryOp::Mul &&
                    std::any_of(bytes->operands.begin(), bytes->operands.end(), [&](const auto& f) {
                      return f->kind == Expr::Kind::Constant && f->value % size == 0;
                    }));
  constexpr unsigned max_unrolled = 16;
  if (bytes->kind == Expr::Kind::Constant) {
    if (bytes->value % size != 0) return unsupported("memory filled in parts of objects", call);
    const logic::Integer count = bytes->value / size;
    if (count <= max_unrolled) {
      for (unsigned i = 0; i < static_cast<unsigned>(count) && alive(); ++i) {
        fill_one(make_binary(BinaryOp::Add, start, make_constant(size * i, number), number, where), 100 * i + 10);
      }
      return;
    }
  }
  if (bytes->kind != Expr::Kind::Constant && !is_multiple) {
    return unsupported("memory filled whose size may not be that of whole objects", call);
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
  branch(make_binary(BinaryOp::Lt, load(offset, where), end_of_range, truth, where), origin(call), body, end);
  enter(body);
  fill_one(make_binary(BinaryOp::Add, start, load(offset, where), number, where), 10);
  store(offset, make_binary(BinaryOp::Add, load(offset, where), make_constant(size, number), number, where),
        origin(call), EdgeRole::Internal, 1);
  go_to(head);
  enter(end);
}

}  // namespace bireach::frontend
