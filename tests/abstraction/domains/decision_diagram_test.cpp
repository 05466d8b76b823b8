// SPDX-License-Identifier: Apache-2.0
#include "abstraction/domains/decision_diagram.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/support/sampling.h"

namespace bireach::abstraction {
namespace {

/// A set of up to eight elements, with union for a join.
struct Bits {
  unsigned bits = 0;
  bool operator==(const Bits&) const = default;
  [[nodiscard]] std::size_t fingerprint() const { return bits / 4; }  // some collide
};

using Diagrams = DecisionDiagrams<Bits>;
/// By truth values, the last level's lowest.
using Table = std::vector<unsigned>;
constexpr std::size_t levels = 4;

Diagram<Bits> diagram_of(Diagrams& diagrams, const Table& table, std::size_t level = 0) {
  if (level == levels) return diagrams.leaf({table.front()});
  const auto middle = table.begin() + static_cast<std::ptrdiff_t>(table.size() / 2);
  auto low = diagram_of(diagrams, Table(table.begin(), middle), level + 1);
  auto high = diagram_of(diagrams, Table(middle, table.end()), level + 1);
  return diagrams.node(level, high, low);
}

unsigned value_at(const Diagram<Bits>& diagram, std::size_t truth) {
  const DiagramNode<Bits>* node = diagram.get();
  while (!node->is_leaf())
    node = ((truth >> (levels - 1 - node->level)) & 1U) != 0 ? node->high.get() : node->low.get();
  return node->leaf->bits;
}

bool is_reduced(const DiagramNode<Bits>& node) {
  if (node.is_leaf()) return true;
  const auto is_below = [&](const DiagramNode<Bits>& branch) { return branch.is_leaf() || branch.level > node.level; };
  return node.high != node.low && is_below(*node.high) && is_below(*node.low) && is_reduced(*node.high) &&
         is_reduced(*node.low);
}

Table random_table(std::mt19937_64& rng) {
  Table table(std::size_t{1} << levels);
  const unsigned most = std::uniform_int_distribution<unsigned>(0, 7)(rng);
  for (unsigned& value : table) value = std::uniform_int_distribution<unsigned>(0, most)(rng);
  if (rng() % 2 == 0) std::copy_n(table.begin(), 8, table.begin() + 8);  // the first level plays no part
  return table;
}

TEST_CASE("equal functions are one node, and applying an operation is doing so everywhere") {
  Diagrams diagrams;
  std::mt19937_64 rng(1);
  for (int round = 0; round < bireach::testing::rounds(2000); ++round) {
    const Table a = random_table(rng);
    const Table b = random_table(rng);
    const auto first = diagram_of(diagrams, a);
    const auto second = diagram_of(diagrams, b);
    CHECK((first == second) == (a == b));
    CHECK(diagram_of(diagrams, a) == first);
    const auto both = diagrams.apply(first, second, [](Bits x, Bits y) { return Bits{x.bits | y.bits}; });
    Table expected(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      expected[i] = a[i] | b[i];
      CHECK(value_at(both, i) == expected[i]);
    }
    CHECK(is_reduced(*both));
    CHECK(both == diagram_of(diagrams, expected));
  }
}

TEST_CASE("nodes are made anew when nothing held them") {
  Diagrams diagrams;
  const auto kept = diagrams.node(1, diagrams.leaf({1}), diagrams.leaf({2}));
  for (unsigned value = 0; value < 5000; ++value) CHECK(diagrams.leaf({value})->leaf->bits == value);
  CHECK(diagrams.node(1, diagrams.leaf({1}), diagrams.leaf({2})) == kept);
}

}  // namespace
}  // namespace bireach::abstraction
