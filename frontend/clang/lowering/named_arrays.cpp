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

/// How many of the function's arguments are such.
unsigned ranges_of(const std::string& name) {
  return name == "memset" ? 1 : 2;
}

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

/// What a pointer is computed from: "q->a" of `&q->a[i]` and `q->a + n`. Of several dimensions it is the whole array,
/// as C programs clear it from its first element on.
struct NamedBase {
  const clang::Expr* base;
  bool has_offset = false;
  bool is_first = true;  ///< nothing is evaluated before it
};

/// Does the cast keep what is pointed to, or make bytes of it? One to another type names another object.
bool keeps_object(const clang::CastExpr& cast) {
  if (llvm::isa<clang::ImplicitCastExpr>(cast)) return true;
  const clang::QualType to = cast.getType()->getPointeeType();
  const clang::QualType from = cast.getSubExpr()->getType()->getPointeeType();
  if (to.isNull() || from.isNull()) return false;
  return to->isVoidType() || to->isCharType() ||
         to.getCanonicalType().getUnqualifiedType() == from.getCanonicalType().getUnqualifiedType();
}

NamedBase without_offsets(const clang::Expr* pointer) {
  NamedBase result{pointer};
  const clang::Expr*& base = result.base;
  for (;;) {
    base = base->IgnoreParens();
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(base);
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(base);
    const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(base);
    const clang::Expr* element = base->getType()->isArrayType() ? base : nullptr;
    if (unary && unary->getOpcode() == clang::UO_AddrOf) element = unary->getSubExpr()->IgnoreParens();
    const auto* subscript = llvm::dyn_cast_or_null<clang::ArraySubscriptExpr>(element);
    const auto* followed = llvm::dyn_cast_or_null<clang::UnaryOperator>(element);
    if (cast && keeps_object(*cast)) {
      base = cast->getSubExpr();
    } else if (subscript) {
      result.has_offset = true;
      base = subscript->getBase();
    } else if (followed && followed->getOpcode() == clang::UO_Deref) {
      base = followed->getSubExpr();
    } else if (binary && binary->isAdditiveOp() && binary->getType()->isPointerType()) {
      const bool is_left = binary->getLHS()->getType()->isPointerType();
      result.has_offset = true;
      result.is_first = result.is_first && is_left;
      base = is_left ? binary->getLHS() : binary->getRHS();
    } else if (binary && (binary->getOpcode() == clang::BO_Comma || binary->getOpcode() == clang::BO_Assign)) {
      result.is_first = false;
      base = binary->getRHS();
    } else {
      if (element) base = element;
      return result;
    }
  }
}

}  // namespace

std::optional<PassedArray> Lowering::named_array(const clang::Expr* pointer) {
  if (!options_.property.has(Violation::valid_deref)) return std::nullopt;
  const NamedBase named = without_offsets(pointer);
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(named.base)) {
    const auto passed = frame().arrays.find(llvm::dyn_cast<clang::VarDecl>(name->getDecl()));
    return passed == frame().arrays.end() ? std::nullopt : std::optional(passed->second);
  }
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(named.base);
  const auto* type = context().getAsConstantArrayType(named.base->getType());
  if (!member || !type || type->getSize().ule(1) || emitter_.copy().library_call || may_go_on(*member))
    return std::nullopt;
  if (!memory_.points_to().covers(frame().function)) return std::nullopt;
  PassedArray result;
  result.bytes = context().getTypeSizeInChars(named.base->getType()).getQuantity();
  result.count = type->getSize().getLimitedValue();
  result.text = emitter_.origin(member).text;
  if (!named.has_offset) return result;
  if (!named.is_first || effects_.has_effects(member)) return std::nullopt;
  std::optional<Place> found;
  const bool is_pure = emitter_.attempt([&] { found = place(member); });
  if (!is_pure || !found || !found->address || may_be_shared(*found->address)) return std::nullopt;
  result.start = found->address;
  return result;
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

void Lowering::stay_in_named_array(const clang::CallExpr* call, unsigned number, const PassedArray& array,
                                   const ExprPtr& address, const ExprPtr& bytes) {
  if (!emitter_.alive()) return;
  const SourceRange where = emitter_.range(call);
  const ScalarType wide = signed_integer(address->type.width + 2);
  const auto widened = [&](const ExprPtr& operand) { return make_cast(operand, wide, where); };
  const auto compare = [&](BinaryOp op, const ExprPtr& a, const ExprPtr& b) {
    return make_binary(op, a, b, int_type, where);
  };
  const ExprPtr none = make_constant(0, wide);
  const ExprPtr count = widened(bytes);
  const ExprPtr offset =
      array.start ? make_binary(BinaryOp::Sub, widened(address), widened(array.start), wide, where) : none;
  const ExprPtr end = make_binary(BinaryOp::Add, offset, count, wide, where);
  const ExprPtr within = make_binary(BinaryOp::LogicalAnd, compare(BinaryOp::Ge, offset, none),
                                     compare(BinaryOp::Le, end, make_constant(array.bytes, wide)), int_type, where);
  const ExprPtr fits = make_binary(BinaryOp::LogicalOr, compare(BinaryOp::Eq, count, none), within, int_type, where);
  if (fits->kind == Expr::Kind::Constant && fits->value != 0) return;
  const Node inside = emitter_.new_node();
  const Node outside = emitter_.new_node();
  emitter_.branch(fits, Origin{call, where, {}}, inside, outside, Part(6 + number));  // not what is written
  emitter_.enter(outside);
  const std::string what = "access outside of " + array.text + ", an array of " + std::to_string(array.count) + ",";
  const std::string name = call->getDirectCallee() ? call->getDirectCallee()->getNameAsString() : "";
  emitter_.undefined_at(Violation::valid_deref,
                        emitter_.copy().library_call || name.empty() ? what : what + " in " + name,
                        emitter_.origin(call));
  emitter_.enter(inside);
}

void Lowering::stay_in_named_arrays(const clang::CallExpr* call, const std::string& name,
                                    const std::vector<ExprPtr>& arguments) {
  for (unsigned i = 0; i < arguments.size() && i < ranges_of(name); ++i)
    if (const auto array = emitter_.alive() ? named_array(call->getArg(i)) : std::nullopt)
      stay_in_named_array(call, i, *array, arguments[i], arguments[2]);
}

ExprPtr Lowering::within_named_array(const clang::Expr* pointer, const ExprPtr& address, const clang::Expr* whole) {
  if (effects_.has_effects(whole) && !emitter_.copy().library_call) return address;
  const auto array = named_array(pointer);
  if (!array || !array->start) return address;
  const SourceRange where = emitter_.range(whole);
  const ScalarType wide = signed_integer(address->type.width + 2);
  const auto widened = [&](const ExprPtr& operand) { return make_cast(operand, wide, where); };
  const ExprPtr distance = make_binary(BinaryOp::Sub, widened(address), widened(array->start), wide, where);
  const ExprPtr within = make_binary(
      BinaryOp::LogicalAnd, make_binary(BinaryOp::Ge, distance, make_constant(0, wide), int_type, where),
      make_binary(BinaryOp::Lt, distance, make_constant(array->bytes, wide), int_type, where), int_type, where);
  if (within->kind == Expr::Kind::Constant && within->value != 0) return address;
  return make_conditional(within, address, make_constant(0, address->type), address->type, where);
}

}  // namespace bireach::frontend
