// SPDX-License-Identifier: Apache-2.0
/// Formulas without arrays: what is read of an array is spelled out over the writes before it.
#pragma once

#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// Replaces reads of arrays by terms without arrays: read over write (J. McCarthy, "Towards a Mathematical Science of
/// Computation", 1962), and a new variable for what is read of an array variable at an index, equal to another one
/// where the indices are (W. Ackermann, "Solvable Cases of the Decision Problem", 1954). Worth it where arrays are
/// small or mostly read at constants: a solver for bit-vectors takes the result.
class ArrayElimination {
 public:
  /// Gives up once there are more than `limit` pairs of an array and an index that it is read at, or `stop` is
  /// requested.
  ArrayElimination(TermManager& terms, std::size_t limit, std::stop_token stop = {})
      : terms_(terms), limit_(limit), stop_(std::move(stop)) {}

  /// A formula without arrays that holds in the same models as `formula`, as long as the lemmas hold too, which some
  /// extension of each model satisfies. Null: it has quantifiers, compares arrays, or is too large; from then on it is
  /// always null. Linear in the number of pairs; each entry of a table (table_read) counts as one.
  [[nodiscard]] Term eliminate(Term formula);
  /// What holds of the new variables; a call of `eliminate` may add to the end.
  [[nodiscard]] const std::vector<Term>& lemmas() const { return lemmas_; }
  /// Adds the values of the array variables to a model of the results and the lemmas.
  void complete(Model& model) const;

 private:
  struct Read {
    Term array;
    Term index;
    bool operator==(const Read&) const = default;
  };
  struct ReadHash {
    std::size_t operator()(const Read& read) const { return TermHash{}(read.array) * 31 + TermHash{}(read.index); }
  };
  /// What a variable is read at, and as what.
  struct Cell {
    Term index;
    Term value;
  };
  /// Something to find out: a term without arrays in place of `term`, or (with `index`) what an array is there.
  struct Goal {
    Term term;
    Term index;
  };

  [[nodiscard]] Term known(const Goal& goal) const;
  /// Null: other goals come first, which are pushed.
  [[nodiscard]] Term solve(const Goal& goal, std::vector<Goal>& goals);
  [[nodiscard]] Term solve_read(Term array, Term index, std::vector<Goal>& goals);
  /// Where many values were written at constant indices: what is read of them at another index.
  [[nodiscard]] Term solve_table(Term array, Term index, std::vector<Goal>& goals);
  [[nodiscard]] Term cell_of(Term variable, Term index);
  /// The result for it, or null with the goal pushed.
  [[nodiscard]] Term need(const Goal& goal, std::vector<Goal>& goals) const;

  TermManager& terms_;
  std::size_t limit_;
  std::stop_token stop_;
  std::size_t entries_ = 0;  ///< of the tables made
  bool failed_ = false;
  std::unordered_map<Term, Term, TermHash> plain_;
  std::unordered_map<Read, Term, ReadHash> reads_;
  std::unordered_map<Term, std::vector<Cell>, TermHash> cells_;
  std::vector<Term> lemmas_;
};

}  // namespace bireach::logic
