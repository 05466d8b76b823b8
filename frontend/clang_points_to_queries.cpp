// SPDX-License-Identifier: Apache-2.0
/// What the points-to analysis answers: which types of memory it tells apart, and what lies in a region.
#include "frontend/clang_points_to.h"

#include <algorithm>

#include "frontend/clang_storage.h"

namespace bireach::frontend {

const std::string& PointsTo::layout(const clang::RecordDecl* record) {
  const auto known = layouts_.find(record);
  if (known != layouts_.end()) return known->second;
  const clang::ASTContext& context = record->getASTContext();
  std::string result = context.getTypeDeclType(record).getCanonicalType().getAsString();
  const auto* definition = record->getDefinition();
  if (definition) {
    result += " {";
    for (const clang::FieldDecl* field : definition->fields()) {
      const clang::QualType type = field->getType().getCanonicalType();
      const auto* member = context.getBaseElementType(type)->getAs<clang::RecordType>();
      result += " " + std::to_string(context.getFieldOffset(field)) + ":" + field->getNameAsString() + ":" +
                type.getAsString() + (member ? layout(member->getDecl()) : "");
    }
    result += " }";
  }
  return layouts_.emplace(record, std::move(result)).first->second;
}

std::string PointsTo::view_of(clang::QualType type, const clang::ASTContext& context) {
  type = context.getBaseElementType(type).getCanonicalType().getUnqualifiedType();
  if (const auto* atomic = type->getAs<clang::AtomicType>()) type = atomic->getValueType().getCanonicalType();
  if (type->isPointerType()) return pointer_view;
  if (type->isBooleanType()) return "_Bool";
  if (type->isIntegralOrEnumerationType() && !type->isIncompleteType()) {
    return "an integer of " + std::to_string(context.getTypeSize(type)) + " bits";
  }
  if (const auto* record = type->getAs<clang::RecordType>()) return layout(record->getDecl());
  return type.getAsString();
}

clang::QualType PointsTo::element_type(Region region) {
  const clang::QualType first = type(region);
  return is_bytes(region) ? byte_ : first;
}

void PointsTo::add_view(Region region, clang::QualType type, const clang::ASTContext& context) {
  if (type->isVoidType() || type->isFunctionType()) return;
  Node& node = nodes_[find(region)];
  const auto integer = integer_type(context.getBaseElementType(type), context);
  node.is_of_scalars = node.is_of_scalars && integer && !integer->is_boolean && integer->width % 8 == 0;
  if (node.views.insert(view_of(type, context)).second && node.type.isNull())
    node.type = context.getBaseElementType(type);
}

bool PointsTo::overlaps(clang::QualType type, Region region, const clang::ASTContext& context) {
  const auto* record = context.getBaseElementType(type)->getAs<clang::RecordType>();
  if (!record || !record->getDecl()->isCompleteDefinition()) return false;
  return std::any_of(record->getDecl()->field_begin(), record->getDecl()->field_end(),
                     [&](const clang::FieldDecl* field) {
                       return of(field) == region || overlaps(field->getType(), region, context);
                     });
}

bool PointsTo::overlaps(const clang::VarDecl* variable, Region region) {
  return of(variable) == find(region) || overlaps(variable->getType(), find(region), variable->getASTContext());
}

bool PointsTo::overlaps(const clang::Expr* literal, Region region) {
  return of(literal) == find(region);
}

const clang::FieldDecl* PointsTo::only_field(Region region) {
  const Node& node = nodes_[find(region)];
  const bool is_alone = !node.has_other_locations && !node.is_allocated && node.field;
  return is_alone && !node.field->getParent()->isUnion() ? node.field : nullptr;
}

bool PointsTo::may_be_allocated(Region region) {
  const Node& node = nodes_[find(region)];
  return node.is_allocated || (node.field && any_allocation_);
}

bool PointsTo::is_bytes(Region region) {
  const Node& node = nodes_[find(region)];
  return node.views.size() > 1 && node.is_of_scalars && !node.views.contains(pointer_view);
}

std::string PointsTo::problem(Region region) {
  const Node& node = nodes_[find(region)];
  const bool is_bytes_of_numbers = node.is_of_scalars && !node.views.contains(pointer_view);
  if (!node.problem.empty() || node.views.size() <= 1 || is_bytes_of_numbers) return node.problem;
  const auto name = [](const std::string& view) { return view.substr(0, view.find(" {")); };
  return "memory used as " + name(*node.views.begin()) + " and as " + name(*std::next(node.views.begin()));
}

}  // namespace bireach::frontend
