// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/compatible_types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/Builtins.h>

#include <algorithm>
#include <set>
#include <utility>

namespace bireach::frontend {
namespace {

/// A type and the file that it is of.
struct TypeOf {
  clang::QualType type;
  const clang::ASTContext& context;
  [[nodiscard]] TypeOf part(clang::QualType other) const { return {other, context}; }
};

/// What an argument of the type is passed as where there is no prototype (C11 6.5.2.2p6).
clang::QualType promoted(clang::QualType type, clang::ASTContext& context) {
  if (type->isPromotableIntegerType()) return context.getPromotedIntegerType(type);
  const bool is_float = type->isSpecificBuiltinType(clang::BuiltinType::Float);
  return is_float ? context.DoubleTy : type;
}

bool is_integer(clang::QualType type) {
  return type->isIntegralOrEnumerationType();
}

bool is_of_one_size(const TypeOf& a, const TypeOf& b) {
  return a.context.getIntWidth(a.type) == b.context.getIntWidth(b.type) &&
         a.type->isBooleanType() == b.type->isBooleanType();
}

bool is_signed(clang::QualType type) {
  return type->isSignedIntegerOrEnumerationType();
}

/// A comparison of two types. Structures that are being compared already are taken as fitting, as they may contain
/// pointers to themselves.
class TypeComparison {
 public:
  bool fits(const TypeOf& first, const TypeOf& second) {
    const TypeOf a = first.part(first.type.getCanonicalType().getUnqualifiedType());
    const TypeOf b = second.part(second.type.getCanonicalType().getUnqualifiedType());
    if (a.type->isPointerType() || b.type->isPointerType()) return a.type->isPointerType() && b.type->isPointerType();
    if (const auto* record = a.type->getAs<clang::RecordType>()) {
      const auto* other = b.type->getAs<clang::RecordType>();
      return other && records_fit(record->getDecl(), other->getDecl());
    }
    if (a.type->isArrayType() || b.type->isArrayType()) return arrays_fit(a, b);
    if (a.type->isAtomicType() || b.type->isAtomicType()) return has_one_name(a, b);
    if (is_integer(a.type) && is_integer(b.type) && !a.type->isIncompleteType() && !b.type->isIncompleteType())
      return is_of_one_size(a, b) && is_signed(a.type) == is_signed(b.type);
    if (a.type->isRealFloatingType() && b.type->isRealFloatingType())
      return &a.context.getFloatTypeSemantics(a.type) == &b.context.getFloatTypeSemantics(b.type);
    return has_one_name(a, b);
  }

 private:
  static bool has_one_name(const TypeOf& a, const TypeOf& b) { return a.type.getAsString() == b.type.getAsString(); }

  bool arrays_fit(const TypeOf& a, const TypeOf& b) {
    const clang::ArrayType* one = a.context.getAsArrayType(a.type);
    const clang::ArrayType* other = b.context.getAsArrayType(b.type);
    if (!one || !other || !fits(a.part(one->getElementType()), b.part(other->getElementType()))) return false;
    const auto* size = llvm::dyn_cast<clang::ConstantArrayType>(one);
    const auto* other_size = llvm::dyn_cast<clang::ConstantArrayType>(other);
    return !size || !other_size || size->getSize().getZExtValue() == other_size->getSize().getZExtValue();
  }

  bool records_fit(const clang::RecordDecl* one, const clang::RecordDecl* other) {
    if (one->getName() != other->getName() || one->getTagKind() != other->getTagKind()) return false;
    one = one->getDefinition();
    other = other->getDefinition();
    if (!one || !other || !compared_.emplace(one, other).second) return true;
    if (one->isInvalidDecl() || other->isInvalidDecl()) return false;
    const clang::ASTRecordLayout& layout = one->getASTContext().getASTRecordLayout(one);
    const clang::ASTRecordLayout& other_layout = other->getASTContext().getASTRecordLayout(other);
    if (layout.getSize() != other_layout.getSize() || layout.getFieldCount() != other_layout.getFieldCount())
      return false;
    auto member = other->field_begin();
    for (const clang::FieldDecl* field : one->fields()) {
      const unsigned i = field->getFieldIndex();
      if (layout.getFieldOffset(i) != other_layout.getFieldOffset(i) || !members_fit(field, *member++)) return false;
    }
    return true;
  }

  bool members_fit(const clang::FieldDecl* one, const clang::FieldDecl* other) {
    if (one->getName() != other->getName() || one->isBitField() != other->isBitField()) return false;
    const clang::ASTContext& context = one->getASTContext();
    const clang::ASTContext& other_context = other->getASTContext();
    if (one->isBitField() && one->getBitWidthValue(context) != other->getBitWidthValue(other_context)) return false;
    return fits({one->getType(), context}, {other->getType(), other_context});
  }

