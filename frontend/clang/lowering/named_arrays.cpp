// SPDX-License-Identifier: Apache-2.0
/// Library functions that are given an array within an object: they may not look behind its end, even if the object
/// goes on (C11 6.5.6p8; as glibc's checks with _FORTIFY_SOURCE have it).
#include <clang/AST/Decl.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

constexpr std::array<std::string_view, 4> functions_on_ranges{"memset", "memcpy", "memmove", "memcmp"};

/// May the object behind this member's end be its own? So it is with a last member, which often stands for an array
/// of unknown length, and with those of unions.
bool may_go_on(const clang::MemberExpr& member) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member.getMemberDecl());
  if (!field || field->getParent()->isUnion()) return true;
  const clang::RecordDecl* record = field->getParent();
  const auto count = static_cast<unsigned>(std::distance(record->field_begin(), record->field_end()));
  if (field->getFieldIndex() + 1 != count) return false;
  const clang::Expr* base = member.getBase()->IgnoreParens();
  if (member.isArrow()) return true;
  if (const auto* outer = llvm::dyn_cast<clang::MemberExpr>(base)) return may_go_on(*outer);
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(base);
  return !element || !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
}

/// What a pointer is computed from, without offsets: "q->a" of `&q->a[i]` and `q->a + n`. Of several dimensions it is
/// the whole array, as C programs clear it from its first element on.
const clang::Expr* without_offsets(const clang::Expr* pointer) {
  for (;;) {
    pointer = pointer->IgnoreParenCasts();
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(pointer);
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(pointer);
    const clang::Expr* element = pointer->getType()->isArrayType() ? pointer : nullptr;
    if (unary && unary->getOpcode() == clang::UO_AddrOf) element = unary->getSubExpr()->IgnoreParens();
    const auto* subscript = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(element);
    if (subscript)
      pointer = subscript->getBase();
    else if (unary && unary->isIncrementDecrementOp())
      pointer = unary->getSubExpr();
    else if (sum && sum->isAdditiveOp() && sum->getType()->isPointerType())
      pointer = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
    else
      return element ? element : pointer;
  }
}

}  // namespace

std::optional<PassedArray> Lowering::named_array(const clang::Expr* pointer) {
  if (!options_.property.has(Violation::valid_deref)) return std::nullopt;
  const clang::Expr* named = without_offsets(pointer);
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(named)) {
    const auto passed = frame().arrays.find(llvm::dyn_cast<clang::VarDecl>(name->getDecl()));
    return passed == frame().arrays.end() ? std::nullopt : std::optional(passed->second);
  }
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(named);
  const auto* type = context().getAsConstantArrayType(named->getType());
  if (!member || !type || type->getSize().ule(1) || emitter_.copy().library_call || may_go_on(*member))
    return std::nullopt;
  if (!memory_.points_to().covers(frame().function) || effects_.has_effects(member)) return std::nullopt;
  std::optional<Place> found;
  const bool is_pure = emitter_.attempt([&] { found = place(member); });
  if (!is_pure || !found || !found->address || may_be_shared(*found->address)) return std::nullopt;
  return PassedArray{found->address, logic::Integer(context().getTypeSizeInChars(named->getType()).getQuantity()),
                     type->getSize().getLimitedValue(), emitter_.origin(member).text};
}

std::vector<ExprPtr> Lowering::pure_range(const clang::CallExpr* call, const std::string& name) {
  const auto& ranges = functions_on_ranges;
  if (std::find(ranges.begin(), ranges.end(), name) == ranges.end() || call->getNumArgs() != 3) return {};
  std::vector<ExprPtr> result;
  for (const clang::Expr* argument : call->arguments()) {
    if (!integer(argument->getType())) return {};
    result.push_back(pure_value(argument));
    if (!result.back()) return {};
  }
  return result;
}

void Lowering::stay_in_named_arrays(const clang::CallExpr* call, const std::string& name,
                                    const std::vector<ExprPtr>& arguments) {
  const SourceRange where = emitter_.range(call);
  for (unsigned i = 0; i < arguments.size() && i < (name == "memset" ? 1U : 2U); ++i) {
    const auto array = emitter_.alive() ? named_array(call->getArg(i)) : std::nullopt;
    if (!array) continue;
    const ScalarType wide = signed_integer(array->start->type.width + 2);
    const auto widened = [&](const ExprPtr& operand) { return make_cast(operand, wide, where); };
    const auto compare = [&](BinaryOp op, const ExprPtr& a, const ExprPtr& b) {
      return make_binary(op, a, b, int_type, where);
    };
    const ExprPtr none = make_constant(0, wide);
    const ExprPtr count = widened(arguments[2]);
    const ExprPtr offset = same_expression(*arguments[i], *array->start)
                               ? none
                               : make_binary(BinaryOp::Sub, widened(arguments[i]), widened(array->start), wide, where);
    const ExprPtr end = make_binary(BinaryOp::Add, offset, count, wide, where);
    const ExprPtr within = make_binary(BinaryOp::LogicalAnd, compare(BinaryOp::Ge, offset, none),
                                       compare(BinaryOp::Le, end, make_constant(array->bytes, wide)), int_type, where);
    const ExprPtr fits = make_binary(BinaryOp::LogicalOr, compare(BinaryOp::Eq, count, none), within, int_type, where);
    if (fits->kind == Expr::Kind::Constant && fits->value != 0) continue;
    const Node inside = emitter_.new_node();
    const Node outside = emitter_.new_node();
    const Origin origin = emitter_.origin(call);
    emitter_.branch(fits, origin, inside, outside, Part(6 + i));
    emitter_.enter(outside);
    const std::string what = "access outside of " + array->text + ", an array of " + std::to_string(array->count) + ",";
    emitter_.undefined_at(Violation::valid_deref, emitter_.copy().library_call ? what : what + " in " + name, origin);
    emitter_.enter(inside);
  }
}

ExprPtr Lowering::within_named_array(const clang::Expr* pointer, const ExprPtr& address, clang::QualType type,
                                     SourceRange where) {
  const auto array = named_array(pointer);
  if (!array) return address;
  const logic::Integer size(context().getTypeSizeInChars(type).getQuantity());
  const ScalarType wide = signed_integer(address->type.width + 2);
  const auto widened = [&](const ExprPtr& operand) { return make_cast(operand, wide, where); };
  ExprPtr position = make_binary(BinaryOp::Sub, widened(address), widened(array->start), wide, where);
  if (size > 1) position = make_binary(BinaryOp::Div, position, make_constant(size, wide), wide, where);
  const ExprPtr within = make_binary(
      BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, position, make_constant(0, wide), int_type, where),
      make_binary(BinaryOp::Lt, position, make_constant(array->bytes / size, wide), int_type, where), int_type, where);
  if (within->kind == Expr::Kind::Constant && within->value != 0) return address;
  return make_conditional(within, address, make_constant(0, address->type), address->type, where);
}

}  // namespace bireach::frontend
