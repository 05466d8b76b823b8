// SPDX-License-Identifier: Apache-2.0
/// Where values are read and written: variables, and what pointers lead to.
#include <clang/AST/Attr.h>

#include "frontend/clang/analysis/storage.h"
#include "frontend/clang/modular/function_lowering.h"

namespace bireach::frontend {
namespace {

bool is_last_of_record(const clang::Expr* array) {
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(array->IgnoreParens());
  const auto* field = member ? llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()) : nullptr;
  if (!field) return false;
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* one : field->getParent()->fields()) last = one;
  return field == last || field->getParent()->isUnion();
}

/// Conversions that keep an address are passed over.
const clang::Expr* without_pointer_casts(const clang::Expr* expr) {
  while (true) {
    expr = expr->IgnoreParens();
    const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr);
    if (!cast || (cast->getCastKind() != clang::CK_BitCast && cast->getCastKind() != clang::CK_NoOp)) return expr;
    if (!cast->getSubExpr()->getType()->isPointerType()) return expr;
    expr = cast->getSubExpr();
  }
}

}  // namespace

bool FunctionLowering::in_memory(const clang::VarDecl* variable) const {
  return variable->hasGlobalStorage() || exposed_.contains(variable);
}

std::size_t FunctionLowering::number_of(const clang::Decl* declaration) {
  return numbers_.emplace(declaration->getCanonicalDecl(), numbers_.size()).first->second;
}

FunctionLowering::Place FunctionLowering::place(const clang::Expr* expr) {
  Place result = place_by_kind(expr->IgnoreParens());
  result.path.type = context_.getCanonicalType(result.type).getUnqualifiedType().getTypePtrOrNull();
  return result;
}

FunctionLowering::Place FunctionLowering::place_by_kind(const clang::Expr* expr) {
  Place result;
  result.type = expr->getType();
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (!variable) return result;  // a function
    if (variable->hasAttr<clang::AliasAttr>()) refuse("another name of a variable (attribute 'alias')", expr);
    result.path.root = variable->getCanonicalDecl();
    result.path.key = "v" + std::to_string(number_of(variable));
    result.path.text = variable->getNameAsString();
    result.path.in_memory = in_memory(result.path.root);
    result.path.in_union = variable->getType()->isUnionType();
    return result;
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) return place_of_member(member);
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) return place_of_element(subscript);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->getOpcode() == clang::UO_Deref)
      return dereferenced(pointer(unary->getSubExpr()), expr->getType(), expr, unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_Extension || unary->getOpcode() == clang::UO_Real ||
        unary->getOpcode() == clang::UO_Imag) {
      Place part = place(unary->getSubExpr());
      part.type = expr->getType();
      if (unary->getOpcode() != clang::UO_Extension) part.path.key.clear();
      return part;
    }
  }
  // A call's result, a literal, a compound literal: nothing that has a name.
  if (llvm::isa<clang::CallExpr, clang::AbstractConditionalOperator, clang::BinaryOperator, clang::StmtExpr,
                clang::VAArgExpr, clang::CastExpr, clang::GenericSelectionExpr, clang::ChooseExpr>(expr))
    value(expr);
  else
    evaluate_children(expr);
  result.path.in_memory = true;
  return result;
}

FunctionLowering::Place FunctionLowering::place_of_member(const clang::MemberExpr* member) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  const clang::Expr* base = member->getBase();
  Place result =
      member->isArrow() ? dereferenced(pointer(base), base->getType()->getPointeeType(), member, base) : place(base);
  result.type = member->getType();
  result.is_bit_field = field && field->isBitField();
  if (!field) {
    result.path.key.clear();
    return result;
  }
  const clang::FieldDecl* canonical = field->getCanonicalDecl();
  result.path.field = canonical;
  result.path.in_union = result.path.in_union || field->getParent()->isUnion() || member->getType()->isUnionType();
  if (result.path.key.empty()) return result;
  result.path.key += ".f" + std::to_string(number_of(canonical));
  if (!field->isAnonymousStructOrUnion()) {
    std::string& text = result.path.text;
    // "(*p)" was followed: p->field.
    if (member->isArrow() && text.size() > 1 && text.front() == '*')
      text = text.substr(1) + "->";
    else
      text += ".";
    text += field->getNameAsString();
  }
  return result;
}

void FunctionLowering::believe_there(Belief kind, const Pointer& pointer, const clang::Expr* where,
                                     const clang::Expr* subject) {
  if (!pointer.value) return;
  const ExprPtr null = make_constant(0, pointer.value->type);
  believe(kind, make_binary(BinaryOp::Ne, pointer.value, null, int_type, pointer.value->source), where, subject);
}

FunctionLowering::Place FunctionLowering::dereferenced(const Pointer& pointer, clang::QualType type,
                                                       const clang::Expr* where, const clang::Expr* subject) {
  believe_there(Belief::null, pointer, where, subject);
  Place result;
  result.type = type;
  result.path.in_memory = true;
  result.path.is_direct = false;
  result.path.in_union = type->isUnionType();
  if (!pointer.path) return result;
  result.path.root = pointer.path->root;
  result.path.pointers = pointer.path->pointers;
  result.path.pointers.push_back(pointer.path->key);
  result.path.key = "(" + pointer.path->key + ")*";
  // What two pointers of different types lead to has different values.
  if (!type->isRecordType()) result.path.key += ":" + type.getCanonicalType().getUnqualifiedType().getAsString();
  result.path.text = "*" + pointer.path->text;
  return result;
}

