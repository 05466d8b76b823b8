// SPDX-License-Identifier: Apache-2.0
/// A trace in which every occurrence of one statement assigns a constant instead: executed symbolically with the
/// constant left open, and concretely.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "logic/elimination/quantifier_elimination.h"
#include "relevance/trace/query.h"
#include "relevance/trace/suffix_condition.h"
#include "relevance/trace/trace_context.h"

namespace bireach::relevance {

/// What an execution of a trace depends on.
struct TraceInputs {
  frontend::ConcreteState initial;
  std::vector<logic::Value> choices;  ///< by position: what its havoc chooses (anything where none is)
};

class ReplacedTrace {
 public:
  /// Replaces at the marked positions, whose targets must be integers; `constant` is the free term of what is assigned.
  /// Both references must outlive this. Throws DeadlineExceeded. Linear in the length of the trace.
  ReplacedTrace(const TraceContext& trace, TraceTransitions& transitions, std::vector<bool> replaced,
                logic::Term constant, Deadline deadline);

  /// Quantifier-free conditions that every execution has to satisfy, whatever the constant; definitions included.
  [[nodiscard]] const std::vector<logic::Term>& fixed() const { return fixed_; }
  /// What is left of the other conditions with this constant; nothing if one of them is false.
  [[nodiscard]] std::optional<std::vector<logic::Term>> with_constant(const logic::Integer& value,
                                                                      Deadline deadline) const;

  /// Satisfied, beside fixed(), by the inputs that no assumption blocks with this constant: they get to the end, or to
  /// undefined behaviour that depends on the constant. More inputs may satisfy it, where an assumption has auxiliaries.
  [[nodiscard]] std::vector<logic::Term> unblocked(const logic::Integer& value, Deadline deadline) const;
  /// What the havoc at the position chooses; null where there is none.
  [[nodiscard]] logic::Term choice(std::size_t position) const { return choices_[position]; }

  /// What the constant has to satisfy with these inputs. Over the constant and the names that `definitions` gives as
  /// total functions of it; the names are new in each call.
  struct Condition {
    std::vector<logic::Term> definitions;
    logic::Term executable;
    logic::Term blocked_by_assumption;  ///< the first guard that fails does so because of its assumption
  };
  [[nodiscard]] Condition with_inputs(const TraceInputs& inputs, Deadline deadline) const;
  /// The constants with which some inputs can be executed, as a quantifier-free formula, if it can be found.
  [[nodiscard]] std::optional<logic::Term> executable(const logic::EliminationConfig& config) const;

  /// Inputs of the execution that was harvested.
  [[nodiscard]] TraceInputs original_inputs() const;
  [[nodiscard]] TraceInputs inputs_of(const logic::Model& model) const;
  /// Executes the trace with this constant; uses no formula. Linear in the length.
  [[nodiscard]] SuffixEnd replay(const logic::Integer& value, const TraceInputs& inputs) const;

 private:
  /// One conjunct, in the order of the trace.
  struct Item {
    logic::Term name;        // of a definition; null: a guard
    logic::Term formula;     // value of the name, or the guard
    logic::Term complement;  // of a guard: satisfied instead if its assumption fails; false if there is none
    bool depends = false;    // on the constant
  };

  void step(std::size_t k);
  logic::Term current(frontend::VariableId variable);
  void assign(frontend::VariableId variable, logic::Term value);
  void add(Item item);

  const TraceContext& trace_;
  TraceTransitions& transitions_;
  std::vector<bool> replaced_;
  logic::Term constant_;
  std::unordered_map<logic::Term, frontend::VariableId, logic::TermHash> ids_;
  std::vector<logic::Term> current_;  // by variable; null: not read yet
  std::vector<logic::Term> initial_;  // by variable; null: never read before it was written
  std::vector<logic::Term> choices_;  // by position
  std::unordered_map<logic::Term, bool, logic::TermHash> name_depends_;
  std::vector<Item> items_;
  std::vector<logic::Term> fixed_;
};

}  // namespace bireach::relevance
