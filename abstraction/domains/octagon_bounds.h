// SPDX-License-Identifier: Apache-2.0
/// Bounds of sums and differences of two variables (A. Mine, The octagon abstract domain, WCRE 2001), those that say
/// something only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "frontend/program/program.h"

namespace bireach::abstraction {

/// A variable or its negation, as mathematical integers.
struct SignedVariable {
  frontend::VariableId variable = 0;
  bool negative = false;

  [[nodiscard]] SignedVariable operator-() const { return {variable, !negative}; }
  auto operator<=>(const SignedVariable&) const = default;
};

/// A conjunction of a - b <= c for variables or their negations a and b, of two different variables; with each its
/// mirror image -b - -a <= c. What follows from two of them is added with them, as long as they are not many. Bounds of
/// single variables are left to intervals.
class OctagonBounds {
 public:
  using Pair = std::pair<SignedVariable, SignedVariable>;
  using Bounds = std::map<Pair, logic::Integer>;

  bool operator==(const OctagonBounds& other) const = default;
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] std::optional<logic::Integer> bound(SignedVariable a, SignedVariable b) const;
  /// Adds a - b <= c, of two different variables. False: nothing satisfies all of them, and they are of no use any
  /// more.
  [[nodiscard]] bool add(SignedVariable a, SignedVariable b, const logic::Integer& c);
  /// Only this one, without its image and what follows: for bounds that are known to be all.
  void put(const Pair& pair, const logic::Integer& c) { bounds_[pair] = c; }
  void forget(frontend::VariableId x);
  /// x became x + c.
  void shift(frontend::VariableId x, const logic::Integer& c);

 private:
  [[nodiscard]] bool close_over(SignedVariable a, SignedVariable b, const logic::Integer& c);
  [[nodiscard]] bool tighten(SignedVariable a, SignedVariable b, const logic::Integer& c);

  Bounds bounds_;
};

}  // namespace bireach::abstraction
