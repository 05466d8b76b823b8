// SPDX-License-Identifier: Apache-2.0
/// A domain lifted to decision diagrams over predicates: disjunctions that the branches of a program tell apart.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "abstraction/domains/abstract_domain.h"
#include "abstraction/domains/branch_predicate.h"
#include "abstraction/domains/decision_diagram.h"

namespace bireach::abstraction {

template <typename D>
concept LiftableDomain = AbstractDomain<D> && DiagramLeaf<D>;

/// By predicate: what its truth value is; nothing: either.
using Cube = std::vector<std::optional<bool>>;

/// What states of one lifted domain share: the predicates, in order, and the diagrams. Predicates may be added while
/// there are states, which do not speak of them.
template <LiftableDomain D>
class Lifting {
 public:
  explicit Lifting(const frontend::Program& program) : program_(&program) {}

  void add(BranchPredicate predicate) { predicates_.push_back(std::move(predicate)); }
  [[nodiscard]] const std::vector<BranchPredicate>& predicates() const { return predicates_; }
  [[nodiscard]] const frontend::Program& program() const { return *program_; }
  [[nodiscard]] DecisionDiagrams<D>& diagrams() { return diagrams_; }

 private:
  const frontend::Program* program_;
  std::vector<BranchPredicate> predicates_;
  DecisionDiagrams<D> diagrams_;
};

/// The functor BD(P, A) of A. Dimovski, Error invariants for fault localization via abstract interpretation, SAS 2023,
/// section 4.3 (J. Chen, P. Cousot, A binary decision tree abstract domain functor, SAS 2015): a state of the base
/// domain for each evaluation of the predicates, as a reduced diagram. A concrete state is meant if it is among those
/// of the leaf that the predicates' truth values in it lead to.
///
/// Order, bounds, widening and narrowing are those of the leaves; what cannot be with the predicates above it becomes
/// bottom when a statement changes it. Two states have the same lifting, or one of them speaks of no predicate.
template <LiftableDomain D>
class LiftedState {
 public:
  static LiftedState top(const frontend::Program& program) {
    return LiftedState(std::make_shared<Lifting<D>>(program), D::top(program));
  }
  static LiftedState bottom(const frontend::Program& program) {
    return LiftedState(std::make_shared<Lifting<D>>(program), D::bottom(program));
  }
  /// The same whatever the predicates say.
  LiftedState(std::shared_ptr<Lifting<D>> lifting, D state) : lifting_(std::move(lifting)) { root_ = leaf(state); }

  [[nodiscard]] bool is_bottom() const { return root_->is_leaf() && root_->leaf->is_bottom(); }
  [[nodiscard]] bool includes(const LiftedState& other) const { return includes(*root_, *other.root_); }
  [[nodiscard]] LiftedState join(const LiftedState& other) const {
    return combined(other, [](const D& a, const D& b) { return a.join(b); });
  }
  [[nodiscard]] LiftedState meet(const LiftedState& other) const {
    return combined(other, [](const D& a, const D& b) { return a.meet(b); });
  }
  [[nodiscard]] LiftedState widen(const LiftedState& newer, const Thresholds& thresholds) const {
    return combined(newer, [&](const D& a, const D& b) { return a.widen(b, thresholds); });
  }
  [[nodiscard]] LiftedState narrow(const LiftedState& newer) const {
    return combined(newer, [](const D& a, const D& b) { return a.narrow(b); });
  }

  void assign(const frontend::LValue& target, const frontend::Expr& expr) {
    change(target, [&](D& state) { state.assign(target, expr); });
  }
  void havoc(const frontend::LValue& target) {
    change(target, [&](D& state) { state.havoc(target); });
  }
  void assume(const frontend::Expr& expr, bool holds);
  void assign_backward(const frontend::LValue& target, const frontend::Expr& expr, const LiftedState& known) {
    change_back(target, known, [&](D& state, const D& from) { state.assign_backward(target, expr, from); });
  }
  void havoc_backward(const frontend::LValue& target, const LiftedState& known) {
    change_back(target, known, [&](D& state, const D& from) { state.havoc_backward(target, from); });
  }

  /// States for which the predicates have these values.
  struct Part {
    Cube cube;
    D state;
  };
  /// Those on each way down; only ones in which the predicates on it are assumed to hold, and that are not bottom.
  [[nodiscard]] std::vector<Part> parts() const;
  /// The ways down to bottom.
  [[nodiscard]] std::vector<Cube> excluded() const;
  /// All parts together, without predicates.
  [[nodiscard]] D flattened() const;
  [[nodiscard]] const Lifting<D>& lifting() const { return *lifting_; }
  /// Of equal functions with one lifting it is the same.
  [[nodiscard]] const Diagram<D>& root() const { return root_; }

