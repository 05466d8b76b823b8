// SPDX-License-Identifier: Apache-2.0
#include "abstraction/fixpoint/weak_topological_order.h"

#include <doctest/doctest.h>

#include <random>

namespace bireach::abstraction {
namespace {

/// Which nodes each node reaches in at least no step, by Warshall's algorithm, over nodes that are allowed.
std::vector<std::vector<bool>> closure(const Successors& successors, const std::vector<bool>& allowed) {
  const std::size_t count = successors.size();
  std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
  for (std::size_t node = 0; node < count; ++node) {
    reaches[node][node] = true;
    for (const std::size_t next : successors[node])
      if (allowed[node] && allowed[next]) reaches[node][next] = true;
  }
  for (std::size_t k = 0; k < count; ++k)
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = 0; j < count; ++j)
        if (reaches[i][k] && reaches[k][j]) reaches[i][j] = true;
  return reaches;
}

void check_order(const Successors& successors, const std::vector<std::size_t>& roots) {
  const WeakTopologicalOrder order = weak_topological_order(successors, roots);
  const std::size_t count = successors.size();
  REQUIRE(order.component_end.size() == order.nodes.size());
  const auto reaches = closure(successors, std::vector<bool>(count, true));
  std::vector<std::size_t> position(count, count);
  for (std::size_t p = 0; p < order.nodes.size(); ++p) {
    CHECK(position[order.nodes[p]] == count);
    position[order.nodes[p]] = p;
  }
  for (std::size_t node = 0; node < count; ++node) {
    bool reached = false;
    for (const std::size_t root : roots) reached = reached || reaches[root][node];
    CHECK(reached == (position[node] != count));
    if (!reached) continue;
    for (const std::size_t next : successors[node]) {
      if (position[next] > position[node]) continue;
      CHECK((order.is_head(position[next]) && position[node] < order.component_end[position[next]]));
    }
  }
  for (std::size_t p = 0; p < order.nodes.size(); ++p) {
    if (!order.is_head(p)) continue;
    std::vector<bool> inside(count, false);
    for (std::size_t q = p; q < order.component_end[p]; ++q) {
      inside[order.nodes[q]] = true;
      CHECK((!order.is_head(q) || order.component_end[q] <= order.component_end[p]));  // nested
    }
    const auto within = closure(successors, inside);
    bool has_edge = false;
    for (std::size_t q = p; q < order.component_end[p]; ++q) {
      CHECK((within[order.nodes[p]][order.nodes[q]] && within[order.nodes[q]][order.nodes[p]]));
      for (const std::size_t next : successors[order.nodes[q]]) has_edge = has_edge || next == order.nodes[p];
    }
    CHECK(has_edge);
  }
}

TEST_CASE("every cycle has a head in its component, and components are strongly connected and nested") {
  std::mt19937_64 rng(1);
  const auto below = [&rng](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(rng);
  };
  for (int round = 0; round < 400; ++round) {
    Successors successors(1 + below(10));
    for (std::size_t edges = below(25); edges > 0; --edges)
      successors[below(successors.size())].push_back(below(successors.size()));
    std::vector<std::size_t> roots{0};
    if (below(3) == 0) roots.push_back(below(successors.size()));
    check_order(successors, roots);
  }
}

TEST_CASE("the example of the paper") {
  // 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8, 4 -> 7, 6 -> 5, 7 -> 3: 1 2 (3 4 (5 6) 7) 8
  const Successors successors{{}, {2}, {3, 8}, {4}, {5, 7}, {6}, {5, 7}, {3, 8}, {}};
  const WeakTopologicalOrder order = weak_topological_order(successors, {1});
  CHECK(order.nodes == std::vector<std::size_t>{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(order.component_end == std::vector<std::size_t>{0, 0, 7, 0, 6, 0, 0, 0});
}

TEST_CASE("long chains and deep nests need no stack") {
  constexpr std::size_t length = 200000;
  Successors chain(length);
  for (std::size_t node = 0; node + 1 < length; ++node) chain[node].push_back(node + 1);
  CHECK(weak_topological_order(chain, {0}).nodes.size() == length);
  constexpr std::size_t depth = 500;
  Successors nest(2 * depth);
  for (std::size_t node = 0; node + 1 < 2 * depth; ++node) nest[node].push_back(node + 1);
  for (std::size_t loop = 0; loop < depth; ++loop) nest[2 * depth - 1 - loop].push_back(loop);
  const WeakTopologicalOrder order = weak_topological_order(nest, {0});
  for (std::size_t loop = 0; loop < depth; ++loop) CHECK(order.component_end[loop] == 2 * depth - loop);
}

}  // namespace
}  // namespace bireach::abstraction
