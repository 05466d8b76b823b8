// SPDX-License-Identifier: Apache-2.0
/// Arrays seen through single cells: a formula without arrays that every model of the formula gives a model of
/// (Monniaux, Gonnord, "Cell Morphing: From Array Programs to Array-Free Horn Clauses", SAS 2016).
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "logic/terms/term_manager.h"
#include "logic/terms/term_map.h"

namespace bireach::logic {

/// Writes terms without arrays. What is read from an array variable becomes a variable for that cell; stores, choices
/// and constant arrays are seen through. Whatever else is said of arrays becomes arbitrary, so the result follows from
/// the original, not the other way round.
class CellReads {
 public:
  explicit CellReads(TermManager& terms) : terms_(terms) {}

  /// A cell of an array variable; the index has no arrays in it.
  struct Read {
    Term array;
    Term index;
    Term value;  ///< a variable
  };

  /// Names the cell of an array variable. Precondition: it was not read yet.
  void name(Term array, Term index, Term value) { reads_.push_back({array, index, value}); }
  /// A term that is no array, without arrays.
  [[nodiscard]] Term rewrite(Term term);
  /// The element of any term of array sort. Precondition: the index has no arrays in it.
  [[nodiscard]] Term read(Term array, Term index);
  [[nodiscard]] const std::vector<Read>& reads() const { return reads_; }
  /// The reads of whose values the terms speak, or the indices of such reads; what the other cells hold does not
  /// matter.
  [[nodiscard]] std::vector<Read> reads_in(const std::vector<Term>& terms) const;
  /// Cells of one array at equal indices hold equal values. Quadratic in the reads of each array.
  [[nodiscard]] Term consistency(const std::vector<Read>& reads) const;

 private:
  [[nodiscard]] Term read_within(Term array, Term index, std::size_t depth);
  [[nodiscard]] Term read_through(Term array, Term index, std::size_t depth);
  [[nodiscard]] Term cell(Term array, Term index);
  /// Any value.
  [[nodiscard]] Term arbitrary(Sort sort) { return terms_.fresh_variable("any!", sort); }

  TermManager& terms_;
  std::vector<Read> reads_;
  TermMap<Term> rewritten_;
  std::map<std::pair<Term, Term>, Term> elements_;  ///< by array and index: merged states share much
};

}  // namespace bireach::logic
