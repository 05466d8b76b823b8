// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/loop_order.h"

#include <algorithm>

#include "abstraction/fixpoint/fixpoint.h"
#include "abstraction/fixpoint/weak_topological_order.h"

namespace bireach::checker {

using frontend::LocationId;

LoopOrder::LoopOrder(const frontend::Program& program) : initial_(program.initial), places_(program.location_count()) {
  const abstraction::WeakTopologicalOrder order =
      abstraction::weak_topological_order(abstraction::forward_graph(program), {program.initial});
  std::vector<std::uint32_t> open;
  for (std::size_t position = 0; position < order.nodes.size(); ++position) {
    while (!open.empty() && order.component_end[open.back()] <= position) open.pop_back();
    if (order.is_head(position)) {
      if (!open.empty()) innermost_.erase(open.back());
      open.push_back(static_cast<std::uint32_t>(position));
      innermost_.insert(open.back());
      ++heads_;
    }
    places_[order.nodes[position]] = {static_cast<std::uint32_t>(position), open};
  }
}

LoopOrder::Rank LoopOrder::start() const {
  Rank rank;
  for (const std::uint32_t head : places_[initial_].heads) rank.insert(rank.end(), {head, 0});
  rank.push_back(places_[initial_].position);
  return rank;
}

std::size_t LoopOrder::loops_in_common(const Place& a, const Place& b) {
  const auto ends = std::mismatch(a.heads.begin(), a.heads.end(), b.heads.begin(), b.heads.end());
  return static_cast<std::size_t>(ends.first - a.heads.begin());
}

LoopOrder::Rank LoopOrder::next(const Rank& before, LocationId from, LocationId to) const {
  const Place& target = places_[to];
  const std::size_t common = loops_in_common(places_[from], target);
  Rank rank(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(2 * common));
  // Whoever comes to a head from within its loop begins the next iteration.
  if (target.is_head() && common == target.heads.size()) ++rank.back();
  for (std::size_t loop = common; loop < target.heads.size(); ++loop) rank.insert(rank.end(), {target.heads[loop], 0});
  rank.push_back(target.position);
  return rank;
}

std::uint32_t LoopOrder::iteration(const Rank& rank, LocationId location) const {
  return places_[location].is_head() ? rank[rank.size() - 2] : 0;
}

LoopOrder::Rank LoopOrder::loop_of(Rank rank) {
  rank.resize(rank.size() - 2);
  return rank;
}

ControlFlow LoopOrder::with_cuts(const frontend::Program& program, ControlFlow flow) const {
  for (LocationId from = 0; from < program.location_count(); ++from) {
    if (places_[from].is_head()) flow.is_cut[from] = true;
    for (const frontend::EdgeId edge : program.outgoing(from)) {
      const LocationId to = program.target(edge);
      if (loops_in_common(places_[from], places_[to]) < places_[from].heads.size()) flow.is_cut[to] = true;
    }
  }
  return flow;
}

}  // namespace bireach::checker
