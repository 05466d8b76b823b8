// SPDX-License-Identifier: Apache-2.0
/// Finds what is refused by attributes.h in a syntax tree.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <string>
#include <vector>

namespace bireach::frontend {

/// An attribute of which Clang says that it ignores it, or a pragma that may not be passed over.
struct IgnoredText {
  enum class Kind { unknown_attribute, misplaced_attribute, pragma };
  Kind kind;
  clang::SourceLocation where;
  std::string name;  ///< of the attribute, where Clang's message has it; of a pragma: all of it
};

struct Unit;

struct Refused {
  std::string what;
  clang::SourceRange where;
  /// The function or variable whose uses are meant; null: it cannot be said what it affects.
  const clang::NamedDecl* symbol = nullptr;
  bool is_inside = false;      ///< it stands in the function's body
  const Unit* unit = nullptr;  ///< the file, once it is known
};

/// In the order of the text. Linear in the size of the tree.
[[nodiscard]] std::vector<Refused> refused_in(clang::ASTContext& context, const std::vector<IgnoredText>& ignored);

}  // namespace bireach::frontend
