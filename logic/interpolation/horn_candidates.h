// SPDX-License-Identifier: Apache-2.0
/// Formulas of a simple shape that may solve Horn clauses: literals about one or two parameters, and implications from
/// what a parameter with few values says to such a literal.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "logic/interpolation/horn_clauses.h"

namespace bireach::logic {

/// Collects of a system what its candidates are made of: constants that it compares with, and the values of parameters
/// that only ever are one of a few constants.
class HornCandidates {
 public:
  HornCandidates(TermManager& terms, const HornSystem& system);

  /// Over the parameters of the predicate: Booleans and their negations, integers compared with constants and with each
  /// other.
  [[nodiscard]] std::vector<Term> literals(std::size_t predicate) const;
  /// That one integer is the sum of two others; of predicates with few of them.
  [[nodiscard]] std::vector<Term> sums(std::size_t predicate) const;
  /// A Boolean parameter, or one with few values and one of them; and what each of these negates.
  [[nodiscard]] std::vector<Term> guards(std::size_t predicate) const;

 private:
  void collect_constants();
  void collect_values();

  TermManager& terms_;
  const HornSystem& system_;
  std::vector<Integer> constants_;                ///< sorted
  std::map<Term, std::set<Integer>> few_values_;  ///< by parameter
};

}  // namespace bireach::logic