  std::set<std::pair<const clang::RecordDecl*, const clang::RecordDecl*>> compared_;
};

bool fit(const TypeOf& a, const TypeOf& b) {
  return TypeComparison().fits(a, b);
}

/// As callers see it: with the types of its parameters as they are passed.
struct Signature {
  explicit Signature(const clang::FunctionDecl* declaration)
      : function(declaration->getMostRecentDecl()), prototype(function->getType()->getAs<clang::FunctionProtoType>()) {
    const clang::FunctionDecl* body = nullptr;
    // Clang gives a definition as of old, int f(a) char a; { … }, the types that its parameters are passed as.
    if (prototype) parameters.append(prototype->param_type_begin(), prototype->param_type_end());
    is_known = prototype || function->hasBody(body);
  }
  /// What the compiler itself knows of the function, whatever is written of it; perhaps nothing.
  static Signature of_compiler(const clang::FunctionDecl* callee) {
    Signature result(callee);
    const clang::FunctionDecl* first = callee->getFirstDecl();
    result.prototype = first->isImplicit() ? first->getType()->getAs<clang::FunctionProtoType>() : nullptr;
    result.parameters.clear();
    if (result.prototype)
      result.parameters.append(result.prototype->param_type_begin(), result.prototype->param_type_end());
    return result;
  }
  [[nodiscard]] TypeOf of(clang::QualType type) const { return {type, function->getASTContext()}; }
  /// Does it fit a declaration without parameters?
  [[nodiscard]] bool survives_promotion() const {
    for (const clang::QualType parameter : parameters)
      if (!fit(of(parameter), of(promoted(parameter, function->getASTContext())))) return false;
    return !prototype || !prototype->isVariadic();
  }

  const clang::FunctionDecl* function;
  const clang::FunctionProtoType* prototype;
  llvm::SmallVector<clang::QualType, 8> parameters;
  bool is_known = false;  // the number and types of the parameters are
};

bool functions_fit(const Signature& a, const Signature& b) {
  if (!fit(a.of(a.function->getReturnType()), b.of(b.function->getReturnType()))) return false;
  if (!a.prototype && !b.prototype) return true;  // calls are looked at one by one
  if (!a.is_known) return b.survives_promotion();
  if (!b.is_known) return a.survives_promotion();
  const auto is_variadic = [](const Signature& side) { return side.prototype && side.prototype->isVariadic(); };
  if (is_variadic(a) != is_variadic(b) || a.parameters.size() != b.parameters.size()) return false;
  for (std::size_t i = 0; i < a.parameters.size(); ++i)
    if (!fit(a.of(a.parameters[i]), b.of(b.parameters[i]))) return false;
  return true;
}

/// Is the function one that the compiler knows, and its prototype nowhere written? Clang converts the arguments to the
/// types that it knows, which C does not.
bool has_known_prototype(const clang::FunctionDecl* callee) {
  const unsigned id = callee->getBuiltinID();
  return id != 0 && callee->getASTContext().BuiltinInfo.isPredefinedLibFunction(id) &&
         std::none_of(callee->redecls_begin(), callee->redecls_end(), [](const auto* one) {
           const clang::TypeSourceInfo* written = one->isImplicit() ? nullptr : one->getTypeSourceInfo();
           return written && written->getType()->isFunctionProtoType();
         });
}

/// Is an argument of it converted as a call without a prototype would not?
bool is_converted(const clang::Expr* argument) {
  const clang::QualType given = argument->IgnoreImpCasts()->getType();
  const clang::QualType taken = argument->getType();
  const bool is_float = taken->isSpecificBuiltinType(clang::BuiltinType::Float);  // it would be promoted
  return given->isArithmeticType() && (is_float || given->isRealFloatingType() != taken->isRealFloatingType());
}

}  // namespace

bool types_fit(const clang::ValueDecl* use, const clang::ValueDecl* definition) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(use);
  const auto* defined = llvm::dyn_cast<clang::FunctionDecl>(definition);
  if (function && defined) return functions_fit(Signature(function), Signature(defined));
  return !function && !defined &&
         fit({use->getType(), use->getASTContext()}, {definition->getType(), definition->getASTContext()});
}

bool arguments_fit(const clang::CallExpr* call, const clang::FunctionDecl* definition) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  if (callee && has_known_prototype(callee) && std::any_of(call->arg_begin(), call->arg_end(), is_converted))
    return false;
  // The type of the name, not of the function: a definition as of old gives the latter parameters.
  if (!callee || !call->getCallee()->IgnoreParenImpCasts()->getType()->isFunctionNoProtoType()) return true;
  const Signature signature = definition ? Signature(definition) : Signature::of_compiler(callee);
  if (call->getNumArgs() < signature.parameters.size()) return false;
  for (unsigned i = 0; i < signature.parameters.size(); ++i) {
    const TypeOf argument{call->getArg(i)->getType(), callee->getASTContext()};
    const TypeOf parameter = signature.of(signature.parameters[i]);
    const bool both_integers = is_integer(argument.type) && is_integer(parameter.type);
    // Of the other sign: defined for values of both, and gcc takes others modulo 2^N.
    // A constant is often written as an int where size_t is taken: `malloc(8)`.
    if (both_integers ? definition && !is_of_one_size(argument, parameter) : !fit(argument, parameter)) return false;
  }
  return true;
}

}  // namespace bireach::frontend
