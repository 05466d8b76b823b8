// SPDX-License-Identifier: Apache-2.0
/// Exact linear algebra over the rationals with sparse rows of integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "logic/terms/value.h"

namespace bireach::abstraction {

using Column = std::uint64_t;
/// Coefficients that are not zero, by column.
using Row = std::vector<std::pair<Column, logic::Integer>>;

[[nodiscard]] logic::Integer coefficient(const Row& row, Column column);
/// a * x + b * y
[[nodiscard]] Row combine(const logic::Integer& a, const Row& x, const logic::Integer& b, const Row& y);
/// Its multiple by a rational whose coefficients are integers without a common factor, the first one positive.
[[nodiscard]] Row primitive(Row row);

/// A space spanned by rows, as its reduced echelon form: rows are primitive, and no row has the first column (pivot) of
/// another one. So equal spaces have equal rows. Copies share them.
class RowEchelon {
 public:
  using Rows = std::map<Column, std::shared_ptr<const Row>>;  // by pivot

  [[nodiscard]] const Rows& rows() const { return rows_; }
  [[nodiscard]] std::size_t rank() const { return rows_.size(); }
  /// A multiple of the row less rows of the space, without their pivots; empty if and only if the row is of the space.
  [[nodiscard]] Row remainder(Row row) const;
  [[nodiscard]] bool contains(const Row& row) const { return remainder(row).empty(); }
  /// Adds the row to what spans the space; false if it lies in it already.
  bool insert(const Row& row);
  /// Leaves the rows of the space that have zero in this column.
  void eliminate(Column column);
  /// Takes out the rows of the echelon form in which the column occurs.
  std::vector<Row> take(Column column);
  /// What both spaces have in common (Zassenhaus' algorithm, applied to the rows in which they differ). Of more than
  /// `limit` such rows only those that both have are kept.
  [[nodiscard]] RowEchelon intersection(const RowEchelon& other, std::size_t limit) const;
  bool operator==(const RowEchelon& other) const;

 private:
  Rows rows_;
};

}  // namespace bireach::abstraction
