// SPDX-License-Identifier: Apache-2.0
/// Lifetimes of objects with automatic storage duration (C11 6.2.4): from the entry into a block until its execution
/// ends; of a variable-length array from its declaration on. They are noted only where a pointer may outlive the object
/// (a simple escape analysis on the regions of the points-to analysis). An object has a fixed address and a flag, or,
/// where there may be several of it at a time, an address of its own each time, like an allocated object.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/clang/analysis/scopes.h"
#include "frontend/clang/lowering/discovered.h"
#include "frontend/clang/lowering/emitter.h"
#include "frontend/clang/lowering/heap.h"
#include "frontend/clang/lowering/memory_regions.h"

namespace bireach::frontend {

/// A variable or a compound literal, if `function` is not null with automatic storage duration.
struct LocalObject {
  const clang::VarDecl* variable = nullptr;
  const clang::CompoundLiteralExpr* literal = nullptr;
  const clang::FunctionDecl* function = nullptr;  ///< the definition that holds it
  clang::QualType type;

  [[nodiscard]] const void* key() const { return variable ? static_cast<const void*>(variable) : literal; }
};

/// How the lifetime of a local object shows in the program.
struct Lifetime {
  enum class Kind {
    unnoted,    ///< nothing can tell when it ends
    flagged,    ///< at a fixed address; `variable` is not 0 while the object exists
    activated,  ///< a new object at a new address each time, which `variable` holds
  };
  Kind kind = Kind::unnoted;
  bool in_memory = false;
  bool ends = false;  ///< activated: a pointer may outlive it, so its end is noted
  VariableId variable = 0;
};

class Lifetimes {
 public:
  /// What the program is lowered from: its files, its entry function, what is known of its recursive functions.
  struct Source {
    const Linker& linker;
    const clang::FunctionDecl* entry;
    Recursions& recursions;
  };
  Lifetimes(Source source, Emitter& emitter, ProgramVariables& variables, Heap& heap, MemoryRegions& memory,
            Program& program)
      : source_(source), emitter_(emitter), variables_(variables), heap_(heap), memory_(memory), program_(program) {}

  /// Whose objects are meant from now on. `any_number`: the thread stands for several, which may run at a time.
  void set_thread(std::uint32_t thread, bool any_number) {
    thread_ = thread;
    any_number_ = any_number;
  }

  [[nodiscard]] LocalObject object(const clang::VarDecl* variable) const;
  /// `function`: the definition that the literal is in.
  [[nodiscard]] static LocalObject object(const clang::CompoundLiteralExpr* literal,
                                          const clang::FunctionDecl* function);
  /// The blocks of a function.
  [[nodiscard]] const Scopes& scopes(const clang::FunctionDecl* definition);

  /// How the object's lifetime is noted. Fixed by the first call.
  [[nodiscard]] const Lifetime& of(const LocalObject& object);
  /// The flag of an object whose lifetime has been asked for; nothing: it has none.
  [[nodiscard]] std::optional<VariableId> flag(const void* key) const;
  /// Throws LowerAgain if every activation has to have an object of its own and has not.
  [[nodiscard]] ExprPtr address(const LocalObject& object);
  /// The region is in memory from now on. Throws LowerAgain if the lifetime of an object there should have been noted.
  void reconsider(PointsTo::Region region);

  // What is emitted, where lifetimes are noted
  /// Gives the object, whose lifetime is `activated`, a new address, with room for so many bytes.
  void activate(const LocalObject& object, const ExprPtr& size);
  void begin(const LocalObject& object);
  void end(const LocalObject& object);
  /// Does the beginning or the end of some object in the block of the function show?
  [[nodiscard]] bool shows(const clang::FunctionDecl* function, Scopes::Block block);
  /// Of all objects in the block; parameters are not among what begins to live: they do with the call.
  void begin_block(const clang::FunctionDecl* function, Scopes::Block block);
  void end_block(const clang::FunctionDecl* function, Scopes::Block block);
  /// Arrays of variable length whose scope, but not whose block, a jump to the label from their block may leave: their
  /// lifetime ends with it (C11 6.2.4p7).
  [[nodiscard]] std::vector<LocalObject> ended_by_jump(const clang::FunctionDecl* function,
                                                       const clang::LabelDecl* label);
  /// May there be a pointer to what this call allocates on the stack when the function that calls it has ended?
  [[nodiscard]] bool is_outlived(const clang::CallExpr* allocation, const clang::FunctionDecl* function);
  /// Before the program starts no local object exists.
  void initialize();

  /// Where the object is declared, without its text.
  [[nodiscard]] Origin origin_of(const LocalObject& object);

 private:
  /// May there be a pointer to the object when its lifetime has ended?
  [[nodiscard]] bool is_outlived(const LocalObject& object);
  /// To an object of this type in the region, which lives as long as the block of the function is executed.
  [[nodiscard]] bool is_outlived(PointsTo::Region region, clang::QualType type, const clang::FunctionDecl* function,
                                 Scopes::Block block);
  /// May there be several objects of the variable, one after the other?
  [[nodiscard]] bool may_begin_again(const LocalObject& object);
  /// May a jump end the object's lifetime while its block goes on?
  [[nodiscard]] bool is_left_inside_block(const LocalObject& object);
  void make_variable_of(const LocalObject& object, Lifetime& lifetime);
  [[nodiscard]] ScalarType pointer() const;

  Source source_;
  Emitter& emitter_;
  ProgramVariables& variables_;
  Heap& heap_;
  MemoryRegions& memory_;
  Program& program_;
  std::map<const clang::FunctionDecl*, Scopes> scopes_;
  using Key = std::pair<const void*, std::uint32_t>;  ///< with the thread
  [[nodiscard]] Key key_of(const LocalObject& object) const;
  std::uint32_t thread_ = 0;
  bool any_number_ = false;
  std::map<Key, std::pair<LocalObject, Lifetime>> lifetimes_;
  std::map<VariableId, LocalObject> flags_;
};

}  // namespace bireach::frontend
