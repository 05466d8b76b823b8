// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/synchronisation.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>
#include <vector>

#include "frontend/clang/library/library_text.h"
#include "frontend/clang/library/synchronisation_text.h"

namespace bireach::frontend {
namespace {

constexpr std::string_view state_name = "__state";

/// The file's typedef of this name; null: there is none.
const clang::TypedefNameDecl* find_typedef(const clang::ASTContext& context, std::string_view name) {
  const auto known = context.Idents.find(llvm::StringRef(name.data(), name.size()));
  if (known == context.Idents.end()) return nullptr;
  for (const clang::NamedDecl* found : context.getTranslationUnitDecl()->lookup(known->second))
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(found)) return alias;
  return nullptr;
}

/// Are all members the implementation's?
bool is_opaque(const clang::RecordDecl* record) {
  return !record->field_empty() &&
         std::all_of(record->field_begin(), record->field_end(), [](const clang::FieldDecl* field) {
           return field->getDeclName().isEmpty() || field->getName().startswith("__");
         });
}

struct Leaf {
  llvm::StringRef member;  ///< the innermost name on the way to it
  const clang::Expr* value;
};

void collect_leaves(const clang::InitListExpr* list, llvm::StringRef member, std::vector<Leaf>& leaves) {
  if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
  const auto* type = list->getType()->getAs<clang::RecordType>();
  const clang::RecordDecl* record = type ? type->getDecl() : nullptr;
  auto field = record ? record->field_begin() : clang::RecordDecl::field_iterator();
  for (unsigned i = 0; i < list->getNumInits(); ++i) {
    llvm::StringRef name = member;
    if (record) {
      const clang::FieldDecl* initialised = record->isUnion() ? list->getInitializedFieldInUnion() : *field++;
      if (initialised && !initialised->getDeclName().isEmpty()) name = initialised->getName();
    }
    const clang::Expr* value = list->getInit(i)->IgnoreParens();
    if (const auto* inner = llvm::dyn_cast<clang::InitListExpr>(value))
      collect_leaves(inner, name, leaves);
    else
      leaves.push_back({name, value});
  }
}

/// Does the code make a mutex that is not plain?
bool makes_kind(const clang::Stmt* code, const clang::ASTContext& context) {
  std::vector<const clang::Stmt*> pending{code};
  while (!pending.empty()) {
    const clang::Stmt* next = pending.back();
    pending.pop_back();
    if (!next) continue;
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(next);
    if (list && synchronisation_type(list->getType()) == "pthread_mutex_t" && initial_state(list, context) != 0U)
      return true;
    pending.insert(pending.end(), next->child_begin(), next->child_end());
  }
  return false;
}

}  // namespace

std::string_view synchronisation_type(const clang::RecordDecl* record) {
  record = record->getDefinition();
  if (!record || !is_opaque(record)) return {};
  const clang::TypedefNameDecl* own = record->getTypedefNameForAnonDecl();
  const clang::ASTContext& context = record->getASTContext();
  for (const std::string_view name : synchronisation_types()) {
    if (own && own->getName() == llvm::StringRef(name.data(), name.size())) return name;
    // A structure with a tag, or `typedef struct { … } __once_flag; typedef __once_flag once_flag;`
    const clang::TypedefNameDecl* alias = find_typedef(context, name);
    const auto* type = alias ? alias->getUnderlyingType()->getAs<clang::RecordType>() : nullptr;
    if (type && type->getDecl()->getCanonicalDecl() == record->getCanonicalDecl()) return name;
  }
  return {};
}

std::string_view synchronisation_type(clang::QualType type) {
  const auto* record = type->getAs<clang::RecordType>();
  return record ? synchronisation_type(record->getDecl()) : std::string_view();
}

ScalarType state_type(std::string_view name) {
  return unsigned_integer(name == "pthread_barrier_t" ? 64 : 32);
}

bool is_state(const clang::ValueDecl* member) {
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(member);
  return field && field->getName() == llvm::StringRef(state_name.data(), state_name.size()) &&
         !synchronisation_type(field->getParent()).empty();
}

std::optional<unsigned> initial_state(const clang::InitListExpr* initialiser, const clang::ASTContext& context) {
  std::vector<Leaf> leaves;
  collect_leaves(initialiser, {}, leaves);
  const std::string_view type = synchronisation_type(initialiser->getType());
  const bool is_mutex = type == "pthread_mutex_t";
  unsigned result = 0;
  for (const Leaf& leaf : leaves) {
    if (llvm::isa<clang::ImplicitValueInitExpr, clang::NoInitExpr>(leaf.value)) continue;
    clang::Expr::EvalResult value;
    if (!leaf.value->EvaluateAsRValue(value, context) || !(value.Val.isInt() || value.Val.isLValue()))
      return std::nullopt;
    if (value.Val.isLValue()) {
      if (!value.Val.isNullPointer()) return std::nullopt;
      continue;
    }
    const std::uint64_t number = value.Val.getInt().getLimitedValue();
    if (number == 0 || type == "pthread_rwlock_t") continue;  // which writers are preferred
    if (!is_mutex || leaf.member != "__kind") return std::nullopt;
    constexpr std::uint64_t adaptive = 3;
    if (number > adaptive) return std::nullopt;
    if (number != adaptive) result = static_cast<unsigned>(number) * mutex_kind_unit;
  }
  return result;
}

bool has_mutex_kinds(const clang::ASTContext& context) {
  const auto& declarations = context.getTranslationUnitDecl()->decls();
  return std::any_of(declarations.begin(), declarations.end(), [&](const clang::Decl* declaration) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
      return variable->hasInit() && makes_kind(variable->getInit(), context);
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (!function) return false;
    if (function->isReferenced() && function->getNameAsString() == "pthread_mutexattr_settype") return true;
    return function->doesThisDeclarationHaveABody() && makes_kind(function->getBody(), context);
  });
}

std::map<std::string, std::string> synchronisation_integers(const clang::ASTContext& context) {
  std::map<std::string, std::string> result;
  for (const std::string_view name : synchronisation_types()) {
    const clang::TypedefNameDecl* alias = find_typedef(context, name);
    if (!alias) continue;
    const clang::QualType type = alias->getUnderlyingType().getCanonicalType();
    // Narrower ones cannot hold the state.
    if (type->isIntegerType() && !type->isEnumeralType() && context.getTypeSize(type) >= 32)
      result.emplace(name, type.getUnqualifiedType().getAsString());
  }
  return result;
}

}  // namespace bireach::frontend