FunctionLowering::Place FunctionLowering::place_of_element(const clang::ArraySubscriptExpr* subscript) {
  const clang::Expr* base = subscript->getBase()->IgnoreParens();
  const auto* decay = llvm::dyn_cast<clang::CastExpr>(base);
  Place result;
  if (decay && decay->getCastKind() == clang::CK_ArrayToPointerDecay) {
    const clang::Expr* array = decay->getSubExpr();
    {
      const Beside beside(*this, subscript->getIdx());
      result = place(array);
    }
    const Beside beside(*this, array);
    const ExprPtr index = value(subscript->getIdx());
    const auto* shape = context_.getAsConstantArrayType(array->getType());
    // Arrays at the end of structures are often longer than they say.
    const bool is_bounded = shape && shape->getSize().ugt(1) && !is_last_of_record(array);
    if (index && is_bounded) {
      const logic::Integer last = logic::Integer(shape->getSize().getZExtValue()) - 1;
      const ExprPtr inside = in_range(index, 0, last);
      believe(Belief::bounds, inside, subscript, subscript->getIdx());
    }
    result.type = subscript->getType();
    result.path.key.clear();
    result.path.in_union = result.path.in_union || subscript->getType()->isUnionType();
    return result;
  }
  if (!base->getType()->isPointerType()) {  // a vector
    evaluate_children(subscript);
    result.type = subscript->getType();
    result.path.in_memory = true;
    return result;
  }
  Pointer pointer;
  {
    const Beside beside(*this, subscript->getIdx());
    pointer = this->pointer(subscript->getBase());
  }
  const Beside beside(*this, subscript->getBase());
  const ExprPtr index = value(subscript->getIdx());
  result = dereferenced(pointer, subscript->getType(), subscript, subscript->getBase());
  if (!index || index->kind != Expr::Kind::Constant || index->value != 0) result.path.key.clear();
  return result;
}

FunctionLowering::Pointer FunctionLowering::pointer(const clang::Expr* expr) {
  const clang::Expr* inner = without_pointer_casts(expr);
  Pointer result;
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(inner);
  if (cast && cast->getCastKind() == clang::CK_LValueToRValue) {
    const Place source = place(cast->getSubExpr());
    result.value = read(source);
    if (result.value && !source.path.key.empty() && !is_order_open(source)) result.path = source.path;
    return result;
  }
  // Behind a sum the pointer that it starts from is what has to be there.
  if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(inner);
      sum && sum->isAdditiveOp() && sum->getType()->isPointerType()) {
    const bool left = sum->getLHS()->getType()->isPointerType();
    const clang::Expr* start = left ? sum->getLHS() : sum->getRHS();
    const clang::Expr* offset = left ? sum->getRHS() : sum->getLHS();
    {
      const Beside beside(*this, offset);
      result.value = pointer(start).value;
    }
    const Beside beside(*this, start);
    value(offset);
    return result;
  }
  if (!evaluate_address(inner)) result.value = value(inner);
  return result;
}

void FunctionLowering::address(const clang::Expr* expr) {
  expr = expr->IgnoreParens();
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expr)) {
    if (!member->isArrow()) return address(member->getBase());
    const Pointer base = pointer(member->getBase());
    // `&((struct s*)0)->member` says where the member lies.
    if (base.value && base.value->kind != Expr::Kind::Constant)
      believe_there(Belief::member, base, member, member->getBase());
    return;
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->getOpcode() == clang::UO_Deref) {
    pointer(unary->getSubExpr());
    return;
  }
  if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
    if (!evaluate_address(subscript->getBase())) value(subscript->getBase());
    value(subscript->getIdx());
    return;
  }
  if (llvm::isa<clang::DeclRefExpr>(expr)) return;
  place(expr);
}

const NamedCell* FunctionLowering::cell_of(const Place& place) {
  if (place.path.key.empty()) return nullptr;
  const std::optional<ScalarType> type = scalar(place.type);
  if (!type || type->is_floating() || place.type.isVolatileQualified() || place.type->isAtomicType()) return nullptr;
  const bool is_pointer = place.type->isPointerType();
  return &cells_.at(place.path, *type, is_pointer, place.type.getUnqualifiedType().getAsString());
}

bool FunctionLowering::is_order_open(const Place& place) const {
  return order_is_open_ && place.path.in_memory;
}

ExprPtr FunctionLowering::read(const Place& place) {
  const NamedCell* cell = cell_of(place);
  if (cell && is_order_open(place)) return nullptr;
  return cell ? make_variable(cell->variable, cell->type) : nullptr;
}

void FunctionLowering::store(const Place& place, ExprPtr value, const EdgeText& origin) {
  if (place.type->isRecordType() || place.type->isArrayType()) {
    havoc_cells(cells_.changed_by_copy(place.path), origin);
    return;
  }
  if (const NamedCell* cell = cell_of(place)) {
    if (value && !place.is_bit_field)
      flow_.assign(cell->variable, make_cast(std::move(value), cell->type), origin);
    else
      flow_.havoc(cell->variable, origin, EdgeRole::Plain);
  }
  havoc_cells(cells_.changed_by_store(place.path), origin);
}

void FunctionLowering::havoc_cells(const std::vector<std::size_t>& cells, const EdgeText& origin) {
  for (const std::size_t cell : cells) flow_.havoc(cells_.all()[cell].variable, origin);
}

}  // namespace bireach::frontend
