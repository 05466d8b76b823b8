// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/analysis/foreign_functions.h"

#include <algorithm>

#include "frontend/clang/analysis/storage.h"
#include "frontend/clang/library/library_functions.h"

namespace bireach::frontend {

bool returns_own_object(const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  const clang::QualType type = function->getReturnType();
  return type->isPointerType() && !type->isFunctionPointerType() && !returns_argument(name) &&
         function->getBuiltinID() == 0;
}

bool is_stream(const clang::RecordDecl* record) {
  return record->getName() == "_IO_FILE";
}

bool is_stream(clang::QualType type) {
  const clang::RecordDecl* record = type->isPointerType() ? type->getPointeeType()->getAsRecordDecl() : nullptr;
  return record && is_stream(record);
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

}  // namespace bireach::frontend
