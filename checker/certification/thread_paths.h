// SPDX-License-Identifier: Apache-2.0
/// The steps of threads, path by path: what certification of thread-modular proofs makes its obligations of.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/program/semantics.h"

namespace bireach::checker {

/// One way through a step. Values are over the variables before it.
struct ThreadPath {
  frontend::LocationId target = 0;
  std::vector<logic::Term> guards;
  std::map<frontend::VariableId, logic::Term> values;  ///< of variables that were assigned
  std::set<frontend::VariableId> written;              ///< shared ones
  std::optional<std::uint32_t> starts;
  std::optional<std::uint32_t> joins;
  bool ends = false;
};

class ThreadPaths {
 public:
  /// `known`: of which variables something is claimed; `waiting`: where steps begin and end.
  ThreadPaths(const frontend::Program& graphs, const frontend::Semantics& semantics,
              std::set<frontend::VariableId> known, std::set<frontend::LocationId> waiting);

  /// Why the places where threads wait are not enough; empty: they are.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Nothing: it is shared.
  [[nodiscard]] std::optional<std::uint32_t> owner(frontend::VariableId v) const { return owner_[v]; }
  [[nodiscard]] bool is_joined(std::uint32_t thread) const { return joined_.contains(thread); }
  [[nodiscard]] std::uint32_t thread_of(frontend::LocationId l) const { return *thread_[l]; }
  [[nodiscard]] bool is_joined_end(frontend::LocationId l) const;
  /// Can the thread still fail, or do what others may see?
  [[nodiscard]] bool matters(frontend::LocationId l) const { return matters_[l]; }
  /// Does the creator give the variable its value?
  [[nodiscard]] bool is_passed(frontend::VariableId v) const { return passed_.contains(v); }

  /// Steps to where the thread waits next, or fails. Those to places that do not matter are left out.
  const std::vector<ThreadPath>& whole(frontend::LocationId from);
  /// The same up to what others see of them: without the edges behind it, which may never be passed.
  const std::vector<ThreadPath>& seen(frontend::LocationId from);

 private:
  struct Walk {
    ThreadPath path;
    unsigned depth = 0;
    std::set<frontend::LocationId> met;
  };
  void find_threads();
  void find_owners();
  void find_what_matters();
  void check_waiting();
  [[nodiscard]] bool is_known_to_others(frontend::VariableId v) const { return known_.contains(v) && !owner_[v]; }
  [[nodiscard]] bool is_seen(frontend::EdgeId edge) const;
  [[nodiscard]] bool changes_others(frontend::EdgeId edge) const;
  void act(frontend::LocationId at, Walk walk, std::vector<ThreadPath>& result);
  void go_on(frontend::LocationId at, Walk walk, std::vector<ThreadPath>& result);
  template <typename Next>
  void leave(frontend::LocationId at, const Walk& walk, const Next& next);
  [[nodiscard]] bool pass(Walk& walk, frontend::EdgeId edge, const logic::TransitionFormula& meaning);
  [[nodiscard]] logic::Term value_at(const Walk& walk, frontend::VariableId v) const;

  const frontend::Program& graphs_;
  const frontend::Semantics& semantics_;
  logic::TermManager& terms_;
  std::set<frontend::VariableId> known_;
  std::set<frontend::LocationId> waiting_;
  std::string problem_;
  std::vector<std::optional<std::uint32_t>> thread_;
  std::vector<std::optional<std::uint32_t>> owner_;
  std::set<frontend::VariableId> passed_;
  std::set<std::uint32_t> joined_;
  std::vector<bool> matters_;
  std::map<frontend::LocationId, std::vector<ThreadPath>> whole_;
  std::map<frontend::LocationId, std::vector<ThreadPath>> seen_;
};

}  // namespace bireach::checker
