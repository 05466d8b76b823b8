// SPDX-License-Identifier: Apache-2.0
#include "logic/elimination/quantifier_elimination.h"

#include <algorithm>
#include <unordered_map>

#include "logic/elimination/rule_eliminator.h"
#include "logic/elimination/solver_elimination.h"

namespace bireach::logic {
namespace {

constexpr std::size_t kMaxResultSize = 2000;

using Clock = std::chrono::steady_clock;

/// What is left of one elimination's time for the solvers.
class SolverElimination {
 public:
  SolverElimination(TermManager& terms, const EliminationConfig& config)
      : terms_(terms), config_(config), deadline_(Clock::now() + config.time_limit) {}

  std::optional<Term> operator()(const std::vector<Term>& variables, Term body) const {
    for (const auto backend : {&eliminate_with_cvc5, &eliminate_by_models}) {
      EliminationConfig config = config_;
      config.time_limit = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
      if (config.time_limit.count() <= 0 || config.stop.stop_requested()) return std::nullopt;
      if (backend == &eliminate_with_cvc5)  // leave the second one a chance
        config.time_limit = config.time_limit / 2 + std::chrono::milliseconds(1);
      const std::optional<Term> result = backend(terms_, variables, body, config);
      if (result && !result->has_quantifier() && dag_size(*result) <= kMaxResultSize) return result;
    }
    return std::nullopt;
  }

 private:
  TermManager& terms_;
  const EliminationConfig& config_;
  Clock::time_point deadline_;
};

/// Innermost quantifiers first; nothing once one of them stays.
class Eliminator {
 public:
  Eliminator(TermManager& terms, const EliminationConfig& config) : terms_(terms), config_(config) {}

  std::optional<Term> run(Term term) {
    if (!term.has_quantifier()) return term;
    if (const auto found = done_.find(term); found != done_.end()) return found->second;
    const bool universal = term.kind() == Kind::Forall;
    std::optional<Term> result;
    if (universal || term.kind() == Kind::Exists) {
      const auto children = term.children();
      const std::vector<Term> variables(children.begin(), children.end() - 1);
      const std::optional<Term> body = run(children.back());
      if (!body) return std::nullopt;
      result = eliminate_exists(terms_, variables, universal ? terms_.not_(*body) : *body, config_);
      if (result && universal) result = terms_.not_(*result);
    } else {
      std::vector<Term> children;
      for (Term child : term.children()) {
        const std::optional<Term> part = run(child);
        if (!part) return std::nullopt;
        children.push_back(*part);
      }
      result = terms_.rebuild(term, children);
    }
    if (result) done_.emplace(term, *result);
    return result;
  }

 private:
  TermManager& terms_;
  const EliminationConfig& config_;
  std::unordered_map<Term, Term, TermHash> done_;
};

}  // namespace

std::optional<Term> eliminate_exists(TermManager& terms, const std::vector<Term>& variables, Term body,
                                     const EliminationConfig& config) {
  if (body.has_quantifier()) {
    const std::optional<Term> inner = eliminate_quantifiers(terms, body, config);
    if (!inner) return std::nullopt;
    body = *inner;
  }
  RuleEliminator eliminator(terms, SolverElimination(terms, config));
  const Term result = eliminator.run(variables, body);
  if (!eliminator.kept().empty() || dag_size(result) > kMaxResultSize) return std::nullopt;
  return result;
}

std::optional<Term> eliminate_quantifiers(TermManager& terms, Term term, const EliminationConfig& config) {
  return Eliminator(terms, config).run(term);
}

}  // namespace bireach::logic
