// SPDX-License-Identifier: Apache-2.0
/// Predicates that a location's states may be annotated with: those of the traces so far and weakened ones. Any set of
/// predicates is sound, since the fixpoint judges them ("Static fault localization for simple bugs", 2017,
/// section 4.5); these are made to say more about loops that run once more.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "relevance/danger/formula_pool.h"

namespace bireach::relevance {

class CandidateStore {
 public:
  /// Of one location, at most.
  static constexpr std::size_t capacity = 30;

  explicit CandidateStore(FormulaPool& pool) : pool_(pool) {}

  /// The predicate of a trace at this location, and predicates weaker than it: with a conjunct dropped, equalities
  /// weakened to bounds, and variables with the same constant value equated. The trace's own push out older ones.
  void learn(std::uint32_t location, FormulaId predicate);
  /// Weakest first as far as known without a solver: fewer conjuncts first, then as learnt.
  [[nodiscard]] const std::vector<FormulaId>& of(std::uint32_t location) const;
  /// As learnt, without the weakened ones.
  [[nodiscard]] const std::vector<FormulaId>& originals(std::uint32_t location) const;

 private:
  struct Location {
    std::vector<FormulaId> originals;
    std::vector<FormulaId> ordered;
  };

  void rebuild(Location& location);

  FormulaPool& pool_;
  std::map<std::uint32_t, Location> locations_;
};

/// Formulas that the predicate implies, see CandidateStore::learn; not more than `at_most`.
[[nodiscard]] std::vector<logic::Term> weakenings(logic::TermManager& terms, logic::Term predicate,
                                                  std::size_t at_most);

}  // namespace bireach::relevance
