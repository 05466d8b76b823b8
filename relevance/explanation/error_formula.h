// SPDX-License-Identifier: Apache-2.0
/// Trace formulas of an error in SSA form: the plain one, and the flow-sensitive one (FSTF, Algorithm 2 of
/// "Flow-sensitive Fault Localization", 2013).
#pragma once

#include <map>
#include <set>
#include <vector>

#include "relevance/explanation/error_trace.h"

namespace bireach::relevance {

/// The extended trace formula as a list of conjuncts. In the flow-sensitive formula
/// - a statement holds only if the branches of its scope went as they did; else its target has any value;
/// - branch conditions are no conjuncts of their own;
/// - frame conditions: behind a branch, a variable that the other way might assign keeps its value only if the branch
///   and those of its scope went as they did;
/// - conjuncts that cannot matter are left out: those of variables on which neither the assertion nor a condition in
/// the
///   scope of a conjunct depends (one pass backwards, as in dynamic slicing).
/// In the formula of an interleaved trace
/// - a read of a shared variable yields its value only if certain writes of other threads are in the formula (the pi
///   nodes of "Error invariants for concurrent traces"; since the trace fixes the order, one Boolean of each write
///   stands for its order too: see docs/design/concurrent-traces.md), else any value;
/// - there are frames too where another thread writes a variable while a branch is open whose other way might assign
/// it. Size: linear in the length of the trace and in the number of variables that frames speak of, and in the number
/// of pairs of a read and a write of another thread.
class ErrorFormula {
 public:
  ErrorFormula(const ErrorTrace& trace, ExplanationKind kind, const HazardSensitivity& hazards = {});

  enum class Role : std::uint8_t {
    statement,  ///< the value that an assignment gives to its target
    fact,       ///< a statement is defined: no undefined behaviour
    frame,      ///< the target keeps its value behind a branch
    condition,  ///< plain only: a branch condition
    hazard      ///< the write of another thread comes where it does: nothing about values
  };
  /// The conjunct `guard => formula`. A statement that chooses its value arbitrarily has no conjunct of its own.
  struct Item {
    Role role;
    std::size_t position;
    logic::Term target;   ///< program variable; null for facts and conditions
    logic::Term formula;  ///< over instances
    logic::Term guard;    ///< the conditions of its scope
    std::size_t branch;   ///< of frames: the branch whose other way might assign the target; else the position
  };
  /// A read, with all writes of other threads without which it may yield anything.
  struct GuardedRead {
    std::size_t position;
    ReadConflicts conflicts;
  };
  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  /// By input of the trace: its instance, or null if it cannot matter.
  [[nodiscard]] const std::vector<logic::Term>& chosen() const { return chosen_; }
  [[nodiscard]] const std::vector<logic::Term>& chosen_guards() const { return chosen_guards_; }
  /// What always holds: definitions of the guards, and types' ranges of arbitrary values.
  [[nodiscard]] const std::vector<logic::Term>& definitions() const { return definitions_; }
  /// The assertion.
  [[nodiscard]] logic::Term goal() const { return goal_; }
  /// The assertion, guarded by the branches of its scope.
  [[nodiscard]] logic::Term guarded_goal() const { return guarded_goal_; }
  /// Of a branch in some scope, or that has frames; over instances.
  [[nodiscard]] logic::Term condition(std::size_t position) const { return conditions_.at(position); }
  /// A formula over program variables at a position, over instances.
  [[nodiscard]] logic::Term at(logic::Term formula, std::size_t position) const;
  /// The frames of a branch that belong to the formula.
  [[nodiscard]] const std::vector<logic::Term>& frames(std::size_t position) const;
  [[nodiscard]] ExplanationKind kind() const { return kind_; }
  /// Those of the formula, in order.
  [[nodiscard]] const std::vector<GuardedRead>& guarded_reads() const { return reads_; }

 private:
  void find_reads(const HazardSensitivity& hazards);
  void want_writers(std::size_t position);
  logic::Substitution build_reads(std::size_t position);
  void build_frame(std::size_t position, std::size_t branch, logic::Term variable);
  void build_reframed(std::size_t position);
  [[nodiscard]] logic::Term written(std::size_t position);
  void slice_backwards();
  void want_scope(std::size_t position);
  void need(logic::Term term);
  void build();
  void build_statement(std::size_t position, const logic::Substitution& auxiliaries);
  void build_branch(std::size_t position, const logic::Substitution& auxiliaries);
  void build_inputs(std::optional<std::size_t> position, const logic::Substitution& auxiliaries);
  void add(Role role, std::size_t position, logic::Term target, logic::Term formula, logic::Term guard,
           std::optional<std::size_t> branch = std::nullopt);
  [[nodiscard]] logic::Term guard_at(std::size_t position) const;
  logic::Term new_instance(logic::Term variable, std::size_t from);

  const ErrorTrace& trace_;
  ExplanationKind kind_;
  logic::TermManager& terms_;
  std::vector<bool> slice_;
  std::vector<bool> wanted_;  ///< branches whose condition guards something
  std::map<std::size_t, std::vector<logic::Term>> frames_;
  std::set<logic::Term> needed_;  ///< while slicing
  std::vector<GuardedRead> reads_;
  std::map<std::size_t, std::pair<std::size_t, std::size_t>> reads_at_;  ///< first and behind the last, by position
  std::set<std::size_t> writers_;  ///< that reads of the slice want, while slicing: some are found later than passed
  std::map<std::size_t, logic::Term> written_;
  std::map<std::size_t, std::vector<std::pair<std::size_t, logic::Term>>> reframes_;  ///< by position: branch, variable

  std::vector<Item> items_;
  std::vector<logic::Term> chosen_, chosen_guards_, definitions_;
  bool guards_writers_ = true;
  std::map<std::size_t, logic::Term> conditions_;
  std::map<std::size_t, logic::Term> reached_;  ///< the guard of what a branch encloses
  logic::Term goal_, guarded_goal_;
  logic::Substitution current_;
  /// The instances of a variable and the positions from which on they stand for it.
  std::map<logic::Term, std::vector<std::pair<std::size_t, logic::Term>>> instances_;
};

}  // namespace bireach::relevance
