// SPDX-License-Identifier: Apache-2.0
/// Annotation of a program's locations with predicates and goals, for danger automata over nested words (see
/// nested_error_automaton.h for what they mean).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "relevance/danger/formula_pool.h"
#include "relevance/danger/nested_error_automaton.h"

namespace bireach::relevance {

/// A location in an activation with this goal; FormulaPool::false_id: it is not to return.
struct NestedNode {
  std::uint32_t location;
  FormulaId goal;
  auto operator<=>(const NestedNode&) const = default;
};
/// Predicates, none of which is known to imply another; error locations have none, there all is well.
using NestedAnnotation = std::map<NestedNode, std::vector<FormulaId>>;

/// What follows from the meaning of calls and returns, cached. All answers are within the ranges of variables.
class NestedCalls {
 public:
  /// The references must outlive this.
  NestedCalls(FormulaPool& pool, const NestedAlphabet& alphabet);

  /// The callers, over the variables before the call, for which `post` holds after every return from an exit where
  /// `goal` holds; or fewer, where quantifiers are not eliminated. `true` if the call never returns with that goal.
  FormulaId sure_return(FormulaId goal, automata::Letter call, FormulaId post);
  /// The weakest goal with which each caller's `post` holds after the return, whatever else the caller knows; nothing
  /// if none is found, or none that can hold.
  std::optional<FormulaId> goal_for(automata::Letter call, FormulaId post);
  /// May a return from an exit with `goal` to a caller with `predicate` lead to `post`?
  bool may_return(FormulaId goal, FormulaId predicate, automata::Letter call, FormulaId post);
  /// Does each such return lead to `post`?
  bool must_return(FormulaId goal, FormulaId predicate, automata::Letter call, FormulaId post);
  /// Nothing: no return of this call leads on towards an error.
  [[nodiscard]] std::optional<automata::Letter> return_of(automata::Letter call) const;
  [[nodiscard]] std::size_t procedure_of(automata::Letter call) const { return procedure_of_.at(call); }
  /// The formula at the entry of a procedure, where variables are what they were at the entry.
  FormulaId at_entry(std::size_t procedure, FormulaId formula);

 private:
  /// guard /\ post after the return, over the exit's variables and the caller's copies.
  logic::Term after(automata::Letter return_letter, logic::Term post);
  enum class Side { caller, callee };
  /// The body without the variables of one side.
  std::optional<logic::Term> without(Side side, logic::Term body);

  FormulaPool& pool_;
  const NestedAlphabet& alphabet_;
  std::map<automata::Letter, automata::Letter> return_of_;
  std::map<automata::Letter, std::size_t> procedure_of_;
  logic::Substitution caller_;                     ///< copies to the caller's variables
  std::vector<logic::Substitution> entry_values_;  ///< by procedure
  std::map<std::tuple<FormulaId, automata::Letter, FormulaId>, FormulaId> sure_;
  std::map<std::pair<automata::Letter, FormulaId>, std::optional<FormulaId>> goals_;
};

/// What a fixpoint offers to a node beside what it has.
struct NestedCandidates {
  std::function<const std::vector<FormulaId>&(std::uint32_t location)> of;
  /// As Candidates::exact; also looks for the goals of calls that are missing.
  bool exact = false;
};

/// A term for each procedure, over the values at its entry: activations within activations have smaller ones.
using Ranks = std::vector<logic::Term>;

/// The least fixpoint. Also with predicates that are *assumed* at entries, by induction over `Ranks`: within a
/// procedure a call counts on what is not in `grounded` only where the callee's rank is smaller than the running
/// activation's. Ranks are numbers of C's types, so none decreases for ever.
class NestedFixpoint {
 public:
  static constexpr std::size_t goals_of_one = 6;  ///< at most, of a procedure

  NestedFixpoint(FormulaPool& pool, NestedCalls& calls, const NestedAlphabet& alphabet);

  /// Goals of a procedure; `false` is always one.
  void add_goal(std::size_t procedure, FormulaId goal);
  [[nodiscard]] const std::vector<FormulaId>& goals(std::size_t procedure) const { return goals_[procedure]; }
  void add(const NestedNode& node, FormulaId predicate);
  void freeze(const NestedNode& node) { frozen_.insert(node); }
  /// From now on; both must outlive this.
  void by_induction(const Ranks& ranks, const NestedAnnotation& grounded) {
    ranks_ = &ranks;
    grounded_ = &grounded;
  }
  void run(const NestedCandidates& candidates);
  /// The preconditions whose union may cover a predicate; sorted, without repetition.
  [[nodiscard]] std::vector<FormulaId> successors(const NestedNode& node);
  [[nodiscard]] const std::vector<FormulaId>& of(const NestedNode& node) const;
  [[nodiscard]] const NestedAnnotation& annotation() const { return annotation_; }

 private:
  bool known_here(const NestedNode& node, FormulaId predicate);
  void put(const NestedNode& node, FormulaId predicate);
  bool visit(const NestedNode& node, const NestedCandidates& candidates);
  void touch(const NestedNode& node);
  void pend(std::uint32_t location, FormulaId goal);
  void add_call(const NestedNode& node, automata::Letter call, std::vector<FormulaId>& result);
  /// Predicates of the entry that this caller may count on, with what it takes to do so.
  std::vector<FormulaId> entered(const NestedNode& node, automata::Letter call, const NestedNode& entry);
  FormulaId decreasing(std::size_t caller_context, automata::Letter call, FormulaId entered);
  void find_goal(const NestedNode& node, automata::Letter call);
  std::optional<FormulaId> after_call(const NestedNode& node, automata::Letter call);
  FormulaId both(FormulaId a, FormulaId b);

  FormulaPool& pool_;
  NestedCalls& calls_;
  const NestedAlphabet& alphabet_;
  NestedAnnotation annotation_;
  std::vector<std::vector<FormulaId>> goals_;  ///< by procedure
  std::set<NestedNode> frozen_;
  std::map<NestedNode, unsigned> exact_changes_;
  std::vector<std::vector<automata::Letter>> outgoing_;  ///< by location
  std::vector<std::vector<automata::Letter>> incoming_;
  std::vector<std::size_t> order_;  ///< by location: successors first, where there is no cycle
  std::set<std::pair<std::size_t, NestedNode>> pending_;
  const Ranks* ranks_ = nullptr;
  const NestedAnnotation* grounded_ = nullptr;
};

}  // namespace bireach::relevance
