// SPDX-License-Identifier: Apache-2.0
/// The arguments of main (C11 5.1.2.2.1): a vector of as many pointers as the count says, and a null pointer behind
/// them.
#include <clang/AST/Decl.h>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

/// All strings lie in one object, one behind the end of the other: how long each of them is does not matter then.
const logic::Integer size_of_strings = logic::power_of_two(28);
/// So many are given one by one, the others in a loop.
constexpr unsigned unrolled = 3;

}  // namespace

const Storage* Lowering::storage_for_arguments(const std::string& purpose, const ScalarType& type) {
  if (const Storage* known = variables_.internal(entry_, purpose)) return known;
  StorageBuilder::Origin place;
  place.name = entry_->getNameAsString() + purpose;
  place.function = entry_->getNameAsString();
  Storage made = variables_.create_scalar(std::move(place), type, {nullptr, entry_});
  return &variables_.keep_internal(entry_, purpose, std::move(made));
}

void Lowering::give_argument(const Place& cell, const ArgumentStrings& strings, bool is_first, const Origin& origin,
                             const Part& part) {
  const ScalarType& pointer = strings.address->type;
  const Storage* given = storage_for_arguments(std::string(start_of_argument), pointer);
  const Storage* before = storage_for_arguments("::(argument before)", pointer);
  const ExprPtr start = load(place_of(given), {});
  if (!is_first) store(place_of(before), start, origin, EdgeRole::Internal, part.of(1));
  emitter_.emit(Havoc{LValue{given->variable, nullptr}, {}}, origin, EdgeRole::Parameter, part);
  const auto require = [&](const ExprPtr& condition, const Part& step) {
    const Node holds = emitter_.new_node();
    const Node never = emitter_.new_node();
    emitter_.branch(condition, origin, holds, never, step);
    emitter_.enter(never);
    Location exit;
    exit.kind = LocationKind::Exit;
    exit.place = origin.range;
    emitter_.end_path(exit, origin, EdgeRole::Call, step);
    emitter_.enter(holds);
  };
  if (is_first) {
    require(make_binary(BinaryOp::Eq, start, strings.address, int_type), part);
  } else {
    const ExprPtr end = make_constant(strings.address->value + size_of_strings, pointer);
    require(make_binary(BinaryOp::Lt, start, end, int_type), part);
    require(make_binary(BinaryOp::Gt, start, load(place_of(before), {}), int_type), part.of(2));
    if (strings.characters) {  // the one before has ended
      const ExprPtr last = make_binary(BinaryOp::Sub, start, make_constant(1, pointer), pointer);
      const ExprPtr character = load(memory_.place(last, strings.type, *strings.characters, {}), {});
      require(make_binary(BinaryOp::Eq, character, make_constant(0, character->type), int_type), part.of(3));
    }
  }
  store(cell, start, origin, EdgeRole::Internal, part);
}

void Lowering::give_arguments(const clang::ParmVarDecl* vector) {
  PointsTo& points_to = memory_.points_to();
  const Origin origin{vector, emitter_.origin(vector).range, {}};
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const PointsTo::Region pointers = points_to.target(points_to.of(vector));
  const clang::QualType string = vector->getType()->getPointeeType();
  const bool is_vector = string->isPointerType() && string->getPointeeType()->isCharType();
  const Place place = place_of(storage_of(vector));
  heap_.make_variables();
  emitter_.assume_globally("the numeric values of addresses do not matter");
  const ExprPtr count = make_cast(load(place_of(storage_of(entry_->getParamDecl(0))), {}), pointer);
  const logic::Integer step(pointer.width / 8);
  const ExprPtr size = make_binary(BinaryOp::Mul, make_binary(BinaryOp::Add, count, make_constant(1, pointer), pointer),
                                   make_constant(step, pointer), pointer);
  heap_.require_room(size, origin);
  if (!emitter_.alive()) return;
  store(place, make_variable(heap_.top(), pointer), origin, EdgeRole::Parameter);
  heap_.take(load(place, {}), size, origin, Part(1), Part(2));
  if (points_to.type(pointers).isNull() || !points_to.problem(pointers).empty()) return;  // nothing is accessed there
  if (!is_vector) return emitter_.unsupported("the arguments of main, of another type than char **", entry_);
  use_memory(pointers);
  emitter_.assume_globally("the strings that the arguments of main point to are accessed up to their ends only");
  const PointsTo::Region characters = points_to.target(pointers);
  ArgumentStrings strings;
  strings.address = memory_.environment_object(characters, size_of_strings, std::string(texts_of_arguments));
  strings.type = string->getPointeeType();
  if (!points_to.type(characters).isNull() && points_to.problem(characters).empty()) {
    strings.characters = characters;
    use_memory(characters);
    const ExprPtr last = make_constant(strings.address->value + size_of_strings - 1, pointer);
    store(memory_.place(last, string->getPointeeType(), characters, {}),
          make_constant(0, *integer(string->getPointeeType())), origin, EdgeRole::Internal, Part(3));
  }
  const auto cell = [&](const ExprPtr& number) {
    const ExprPtr offset = make_binary(BinaryOp::Mul, number, make_constant(step, pointer), pointer);
    return memory_.place(make_binary(BinaryOp::Add, load(place, {}), offset, pointer), string, pointers, {});
  };
  const Node end = emitter_.new_node();
  for (unsigned i = 0; i < unrolled; ++i) {
    const ExprPtr number = make_constant(i, pointer);
    const Node more = emitter_.new_node();
    emitter_.branch(make_binary(BinaryOp::Lt, number, count, int_type), origin, more, end, Part(10 + i));
    emitter_.enter(more);
    give_argument(cell(number), strings, i == 0, origin, Part(20 + i));
  }
  const Storage* number = storage_for_arguments("::(number of argument)", pointer);
  const ExprPtr next = load(place_of(number), {});
  store(place_of(number), make_constant(unrolled, pointer), origin, EdgeRole::Internal, Part(4));
  const Node head = emitter_.new_node();
  const Node body = emitter_.new_node();
  emitter_.go_to(head);
  emitter_.enter(head);
  emitter_.branch(make_binary(BinaryOp::Lt, next, count, int_type), origin, body, end, Part(5));
  emitter_.enter(body);
  give_argument(cell(next), strings, false, origin, Part(6));
  store(place_of(number), make_binary(BinaryOp::Add, next, make_constant(1, pointer), pointer), origin,
        EdgeRole::Internal, Part(7));
  emitter_.go_to(head);
  emitter_.enter(end);
  store(cell(count), make_constant(0, pointer), origin, EdgeRole::Internal, Part(8));
}

}  // namespace bireach::frontend
