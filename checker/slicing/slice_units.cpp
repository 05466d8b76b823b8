// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/slice_units.h"

#include <algorithm>
#include <map>
#include <utility>

#include "checker/slicing/post_dominators.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::Program;

namespace {

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
