// SPDX-License-Identifier: Apache-2.0
/// By models: as long as the body has one, project it onto the free variables and leave out what the projection covers
/// (Komuravelli, Gurfinkel, Chaki, "SMT-based model checking for recursive programs", CAV 2014, section 5).
///
/// Neither Z3's tactic `qe` nor its projection is used: with a time limit version 4.8.12 crashes in the first, and ends
/// the process in the second where an array has bit-vectors as indices.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "logic/elimination/rule_eliminator.h"
#include "logic/elimination/solver_elimination.h"
#include "logic/solvers/solver.h"

namespace bireach::logic {
namespace {

using Clock = std::chrono::steady_clock;

/// More parts than this make no formula that anybody wants to work with.
constexpr std::size_t most_parts = 64;

/// A conjunction of literals without Ite that a model satisfies and that implies a formula.
class Implicant {
 public:
  Implicant(TermManager& terms, const Model& model) : terms_(terms), holds_(model) {}

  /// The formula is true in the model, and quantifier-free.
  std::vector<Term> of(Term formula) {
    add(formula, true);
    return std::move(literals_);
  }

 private:
  void add(Term formula, bool positive) {
    if (formula.kind() == Kind::Not) return add(formula[0], !positive);
    if (!seen_.insert(formula).second) return;  // its value in the model decides the polarity
    switch (formula.kind()) {
      case Kind::Constant:
        return;
      case Kind::And:
      case Kind::Or:
        return add_connective(formula, positive);
      case Kind::Ite: {
        const bool then = holds_.holds(formula[0]);
        add(formula[0], then);
        return add(formula[then ? 1 : 2], positive);
      }
      case Kind::Equal:
        if (formula[0].sort().is_bool()) {  // both have the value that they have here
          add(formula[0], holds_.holds(formula[0]));
          return add(formula[1], holds_.holds(formula[1]));
        }
        break;
      default:
        break;
    }
    const Term plain = without_ite(formula);
    literals_.push_back(positive ? plain : terms_.not_(plain));
  }

  void add_connective(Term formula, bool positive) {
    const bool all = (formula.kind() == Kind::And) == positive;
    for (const Term part : formula.children())
      if (all)
        add(part, positive);
      else if (holds_.holds(part) == positive)
        return add(part, positive);  // one suffices
  }

  /// The atom with each Ite replaced by the branch that the model takes; the conditions become literals.
  Term without_ite(Term term) {
    if (term.children().empty()) return term;
    if (const auto known = plain_.find(term); known != plain_.end()) return known->second;
    Term result = term;
    if (term.kind() == Kind::Ite) {
      const bool then = holds_.holds(term[0]);
      add(term[0], then);
      result = without_ite(term[then ? 1 : 2]);
    } else {
      std::vector<Term> children;
      for (const Term child : term.children()) children.push_back(without_ite(child));
      result = terms_.rebuild(term, children);
    }
    plain_.emplace(term, result);
    return result;
  }

  TermManager& terms_;
  Evaluator holds_;
  std::vector<Term> literals_;
  std::unordered_set<Term, TermHash> seen_;
  std::unordered_map<Term, Term, TermHash> plain_;
};

/// True in the model, over the free variables, and implies `exists variables. body`.
Term project(TermManager& terms, std::vector<Term> variables, Term body, const Model& model) {
  const Term cube = terms.and_(Implicant(terms, model).of(body));
  const Term result = eliminate_cheaply(terms, variables, cube);
  Substitution values;
  for (const Term variable : variables)
    values.emplace(variable, terms.from_value(model.get(variable), variable.sort()));
  return terms.substitute(result, values);
}

}  // namespace

std::optional<Term> eliminate_by_models(TermManager& terms, const std::vector<Term>& variables, Term body,
                                        const EliminationConfig& config) {
  constexpr std::size_t largest_body = 20000;  // recursion goes as deep
  if (mentions_floating(body) || body.has_quantifier() || dag_size(body) > largest_body) return std::nullopt;
  const auto deadline = Clock::now() + config.time_limit;
  SolverConfig limits;
  // The simple solver, which has all theories: tactics run timers of their own, which can deadlock in Z3 4.8.12.
  limits.theory = SolverTheory::linear_integers;
  limits.stop = config.stop;
  limits.statistics = config.statistics;
  const auto solver = make_solver(SolverKind::z3, terms, limits);
  solver->add(body);
  std::vector<Term> parts;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return std::nullopt;
    solver->set_time_limit(left);
    const SatResult answer = solver->check();
    if (answer == SatResult::unsat) return terms.or_(std::move(parts));
    if (answer != SatResult::sat || parts.size() == most_parts) return std::nullopt;
    parts.push_back(project(terms, variables, body, solver->model()));
    solver->add(terms.not_(parts.back()));
  }
}

}  // namespace bireach::logic
