// SPDX-License-Identifier: Apache-2.0
/// Which conditions of branches are worth splitting states by.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "abstraction/domains/lifted_state.h"
#include "abstraction/fixpoint/fixpoint.h"

namespace bireach::abstraction {

/// Does the join of what is known before both ways of a branch, filtered by its condition, no longer say what was known
/// before the one that the edge takes?
template <AbstractDomain D>
[[nodiscard]] bool is_lost(const D& way, D join, const frontend::Statement& edge) {
  return !way.includes(after(std::move(join), edge));
}

/// The conditions of branches at which states of executions that fail (`known`, by location) differ on both ways so
/// that their join loses it, the nearest to the errors first; at most so many, and none that the states are split by
/// already. Algorithm 1 of A. Dimovski (SAS 2023) takes every `if` whose branches' preconditions differ; within what
/// forward analysis knows they nearly always do.
template <LiftableDomain D>
[[nodiscard]] std::vector<BranchPredicate> lossy_branches(const frontend::Program& program,
                                                          const std::vector<LiftedState<D>>& known, std::size_t most) {
  std::vector<BranchPredicate> result;
  std::vector<std::size_t> errors;
  const std::vector<bool> goals = error_locations(program);
  for (std::size_t l = 0; l < goals.size(); ++l)
    if (goals[l]) errors.push_back(l);
  for (const std::size_t node : weak_topological_order(backward_graph(program), errors).nodes) {
    const auto location = static_cast<frontend::LocationId>(node);
    const LiftedState<D>& here = known[location];
    const auto& outgoing = program.outgoing(location);
    if (outgoing.size() != 2 || here.is_bottom()) continue;
    const frontend::Statement& first = program.edge(outgoing[0]).statement;
    const frontend::Statement& second = program.edge(outgoing[1]).statement;
    if (!frontend::is_assume(first) || !frontend::is_assume(second)) continue;
    const LiftedState<D> a = before(known[program.target(outgoing[0])], first, here);
    const LiftedState<D> b = before(known[program.target(outgoing[1])], second, here);
    const LiftedState<D> join = a.join(b);
    if (!is_lost(a, join, first) && !is_lost(b, join, second)) continue;
    const auto predicate = BranchPredicate::make(program, frontend::as_assume(first)->condition);
    const auto is_same = [&](const BranchPredicate& other) {
      return predicate && other.decided_by(*frontend::as_assume(first)->condition, true).has_value();
    };
    const auto& used = here.lifting().predicates();
    if (!predicate || std::any_of(used.begin(), used.end(), is_same) ||
        std::any_of(result.begin(), result.end(), is_same))
      continue;
    if (used.size() + result.size() >= most) break;
    result.push_back(*predicate);
  }
  return result;
}

}  // namespace bireach::abstraction