 private:
  using Node = DiagramNode<D>;
  using Parts = std::vector<Part>;

  [[nodiscard]] const std::vector<BranchPredicate>& predicates() const { return lifting_->predicates(); }
  /// All bottoms are one leaf.
  [[nodiscard]] Diagram<D> leaf(const D& state) const {
    return lifting_->diagrams().leaf(state.is_bottom() ? D::bottom(lifting_->program()) : state);
  }

  static bool includes(const Node& a, const Node& b) {
    if (&a == &b || (b.is_leaf() && b.leaf->is_bottom())) return true;
    if (a.is_leaf() && b.is_leaf()) return a.leaf->includes(*b.leaf);
    const bool a_decides = !a.is_leaf() && (b.is_leaf() || a.level <= b.level);
    const bool b_decides = !b.is_leaf() && (a.is_leaf() || b.level <= a.level);
    return includes(a_decides ? *a.high : a, b_decides ? *b.high : b) &&
           includes(a_decides ? *a.low : a, b_decides ? *b.low : b);
  }

  template <typename F>
  [[nodiscard]] LiftedState combined(const LiftedState& other, const F& f) const;
  /// Takes part in the other's lifting, if it speaks of no predicate in its own.
  void adopt(const LiftedState& other) {
    if (lifting_ == other.lifting_ || !root_->is_leaf() || other.predicates().empty()) return;
    lifting_ = other.lifting_;
    root_ = leaf(*root_->leaf);
  }

  template <typename F>
  void for_each_way(const Node& node, Cube& cube, const F& f) const;
  /// False: it is decided otherwise already.
  static bool decide(std::optional<bool>& literal, const std::optional<bool>& value) {
    const bool agrees = !value || !literal || *literal == *value;
    if (value) literal = value;
    return agrees;
  }
  /// False: there is no such state.
  [[nodiscard]] bool restrict_to_cube(Part& part) const;
  void set(Parts parts) { root_ = built(std::move(parts), 0); }
  [[nodiscard]] Diagram<D> built(Parts parts, std::size_t level) const;

  /// Reconstruction on leaves: predicates that may change are forgotten, and what is then known of them asked anew.
  template <typename F>
  void change(const frontend::LValue& target, const F& f);
  template <typename F>
  void change_back(const frontend::LValue& target, const LiftedState& known, const F& f);
  [[nodiscard]] std::vector<std::size_t> affected_by(const frontend::LValue& target) const;
  void split(Part part, const std::vector<std::size_t>& by, std::size_t next, Parts& result) const;

