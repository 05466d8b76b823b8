// SPDX-License-Identifier: Apache-2.0
/// Calls of functions without a body that return pointers or get some. They return objects of their own and change the
/// objects that they are given pointers to; both is an assumption of the answer.
#include "frontend/clang_foreign.h"

#include <algorithm>

#include "frontend/clang_library.h"
#include "frontend/clang_lowering.h"

namespace bireach::frontend {
namespace {

constexpr IntegerType truth{};
constexpr IntegerType choice_type{1, false, true};
/// Nobody knows how large an object is that a function returns: as large as it has to be.
constexpr std::uint64_t foreign_size = 4096;
/// Steps of one call are told apart by numbers; objects take so many each.
constexpr unsigned object_stride = 10000;
constexpr std::size_t max_objects = 64;

}  // namespace

bool returns_own_object(const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  const clang::QualType type = function->getReturnType();
  return type->isPointerType() && !type->isFunctionPointerType() && !name.starts_with("__VERIFIER_nondet_") &&
         !returns_argument(name) && function->getBuiltinID() == 0;
}

bool is_flat(clang::QualType type, const clang::ASTContext& context) {
  type = context.getBaseElementType(type);
  if (const auto* record = type->getAs<clang::RecordType>()) {
    const clang::RecordDecl* definition = record->getDecl()->getDefinition();
    if (!definition) return false;
    if (definition->isUnion()) return is_union_of_scalars(definition, context) && integer_type(type, context);
    return std::all_of(definition->field_begin(), definition->field_end(), [&](const clang::FieldDecl* field) {
      return field->isUnnamedBitfield() || is_flat(field->getType(), context);
    });
  }
  return type->isArithmeticType() || type->isEnumeralType();
}

void Lowering::assume_of_function(const clang::CallExpr* call, const clang::FunctionDecl* callee, bool is_own_object,
                                  bool writes) {
  const SourceMapper& mapper = linker_.unit_of(callee).mapper;
  const SourceRange where = mapper.range(callee->getSourceRange());
  const bool has_pointer = std::any_of(call->arg_begin(), call->arg_end(), [](const clang::Expr* argument) {
    return argument->getType()->isPointerType();
  });
  const bool has_function = std::any_of(call->arg_begin(), call->arg_end(), [](const clang::Expr* argument) {
    return argument->getType()->isFunctionPointerType() || argument->IgnoreParenCasts()->getType()->isFunctionType();
  });
  const std::string returns =
      is_own_object ? "null or a pointer to an object of its own, with any contents and a new one at each call,"
                    : "an arbitrary value";
  const std::string place =
      where.line != 0 ? " (" + mapper.file_name(where.file) + ":" + std::to_string(where.line) + ")" : "";
  assume_globally("function '" + callee->getNameAsString() + "'" + place + " has no body: it " +
                  (callee->getReturnType()->isVoidType() ? "" : "returns " + returns + " and ") + "changes nothing" +
                  (writes        ? " but the objects of numbers that its pointer arguments point to"
                   : has_pointer ? ", also not through its pointer arguments"
                                 : "") +
                  (has_function ? ", and calls none of the functions it is given" : ""));
}

bool Lowering::has_foreign_object(const clang::CallExpr* call) {
  if (!points_to().covers(frame().function)) return false;
  const PointsTo::Region region = points_to().target(call);
  return !points_to().element_type(region).isNull() &&
         memory_problem(region).empty();  // else nothing is accessed there
}

std::optional<Place> Lowering::foreign_object(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  if (!has_foreign_object(call)) return std::nullopt;
  const clang::QualType type = points_to().element_type(points_to().target(call));
  const SourceRange where = range(call);
  const IntegerType pointer = *integer(context().VoidPtrTy);
  const VariableId top = allocator_variable(program_.memory.top, "(heap top)");
  const VariableId sizes = allocator_variable(program_.memory.sizes, "(heap sizes)");
  program_.variables[sizes].array = ArrayShape{logic::power_of_two(pointer.width)};
  objects_have_addresses_ = true;
  assume_globally("the numeric values of addresses do not matter");
  const Place result = place_of(result_storage(call, call->getType()));
  const Storage* given = temporary(call, callee->getNameAsString(), choice_type);
  program_.variables[given->variable].c_type = callee->getReturnType().getAsString(context().getPrintingPolicy());
  havoc(place_of(given), origin(call), EdgeRole::Plain, callee->getNameAsString());
  const Node null = new_node();
  const Node own = new_node();
  const Node end = new_node();
  branch(make_cast(load(place_of(given), where), truth), origin(call), own, null);
  enter(null);
  store(result, make_constant(0, pointer), origin(call), EdgeRole::Internal, 1);
  go_to(end);
  enter(own);
  const auto one = type->isIncompleteType() || !type->isConstantSizeType()
                       ? 0
                       : static_cast<std::uint64_t>(context().getTypeSizeInChars(type).getQuantity());
  take(call, result, make_constant(logic::Integer(std::max(foreign_size, one)), pointer), top, sizes);
  go_to(end);
  enter(end);
  return result;
}

bool Lowering::is_writable_by_call(const clang::Expr* argument) {
  if (effects_.has_effects(argument) || !integer(argument->getType())) return false;
  if (const auto target = target_of(argument)) {
    const Storage& storage = *target->base.storage;
    return storage.is_modelled() && !storage.length && !string_object(&storage) && is_flat(storage.type, context());
  }
  if (!points_to().covers(frame().function)) return false;
  const PointsTo::Region region = points_to().target(argument);
  const clang::QualType type = points_to().element_type(region);
  if (type.isNull()) return false;  // its objects may still turn out to lie there
  return memory_problem(region).empty() && !type->isRecordType() && is_flat(type, context()) &&
         !points_to().has_field(region) && points_to().holds_no_pointers(region);
}

bool Lowering::written_arguments(const clang::CallExpr* call, const clang::FunctionDecl* callee,
                                 std::vector<const clang::Expr*>& written) {
  if (pure_ > 0 || writes_by_contract(callee->getNameAsString())) return false;
  for (unsigned i = 0; i < call->getNumArgs(); ++i) {
    if (!may_be_written_through(call, callee, i)) continue;
    if (!is_writable_by_call(call->getArg(i))) {
      written.clear();
      return false;
    }
    written.push_back(call->getArg(i));
  }
  return true;
}

void Lowering::write_argument(const clang::CallExpr* call, const clang::Expr* argument, unsigned number) {
  if (!alive()) return;
  if (const auto target = target_of(argument)) {
    std::vector<Place> parts;
    leaves(target->base, false, parts);
    for (const Place& part : parts) {
      emit(Havoc{LValue{part.storage->variable, part.index}, {}}, origin(call), EdgeRole::Call, number++);
    }
    return;
  }
  const PointsTo::Region region = points_to().target(argument);
  use_memory(region);
  const SourceRange where = range(call);
  const ExprPtr pointer = protect(value(argument), argument, nullptr);
  if (!alive()) return;
  const Node end = new_node();
  const auto next = [&](const ExprPtr& condition) {  // the way on if the condition does not hold
    const Node yes = new_node();
    const Node no = new_node();
    branch(condition, origin(call), yes, no, number++);
    enter(yes);
    return no;
  };
  Node other = next(make_binary(BinaryOp::Eq, pointer, make_constant(0, pointer->type), truth, where));
  go_to(end);
  enter(other);
  for (const auto& [address, size] : objects_in(region)) {
    if (!alive()) break;
    const ExprPtr start = make_constant(address, pointer->type);
    const ExprPtr bytes = make_constant(size, pointer->type);
    other = next(make_binary(BinaryOp::Lt, make_binary(BinaryOp::Sub, pointer, start, pointer->type, where), bytes,
                             truth, where));
    change_cells(call, region, start, bytes, number);
    number += object_stride;
    go_to(end);
    enter(other);
  }
  if (alive() && program_.memory.sizes && points_to().may_be_allocated(region)) {
    const ExprPtr bytes = make_element(*program_.memory.sizes, pointer, pointer->type, where);
    other = next(make_binary(BinaryOp::Ne, bytes, make_constant(0, pointer->type), truth, where));
    change_cells(call, region, pointer, bytes, number);
    go_to(end);
    enter(other);
  }
  unsupported("function without a body that may write to an object that is not known", call);
  enter(end);
}

void Lowering::change_cells(const clang::CallExpr* call, PointsTo::Region region, const ExprPtr& start,
                            const ExprPtr& bytes, unsigned number) {
  const clang::QualType type = points_to().element_type(region);
  const logic::Integer size(context().getTypeSizeInChars(type).getQuantity());
  const SourceRange where = range(call);
  for_objects(call, bytes, size, [&](const ExprPtr& offset, unsigned step) {
    const Place cell = memory_place(make_binary(BinaryOp::Add, start, offset, start->type, where), type, region, where);
    std::vector<Place> parts;
    leaves(cell, true, parts);
    for (const Place& part : parts) {
      emit(Havoc{LValue{part.storage->variable, part.index}, {}}, origin(call), EdgeRole::Call, number + step++);
    }
  });
}

std::vector<std::pair<logic::Integer, logic::Integer>> Lowering::objects_in(PointsTo::Region region) {
  std::vector<std::pair<logic::Integer, logic::Integer>> result;
  for (const auto& [object, variable] : memory_variables_) {
    const auto address = addresses_.find(object);
    if (address == addresses_.end() || points_to().of(variable) != points_to().find(region)) continue;
    const clang::QualType type = variable->getType();
    if (type->isIncompleteType() || !type->isConstantSizeType()) continue;
    result.emplace_back(address->second, context().getTypeSizeInChars(type).getQuantity());
  }
  std::sort(result.begin(), result.end());
  if (result.size() > max_objects) result.resize(max_objects);
  return result;
}

}  // namespace bireach::frontend
