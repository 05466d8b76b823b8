// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/slice_units.h"

#include <algorithm>
#include <map>
#include <utility>

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;

namespace {

/// Post-dominators by sets: programs are small, and so are the sets kept (one a location).
class PostDominators {
 public:
  explicit PostDominators(const Program& program) : program_(program), end_(program.location_count()) {
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

  /// Where all paths from the location that end meet first; nothing: only at the end.
  [[nodiscard]] std::optional<LocationId> immediate(LocationId location) const {
    const std::size_t found = parent_[location];
    if (found == none || found == end_) return std::nullopt;
    return static_cast<LocationId>(found);
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  /// Backward from where executions end, so that ends come first.
  [[nodiscard]] std::vector<LocationId> post_order() const {
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

  bool update(LocationId location) {
    std::size_t meet = program_.outgoing(location).empty() ? end_ : none;
    for (const EdgeId edge : program_.outgoing(location)) {
      const LocationId next = program_.target(edge);
      if (parent_[next] != none) meet = meet == none ? next : common(meet, next);
    }
    return std::exchange(parent_[location], meet) != meet;
  }

  [[nodiscard]] std::size_t common(std::size_t a, std::size_t b) const {
    while (a != b) {
      while (rank_[a] > rank_[b]) a = parent_[a];
      while (rank_[b] > rank_[a]) b = parent_[b];
    }
    return a;
  }

  const Program& program_;
  const std::size_t end_;
  std::vector<std::size_t> parent_, rank_;
};

bool is_branching(const Program& program, LocationId location) {
  return program.outgoing(location).size() == 2;
}

bool only_fails(const Program& program, LocationId location) {
  for (std::size_t steps = 0; steps <= program.location_count(); ++steps) {
    if (program.outgoing(location).size() != 1) break;
    const EdgeId edge = program.outgoing(location).front();
    if (!frontend::is_assume(program.edge(edge).statement)) break;
    location = program.target(edge);
  }
  return program.location(location).kind == frontend::LocationKind::Error;
}

std::optional<SliceBlock> block_at(const Program& program, const PostDominators& dominators, LocationId entry) {
  const auto join = dominators.immediate(entry);
  if (!join || *join == entry) return std::nullopt;
  SliceBlock block{entry, *join, {entry}};
  std::vector<bool> inside(program.location_count(), false);
  inside[entry] = true;
  for (std::size_t next = 0; next < block.inside.size(); ++next) {
    if (program.outgoing(block.inside[next]).empty()) return std::nullopt;
    for (const EdgeId edge : program.outgoing(block.inside[next])) {
      const LocationId target = program.target(edge);
      if (target == *join || inside[target]) continue;
      inside[target] = true;
      block.inside.push_back(target);
    }
  }
  for (const LocationId location : block.inside)
    for (const EdgeId edge : program.incoming(location))
      if (location != entry && !inside[program.source(edge)]) return std::nullopt;
  std::sort(block.inside.begin(), block.inside.end());
  return block;
}

bool lies_within(const SliceUnit& unit, const SliceUnit& branch, const Program& program) {
  return std::all_of(unit.edges.begin(), unit.edges.end(), [&](EdgeId edge) {
    const LocationId source = program.source(edge);
    return std::any_of(branch.blocks.begin(), branch.blocks.end(), [&](const SliceBlock& block) {
      return std::binary_search(block.inside.begin(), block.inside.end(), source) && source != block.entry;
    });
  });
}

std::size_t size_of(const SliceUnit& unit) {
  std::size_t size = 0;
  for (const SliceBlock& block : unit.blocks) size += block.inside.size();
  return size;
}

void add_blocks(const Program& program, const PostDominators& dominators, SliceUnit& unit) {
  for (const EdgeId edge : unit.edges) {
    const LocationId entry = program.source(edge);
    const bool is_known = std::any_of(unit.blocks.begin(), unit.blocks.end(),
                                      [&](const SliceBlock& block) { return block.entry == entry; });
    if (is_known) continue;
    auto block = block_at(program, dominators, entry);
    if (!block) return unit.blocks.clear();
    unit.blocks.push_back(std::move(*block));
  }
  // Copies that lie in each other (of a branch that is lowered in parts) are no blocks of their own.
  for (const SliceBlock& a : unit.blocks)
    for (const SliceBlock& b : unit.blocks)
      if (&a != &b && std::binary_search(a.inside.begin(), a.inside.end(), b.entry)) return unit.blocks.clear();
}

}  // namespace

std::optional<EdgeId> violating_edge(const Program& program, LocationId branch) {
  if (!is_branching(program, branch)) return std::nullopt;
  const EdgeId first = program.outgoing(branch).front();
  const EdgeId second = program.outgoing(branch).back();
  const bool one = only_fails(program, program.target(first));
  if (one == only_fails(program, program.target(second))) return std::nullopt;
  return one ? first : second;
}

std::vector<SliceUnit> slice_units(const Program& program, const std::vector<bool>& shown,
                                   const std::vector<std::uint32_t>& statement_of) {
  std::vector<SliceUnit> units;
  std::map<std::pair<bool, std::uint32_t>, std::size_t> known;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    const bool is_branch = is_branching(program, program.source(edge));
    const bool assigns = frontend::assigned_variable(program.edge(edge).statement).has_value();
    if (!shown[edge] || (!is_branch && !assigns) || frontend::is_bookkeeping(program, edge)) continue;
    if (violating_edge(program, program.source(edge))) continue;
    // Both edges of a branch have their own numbers: that of the first one counts.
    const EdgeId first = is_branch ? program.outgoing(program.source(edge)).front() : edge;
    const auto [entry, is_new] = known.emplace(std::pair(is_branch, statement_of[first]), units.size());
    if (is_new) units.push_back({{}, is_branch, {}, std::nullopt});
    units[entry->second].edges.push_back(edge);
  }
  const PostDominators dominators(program);
  for (SliceUnit& unit : units)
    if (unit.is_branch) add_blocks(program, dominators, unit);
  for (SliceUnit& unit : units)
    for (std::size_t other = 0; other < units.size(); ++other) {
      if (&units[other] == &unit || units[other].blocks.empty() || !lies_within(unit, units[other], program)) continue;
      if (!unit.parent || size_of(units[other]) < size_of(units[*unit.parent])) unit.parent = other;
    }
  return units;
}

}  // namespace bireach::checker
