// SPDX-License-Identifier: Apache-2.0
/// What lowering knows of a function while its body is being inlined.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <map>
#include <optional>
#include <vector>

#include "frontend/clang/analysis/scopes.h"
#include "frontend/clang/analysis/storage.h"
#include "frontend/clang/lowering/emitter.h"
#include "frontend/clang/lowering/recursion_stack.h"

namespace bireach::frontend {

/// What a pointer expression is known to point to: an object, or an element of an array.
struct Target {
  Place base;
  ExprPtr index;  ///< base is an array and this the element pointed to; null: base itself
};

/// An array within an object, which a library function is given as all that it may look at.
struct PassedArray {
  ExprPtr start;  ///< its address; null: the pointer itself
  logic::Integer bytes;
  std::uint64_t count = 0;  ///< elements
  std::string text;         ///< how the program names it
};

/// One activation of a function.
struct Frame {
  using Node = Emitter::Node;

  Frame* caller = nullptr;
  const void* call = nullptr;          ///< the call that it is the activation of
  std::optional<Recursion> recursion;  ///< it may be called again while it is active
  const clang::FunctionDecl* function = nullptr;
  InlinedCopy copy;
  Node end = 0;                     ///< where return leads
  const Storage* result = nullptr;  ///< where the value returned goes; null: nowhere
  bool is_entry = false;
  bool is_thread = false;  ///< a start routine: its end is the thread's
  std::map<const clang::LabelDecl*, Node> labels;
  struct Exit {
    Node node;
    Scopes::Block block;  ///< where it is
  };
  std::vector<Exit> breaks;
  std::vector<Exit> continues;
  Scopes::Block block = Scopes::body;  ///< that is being lowered
  struct Cleanup {
    const clang::VarDecl* variable;
    Scopes::Block block;
  };
  std::vector<Cleanup> cleanups;  ///< variables in scope at whose end a function is called, in their order
  std::vector<std::map<const clang::SwitchCase*, Node>> switches;
  /// Of a function that reads a va_list: where the arguments behind its parameters are; null: not modelled.
  std::vector<const Storage*> further_arguments;
  /// Of parameters that are va_lists, and of copies of such: whose arguments they list.
  std::map<const clang::VarDecl*, const Frame*> passed_lists;
  std::set<const clang::VarDecl*> used_lists;               ///< those named so far
  std::map<const clang::VarDecl*, Target> pointers;         ///< pointer variables that point to one known object
  std::map<const clang::VarDecl*, PassedArray> arrays;      ///< of a library function: pointers into arrays in objects
  std::map<const clang::VarDecl*, logic::Integer> numbers;  ///< parameters that keep the constant they were given
};

}  // namespace bireach::frontend
