// SPDX-License-Identifier: Apache-2.0
/// A program with recursive procedures as an automaton over nested words: calls pass arguments, returns give back what
/// the call keeps (Heizmann, Hoenicke, Podelski, "Nested interpolants", POPL 2010). The explicit stack of the lowered
/// program has no part in it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "automata/nested_automaton.h"
#include "checker/blocks/procedure_clauses.h"
#include "checker/blocks/trace_check.h"

namespace bireach::checker {

struct NestedLetter {
  automata::SymbolKind kind;
  frontend::LocationId source;
  frontend::LocationId target;
  frontend::LocationId call_start;  ///< of calls (their source) and returns (the hierarchical predecessor)
  std::size_t block = 0;            ///< of internal letters and calls, in blocks()
  automata::Word passed;            ///< the blocks() that it stands for in the lowered program
};

/// Blocks between cut points (or paths between them, if the flow has a letter for each path) as internal letters, a
/// letter for each call and for its return. States are locations. A predicate at a location speaks of its *vocabulary*:
/// the variables of the running activation that matter there, and `old(x)` for the values of variables x at its entry.
class NestedProgram {
 public:
  /// The references must outlive this.
  NestedProgram(const frontend::Semantics& semantics, const frontend::Program& program, const ControlFlow& flow);

  /// Why it cannot be written like this; empty: it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Can the blocks that a return passes (NestedLetter::passed) not be told from its ends alone: two calls are resumed
  /// at one place, or at the procedure's exit? Proofs do not need them; to follow executions one does.
  [[nodiscard]] bool has_ambiguous_returns() const;
  [[nodiscard]] const std::vector<NestedLetter>& letters() const { return letters_; }
  /// By letter. Those of returns speak of the vocabulary of the callee's exit and of `hierarchical` copies of the
  /// variables at the call; others only of the vocabulary of their source. They update the vocabulary of the target.
  [[nodiscard]] const std::vector<logic::TransitionFormula>& transitions() const { return transitions_; }
  /// Sorted; empty for Error and Unsupported locations.
  [[nodiscard]] const std::vector<logic::Term>& vocabulary(frontend::LocationId location) const;
  /// The formula with each variable replaced by its hierarchical copy.
  [[nodiscard]] logic::Term hierarchical(logic::Term formula) const;
  /// The range of a variable of some vocabulary, of its hierarchical copy or of an auxiliary; true if there is none.
  [[nodiscard]] logic::Term range_of(logic::Term variable) const;
  [[nodiscard]] logic::Term initial_condition() const { return initial_condition_; }
  /// 0: outside of all procedures; i + 1: in program.procedures[i].
  [[nodiscard]] ProcedureFlow::Context context_of(frontend::LocationId location) const {
    return procedures_.context_of(location);
  }
  /// `old(x)` for the variable x.
  [[nodiscard]] logic::Term at_entry(frontend::VariableId variable) const { return at_entry_[variable]; }

  /// Words lead from the initial location to one of these. A state's number is its location's.
  [[nodiscard]] automata::NestedWordAutomaton automaton(WordEnds ends) const;
  /// Is the word of an execution? As check_trace, in frames of variables.
  [[nodiscard]] TraceStatus check(const automata::NestedWord& word, logic::Solver& solver) const;
  /// The word's letters as they are needed to refute it: guards have only the conjuncts of an unsatisfiable core
  /// (transition i belongs to position i). Nothing if it is feasible or was not decided. With `bounded`, guards keep
  /// the bounds of machine arithmetic, and ranges are assumed. The solver has to give unsatisfiable cores.
  [[nodiscard]] std::optional<std::vector<logic::TransitionFormula>> core(const automata::NestedWord& word,
                                                                          logic::Solver& solver, bool bounded) const;
  /// The nested word of a trace of the lowered program from its initial location to one of flow()'s cut points; nothing
  /// if it is no such trace. Precondition: a letter for each path (BlockEncoding::chains), numbered by the graph alone.
  [[nodiscard]] std::optional<automata::NestedWord> word_of(const frontend::Trace& trace) const;
  /// How many blocks of flow() the word passes in the lowered program.
  [[nodiscard]] std::size_t length_of(const automata::NestedWord& word) const;
  [[nodiscard]] automata::NestedWord with_kinds(const automata::Word& letters) const;
  /// The variables that have a value at the entry of a procedure (a context other than 0).
  [[nodiscard]] const std::set<frontend::VariableId>& entry_variables(ProcedureFlow::Context context) const;
  [[nodiscard]] bool may_change(ProcedureFlow::Context context, frontend::VariableId variable) const {
    return procedures_.may_change(context, variable);
  }
  [[nodiscard]] const logic::Substitution& hierarchical_copies() const { return hierarchical_; }
  /// The lowered program's blocks: one for each internal letter and call.
  [[nodiscard]] const ControlFlow& flow() const { return flow_; }
  [[nodiscard]] const BlockProgram& blocks() const { return blocks_; }
  [[nodiscard]] const frontend::Program& program() const { return program_; }
  [[nodiscard]] const frontend::Semantics& semantics() const { return semantics_; }

 private:
  struct Frame;
  void name_variables();
  void find_vocabularies();
  void add_letters();
  void add_call(std::size_t block, const ProcedureFlow::Call& call);
  void add_return(const ProcedureFlow::Call& call, const logic::TransitionFormula& passing);
  /// The values of variables that an activation does not change are those at its entry.
  [[nodiscard]] logic::Substitution unchanged(ProcedureFlow::Context context) const;
  [[nodiscard]] automata::Word blocks_of_return(frontend::LocationId exit, frontend::LocationId resumed) const;
  [[nodiscard]] logic::Term now(frontend::VariableId variable) const { return semantics_.variable(variable); }
  [[nodiscard]] bool unfold(Frame& frame, automata::Letter letter, bool bounded) const;
  [[nodiscard]] Frame unfold(const automata::NestedWord& word, bool bounded) const;
  [[nodiscard]] Feasible values_of(const automata::NestedWord& word, const Frame& frame,
                                   const logic::Model& model) const;

  const frontend::Semantics& semantics_;
  const frontend::Program& program_;
  logic::TermManager& terms_;
  ProcedureFlow procedures_;
  ControlFlow flow_;
  EdgeSemantics edges_;
  BlockProgram blocks_;
  std::string problem_;
  std::vector<logic::Term> at_entry_;  ///< by variable
  logic::Substitution hierarchical_;   ///< now(x) and old(x) to their copies
  std::map<logic::Term, logic::Term> ranges_;
  std::map<frontend::LocationId, std::vector<logic::Term>> vocabularies_;
  std::vector<NestedLetter> letters_;
  std::vector<logic::TransitionFormula> transitions_;
  logic::Term initial_condition_;
};

}  // namespace bireach::checker
