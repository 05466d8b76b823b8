// SPDX-License-Identifier: Apache-2.0
/// What an abstract domain is (P. Cousot, R. Cousot, Abstract interpretation: a unified lattice model for static
/// analysis of programs by construction or approximation of fixpoints, POPL 1977).
#pragma once

#include <concepts>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::abstraction {

/// Where widening stops first; sorted.
using Thresholds = std::vector<logic::Integer>;

/// A value of a domain stands for a set of states of one program, in which every variable has a value of its type; it
/// may stand for more states than those meant, never for fewer. States refer to the program, which has to outlive them.
///
///   top(program), bottom(program)  all states; none
///   is_bottom()         no state at all (what stands for none need not know it)
///   a.includes(b)       the order: b's states are among a's; reflexive, transitive
///   a.join(b)           an upper bound of both
///   a.meet(b)           at least the states in both
///   a.widen(b, where)   an upper bound of a and b; no sequence a, a.widen(b1), … grows without end, also without
///                       thresholds
///   a.narrow(b)         at least the states in both; b is what an iteration gives that started from a
///
/// Operations that change a state to one after (before) a statement. Executions are left out that divide by zero, shift
/// out of range, write outside of an array, or overflow where `Program::signed_overflow` says that it is undefined.
/// What is read outside of an array is arbitrary, and memory may be written anywhere: so it is with proofs, too
/// (frontend::OutOfBoundsReads::arbitrary).
///
///   assign(target, e)   all states after target := e, a whole array as in frontend::Assign
///   assume(e, holds)    all states of these in which e is defined and (not) zero
///   havoc(target)
///   assign_backward(target, e, known), havoc_backward(target, known)
///                       all states among `known` from which the statement leads to these
template <typename D>
concept AbstractDomain = std::copyable<D> &&
    requires(D state, const D& other, const frontend::Program& program, const frontend::LValue& target,
             const frontend::Expr& expr, const Thresholds& where) {
  { D::top(program) } -> std::same_as<D>;
  { D::bottom(program) } -> std::same_as<D>;
  { other.is_bottom() } -> std::same_as<bool>;
  { other.includes(other) } -> std::same_as<bool>;
  { other.join(other) } -> std::same_as<D>;
  { other.meet(other) } -> std::same_as<D>;
  { other.widen(other, where) } -> std::same_as<D>;
  { other.narrow(other) } -> std::same_as<D>;
  { state.assign(target, expr) } -> std::same_as<void>;
  { state.assume(expr, true) } -> std::same_as<void>;
  { state.havoc(target) } -> std::same_as<void>;
  { state.assign_backward(target, expr, other) } -> std::same_as<void>;
  { state.havoc_backward(target, other) } -> std::same_as<void>;
};

/// All states after the statement.
template <AbstractDomain D>
[[nodiscard]] D after(D state, const frontend::Statement& statement) {
  frontend::match(
      statement, [&](const frontend::Assign& assign) { state.assign(assign.target, *assign.value); },
      [&](const frontend::Assume& assume) { state.assume(*assume.condition, true); },
      [&](const frontend::Havoc& havoc) { state.havoc(havoc.target); });
  return state;
}

/// All states among `known` from which the statement leads to `state`.
template <AbstractDomain D>
[[nodiscard]] D before(D state, const frontend::Statement& statement, const D& known) {
  frontend::match(
      statement, [&](const frontend::Assign& assign) { state.assign_backward(assign.target, *assign.value, known); },
      [&](const frontend::Assume& assume) {
        state = state.meet(known);
        state.assume(*assume.condition, true);
      },
      [&](const frontend::Havoc& havoc) { state.havoc_backward(havoc.target, known); });
  return state;
}

}  // namespace bireach::abstraction
