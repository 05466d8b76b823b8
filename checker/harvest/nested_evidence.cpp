// SPDX-License-Identifier: Apache-2.0
#include "checker/harvest/nested_evidence.h"

#include <algorithm>

namespace bireach::checker {

using automata::Letter;
using automata::SymbolKind;
using frontend::Execution;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;
using logic::Term;

namespace {

/// No word is as long as the explicit stack is deep, so its bounds hold for every word.
logic::TransitionFormula without_stack(const NestedProgram& program, const logic::TransitionFormula& transition) {
  std::vector<Term> stack;
  for (const VariableId v : program.program().stack) {
    const Term variable = program.semantics().variable(v);
    stack.push_back(variable);
    stack.push_back(program.hierarchical(variable));
  }
  logic::TransitionFormula result = transition;
  std::vector<Term> kept;
  for (const Term conjunct : logic::conjuncts(transition.guard)) {
    const std::vector<Term> used = logic::free_variables(conjunct);
    const bool is_bound = !used.empty() && std::all_of(used.begin(), used.end(), [&](Term variable) {
      return std::find(stack.begin(), stack.end(), variable) != stack.end();
    });
    if (!is_bound) kept.push_back(conjunct);
  }
  result.guard = program.semantics().terms().and_(kept);
  for (const Term variable : stack) result.updates.erase(variable);
  return result;
}

}  // namespace

relevance::NestedAlphabet nested_alphabet(const NestedProgram& program) {
  relevance::NestedAlphabet alphabet;
  const Program& lowered = program.program();
  for (const NestedLetter& letter : program.letters()) {
    alphabet.shapes.push_back({letter.kind, letter.source, letter.target, letter.call_start});
    alphabet.letters.sources.push_back(letter.source);
  }
  for (const logic::TransitionFormula& transition : program.transitions())
    alphabet.letters.transitions.push_back(without_stack(program, transition));
  alphabet.letters.range_of = [&program](Term variable) { return program.range_of(variable); };
  alphabet.initial = lowered.initial;
  alphabet.hierarchical = program.hierarchical_copies();
  for (LocationId l = 0; l < lowered.location_count(); ++l) {
    alphabet.contexts.push_back(program.context_of(l));
    alphabet.accepting.push_back(lowered.location(l).kind == LocationKind::Error);
  }
  for (std::size_t i = 0; i < lowered.procedures.size(); ++i) {
    auto& procedure = alphabet.procedures.emplace_back();
    procedure.entry = lowered.procedures[i].entry;
    procedure.exit = lowered.procedures[i].exit;
    for (const VariableId v : program.entry_variables(i + 1))
      procedure.entry_values.emplace_back(program.semantics().variable(v), program.at_entry(v));
  }
  return alphabet;
}

namespace {

/// Walks along an execution, letter by letter.
class EvidenceWalk {
 public:
  EvidenceWalk(const NestedProgram& program, const Execution& execution) : program_(program), execution_(execution) {}

  relevance::NestedFeasibleTrace of(const automata::Word& letters) {
    relevance::NestedFeasibleTrace trace;
    trace.word = program_.with_kinds(letters);
    for (const Letter letter : letters) {
      const NestedLetter& step = program_.letters()[letter];
      logic::Model& before = trace.before.emplace_back();
      if (step.kind == SymbolKind::return_) {
        note_values(step.source, before);
        entries_.pop_back();
      }
      logic::Model& chosen = trace.choices.emplace_back();
      for (const Letter block : step.passed) {
        for (const frontend::EdgeId edge : program_.blocks().blocks()[block].path) {
          ++position_;
          if (step.kind != SymbolKind::return_) note_choice(letter, block, edge, chosen);
        }
      }
      if (step.kind == SymbolKind::call) entries_.push_back(position_);
    }
    return trace;
  }

 private:
  void note_choice(Letter letter, Letter block, frontend::EdgeId edge, logic::Model& chosen) const {
    const auto& havocs = program_.blocks().blocks()[block].havocs;
    const auto havoc = havocs.find(edge);
    if (havoc == havocs.end()) return;
    const auto& used = program_.transitions()[letter].auxiliaries;
    if (std::find(used.begin(), used.end(), havoc->second) == used.end()) return;
    const frontend::LValue& lvalue = *frontend::assigned_target(program_.program().edge(edge).statement);
    if (lvalue.index) return;  // one element of an array: the generaliser goes without
    chosen.set(havoc->second, value_of(lvalue.variable, position_));
  }

  void note_values(LocationId exit, logic::Model& values) const {
    const std::vector<Term>& vocabulary = program_.vocabulary(exit);
    const auto note = [&](Term term, VariableId variable, std::size_t at) {
      if (std::binary_search(vocabulary.begin(), vocabulary.end(), term)) values.set(term, value_of(variable, at));
    };
    for (VariableId v = 0; v < program_.program().variables.size(); ++v) {
      note(program_.semantics().variable(v), v, position_);
      note(program_.at_entry(v), v, entries_.back());
    }
  }

  [[nodiscard]] logic::Value value_of(VariableId variable, std::size_t at) const {
    return program_.semantics().to_model_value(execution_.states[at][variable], program_.program().variables[variable]);
  }

  const NestedProgram& program_;
  const Execution& execution_;
  std::size_t position_ = 0;
  std::vector<std::size_t> entries_;  ///< of the activations that run
};

}  // namespace

relevance::NestedFeasibleTrace nested_trace(const NestedProgram& program, const automata::Word& letters,
                                            const Execution& execution) {
  return EvidenceWalk(program, execution).of(letters);
}

}  // namespace bireach::checker
