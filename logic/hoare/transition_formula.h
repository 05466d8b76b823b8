// SPDX-License-Identifier: Apache-2.0
/// Transition formulas: the meaning of one statement or of a loop-free block of statements.
///
/// A transition is kept in functional form: a guard, simultaneous updates of variables, and auxiliary variables for
/// every value that is chosen arbitrarily (`havoc`). As a relation over v and v' it reads
///   exists auxiliaries. guard /\ (v' = updates(v) for updated v) /\ (v' = v for all others).
/// wp and pre are then substitutions with a quantifier over the auxiliaries only.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "logic/terms/term_manager.h"

namespace bireach::logic {

struct TransitionFormula {
  Term guard;                     ///< over variables (before) and auxiliaries; also their type ranges and definedness
  std::map<Term, Term> updates;   ///< variable -> value after, over variables (before) and auxiliaries
  std::vector<Term> auxiliaries;  ///< each occurs in this transition only
  bool exact = true;              ///< false: over-approximates (only sound for proofs)
};

/// The transition that changes nothing.
[[nodiscard]] TransitionFormula identity_transition(TermManager& terms);
/// first ; second. Auxiliaries of both must be disjoint (rename with `with_fresh_auxiliaries`).
[[nodiscard]] TransitionFormula compose(TermManager& terms, const TransitionFormula& first,
                                        const TransitionFormula& second);
/// A copy whose auxiliaries are fresh variables.
[[nodiscard]] TransitionFormula with_fresh_auxiliaries(TermManager& terms, const TransitionFormula& transition);

/// The primed copy of a variable (name + "'").
[[nodiscard]] Term primed(TermManager& terms, Term variable);
/// The relation over v and v' (auxiliaries free); variables in `frame` that are not updated keep their value.
[[nodiscard]] Term as_relation(TermManager& terms, const TransitionFormula& transition, std::span<const Term> frame);

/// wp(post, t) = forall aux. guard => post[updates] (Dijkstra); quantifier-free if post depends on no auxiliary.
[[nodiscard]] Term weakest_precondition(TermManager& terms, const TransitionFormula& transition, Term post);
/// pre(post, t) = not wp(not post, t) = exists aux. guard /\ post[updates].
[[nodiscard]] Term precondition(TermManager& terms, const TransitionFormula& transition, Term post);
/// sp(pre, t) = exists old values, aux. pre[old] /\ guard[old] /\ v = updates[old]; quantified where needed.
[[nodiscard]] Term strongest_postcondition(TermManager& terms, const TransitionFormula& transition, Term pre);

/// SSA form of a trace: conjunct i is the meaning of transition i over the variables' instances at positions i and
/// i+1; `instances[i]` maps each variable to its instance before position i (instances[n]: at the end).
/// Only changed variables get a new instance. `auxiliaries[i]` maps the transition's auxiliaries to their instances.
struct TraceFormula {
  std::vector<Term> conjuncts;
  std::vector<Substitution> instances;
  std::vector<Substitution> auxiliaries;
};
[[nodiscard]] TraceFormula trace_formula(TermManager& terms, std::span<const TransitionFormula* const> trace);

}  // namespace bireach::logic
