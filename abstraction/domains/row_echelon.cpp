// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/row_echelon.h"

#include <algorithm>
#include <iterator>

namespace bireach::abstraction {

using logic::Integer;

namespace {

/// Columns of the right half in Zassenhaus' algorithm.
constexpr Column right_half = Column{1} << 48U;

Row shifted_right(Row row) {
  for (auto& entry : row) entry.first += right_half;
  return row;
}

Row shifted_left(Row row) {
  for (auto& entry : row) entry.first -= right_half;
  return row;
}

}  // namespace

Integer coefficient(const Row& row, Column column) {
  const auto found = std::lower_bound(row.begin(), row.end(), column,
                                      [](const auto& entry, Column wanted) { return entry.first < wanted; });
  return found != row.end() && found->first == column ? found->second : Integer(0);
}

Row combine(const Integer& a, const Row& x, const Integer& b, const Row& y) {
  Row result;
  const auto add = [&result](Column column, Integer value) {
    if (value != 0) result.emplace_back(column, std::move(value));
  };
  auto l = x.begin();
  auto r = y.begin();
  while (l != x.end() || r != y.end()) {
    if (r == y.end() || (l != x.end() && l->first < r->first)) {
      add(l->first, a * l->second);
      ++l;
    } else if (l == x.end() || r->first < l->first) {
      add(r->first, b * r->second);
      ++r;
    } else {
      add(l->first, a * l->second + b * r->second);
      ++l;
      ++r;
    }
  }
  return result;
}

Row primitive(Row row) {
  if (row.empty()) return row;
  Integer divisor = 0;
  for (const auto& entry : row) divisor = boost::multiprecision::gcd(divisor, entry.second);
  if (row.front().second < 0) divisor = -divisor;
  if (divisor == 1) return row;
  for (auto& entry : row) entry.second /= divisor;
  return row;
}

Row RowEchelon::remainder(Row row) const {
  // Pivots occur in no other row, so one pass meets all of them.
  std::vector<Column> pivots;
  for (const auto& entry : row)
    if (rows_.contains(entry.first)) pivots.push_back(entry.first);
  for (const Column pivot : pivots) {
    const Row& known = *rows_.at(pivot);
    row = combine(known.front().second, row, -coefficient(row, pivot), known);
  }
  return row;
}

bool RowEchelon::insert(const Row& row) {
  Row added = primitive(remainder(row));
  if (added.empty()) return false;
  const Column pivot = added.front().first;
  for (auto& [column, other] : rows_) {
    const Integer factor = coefficient(*other, pivot);
    if (factor == 0) continue;
    other = std::make_shared<const Row>(primitive(combine(added.front().second, *other, -factor, added)));
  }
  rows_.emplace(pivot, std::make_shared<const Row>(std::move(added)));
  return true;
}

std::vector<Row> RowEchelon::take(Column column) {
  std::vector<Row> taken;
  for (auto row = rows_.begin(); row != rows_.end();) {
    if (coefficient(*row->second, column) == 0) {
      ++row;
      continue;
    }
    taken.push_back(*row->second);
    row = rows_.erase(row);
  }
  return taken;
}

void RowEchelon::eliminate(Column column) {
  const std::vector<Row> taken = take(column);
  for (std::size_t i = 1; i < taken.size(); ++i)
    insert(combine(coefficient(taken[0], column), taken[i], -coefficient(taken[i], column), taken[0]));
}

RowEchelon RowEchelon::intersection(const RowEchelon& other, std::size_t limit) const {
  RowEchelon result;
  std::vector<const Row*> left;
  std::vector<const Row*> right;
  for (const auto& [pivot, row] : rows_) {
    const auto found = other.rows_.find(pivot);
    if (found != other.rows_.end() && (found->second == row || *found->second == *row))
      result.rows_.emplace(pivot, row);
    else
      left.push_back(row.get());
  }
  for (const auto& [pivot, row] : other.rows_)
    if (!result.rows_.contains(pivot)) right.push_back(row.get());
  if (left.empty() || right.empty() || left.size() + right.size() > limit) return result;
  // Rows of both have zero in the pivots of the common ones, so the rest of the intersection is that of the rest.
  RowEchelon both;
  for (const Row* row : left) {
    Row doubled = *row;
    const Row copy = shifted_right(*row);
    doubled.insert(doubled.end(), copy.begin(), copy.end());
    both.insert(doubled);
  }
  for (const Row* row : right) both.insert(*row);
  for (const auto& [pivot, row] : both.rows_)
    if (pivot >= right_half) result.insert(shifted_left(*row));
  return result;
}

bool RowEchelon::operator==(const RowEchelon& other) const {
  return std::equal(rows_.begin(), rows_.end(), other.rows_.begin(), other.rows_.end(),
                    [](const auto& a, const auto& b) { return *a.second == *b.second; });
}

}  // namespace bireach::abstraction