  std::shared_ptr<Lifting<D>> lifting_;
  Diagram<D> root_;
};

template <LiftableDomain D>
template <typename F>
LiftedState<D> LiftedState<D>::combined(const LiftedState& other, const F& f) const {
  LiftedState result = *this;
  LiftedState second = other;
  result.adopt(second);
  second.adopt(result);
  const auto on_leaves = [&](const D& a, const D& b) {
    D state = f(a, b);
    return state.is_bottom() ? D::bottom(lifting_->program()) : state;
  };
  result.root_ = result.lifting_->diagrams().apply(result.root_, second.root_, on_leaves);
  return result;
}

template <LiftableDomain D>
template <typename F>
void LiftedState<D>::for_each_way(const Node& node, Cube& cube, const F& f) const {
  if (node.is_leaf()) {
    f(cube, *node.leaf);
    return;
  }
  cube[node.level] = true;
  for_each_way(*node.high, cube, f);
  cube[node.level] = false;
  for_each_way(*node.low, cube, f);
  cube[node.level] = std::nullopt;
}

template <LiftableDomain D>
std::vector<typename LiftedState<D>::Part> LiftedState<D>::parts() const {
  Parts result;
  Cube cube(predicates().size());
  for_each_way(*root_, cube, [&](const Cube& way, const D& state) {
    Part part{way, state};
    if (restrict_to_cube(part)) result.push_back(std::move(part));
  });
  return result;
}

template <LiftableDomain D>
std::vector<Cube> LiftedState<D>::excluded() const {
  std::vector<Cube> result;
  Cube cube(predicates().size());
  for_each_way(*root_, cube, [&](const Cube& way, const D& state) {
    Part part{way, state};
    if (!restrict_to_cube(part)) result.push_back(way);
  });
  return result;
}

template <LiftableDomain D>
D LiftedState<D>::flattened() const {
  D result = D::bottom(lifting_->program());
  for (const Part& part : parts()) result = result.join(part.state);
  return result;
}

template <LiftableDomain D>
bool LiftedState<D>::restrict_to_cube(Part& part) const {
  for (std::size_t i = 0; i < part.cube.size() && !part.state.is_bottom(); ++i)
    if (part.cube[i]) part.state.assume(*predicates()[i].condition(), *part.cube[i]);
  return !part.state.is_bottom();
}

template <LiftableDomain D>
Diagram<D> LiftedState<D>::built(Parts parts, std::size_t level) const {
  const auto speaks = [&](const Part& part) { return part.cube[level].has_value(); };
  while (level < predicates().size() && std::none_of(parts.begin(), parts.end(), speaks)) ++level;
  if (level == predicates().size()) {
    D result = D::bottom(lifting_->program());
    for (const Part& part : parts) result = result.join(part.state);
    return leaf(result);
  }
  Parts high;
  Parts low;
  for (Part& part : parts) {
    if (part.cube[level].value_or(true)) high.push_back(part);
    if (!part.cube[level].value_or(false)) low.push_back(std::move(part));
  }
  Diagram<D> on_high = built(std::move(high), level + 1);
  return lifting_->diagrams().node(level, std::move(on_high), built(std::move(low), level + 1));
}

template <LiftableDomain D>
void LiftedState<D>::assume(const frontend::Expr& expr, bool holds) {
  Parts kept;
  for (Part& part : parts()) {
    bool is_possible = true;
    for (std::size_t i = 0; i < part.cube.size(); ++i)
      is_possible = decide(part.cube[i], predicates()[i].decided_by(expr, holds)) && is_possible;
    if (!is_possible) continue;
    part.state.assume(expr, holds);
    if (restrict_to_cube(part)) kept.push_back(std::move(part));
  }
  set(std::move(kept));
}

template <LiftableDomain D>
std::vector<std::size_t> LiftedState<D>::affected_by(const frontend::LValue& target) const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < predicates().size(); ++i)
    if (predicates()[i].reads(target.variable)) result.push_back(i);
  return result;
}

template <LiftableDomain D>
void LiftedState<D>::split(Part part, const std::vector<std::size_t>& by, std::size_t next, Parts& result) const {
  if (next == by.size()) {
    result.push_back(std::move(part));
    return;
  }
  const std::size_t predicate = by[next];
  if (part.cube[predicate]) return split(std::move(part), by, next + 1, result);
  Part holds = part;
  Part fails = part;
  const frontend::Expr& condition = *predicates()[predicate].condition();
  holds.state.assume(condition, true);
  fails.state.assume(condition, false);
  // Nothing is learned from it.
  if (holds.state == part.state && fails.state == part.state) return split(std::move(part), by, next + 1, result);
  holds.cube[predicate] = true;
  fails.cube[predicate] = false;
  if (!holds.state.is_bottom()) split(std::move(holds), by, next + 1, result);
  if (!fails.state.is_bottom()) split(std::move(fails), by, next + 1, result);
}

template <LiftableDomain D>
template <typename F>
void LiftedState<D>::change(const frontend::LValue& target, const F& f) {
  const std::vector<std::size_t> affected = affected_by(target);
  Parts changed;
  for (Part& part : parts()) {
    f(part.state);
    for (const std::size_t i : affected) part.cube[i] = std::nullopt;
    if (restrict_to_cube(part)) split(std::move(part), affected, 0, changed);
  }
  set(std::move(changed));
}

template <LiftableDomain D>
template <typename F>
void LiftedState<D>::change_back(const frontend::LValue& target, const LiftedState& known, const F& f) {
  adopt(known);
  LiftedState within = known;
  within.adopt(*this);
  const std::vector<std::size_t> affected = affected_by(target);
  const Parts before = within.parts();
  Parts changed;
  for (Part& part : parts()) {
    for (const std::size_t i : affected) part.cube[i] = std::nullopt;
    for (const Part& from : before) {
      Part now = part;
      bool is_possible = true;
      for (std::size_t i = 0; i < now.cube.size(); ++i) is_possible = decide(now.cube[i], from.cube[i]) && is_possible;
      if (!is_possible) continue;
      f(now.state, from.state);
      if (restrict_to_cube(now)) split(std::move(now), affected, 0, changed);
    }
  }
  set(std::move(changed));
  *this = meet(within);  // joins of several parts may have left it
}

}  // namespace bireach::abstraction
