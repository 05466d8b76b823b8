// SPDX-License-Identifier: Apache-2.0
/// What lowering keeps of each thread while the graphs are made. A thread is one more inlined copy of its start
/// routine, in a component of its own; everything that belongs to activations is made anew for each.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/lowering/discovered.h"
#include "frontend/clang/lowering/emitter.h"
#include "frontend/clang/lowering/frame.h"

namespace bireach::frontend {

/// Of the ids of threads, before they are stored as what the program's type for them is.
constexpr ScalarType id_type = unsigned_integer(64);

/// What a start routine gets.
struct ThreadArgument {
  ExprPtr value;                 ///< null: it is not used, or not modelled
  std::optional<Target> target;  ///< what it points to, if that is known and lasts as long as the program
};

struct ThreadInstance {
  const clang::FunctionDecl* function = nullptr;  ///< its definition
  ThreadPlan::Creation creation;                  ///< empty: the first thread
  SourceRange created;
  std::uint32_t creator = 0;
  std::string name;
  std::uint32_t call_path = 0;
  bool any_number = false;
  Emitter::Node entry = 0;
  Emitter::Node end = 0;
  std::optional<Target> target;       ///< of its argument
  ExprPtr constant;                   ///< its argument, where that is one
  const Storage* argument = nullptr;  ///< where it finds its argument
  const Storage* result = nullptr;    ///< where it leaves its result; null: nobody asks
  const Storage* started = nullptr;   ///< is not 0 once it runs; null: nobody asks
  const Storage* claimed = nullptr;   ///< not 0 once some thread joins or has detached it; null: one may, once
  std::optional<VariableId> id;       ///< of one that stands for many
  std::vector<const clang::VarDecl*> variables;  ///< of thread storage duration, in the order in which they were met
};

/// A place where a thread waits for others, or detaches one, which may not all have been met when it is.
struct PendingJoin {
  const clang::CallExpr* call = nullptr;
  bool detaches = false;
  InlinedCopy copy;
  std::uint32_t thread = 0;
  Emitter::Node from = 0;
  Emitter::Node to = 0;
  std::optional<Place> handle;
  std::optional<Place> value;   ///< where the result of the thread goes
  std::optional<Place> result;  ///< of the call
};

}  // namespace bireach::frontend
