// SPDX-License-Identifier: Apache-2.0
#include "checker/report/proof_report.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "checker/report/shown_variable.h"
#include "checker/report/text/formula_text.h"
#include "checker/report/trace_names.h"
#include "frontend/program/semantics.h"

namespace bireach::checker {
namespace {

using frontend::LocationId;
using frontend::Program;
using frontend::VariableId;
using logic::Kind;
using logic::Term;

class ElementInvariants {
 public:
  ElementInvariants(const Program& program, const InductiveAnnotation& proof)
      : program_(program), proof_(proof), terms_(*proof.terms), memory_(program) {
    const frontend::Semantics semantics(terms_, program, proof.arithmetic);
    for (VariableId id = 0; id < program.variables.size(); ++id) by_term_.emplace(semantics.variable(id), id);
    frontend::Trace all(program.edge_count());
    std::iota(all.begin(), all.end(), frontend::EdgeId{0});
    names_ = display_names(program, all);
  }

  [[nodiscard]] std::vector<ReportLoopInvariant> all() const {
    std::vector<ReportLoopInvariant> result;
    for (const auto& [location, predicates] : proof_.predicates) {
      if (predicates.size() != 1 || program_.outgoing(location).empty()) continue;  // no invariant but a disjunction
      for (const Term conjunct : logic::conjuncts(predicates.front()))
        if (conjunct.kind() == Kind::Forall) add(location, conjunct, result);
    }
    return result;
  }

 private:
  void add(LocationId location, Term quantified, std::vector<ReportLoopInvariant>& result) const {
    for (const Term variable : logic::free_variables(quantified)) {
      const auto known = by_term_.find(variable);
      if (known == by_term_.end() || names_[known->second].empty()) return;
    }
    const std::vector<Term> bound(quantified.children().begin(), std::prev(quantified.children().end()));
    std::string prefix = "for all ";
    for (const Term variable : bound) prefix += (variable == bound.front() ? "" : ", ") + index_name(variable);
    const ReportPlace place = report_place(program_, program_.edge(program_.outgoing(location).front()));
    for (const Term clause : logic::conjuncts(quantified.children().back()))
      result.push_back({place, prefix + ": " + clause_text(clause, bound)});
  }

  /// As an implication: what says which elements are meant comes first.
  [[nodiscard]] std::string clause_text(Term clause, const std::vector<Term>& bound) const {
    const auto named = [&](Term variable) { return variable_text(variable, bound); };
    if (clause.kind() != Kind::Or) return formula_text(clause, named);
    std::vector<Term> premises;
    std::vector<Term> conclusions;
    for (const Term literal : clause.children())
      if (reads_elements(literal))
        conclusions.push_back(literal);
      else
        premises.push_back(terms_.not_(literal));
    if (premises.empty() || conclusions.empty()) return formula_text(clause, named);
    const std::string conclusion = formula_text(terms_.or_(conclusions), named);
    return formula_text(terms_.and_(premises), named) + " ==> " + conclusion;
  }

  [[nodiscard]] static bool reads_elements(Term term) {
    std::set<Term> seen;
    return reads_elements(term, seen);
  }
  [[nodiscard]] static bool reads_elements(Term term, std::set<Term>& seen) {
    if (!seen.insert(term).second) return false;
    return term.kind() == Kind::Select || std::any_of(term.children().begin(), term.children().end(),
                                                      [&](Term child) { return reads_elements(child, seen); });
  }

  [[nodiscard]] VariableText variable_text(Term variable, const std::vector<Term>& bound) const {
    if (std::find(bound.begin(), bound.end(), variable) != bound.end())
      return {index_name(variable), CLevel::primary, std::nullopt};
    const VariableId id = by_term_.at(variable);
    return shown_variable(program_, memory_, id, names_[id]);
  }

  /// The name without what makes it unique, but no name of the user's.
  [[nodiscard]] std::string index_name(Term variable) const {
    std::string name = variable.name().substr(0, variable.name().find('!'));
    while (std::any_of(names_.begin(), names_.end(),
                       [&](const std::string& other) { return other == name || other.ends_with("::" + name); }))
      name = "_" + name;
    return name;
  }

