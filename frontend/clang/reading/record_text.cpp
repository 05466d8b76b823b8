// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/record_text.h"

#include <clang/AST/Decl.h>

namespace bireach::frontend {
namespace {

class RecordPrinter {
 public:
  /// The declaration of `name` with this type; nothing: it cannot be written.
  std::optional<std::string> declaration(clang::QualType type, const std::string& name) {
    type = type.getCanonicalType();
    const std::string space = name.empty() ? "" : " ";
    if (const auto* array = llvm::dyn_cast<clang::ConstantArrayType>(type.getTypePtr()))
      return declaration(array->getElementType(), name + "[" + std::to_string(array->getSize().getZExtValue()) + "]");
    if (type->isPointerType()) return pointer(type, name);
    if (const auto* enumeration = type->getAs<clang::EnumType>())
      return declaration(enumeration->getDecl()->getIntegerType(), name);
    if (type->isArithmeticType() && !type->isAnyComplexType() && !type.isVolatileQualified())
      return type.getUnqualifiedType().getAsString() + space + name;
    const auto* record = type->getAs<clang::RecordType>();
    const auto known = record ? define(record->getDecl()) : std::nullopt;
    return known ? std::optional(*known + space + name) : std::nullopt;
  }

  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& definitions() const { return definitions_; }

 private:
  std::optional<std::string> pointer(clang::QualType type, const std::string& name) {
    const clang::QualType target = type->getPointeeType();
    if (target->isFunctionType()) return std::nullopt;
    const std::string inner = "*" + name;
    if (const auto* record = target->getAs<clang::RecordType>()) {
      const auto known = tag(record->getDecl());
      return known ? std::optional(*known + " " + inner) : std::nullopt;
    }
    if (target->isVoidType()) return "void " + inner;
    if (target->isArrayType()) return std::nullopt;
    return declaration(target, inner);
  }

  /// Its name, declared.
  std::optional<std::string> tag(const clang::RecordDecl* record) {
    if (record->getName().empty()) return std::nullopt;
    const std::string name = record->getKindName().str() + " " + record->getNameAsString();
    definitions_.emplace_back(name + ";", name + ";\n");
    return name;
  }

  std::optional<std::string> define(const clang::RecordDecl* record) {
    record = record->getDefinition();
    if (!record || record->hasAttrs() || record->hasFlexibleArrayMember()) return std::nullopt;
    const clang::TypedefNameDecl* own = record->getTypedefNameForAnonDecl();
    if (record->getName().empty() && !own) return std::nullopt;
    std::string members;
    for (const clang::FieldDecl* field : record->fields()) {
      const auto member = field->getName().empty() || field->isBitField() || field->hasAttrs()
                              ? std::nullopt
                              : declaration(field->getType(), field->getNameAsString());
      if (!member) return std::nullopt;
      members += "  " + *member + ";\n";
    }
    const std::string kind = record->getKindName().str();
    if (own) {
      definitions_.emplace_back(own->getNameAsString(),
                                "typedef " + kind + " {\n" + members + "} " + own->getNameAsString() + ";\n");
      return own->getNameAsString();
    }
    definitions_.emplace_back(kind + " " + record->getNameAsString(),
                              kind + " " + record->getNameAsString() + " {\n" + members + "};\n");
    return kind + " " + record->getNameAsString();
  }

  std::vector<std::pair<std::string, std::string>> definitions_;
};

}  // namespace

std::optional<RecordText> record_text(clang::QualType type) {
  RecordPrinter printer;
  const auto name = printer.declaration(type, "");
  return name ? std::optional(RecordText{*name, printer.definitions()}) : std::nullopt;
}

}  // namespace bireach::frontend
