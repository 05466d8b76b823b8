// SPDX-License-Identifier: Apache-2.0
/// Variably modified types: where they are evaluated, and arrays of variable length.
#include <clang/AST/Decl.h>

#include "frontend/clang/lowering/lowering.h"

namespace bireach::frontend {
namespace {

/// No array of a variable length that is larger fits onto any machine's stack, in bytes.
const logic::Integer max_array_bytes = logic::power_of_two(40);
constexpr unsigned widest_length = 64;

/// The dimensions from outside, and what they are of.
std::vector<const clang::ArrayType*> dimensions_of(clang::QualType type, const clang::ASTContext& context) {
  std::vector<const clang::ArrayType*> result;
  for (const clang::ArrayType* array = context.getAsArrayType(type); array;
       array = context.getAsArrayType(array->getElementType()))
    result.push_back(array);
  return result;
}

}  // namespace

void Lowering::evaluate_type(clang::QualType written, bool is_within) {
  if (written.isNull() || !written->isVariablyModifiedType()) return;
  for_each_operand(written, {[&](const clang::VariableArrayType* array) { evaluate_length(array, is_within); },
                             [this](const clang::Expr* operand) { evaluate_type_operand(operand); }});
}

void Lowering::evaluate_length(const clang::VariableArrayType* array, bool is_within) {
  const clang::Expr* size = array->getSizeExpr();
  if (!emitter_.alive() || constant_length(*array, context()) || emitter_.fail_trial()) return;
  const ExprPtr length = read_once(value(size), size);
  if (!emitter_.alive()) return;
  const Origin origin = emitter_.origin(size);
  if (length->type.is_floating() || length->type.width > widest_length)
    return emitter_.unsupported("length of an array of more than 64 bits", size);
  if (options_.property.has(Violation::array_size)) {
    const Node possible = emitter_.new_node();
    const Node impossible = emitter_.new_node();
    emitter_.branch(make_binary(BinaryOp::Gt, length, make_constant(0, length->type), int_type, origin.range),
                    Origin{size, origin.range, {}}, possible, impossible);
    emitter_.enter(impossible);
    emitter_.undefined_at(Violation::array_size, "array of a size that is not positive", origin);
    emitter_.enter(possible);
  }
  emitter_.emit(Assign{LValue{sizes_.variable(array, frame().function), nullptr}, make_cast(length, length_type)},
                origin, EdgeRole::Internal);
  if (is_within) sizes_.note_within_expression(array);
}

void Lowering::evaluate_type_operand(const clang::Expr* operand) {
  operand = operand->IgnoreParens();
  if (!operand->getType()->isVariablyModifiedType()) return;  // it is not evaluated
  if (operand->HasSideEffects(context()))
    return emitter_.unsupported("side effects in an operand that is evaluated for its variably modified type", operand);
  if (llvm::isa<clang::DeclRefExpr>(operand)) return;
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(operand)) {
    const auto* written = llvm::dyn_cast<clang::ExplicitCastExpr>(cast);
    if (written) evaluate_type(written->getTypeAsWritten(), true);
    return evaluate_type_operand(cast->getSubExpr());
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(operand)) {
    if (unary->getOpcode() == clang::UO_Deref || unary->getOpcode() == clang::UO_AddrOf)
      return evaluate_type_operand(unary->getSubExpr());
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(operand)) {
    const clang::Expr* index = subscript->getIdx();
    if (!llvm::isa<clang::IntegerLiteral>(index->IgnoreParenImpCasts())) {
      if (emitter_.fail_trial()) return;
      keep_evaluation(index, value(index));
    }
    return evaluate_type_operand(subscript->getBase());
  }
  emitter_.unsupported(std::string("sizeof or typeof of a variably modified ") + operand->getStmtClassName(), operand);
}

void Lowering::make_room(const clang::VarDecl* variable) {
  if (!emitter_.alive()) return;
  const std::vector<const clang::ArrayType*> dimensions = dimensions_of(variable->getType(), context());
  unsigned computed = 0;
  bool has_effects = false;
  const auto add = [&](const clang::Expr* operand) {
    ++computed;
    has_effects = has_effects || effects_.has_effects(operand);
  };
  for_each_operand(variable->getType(), {[&](const auto* array) { add(array->getSizeExpr()); }, add});
  if (computed > 1 && has_effects)
    return emitter_.unsupported("side effects in one of several lengths, whose order is open", variable);
  const LocalObject object = lifetimes_.object(variable);
  const bool is_in_memory = lifetimes_.of(object).kind == Lifetime::Kind::activated;
  require_size(variable, is_in_memory);
  if (!emitter_.alive() || !is_in_memory) return;
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const auto* array = llvm::cast<clang::VariableArrayType>(dimensions.front());
  const ExprPtr bytes = sizes_.bytes(variable->getType(), pointer, emitter_.range(array->getSizeExpr()));
  lifetimes_.activate(object, protect(bytes, array->getSizeExpr(), nullptr));
}