  const Program& program_;
  const InductiveAnnotation& proof_;
  logic::TermManager& terms_;
  frontend::MemoryNames memory_;
  std::map<Term, VariableId> by_term_;
  std::vector<std::string> names_;
};

ReportProof of_annotation(ReportProof::Kind kind, const InductiveAnnotation& annotation) {
  ReportProof proof{kind};
  for (const auto& [location, predicates] : annotation.predicates) proof.predicates += predicates.size();
  return proof;
}

/// Names of the invariants' variables and ghosts.
class ThreadInvariantText {
 public:
  explicit ThreadInvariantText(const ThreadModularProof& proof)
      : program_(*proof.graphs), memory_(program_), names_(program_.variables.size()) {
    const frontend::Semantics semantics(*proof.terms, program_, proof.arithmetic);
    for (VariableId id = 0; id < program_.variables.size(); ++id) {
      const frontend::Variable& variable = program_.variables[id];
      by_name_.emplace(variable.name, id);
      names_[id] = variable.user_name.empty() ? variable.name : variable.user_name;
    }
  }
  [[nodiscard]] std::string of(Term formula) const {
    return formula_text(formula, [this](Term variable) { return text(variable.name()); });
  }

 private:
  [[nodiscard]] VariableText text(const std::string& name) const {
    constexpr std::string_view second = "@2";
    if (name.ends_with(second)) {
      VariableText result = text(name.substr(0, name.size() - second.size()));
      result.text += " (2nd)";
      return result;
    }
    if (const auto known = by_name_.find(name); known != by_name_.end())
      return shown_variable(program_, memory_, known->second, names_[known->second]);
    return {ghost(name), CLevel::primary, std::nullopt};
  }
  /// "started(1)" speaks of a thread by its number.
  [[nodiscard]] std::string ghost(const std::string& name) const {
    const std::size_t open = name.find('(');
    const std::string kind = name.substr(0, open);
    if (kind != "started" && kind != "ended") return name;
    return kind + "(" + program_.threads[std::stoul(name.substr(open + 1))].name + ")";
  }

  const Program& program_;
  frontend::MemoryNames memory_;
  std::map<std::string, VariableId> by_name_;
  std::vector<std::string> names_;
};

ReportProof of_threads(const ThreadModularProof& proof) {
  ReportProof result{ReportProof::Kind::threads};
  result.predicates = proof.invariants.size();
  const Program& graphs = *proof.graphs;
  const ThreadInvariantText texts(proof);
  for (const auto& invariant : proof.invariants) {
    const auto& out = graphs.outgoing(invariant.places.front());
    if (out.empty() || invariant.formula.is_true()) continue;
    ReportThreadInvariant told;
    for (const LocationId place : invariant.places) {
      if (graphs.outgoing(place).empty()) continue;
      const std::string& name = graphs.threads[graphs.edge(graphs.outgoing(place).front()).thread].name;
      told.thread += (told.thread.empty() ? "" : " and ") + name;
    }
    told.place = report_place(graphs, graphs.edge(out.front()));
    told.text = texts.of(invariant.formula);
    result.of_threads.push_back(std::move(told));
  }
  return result;
}

}  // namespace

ReportProof report_proof(const Program& program, const ProofEvidence& evidence) {
  using Kind = ReportProof::Kind;
  return std::visit(
      Overloaded{
          [&](const InductiveAnnotation& annotation) {
            ReportProof proof = of_annotation(Kind::annotation, annotation);
            // A place in an interleaving is one of all threads at once, and means nothing to a reader.
            if (program.threads.empty()) proof.of_elements = ElementInvariants(program, annotation).all();
            return proof;
          },
          [](const ProcedureSummaries& summaries) { return of_annotation(Kind::summaries, summaries.annotation); },
          [](const Unrolling& unrolling) {
            return ReportProof{.kind = Kind::unrolling,
                               .depth = unrolling.depth,
                               .repeats = unrolling.repeats,
                               .paths = unrolling.paths};
          },
          [](const Enumeration& enumeration) {
            return ReportProof{
                .kind = Kind::enumeration, .executions = enumeration.executions, .bounds = enumeration.bounds};
          },
          [](const ThreadModularProof& proof) { return of_threads(proof); },
          [&](const SeparateProofs& separate) {
            ReportProof result{Kind::separate};
            for (const Safe& proof : separate.proofs) result.parts.push_back(report_proof(program, proof.evidence));
            return result;
          }},
      evidence);
}

}  // namespace bireach::checker
