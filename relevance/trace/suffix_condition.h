// SPDX-License-Identifier: Apache-2.0
/// Symbolic views of one trace: its executions (R and C of the definition together) and, for an assigning position, the
/// condition on state and new value under which the suffix can be executed (C_j after the assignment).
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "logic/hoare/transition_formula.h"
#include "logic/terms/term_manager.h"
#include "relevance/trace/trace_context.h"

namespace bireach::relevance {

using Deadline = std::chrono::steady_clock::time_point;

/// Building a formula took longer than the position's time limit.
class DeadlineExceeded : public std::runtime_error {
 public:
  DeadlineExceeded() : std::runtime_error("out of time") {}
};

/// Transitions of the trace's statements in one term manager, and what is known of array terms' elements.
class TraceTransitions {
 public:
  TraceTransitions(const TraceContext& trace, logic::TermManager& terms, frontend::Arithmetic arithmetic);

  [[nodiscard]] const TraceContext& trace() const { return trace_; }
  [[nodiscard]] logic::TermManager& terms() const { return terms_; }
  [[nodiscard]] const frontend::Semantics& semantics() const { return semantics_; }
  /// Of an edge of the helper program; built once.
  const logic::TransitionFormula& of(frontend::EdgeId helper_edge);
  /// A fresh copy of an auxiliary; remembers the element type of arrays.
  logic::Term fresh(logic::Term auxiliary, const TraceEdge& edge);
  /// States that the elements of this array term have this type.
  void declare_array(logic::Term array, const frontend::ScalarType& element);
  /// In integer arithmetic: every element read in these formulas is in its type's range. True of all real states, and
  /// any values outside the reads can be put into range without changing the formulas.
  [[nodiscard]] std::vector<logic::Term> element_ranges(const std::vector<logic::Term>& formulas);
  /// The model's value of a variable; elements of an array that are out of their type's range (so no formula with
  /// `element_ranges` reads them) become 0.
  [[nodiscard]] logic::Value within_type(logic::Value value, logic::Term variable) const;
  /// A C value of the type as a constant of the sort, and back.
  [[nodiscard]] logic::Term constant(const logic::Integer& c_value, logic::Sort sort) const;
  [[nodiscard]] logic::Integer c_value(const logic::Value& model_value, const frontend::ScalarType& type) const;
  /// |term| <= bound, for a term of this type.
  [[nodiscard]] logic::Term at_most(logic::Term term, const frontend::ScalarType& type,
                                    const logic::Integer& bound) const;

 private:
  [[nodiscard]] std::optional<frontend::ScalarType> element_type(logic::Term array) const;

  const TraceContext& trace_;
  logic::TermManager& terms_;
  frontend::Semantics semantics_;
  std::unordered_map<frontend::EdgeId, logic::TransitionFormula> transitions_;
  std::unordered_map<logic::Term, frontend::ScalarType, logic::TermHash> arrays_;
};

/// Values of variables and havocs along the original executions of the trace.
class Valuation {
 public:
  virtual ~Valuation() = default;
  /// The variable before position k (k = length: at the end).
  virtual logic::Term instance(std::size_t k, frontend::VariableId variable) = 0;
  /// The value that the havoc at position k chooses.
  virtual logic::Term havoc_value(std::size_t k) = 0;
};

/// All executions: terms over arbitrary initial values and havocs. Large values are named, so formulas stay linear.
class SymbolicValuation final : public Valuation {
 public:
  explicit SymbolicValuation(TraceTransitions& transitions);
  logic::Term instance(std::size_t k, frontend::VariableId variable) override;
  logic::Term havoc_value(std::size_t k) override { return havocs_[k]; }
  /// Satisfied by exactly the executions of the trace.
  [[nodiscard]] const std::vector<logic::Term>& constraints() const { return constraints_; }

 private:
  void step(std::size_t k);
  logic::Term current(frontend::VariableId variable);
  void assign(std::size_t k, frontend::VariableId variable, logic::Term value);

  TraceTransitions& transitions_;
  std::unordered_map<logic::Term, frontend::VariableId, logic::TermHash> ids_;
  std::vector<std::vector<std::pair<std::size_t, logic::Term>>> history_;  // by variable: value from a position on
  std::vector<logic::Term> havocs_;
  std::vector<logic::Term> constraints_;
};

/// The given execution alone: constants.
class ConcreteValuation final : public Valuation {
 public:
  explicit ConcreteValuation(TraceTransitions& transitions) : transitions_(transitions) {}
  logic::Term instance(std::size_t k, frontend::VariableId variable) override;
  logic::Term havoc_value(std::size_t k) override;

 private:
  TraceTransitions& transitions_;
};

/// The state along a trace in which some statement has another effect, as the difference to the original executions.
class TraceDifference {
 public:
  /// Nothing differs. The references must outlive this.
  TraceDifference(TraceTransitions& transitions, Valuation& valuation);

  [[nodiscard]] bool is_empty() const { return values_.empty(); }
  /// Does the statement read something that differs?
  [[nodiscard]] bool is_read_by(const TraceEdge& edge) const;
  void set(frontend::VariableId variable, logic::Term value) { values_[variable] = value; }
  /// After a statement with its original effect.
  void keep_original(const TraceEdge& edge);
  /// Values of what the statement at position k reads, by the variables of the semantics.
  [[nodiscard]] logic::Substitution read_values(std::size_t k, const TraceEdge& edge) const;
  /// After position k, where the transition is executed with these values of what it reads and chooses.
  void update(std::size_t k, const logic::TransitionFormula& transition, const logic::Substitution& map);

 private:
  TraceTransitions& transitions_;
  Valuation& valuation_;
  std::unordered_map<logic::Term, frontend::VariableId, logic::TermHash> ids_;
  std::map<frontend::VariableId, logic::Term> values_;
};

/// What the suffix after a position demands when the target has the value `chosen` there:
///   exists bound. /\ guards.
/// Only what differs from the original executions is kept; what is left out holds for each of them.
struct SuffixCondition {
  logic::Term chosen;                ///< the new value, free
  std::vector<logic::Term> allowed;  ///< its range
  std::vector<logic::Term> guards;
  std::vector<logic::Term> bound;
  /// For each of `bound` the value in the original execution; empty if there is one without such a value.
  logic::Substitution original_choice;
  bool depends_on_havocs = false;  ///< a guard depends on both the new value and a havoc of the suffix
  /// For each guard: the complement of its assumption holds (without undefined behaviour), or of the range of a choice;
  /// false if it is neither.
  /// Filled if asked for, and emptied by keep_connected.
  std::vector<logic::Term> complements;
};

struct SuffixQuestion {
  std::size_t position = 0;
  bool fresh_havocs = false;  ///< false: havocs of the suffix choose what they chose originally
  bool complements = false;
  Deadline deadline;
};

/// Throws DeadlineExceeded.
[[nodiscard]] SuffixCondition suffix_condition(TraceTransitions& transitions, Valuation& valuation,
                                               const SuffixQuestion& question);

/// Some guard fails because its assumption does, and all before it hold. Linear in the number of guards.
/// Precondition: complements were asked for.
[[nodiscard]] logic::Term blocked_by_assumption(logic::TermManager& terms, const SuffixCondition& condition);

/// The conjuncts that are connected with `chosen` through bound variables; the others are satisfiable in each original
/// execution, by its own choices. Drops unused bound variables too.
void keep_connected(SuffixCondition& condition);

}  // namespace bireach::relevance
