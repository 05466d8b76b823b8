// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/path_formula.h"

#include <memory>

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::VariableId;
using logic::Term;

namespace {

/// Values of all variables at one place; shared until one changes.
using Values = std::shared_ptr<std::vector<Term>>;

class Encoder {
 public:
  Encoder(FunctionPaths& paths, Relaxed relaxed)
      : terms_(paths.terms),
        edges_(paths.edges),
        view_(paths.view),
        flow_(paths.flow),
        program_(paths.function.program),
        relaxed_(relaxed) {
    result_.taken.assign(program_.edge_count(), terms_.false_term());
    result_.selectors.resize(program_.edge_count());
    result_.ended_well = terms_.fresh_variable("ended_well", logic::Sort::boolean());
    after_.resize(program_.edge_count());
    is_belief_.resize(program_.edge_count());
    for (const frontend::BeliefPlace& belief : paths.function.beliefs) is_belief_[belief.held] = true;
  }

  PathFormula encode() {
    for (const LocationId at : view_.order) visit(at);
    add(result_.ended_well, terms_.or_(good_ends_));
    return std::move(result_);
  }

 private:
  void add(Term premise, Term conclusion) {
    const Term constraint = terms_.implies(premise, conclusion);
    if (constraint != terms_.true_term()) result_.constraints.push_back(constraint);
  }

  /// Edges by which it is come here, none of them impossible.
  std::vector<EdgeId> ways_to(LocationId at) const {
    std::vector<EdgeId> ways;
    for (const EdgeId edge : program_.incoming(at))
      if (!view_.is_back_edge[edge] && after_[edge]) ways.push_back(edge);
    return ways;
  }

  void visit(LocationId at) {
    const std::vector<EdgeId> ways = ways_to(at);
    if (ways.empty() && at != program_.initial) return;
    Term here = terms_.true_term();
    if (at != program_.initial) {
      std::vector<Term> taken;
      for (const EdgeId way : ways) taken.push_back(result_.taken[way]);
      here = terms_.or_(taken);
    }
    if (program_.location(at).kind == frontend::LocationKind::Exit) good_ends_.push_back(here);
    Values values = values_at(at, ways);
    for (const EdgeId way : ways) after_[way].reset();
    const std::vector<EdgeId>& outgoing = program_.outgoing(at);
    for (const EdgeId edge : outgoing) leave(edge, here, edge == outgoing.back() ? std::move(values) : values);
    if (outgoing.size() == 2)
      result_.constraints.push_back(terms_.not_(terms_.and_(result_.taken[outgoing[0]], result_.taken[outgoing[1]])));
  }

  Values values_at(LocationId at, const std::vector<EdgeId>& ways) {
    Values values;
    if (ways.empty()) {
      values = std::make_shared<std::vector<Term>>(edges_.semantics().variables());
    } else {
      values = after_[ways.front()];
      if (ways.size() > 1) values = joined(at, ways);
    }
    if (view_.changed_there[at].empty()) return values;
    values = std::make_shared<std::vector<Term>>(*values);
    for (const VariableId variable : view_.changed_there[at])
      if (flow_.live[at][variable]) (*values)[variable] = fresh(variable);
    return values;
  }

  Values joined(LocationId at, const std::vector<EdgeId>& ways) {
    auto values = std::make_shared<std::vector<Term>>(*after_[ways.front()]);
    for (VariableId variable = 0; variable < values->size(); ++variable) {
      if (!flow_.live[at][variable]) continue;
      bool differs = false;
      for (const EdgeId way : ways) differs = differs || (*after_[way])[variable] != (*values)[variable];
      if (!differs) continue;
      const Term met = fresh(variable);
      for (const EdgeId way : ways) add(result_.taken[way], terms_.equal(met, (*after_[way])[variable]));
      (*values)[variable] = met;
    }
    return values;
  }

  Term fresh(VariableId variable) {
    const Term term = edges_.semantics().variable(variable);
    return terms_.fresh_variable("at", term.sort());
  }

  void leave(EdgeId edge, Term here, Values values) {
    const frontend::Edge& data = program_.edge(edge);
    const EdgeSemantics::Meaning& meaning = edges_.of(edge);
    logic::Substitution known;
    for (const VariableId variable : meaning.reads)
      known.emplace(edges_.semantics().variable(variable), (*values)[variable]);
    const bool is_condition = frontend::is_assume(data.statement);
    Term taken = here;
    // Where only one edge goes on, it is taken by all that come.
    if (program_.outgoing(program_.source(edge)).size() == 2) {
      taken = terms_.fresh_variable("taken", logic::Sort::boolean());
      add(taken, here);
    }
    Term premise = taken;
    if (relaxed_ == Relaxed::statements || is_belief_[edge]) {
      result_.selectors[edge] = terms_.fresh_variable("kept", logic::Sort::boolean());
      premise = terms_.and_(taken, result_.selectors[edge]);
    }
    add(premise, terms_.substitute(meaning.transition.guard, known));
    if (!meaning.updates.empty()) {
      if (values.use_count() > 1) values = std::make_shared<std::vector<Term>>(*values);
      std::vector<std::pair<VariableId, Term>> updates;
      for (const auto& [variable, value] : meaning.updates)
        updates.emplace_back(variable, terms_.substitute(value, known));
      for (const auto& [variable, value] : updates) {
        (*values)[variable] = value;
        if (relaxed_ != Relaxed::statements || is_condition) continue;
        (*values)[variable] = fresh(variable);
        add(premise, terms_.equal((*values)[variable], value));
      }
    }
    result_.taken[edge] = taken;
    if (view_.is_back_edge[edge])
      good_ends_.push_back(taken);
    else
      after_[edge] = std::move(values);
  }

  logic::TermManager& terms_;
  EdgeSemantics& edges_;
  const AcyclicView& view_;
  const ControlFlow& flow_;
  const frontend::Program& program_;
  Relaxed relaxed_;
  PathFormula result_;
  std::vector<Values> after_;  ///< by edge; null: it is not known, or no longer
  std::vector<bool> is_belief_;
  std::vector<Term> good_ends_;
};

}  // namespace

std::vector<EdgeId> PathFormula::taken_edges(const logic::Model& model) const {
  logic::Evaluator evaluator(model);
  std::vector<EdgeId> edges;
  for (EdgeId edge = 0; edge < taken.size(); ++edge)
    if (evaluator.holds(taken[edge])) edges.push_back(edge);
  return edges;
}

FunctionPaths::FunctionPaths(const frontend::FunctionProgram& all)
    : function(all),
      semantics(terms, all.program, frontend::Arithmetic::bitvector),
      edges(semantics, all.program),
      view(acyclic_view(all.program)),
      flow(analyze_control_flow(all.program, BlockEncoding::none)) {}

PathFormula path_formula(FunctionPaths& paths, Relaxed relaxed) {
  return Encoder(paths, relaxed).encode();
}

}  // namespace bireach::checker
