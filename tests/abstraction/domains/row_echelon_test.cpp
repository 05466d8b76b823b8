// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/row_echelon.h"

#include <doctest/doctest.h>

#include <random>

namespace bireach::abstraction {
namespace {

using logic::Integer;

constexpr std::size_t columns = 5;

class RandomRows {
 public:
  explicit RandomRows(std::uint64_t seed) : rng_(seed) {}

  Row row() {
    Row result;
    for (Column column = 0; column < columns; ++column)
      if (const int value = number(); value != 0) result.emplace_back(column, value);
    return result;
  }
  std::vector<Row> rows(std::size_t count) {
    std::vector<Row> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(row());
    return result;
  }
  int number() { return std::uniform_int_distribution<int>(-2, 2)(rng_); }
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng_); }

 private:
  std::mt19937_64 rng_;
};

RowEchelon span(const std::vector<Row>& rows) {
  RowEchelon result;
  for (const Row& row : rows) result.insert(row);
  return result;
}

/// By expansion along the first row.
Integer determinant(const std::vector<std::vector<Integer>>& matrix) {
  if (matrix.empty()) return 1;
  Integer result = 0;
  for (std::size_t skipped = 0; skipped < matrix.size(); ++skipped) {
    std::vector<std::vector<Integer>> minor;
    for (std::size_t i = 1; i < matrix.size(); ++i) {
      minor.emplace_back();
      for (std::size_t j = 0; j < matrix.size(); ++j)
        if (j != skipped) minor.back().push_back(matrix[i][j]);
    }
    const Integer part = matrix[0][skipped] * determinant(minor);
    result += skipped % 2 == 0 ? part : Integer(-part);
  }
  return result;
}

/// The size of the largest minor that is not zero.
std::size_t naive_rank(const std::vector<Row>& rows) {
  std::size_t best = 0;
  for (unsigned chosen_rows = 0; chosen_rows < (1U << rows.size()); ++chosen_rows) {
    for (unsigned chosen = 0; chosen < (1U << columns); ++chosen) {
      std::vector<std::vector<Integer>> minor;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if ((chosen_rows >> i & 1U) == 0) continue;
        minor.emplace_back();
        for (Column column = 0; column < columns; ++column)
          if ((chosen >> column & 1U) != 0) minor.back().push_back(coefficient(rows[i], column));
      }
      if (minor.size() > best && minor[0].size() == minor.size() && determinant(minor) != 0) best = minor.size();
    }
  }
  return best;
}

std::vector<Row> joined(std::vector<Row> a, const std::vector<Row>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST_CASE("rank and membership as determinants have them, and one form for each space") {
  RandomRows random(1);
  for (int round = 0; round < 60; ++round) {
    const std::vector<Row> rows = random.rows(1 + random.below(4));
    const RowEchelon space = span(rows);
    CHECK(space.rank() == naive_rank(rows));
    const Row other = random.row();
    CHECK(space.contains(other) == (naive_rank(joined(rows, {other})) == space.rank()));
    std::vector<Row> mixed(rows.rbegin(), rows.rend());
    for (Row& row : mixed) row = combine(3, row, random.number(), rows[0]);
    const RowEchelon again = span(mixed);
    CHECK((again == space) == (again.rank() == space.rank()));
  }
}

TEST_CASE("the intersection has the rows of both, and the rank of the modular law") {
  RandomRows random(2);
  for (int round = 0; round < 100; ++round) {
    const std::vector<Row> common = random.rows(random.below(3));
    const std::vector<Row> left = joined(common, random.rows(random.below(3)));
    const std::vector<Row> right = joined(random.rows(random.below(3)), common);
    const RowEchelon a = span(left);
    const RowEchelon b = span(right);
    const RowEchelon both = a.intersection(b, 100);
    CHECK(both == b.intersection(a, 100));
    for (const auto& [pivot, row] : both.rows()) CHECK((a.contains(*row) && b.contains(*row)));
    CHECK(both.rank() + span(joined(left, right)).rank() == a.rank() + b.rank());
    const RowEchelon cheap = a.intersection(b, 0);
    for (const auto& [pivot, row] : cheap.rows()) CHECK(both.contains(*row));
  }
}

TEST_CASE("elimination leaves what does not need the column") {
  RandomRows random(3);
  for (int round = 0; round < 100; ++round) {
    const RowEchelon space = span(random.rows(1 + random.below(4)));
    const Column column = random.below(columns);
    RowEchelon rest = space;
    rest.eliminate(column);
    bool occurs = false;
    for (const auto& [pivot, row] : space.rows()) occurs = occurs || coefficient(*row, column) != 0;
    CHECK(rest.rank() == space.rank() - (occurs ? 1 : 0));
    for (const auto& [pivot, row] : rest.rows()) CHECK((space.contains(*row) && coefficient(*row, column) == 0));
  }
}

}  // namespace
}  // namespace bireach::abstraction
