// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/reading/symbols.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

namespace bireach::frontend {
namespace {

/// Does the label, in a header of the C library that has been preprocessed away, choose a version of the function?
bool is_version(llvm::StringRef label, llvm::StringRef name) {
  return (label.startswith("__") && label.endswith(name)) || label == name.str() + "64";
}

}  // namespace

std::string symbol_of(const clang::NamedDecl* declaration) {
  const auto* label = declaration->getMostRecentDecl()->getAttr<clang::AsmLabelAttr>();
  if (!label) return declaration->getNameAsString();
  llvm::StringRef symbol = label->getLabel();
  symbol.consume_front("\1");  // Clang's mark of a name that gets no prefix
  return symbol.str();
}

bool is_in_system_header(const clang::Decl* declaration) {
  const clang::SourceManager& sources = declaration->getASTContext().getSourceManager();
  for (const clang::Decl* known : declaration->redecls())
    if (known->getLocation().isValid() && sources.isInSystemHeader(known->getLocation())) return true;
  return false;
}

bool is_of_system(const clang::Decl* declaration) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
  return (function && function->getBuiltinID() != 0) || is_in_system_header(declaration);
}

std::string known_name(const clang::FunctionDecl* function) {
  const std::string name = function->getNameAsString();
  const std::string symbol = symbol_of(function);
  return symbol != name && (is_version(symbol, name) || is_in_system_header(function)) ? name : symbol;
}

}  // namespace bireach::frontend
