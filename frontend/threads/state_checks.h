// SPDX-License-Identifier: Apache-2.0
/// What is wrong where threads are: races for data, and that none can move.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/program/program.h"
#include "frontend/threads/thread_state.h"

namespace bireach::frontend {

/// The property is violated where the threads are, if the condition holds there.
struct StateCheck {
  ExprPtr condition;  ///< over the variables of the graphs
  Location end;       ///< the Error location that this leads to; Unsupported: it is not known whether it is violated
  std::uint32_t thread = 0;
};

class StateChecks {
 public:
  explicit StateChecks(const Program& graphs);

  /// In a fixed order; those whose condition cannot hold are left out.
  [[nodiscard]] std::vector<StateCheck> at(const ThreadState& state);

 private:
  /// An access that a thread's next edge makes if the condition holds.
  struct GuardedAccess {
    VariableId variable = 0;
    bool is_write = false;
    ExprPtr index;      ///< null: all of the variable
    ExprPtr condition;  ///< null: in any case
    SourceRange place;
    bool releases = false;  ///< `index`: address of an allocated object, all of which is given back
  };

  void add_races(const ThreadState& state, std::vector<StateCheck>& checks) const;
  void add_deadlock(const ThreadState& state, std::vector<StateCheck>& checks);
  [[nodiscard]] std::vector<GuardedAccess> next_accesses(LocationId location) const;
  void add_reads(const ExprPtr& expr, const ExprPtr& condition, std::vector<GuardedAccess>& accesses) const;
  [[nodiscard]] std::string accesses_text(const GuardedAccess& one, const GuardedAccess& other) const;
  void add_race(const GuardedAccess& one, const GuardedAccess& other, const Edge& edge,
                std::vector<StateCheck>& checks) const;
  [[nodiscard]] bool counts(VariableId variable) const;
  /// Does the second access the object that the first gives back?
  [[nodiscard]] ExprPtr meets_release(const GuardedAccess& release, const GuardedAccess& access) const;
  /// When a thread waits for ever, if nobody else moves: for certain, and as far as is known (the same where all is
  /// known).
  struct Waiting {
    ExprPtr surely;
    ExprPtr perhaps;
  };
  [[nodiscard]] static Waiting known(const ExprPtr& condition);
  [[nodiscard]] static bool is_known(const Waiting& waiting);
  template <typename Operation>
  [[nodiscard]] static Waiting combined(const Waiting& a, const Waiting& b, Operation operation);
  [[nodiscard]] const Waiting& waits(LocationId location);
  [[nodiscard]] Waiting waits(LocationId location, std::uint32_t depth, std::size_t& steps) const;
  [[nodiscard]] Waiting before(const Statement& statement, Waiting after) const;

  const Program& graphs_;
  std::vector<bool> shared_;
  std::vector<bool> is_bookkeeping_;  ///< by variable: the user's program has none such
  bool releases_ = false;             ///< some step gives an allocated object back
  std::map<LocationId, Waiting> waiting_;
};

}  // namespace bireach::frontend