void Lowering::require_size(const clang::VarDecl* variable, bool is_in_memory) {
  const ScalarType pointer = *integer(context().VoidPtrTy);
  const std::vector<const clang::ArrayType*> dimensions = dimensions_of(variable->getType(), context());
  const clang::QualType element = context().getBaseElementType(variable->getType());
  const Origin place = emitter_.origin(variable);
  const SourceRange where = place.range;
  std::vector<ExprPtr> computed;
  logic::Integer most = 1;  // of the product of what is computed
  logic::Integer known(context().getTypeSizeInChars(element).getQuantity());
  for (const clang::ArrayType* dimension : dimensions) {
    const auto* array = llvm::dyn_cast<clang::VariableArrayType>(dimension);
    const ExprPtr count = array ? sizes_.count(array, where) : nullptr;
    if (!array) known *= llvm::cast<clang::ConstantArrayType>(dimension)->getSize().getLimitedValue();
    if (count && count->kind == Expr::Kind::Constant) known *= count->value;
    if (!count || count->kind == Expr::Kind::Constant) continue;
    computed.push_back(count);
    most *= integer(array->getSizeExpr()->getType())->max();
  }
  if (computed.empty() || known == 0) return;
  const logic::Integer bytes = pointer.width < 64 ? logic::power_of_two(pointer.width) - 1 : max_array_bytes;
  const logic::Integer limit = bytes / known;
  // Of one computed length the bytes are too many where it is negative, which the heap looks at, as at other sizes.
  const bool is_plain = dimensions.size() == 1 && integer(element);
  if (computed.size() == 1 && (most <= limit || (is_plain && !is_in_memory))) return;
  // Each product is one of numbers below the limit, or does not count.
  const ScalarType wide =
      unsigned_integer(most < logic::power_of_two(widest_length) ? widest_length : 2 * widest_length);
  const ExprPtr largest = make_constant(limit, wide);
  ExprPtr fits = make_constant(1, int_type);
  ExprPtr product = make_constant(1, wide);
  const auto require = [&](BinaryOp op, const ExprPtr& number, const ExprPtr& bound) {
    fits = make_binary(BinaryOp::LogicalAnd, fits, make_binary(op, number, bound, int_type, where), int_type, where);
  };
  for (const ExprPtr& count : computed) {
    require(BinaryOp::Ge, count, make_constant(0, length_type));
    const ExprPtr factor = make_cast(count, wide, where);
    require(BinaryOp::Le, factor, largest);
    if (&count != &computed.front()) {
      product = make_binary(BinaryOp::Mul, product, factor, wide, where);
      require(BinaryOp::Le, product, largest);
    } else {
      product = factor;
    }
  }
  emitter_.assume_globally("allocations do not exhaust the address space");
  const Node enough = emitter_.new_node();
  const Node too_much = emitter_.new_node();
  const Origin silent{variable, where, {}};
  emitter_.branch(fits, silent, enough, too_much);
  emitter_.enter(too_much);
  Location exit;
  exit.kind = LocationKind::Exit;
  exit.place = where;
  if (emitter_.alive()) emitter_.end_path(exit, silent, EdgeRole::Call);
  emitter_.enter(enough);
}

ExprPtr Lowering::variable_size(const clang::UnaryExprOrTypeTraitExpr* trait) {
  if (trait->getKind() != clang::UETT_SizeOf || !has_variable_size(trait->getTypeOfArgument())) return nullptr;
  if (trait->isArgumentType())
    evaluate_type(trait->getArgumentType(), true);
  else
    evaluate_type_operand(trait->getArgumentExpr());
  if (!emitter_.alive()) return zero_value(trait);
  return sizes_.bytes(trait->getTypeOfArgument(), *integer(trait->getType()), emitter_.range(trait));
}

}  // namespace bireach::frontend
