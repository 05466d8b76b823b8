// SPDX-License-Identifier: Apache-2.0
#include "relevance/statements/constant_claims.h"

#include <algorithm>

namespace bireach::relevance {

using logic::Integer;
using logic::SatResult;
using logic::Term;

ConstantClaims::ConstantClaims(TraceTransitions& transitions, SymbolicValuation& symbolic, Solvers solvers,
                               std::size_t position, const SuffixCondition& condition, Deadline deadline)
    : transitions_(transitions),
      symbolic_(symbolic),
      solvers_(solvers),
      position_(position),
      condition_(condition),
      deadline_(deadline) {}

SatResult ConstantClaims::ask(QuerySolver& solver, std::vector<Term> formulas, logic::Model* model) {
  const Answer answer = solver.check(formulas, share_of(deadline_, 20));
  if (model != nullptr) *model = answer.model;
  return answer.result;
}

/// Executes the trace with the constant left open, once; false if there is no time for it.
bool ConstantClaims::start() {
  if (trace_ || given_up_) return !given_up_;
  try {
    const Term chosen = condition_.chosen;
    std::vector<bool> replaced(transitions_.trace().length(), false);
    replaced[position_] = true;
    trace_.emplace(transitions_.trace(), transitions_, std::move(replaced), chosen, share_of(deadline_, 30));
  } catch (const DeadlineExceeded&) {
    given_up_ = true;
  }
  return !given_up_;
}

/// The inputs of the replaced trace, up to the position, are those of an execution of the trace.
std::vector<Term> ConstantClaims::same_prefix() {
  std::vector<Term> result = trace_->fixed();
  for (std::size_t k = 0; k < position_; ++k)
    if (const Term choice = trace_->choice(k); !choice.is_null())
      result.push_back(transitions_.terms().equal(choice, symbolic_.havoc_value(k)));
  return result;
}

/// Does the value block every input? True if the fix says so, with nothing left to ask.
bool ConstantClaims::judge_all_inputs(const Integer& value, Fix& fix, int enough) {
  const auto passes = [&](const TraceInputs& inputs) { return trace_->replay(value, inputs) == SuffixEnd::passes; };
  if (std::any_of(witnesses_.begin(), witnesses_.end(), passes)) return false;
  const auto with_fixed = [&](std::vector<Term> formulas) {
    formulas.insert(formulas.end(), trace_->fixed().begin(), trace_->fixed().end());
    return formulas;
  };
  logic::Model model;
  const SatResult result = ask(solvers_.plain, with_fixed(trace_->unblocked(value, deadline_)), &model);
  if (result == SatResult::unsat) {
    fix = Fix{value, Fix::Blocks::all, true};
    return true;
  }
  if (result == SatResult::sat) {
    witnesses_.push_back(trace_->inputs_of(model));
    if (passes(witnesses_.back())) return false;
  }
  const Fix weaker{value, Fix::Blocks::all, false};
  if (weaker.strength() > std::max(enough, fix.strength())) {
    const auto formulas = trace_->with_constant(value, deadline_);
    if (!formulas || ask(solvers_.plain, with_fixed(*formulas)) == SatResult::unsat) fix = weaker;
  }
  return false;
}

bool ConstantClaims::reaching_stay_defined(const Integer& value) {
  std::vector<Term> formulas = trace_->unblocked(value, deadline_);
  const std::vector<Term> prefix = same_prefix();
  formulas.insert(formulas.end(), prefix.begin(), prefix.end());
  const auto ranges = transitions_.element_ranges(prefix);
  formulas.insert(formulas.end(), ranges.begin(), ranges.end());
  return ask(solvers_.executions, std::move(formulas)) == SatResult::unsat;
}

/// Can an execution of the trace still reach the end when the target gets this value, with any havocs of the suffix?
Fix::Blocks ConstantClaims::reaching(const Integer& value) {
  auto& terms = transitions_.terms();
  const Term chosen = condition_.chosen;
  const logic::Substitution map{{chosen, transitions_.constant(value, chosen.sort())}};
  logic::Substitution cache;
  std::vector<Term> formulas;
  for (Term guard : condition_.guards) formulas.push_back(terms.substitute(guard, map, cache));
  const auto ranges = transitions_.element_ranges(formulas);
  formulas.insert(formulas.end(), ranges.begin(), ranges.end());
  switch (ask(solvers_.executions, std::move(formulas))) {
    case SatResult::unsat:
      return Fix::Blocks::reaching;
    case SatResult::sat:
      return Fix::Blocks::one;
    case SatResult::unknown:
      break;
  }
  return Fix::Blocks::unknown;
}

Fix ConstantClaims::judge(const Integer& value, int enough) {
  Fix fix{value, Fix::Blocks::unknown, false};
  if (run_with_constant(transitions_.trace(), position_, value).end == SuffixEnd::passes) {
    fix.blocks = Fix::Blocks::one;
    return fix;
  }
  const Fix defined{value, Fix::Blocks::reaching, true};
  try {
    if (start() && judge_all_inputs(value, fix, enough)) return fix;
    const bool wanted = defined.strength() > std::max(enough, fix.strength());
    if (trace_ && wanted && reaching_stay_defined(value)) return defined;
  } catch (const DeadlineExceeded&) {
    given_up_ = true;
  }
  const Fix weaker{value, Fix::Blocks::reaching, false};
  if (weaker.strength() > std::max(enough, fix.strength())) fix.blocks = reaching(value);
  return fix;
}

}  // namespace bireach::relevance
