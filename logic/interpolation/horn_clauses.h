// SPDX-License-Identifier: Apache-2.0
/// Constrained Horn clauses, not only linear ones: a clause may use several predicates, so that procedures can be
/// described by summaries (Grebenshchikov, Lopes, Popeea, Rybalchenko, "Synthesizing Software Verifiers from Proof
/// Rules", PLDI 2012).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "logic/interpolation/interpolation.h"

namespace bireach::logic {

/// A predicate that is searched for, over these parameters (distinct variables).
struct HornPredicate {
  std::string name;  ///< unique
  std::vector<Term> parameters;
};
struct HornAtom {
  std::size_t predicate;
  std::vector<Term> arguments;
};
/// For all values of its free variables: body /\ constraint -> head (nothing: false).
struct HornClause {
  std::vector<HornAtom> body;
  Term constraint;
  std::optional<HornAtom> head;
};
struct HornSystem {
  std::vector<HornPredicate> predicates;
  std::vector<HornClause> clauses;
};

/// How Spacer goes about it. None of these is better than the others: each way it proves what it misses in the others,
/// or needs ten times the time for.
struct SpacerStrategy {
  bool equal_terms = true;           ///< lemmas are told of equal terms (eq_prop)
  bool proxies = true;               ///< names for what is blocked are kept (keep_proxy)
  bool weak_abstraction = true;      ///< conditions are relaxed before they are blocked (weak_abs)
  bool simplified_subgoals = false;  ///< states to block are simplified (simplify_pob)
};

/// One formula over the parameters for each predicate, such that all clauses hold; by Z3's Spacer (Komuravelli,
/// Gurfinkel, Chaki, "SMT-Based Model Checking for Recursive Programs", CAV 2014). The formulas are a proposal: see
/// check_horn_interpretation. A failure (no solution, unknown, out of time) says nothing about the clauses.
[[nodiscard]] std::variant<std::vector<Term>, InterpolationFailure> solve_horn_clauses(
    TermManager& terms, const HornSystem& system, const InterpolationConfig& config,
    const SpacerStrategy& strategy = {});

/// Does every clause hold under the interpretation? Nothing: yes; else which one does not, or was not decided.
[[nodiscard]] std::optional<std::string> check_horn_interpretation(TermManager& terms, Solver& solver,
                                                                   const HornSystem& system,
                                                                   const std::vector<Term>& interpretation);

}  // namespace bireach::logic
