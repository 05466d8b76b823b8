// SPDX-License-Identifier: Apache-2.0
/// What lowering finds out about a program and should have known before: it is repeated until nothing new appears.
#pragma once

#include <clang/AST/Decl.h>

#include <cstdint>
#include <memory>
#include <set>

#include "frontend/clang/analysis/points_to.h"

namespace bireach::frontend {

/// Why the program has to be lowered once more.
enum class LowerReason : std::uint8_t {
  variable_in_memory,    ///< a variable that was taken to be apart lies in a region
  literal_in_memory,     ///< the same of a literal
  lifetime_in_memory,    ///< a pointer may outlive an object whose lifetime was not noted
  address_of_activated,  ///< there may be several of a local object whose address is a value
  recursive_function,    ///< a function is called while it is active
  suspended_function,    ///< a function may have several activations at a time
  varying_parameter,     ///< a pointer parameter does not point to one object in all activations
  missing_value,         ///< the end of a recursive function may be reached without a value
};

/// In words, for messages.
[[nodiscard]] const char* reason_text(LowerReason reason);

/// Thrown where lowering cannot go on with what it took to be so.
class LowerAgain {
 public:
  explicit LowerAgain(LowerReason why) : why_(why) {}
  [[nodiscard]] LowerReason why() const { return why_; }

 private:
  LowerReason why_;
};

/// What lies in memory, instead of in variables of its own: the objects in these regions. Whether some pointer is not
/// known statically is seen during lowering only.
class MemoryPlan {
 public:
  MemoryPlan(const Linker& linker, const clang::FunctionDecl* entry, bool as_bytes)
      : linker_(linker), entry_(entry), as_bytes_(as_bytes) {}

  /// Made when it is needed for the first time.
  [[nodiscard]] PointsTo& points_to();
  /// False: it was there.
  bool add(PointsTo::Region region) { return regions_.insert(region).second; }
  [[nodiscard]] std::size_t size() const { return regions_.size(); }
  /// May a part of the object lie in memory?
  [[nodiscard]] bool overlaps(const clang::VarDecl* variable) const;
  [[nodiscard]] bool overlaps(const clang::Expr* literal) const;

 private:
  const Linker& linker_;
  const clang::FunctionDecl* entry_;
  bool as_bytes_;
  std::unique_ptr<PointsTo> points_to_;
  std::set<PointsTo::Region> regions_;
};

/// What has to be known of recursive functions before they are lowered.
class Recursions {
 public:
  /// Called while they are active.
  [[nodiscard]] bool is_recursive(const clang::FunctionDecl* function) const { return recursive_.contains(function); }
  /// May there be several activations at a time?
  [[nodiscard]] bool is_suspended(const clang::FunctionDecl* function) const { return suspended_.contains(function); }
  /// Does the pointer parameter of such a function point to other objects in other activations?
  [[nodiscard]] bool is_varying(const clang::ParmVarDecl* parameter) const { return varying_.contains(parameter); }
  /// Has every activation an object of its own of this variable or literal, since its address is a value?
  [[nodiscard]] bool is_activated(const void* object) const { return activated_.contains(object); }
  /// May the end of the function be reached without a value?
  [[nodiscard]] bool is_valueless(const clang::FunctionDecl* function) const { return valueless_.contains(function); }

  // What a run notes. One that notes something new has to be repeated.
  void add_recursive(const clang::FunctionDecl* function) {
    note(recursive_, function, LowerReason::recursive_function);
  }
  void add_suspended(const clang::FunctionDecl* function) {
    note(suspended_, function, LowerReason::suspended_function);
  }
  void add_varying(const clang::ParmVarDecl* parameter) { note(varying_, parameter, LowerReason::varying_parameter); }
  void add_valueless(const clang::FunctionDecl* function) { note(valueless_, function, LowerReason::missing_value); }
  /// Throws LowerAgain if that was not known.
  void require_activated(const void* object);

  /// How much is known.
  [[nodiscard]] std::size_t size() const;
  /// Why this run has to be repeated; empty: it has not.
  [[nodiscard]] const std::set<LowerReason>& reasons() const { return reasons_; }
  void begin_run() { reasons_.clear(); }

 private:
  template <typename Element>
  void note(std::set<const Element*>& set, const Element* element, LowerReason why) {
    if (set.insert(element).second) reasons_.insert(why);
  }

  std::set<const clang::FunctionDecl*> recursive_;
  std::set<const clang::FunctionDecl*> suspended_;
  std::set<const clang::ParmVarDecl*> varying_;
  std::set<const void*> activated_;
  std::set<const clang::FunctionDecl*> valueless_;
  std::set<LowerReason> reasons_;
};

struct Discovered {
  Discovered(const Linker& linker, const clang::FunctionDecl* entry, bool as_bytes) : memory(linker, entry, as_bytes) {}

  MemoryPlan memory;
  Recursions recursions;

  /// How much is known; it grows with each run that asks for another one.
  [[nodiscard]] std::size_t size() const { return memory.size() + recursions.size(); }
};

}  // namespace bireach::frontend
