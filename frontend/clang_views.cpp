// SPDX-License-Identifier: Apache-2.0
/// Which types of memory the points-to analysis tells apart.
#include "frontend/clang_points_to.h"
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

void PointsTo::add_view(Region region, clang::QualType type, const clang::ASTContext& context) {
  if (type->isVoidType() || type->isFunctionType()) return;
  Node& node = nodes_[find(region)];
  const auto integer = integer_type(context.getBaseElementType(type), context);
  node.is_of_scalars = node.is_of_scalars && integer && !integer->is_boolean && integer->width % 8 == 0;
  if (node.views.insert(view_of(type, context)).second && node.type.isNull())
    node.type = context.getBaseElementType(type);
}

}  // namespace bireach::frontend
