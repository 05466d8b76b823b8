// SPDX-License-Identifier: Apache-2.0
/// What a function calls objects by: variables, and paths of fields and pointers that lead to others.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// How an object is reached from a variable.
struct AccessPath {
  std::string key;   ///< two accesses have the same key only if they mean the same object, given the same `pointers`
  std::string text;  ///< "p->next->value"
  const clang::VarDecl* root = nullptr;
  std::vector<std::string> pointers;        ///< keys of what its address depends on
  bool in_memory = false;                   ///< others may reach the object, too
  bool is_direct = true;                    ///< no pointer is followed
  const clang::FieldDecl* field = nullptr;  ///< the last one on the way; null: none
  const clang::Type* type = nullptr;        ///< of the object, canonical and unqualified; null: not known
  bool in_union = false;
};

/// A scalar object that has a name, as a variable of the program.
struct NamedCell {
  AccessPath path;
  ScalarType type;
  bool is_pointer = false;
  std::string c_type;
  VariableId variable = 0;  ///< in the program that is being built
};

/// May what is written at `stored` be what `read` names, other than by the same key? Other variables are other objects,
/// and so are other fields of one structure; fields of two structures, or a field and a variable, may be one object if
/// they have one type. What has a character type may be anything (C11 6.5p7), and so may members of unions.
[[nodiscard]] bool may_alias(const AccessPath& stored, const AccessPath& read);

/// All cells of one function. They are found while it is lowered, so that it is lowered again until none is new.
class Cells {
 public:
  /// A new program: variables are made anew.
  void begin(Program& program, const std::string& function);
  /// The cell of this path, made if need be.
  const NamedCell& at(const AccessPath& path, const ScalarType& type, bool is_pointer, const std::string& c_type);
  [[nodiscard]] const std::deque<NamedCell>& all() const { return cells_; }

  /// Which cells change when the one of `path` (or the object it is a part of) is written: those that may be it,
  /// without itself, and those whose addresses depend on what changes. Numbers into `all`, sorted.
  [[nodiscard]] std::vector<std::size_t> changed_by_store(const AccessPath& path) const;
  /// The same for a write of the whole object of a structure or union type: all its parts change.
  [[nodiscard]] std::vector<std::size_t> changed_by_copy(const AccessPath& path) const;
  /// … for a call, or a write through a pointer that no path leads along.
  [[nodiscard]] std::vector<std::size_t> changed_by_call() const;
  /// … for the end of the variable's life or the begin of another one.
  [[nodiscard]] std::vector<std::size_t> changed_by_declaration(const clang::VarDecl* variable) const;

 private:
  template <typename Predicate>
  [[nodiscard]] std::vector<std::size_t> closure(Predicate&& changes, const std::string& written) const;
  void make_variable(NamedCell& cell);

  Program* program_ = nullptr;
  std::string function_;
  std::deque<NamedCell> cells_;  // references stay
  std::map<std::string, std::size_t> by_key_;
};

}  // namespace bireach::frontend
