// SPDX-License-Identifier: Apache-2.0
/// Facts about the graphs of threads that stand side by side, for proofs that speak of one or two threads at a time:
/// what threads share, of which variables a proof has to speak, and where a thread can be met by steps of others.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::checker {

/// Each edge has at most one access of a variable that threads share (frontend/threads splits them). A step of a thread
/// is an edge with such an access, or an atomic region, and the invisible edges after it up to the next cut point: they
/// change nothing that others see, so it makes no difference that they come at once (Lipton, "Reduction", CACM 1975).
class ThreadFlow {
 public:
  explicit ThreadFlow(const frontend::Program& graphs);

  /// Why no proof can be looked for; empty: it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Does some condition on a way to a target depend on the variable? Of others nothing needs to be known. Arrays are
  /// not tracked: what is read from them is arbitrary.
  [[nodiscard]] bool is_tracked(frontend::VariableId v) const { return tracked_[v]; }
  /// The thread whose variable it is; of a thread of which there may be any number each has its own. Nothing: shared.
  [[nodiscard]] std::optional<std::uint32_t> owner(frontend::VariableId v) const { return owner_[v]; }
  [[nodiscard]] bool is_shared(frontend::VariableId v) const { return tracked_[v] && !owner_[v]; }
  [[nodiscard]] std::uint32_t thread_of(frontend::LocationId l) const { return *thread_[l]; }
  /// Atomic regions around it.
  [[nodiscard]] unsigned depth(frontend::LocationId l) const { return depth_[l]; }
  /// Increases along all edges but those back to loop heads.
  [[nodiscard]] std::uint32_t order(frontend::LocationId l) const { return order_[l]; }
  /// Where threads wait for their turn: entries, loop heads, before each visible step, and ends that matter; never
  /// within an atomic region.
  [[nodiscard]] bool is_cut(frontend::LocationId l) const { return cut_[l]; }
  /// Can the thread still fail, or do something that others depend on?
  [[nodiscard]] bool matters(frontend::LocationId l) const { return matters_[l]; }
  /// Some thread joins this one, so its end is known to others.
  [[nodiscard]] bool is_joined(std::uint32_t thread) const { return joined_[thread]; }
  [[nodiscard]] bool is_end(frontend::LocationId l) const {
    return thread_[l] && graphs_.threads[*thread_[l]].end == l && joined_[*thread_[l]];
  }
  /// What creators write before they start the thread: its variables take these values then.
  [[nodiscard]] const std::vector<frontend::VariableId>& passed(std::uint32_t thread) const { return passed_[thread]; }
  /// Tracked variables that are not shared and live at the location: the thread's own, and what it will pass.
  [[nodiscard]] std::vector<frontend::VariableId> own_at(frontend::LocationId l) const;
  /// Shared variables that some atomic region both reads and writes, as locks are: who wrote them last is worth
  /// knowing.
  [[nodiscard]] const std::vector<frontend::VariableId>& lock_words() const { return lock_words_; }

 private:
  void find_threads();
  void visit(std::uint32_t thread);
  void find_owners();
  void find_joined();
  void find_tracked();
  bool track_more();
  void find_what_matters();
  void find_cuts();
  void find_lock_words();
  void find_live();
  [[nodiscard]] bool is_effective(frontend::EdgeId edge) const;
  [[nodiscard]] bool is_visible(frontend::EdgeId edge) const;

  const frontend::Program& graphs_;
  std::string problem_;
  std::vector<std::optional<std::uint32_t>> thread_;
  std::vector<unsigned> depth_;
  std::vector<std::uint32_t> order_;
  std::vector<bool> loop_head_;
  std::vector<bool> cut_;
  std::vector<bool> matters_;
  std::vector<bool> joined_;
  std::vector<bool> tracked_;
  std::vector<std::optional<std::uint32_t>> owner_;
  std::vector<std::vector<frontend::VariableId>> passed_;
  std::vector<frontend::VariableId> lock_words_;
  std::vector<std::vector<bool>> live_;
};

/// Variables that the edge's statement reads, without arrays and what only says which element of one is read.
[[nodiscard]] std::set<frontend::VariableId> scalars_read(const frontend::Program& graphs,
                                                          const frontend::Statement& statement);

}  // namespace bireach::checker
