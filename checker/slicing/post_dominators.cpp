// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/post_dominators.h"

#include <algorithm>
#include <utility>

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;

PostDominators::PostDominators(const Program& program) : program_(program), end_(program.location_count()) {
  // Locations in an order in which most successors come first.
  std::vector<LocationId> order = post_order();
  parent_.assign(end_ + 1, none);
  rank_.assign(end_ + 1, 0);
  for (std::size_t i = 0; i < order.size(); ++i) rank_[order[i]] = i + 1;
  parent_[end_] = end_;
  for (bool changes = true; changes;) {
    changes = false;
    for (const LocationId location : order) changes = update(location) || changes;
  }
}

std::optional<LocationId> PostDominators::immediate(LocationId location) const {
  const std::size_t found = parent_[location];
  if (found == none || found == end_) return std::nullopt;
  return static_cast<LocationId>(found);
}

/// Backward from where executions end, so that ends come first.
std::vector<LocationId> PostDominators::post_order() const {
  std::vector<LocationId> finished;
  std::vector<bool> seen(end_, false);
  std::vector<std::pair<LocationId, std::size_t>> stack;
  for (LocationId location = 0; location < end_; ++location) {
    if (!program_.outgoing(location).empty() || seen[location]) continue;
    seen[location] = true;
    stack.emplace_back(location, 0);
    while (!stack.empty()) {
      auto& [here, next] = stack.back();
      const auto& incoming = program_.incoming(here);
      if (next == incoming.size()) {
        finished.push_back(here);
        stack.pop_back();
        continue;
      }
      const LocationId before = program_.source(incoming[next++]);
      if (seen[before]) continue;
      seen[before] = true;
      stack.emplace_back(before, 0);
    }
  }
  std::reverse(finished.begin(), finished.end());
  return finished;
}

bool PostDominators::update(LocationId location) {
  std::size_t meet = program_.outgoing(location).empty() ? end_ : none;
  for (const EdgeId edge : program_.outgoing(location)) {
    const LocationId next = program_.target(edge);
    if (parent_[next] != none) meet = meet == none ? next : common(meet, next);
  }
  return std::exchange(parent_[location], meet) != meet;
}

std::size_t PostDominators::common(std::size_t a, std::size_t b) const {
  while (a != b) {
    while (rank_[a] > rank_[b]) a = parent_[a];
    while (rank_[b] > rank_[a]) b = parent_[b];
  }
  return a;
}

}  // namespace bireach::checker
