// SPDX-License-Identifier: Apache-2.0
/// What lowering finds out about a program and should have known before: it is repeated until nothing new appears.
#pragma once

#include <clang/AST/Decl.h>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "frontend/clang/analysis/points_to.h"
#include "frontend/clang/analysis/thread_uses.h"

namespace bireach::frontend {

/// Why the program has to be lowered once more.
enum class LowerReason : std::uint8_t {
  memory_of_bytes,       ///< memory that is copied, filled or compared has to consist of bytes
  variable_in_memory,    ///< a variable that was taken to be apart lies in a region
  literal_in_memory,     ///< the same of a literal
  lifetime_in_memory,    ///< a pointer may outlive an object whose lifetime was not noted
  address_of_activated,  ///< there may be several of a local object whose address is a value
  recursive_function,    ///< a function is called while it is active
  suspended_function,    ///< a function may have several activations at a time
  varying_parameter,     ///< a pointer parameter does not point to one object in all activations
  missing_value,         ///< the end of a recursive function may be reached without a value
  repeated_creation,     ///< threads may be created more than once at a place
  thread_results,        ///< what a start routine returns is used
  shared_variable,       ///< a thread gets the address of a local variable
  joined_again,          ///< a thread may be joined or detached more than once
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
  bool add(PointsTo::Region region);
  /// Regions made of bytes by calls of memcpy and the like. Throws LowerAgain, with other regions then; false: that was
  /// known.
  bool split_into_bytes(const clang::CallExpr* call);
  /// The same of what a function without a body may change (PointsTo::changed_by_others).
  bool open(const clang::CallExpr* call);
  /// How often something was added.
  [[nodiscard]] std::size_t size() const { return added_; }
  /// May a part of the object lie in memory?
  [[nodiscard]] bool overlaps(const clang::VarDecl* variable) const;
  [[nodiscard]] bool overlaps(const clang::Expr* literal) const;

 private:
  [[noreturn]] void begin_anew();

  const Linker& linker_;
  const clang::FunctionDecl* entry_;
  bool as_bytes_;
  std::unique_ptr<PointsTo> points_to_;
  std::set<PointsTo::Region> regions_;
  PointsTo::Discovered discovered_;
  std::size_t added_ = 0;
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

/// What has to be known of the program's threads before they are lowered.
class ThreadPlan {
 public:
  /// A place that creates threads: the calls that lead there from the start of the thread, from the inside out; then
  /// the same of that thread's creation, and so on. Before each part: which function the thread runs.
  using Creation = std::vector<const void*>;

  ThreadPlan(const clang::FunctionDecl* entry, const Linker& linker, unsigned copies)
      : uses_(thread_uses(entry, linker)), copies_(copies) {}

  /// Can threads be created?
  [[nodiscard]] bool is_threaded() const { return uses_.creates; }
  [[nodiscard]] const ThreadUses& uses() const { return uses_; }
  /// How many threads one place may create.
  [[nodiscard]] unsigned copies() const { return copies_; }
  /// One thread stands for all that a place creates (Program::thread_templates).
  [[nodiscard]] bool has_templates() const { return has_templates_; }
  void use_templates() { has_templates_ = true; }

  [[nodiscard]] bool is_repeated(const Creation& creation) const { return repeated_.contains(creation); }
  /// May any place create several threads?
  [[nodiscard]] bool has_repeated() const { return is_recursive_ || !repeated_.empty(); }
  [[nodiscard]] bool wants_results() const { return wants_results_; }
  /// May this thread (whose creation ends in the number of its copy) be joined or detached more than once?
  [[nodiscard]] bool may_be_joined_again(const Creation& thread) const { return joined_again_.contains(thread); }
  /// Does some thread get the address of this local variable of another one?
  [[nodiscard]] bool is_shared(const clang::VarDecl* local) const { return shared_.contains(local); }

  /// A thread creates others that run the same code.
  void note_recursive() { is_recursive_ = true; }

  // What a run notes. One that notes something new has to be repeated.
  bool add_repeated(const Creation& creation) { return repeated_.insert(creation).second; }
  bool add_joined_again(const Creation& thread) { return joined_again_.insert(thread).second; }
  /// These throw LowerAgain.
  void want_results();
  void add_shared(const clang::VarDecl* local);

  [[nodiscard]] std::size_t size() const {
    return repeated_.size() + joined_again_.size() + shared_.size() + (wants_results_ ? 1 : 0);
  }

 private:
  ThreadUses uses_;
  unsigned copies_;
  bool has_templates_ = false;
  bool wants_results_ = false;
  bool is_recursive_ = false;
  std::set<Creation> repeated_;
  std::set<Creation> joined_again_;
  std::set<const clang::VarDecl*> shared_;
};

struct Discovered {
  Discovered(const Linker& linker, const clang::FunctionDecl* entry, const ParseOptions& options)
      : memory(linker, entry, options.memory_as_bytes), threads(entry, linker, options.thread_copies) {}

  MemoryPlan memory;
  Recursions recursions;
  ThreadPlan threads;

  /// How much is known; it grows with each run that asks for another one.
  [[nodiscard]] std::size_t size() const { return memory.size() + recursions.size() + threads.size(); }
};

}  // namespace bireach::frontend
