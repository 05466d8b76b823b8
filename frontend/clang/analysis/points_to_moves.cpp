// SPDX-License-Identifier: Apache-2.0
/// Pointers that may come from one member of a structure to another, whose cells are others.
#include "frontend/clang/analysis/points_to.h"

namespace bireach::frontend {
namespace {

/// Is it surely an element of the array that is named?
bool is_element(const clang::ArraySubscriptExpr* subscript, const clang::ASTContext& context) {
  const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
  const auto* array = decay ? context.getAsConstantArrayType(decay->getSubExpr()->getType()) : nullptr;
  const auto* index = llvm::dyn_cast<clang::IntegerLiteral>(subscript->getIdx()->IgnoreParenImpCasts());
  return array && index && index->getValue().getLimitedValue() < array->getSize().getLimitedValue();
}

}  // namespace

/// Indices of arrays that are named are compared with their bounds elsewhere, unless their elements' addresses are
/// taken.
void PointsTo::visit_move(const clang::Expr* expr) {
  const clang::Expr* moved = nullptr;
  const auto is_zero = [](const clang::Expr* index) {
    const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(index->IgnoreParenImpCasts());
    return number && number->getValue() == 0;
  };
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expr)) {
    const auto code = binary->getOpcode();
    const bool adds = binary->isAdditiveOp() || code == clang::BO_AddAssign || code == clang::BO_SubAssign;
    if (adds && expr->getType()->isPointerType()) moved = expr;
  } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->isIncrementDecrementOp() && expr->getType()->isPointerType()) moved = expr;
    const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(unary->getSubExpr()->IgnoreParens());
    if (unary->getOpcode() == clang::UO_AddrOf && element && !is_element(element, *context_))
      moved = expr;  // perhaps its end
  } else if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
    const clang::Expr* base = subscript->getBase()->IgnoreParens();
    const auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(base);
    const bool is_named = decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay;
    if (!is_named && !is_zero(subscript->getIdx())) moved = base;
  }
  if (!moved || !moved->getType()->isPointerType()) return;
  const Region region = find(value(moved));
  nodes_[region].is_moved = true;
  const auto* record = context_->getBaseElementType(moved->getType()->getPointeeType())->getAs<clang::RecordType>();
  if (!record)
    nodes_[region].is_shifted = true;
  else if (record->getDecl()->isCompleteDefinition())
    moves_.emplace_back(region, record->getDecl());
}

/// Once all code was visited.
void PointsTo::move_members() {
  for (const auto& [region, record] : moves_)
    if (nodes_[find(region)].field) move_members(record);
  // A pointer to a structure that was moved as one to something else may lead into the middle of one.
  for (Region region = 0; region < nodes_.size(); ++region) {
    if (find(region) != region || !nodes_[region].is_shifted) continue;
    const std::map<std::string, clang::QualType> views = nodes_[region].views;  // members may be new regions
    for (const auto& [name, type] : views)
      if (const auto* record = type->getAs<clang::RecordType>(); record && record->getDecl()->isCompleteDefinition())
        move_members(record->getDecl());
  }
}

void PointsTo::move_members(const clang::RecordDecl* record) {
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitfield()) continue;
    const Region member = of(field);
    nodes_[member].is_moved = true;
    const auto* inner = field->getASTContext().getBaseElementType(field->getType())->getAs<clang::RecordType>();
    if (inner && inner->getDecl()->isCompleteDefinition()) move_members(inner->getDecl());
  }
}

bool PointsTo::is_left(Region region) {
  const Node& node = nodes_[find(region)];
  if (!node.field) return false;
  const bool is_wider = node.views.size() > 1 && !node.field->getParent()->isUnion();
  return node.is_moved || is_wider || find(region) == find(integers_);
}

}  // namespace bireach::frontend
