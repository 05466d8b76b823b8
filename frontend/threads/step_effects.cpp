// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/step_effects.h"

#include <algorithm>
#include <set>

#include "frontend/threads/accesses.h"
#include "frontend/threads/thread_state.h"

namespace bireach::frontend {
namespace {

constexpr std::size_t word_size = 64;

bool is_known_constant(const ExprPtr& expr) {
  return expr && expr->kind == Expr::Kind::Constant;
}

/// Accessed by edges of two threads, at least one of which writes; wherever they run.
std::vector<bool> variables_of_several(const Program& graphs) {
  constexpr std::uint32_t nobody = ~0U;
  std::vector<std::uint32_t> user(graphs.variables.size(), nobody);
  std::vector<bool> several(graphs.variables.size(), false);
  std::vector<bool> written(graphs.variables.size(), false);
  for (EdgeId edge = 0; edge < graphs.edge_count(); ++edge)
    for (const VariableAccess& access : accesses_of(graphs, graphs.edge(edge).statement)) {
      std::uint32_t& first = user[access.variable];
      if (first == nobody) first = graphs.edge(edge).thread;
      if (first != graphs.edge(edge).thread) several[access.variable] = true;
      if (access.is_write) written[access.variable] = true;
    }
  for (std::size_t i = 0; i < several.size(); ++i) several[i] = several[i] && written[i];
  return several;
}

/// Do some of the edges form a cycle?
bool has_cycle(const Program& graphs, const std::vector<EdgeId>& edges) {
  std::map<LocationId, std::size_t> incoming;
  std::map<LocationId, std::vector<LocationId>> next;
  for (const EdgeId edge : edges) {
    next[graphs.source(edge)].push_back(graphs.target(edge));
    ++incoming[graphs.target(edge)];
    incoming.try_emplace(graphs.source(edge), 0);
  }
  std::vector<LocationId> free;
  for (const auto& [location, count] : incoming)
    if (count == 0) free.push_back(location);
  std::size_t removed = 0;
  for (; !free.empty(); ++removed) {
    const LocationId location = free.back();
    free.pop_back();
    for (const LocationId target : next[location])
      if (--incoming[target] == 0) free.push_back(target);
  }
  return removed < incoming.size();
}

}  // namespace

void SmallSet::insert(std::size_t number) {
  if (number / word_size >= words_.size()) words_.resize(number / word_size + 1, 0);
  words_[number / word_size] |= std::uint64_t{1} << (number % word_size);
}

void SmallSet::insert(const SmallSet& other) {
  if (other.words_.size() > words_.size()) words_.resize(other.words_.size(), 0);
  for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
}

bool SmallSet::contains(std::size_t number) const {
  return number / word_size < words_.size() && ((words_[number / word_size] >> (number % word_size)) & 1U) != 0;
}

bool SmallSet::meets(const SmallSet& other) const {
  for (std::size_t i = 0; i < std::min(words_.size(), other.words_.size()); ++i)
    if ((words_[i] & other.words_[i]) != 0) return true;
  return false;
}

bool SmallSet::empty() const {
  return std::all_of(words_.begin(), words_.end(), [](std::uint64_t word) { return word == 0; });
}

void CellAccesses::insert(const CellAccesses& other) {
  reads.insert(other.reads);
  writes.insert(other.writes);
}

bool CellAccesses::conflicts_with(const CellAccesses& other) const {
  return writes.meets(other.writes) || writes.meets(other.reads) || reads.meets(other.writes);
}

StepEffects::StepEffects(const Program& graphs) : graphs_(graphs), shared_(variables_of_several(graphs)) {
  number_cells();
  for (EdgeId edge = 0; edge < graphs.edge_count(); ++edge) {
    effects_.push_back(effects_of(edge));
    is_local_.push_back(effects_.back().reads.empty() && effects_.back().writes.empty());
  }
  for (LocationId location = 0; location < graphs.location_count(); ++location) actions_.push_back(action_at(location));
}

void StepEffects::number_cells() {
  std::size_t next = 0;
  cells_of_.resize(graphs_.variables.size());
  for (VariableId variable = 0; variable < graphs_.variables.size(); ++variable)
    if (shared_[variable]) cells_of_[variable].push_back(next++);
  for (EdgeId edge = 0; edge < graphs_.edge_count(); ++edge)
    for (const VariableAccess& access : accesses_of(graphs_, graphs_.edge(edge).statement)) {
      if (!shared_[access.variable] || !is_known_constant(access.index)) continue;
      const auto [cell, is_new] = constant_cells_.try_emplace({access.variable, access.index->value}, next);
      if (!is_new) continue;
      cells_of_[access.variable].push_back(next++);
    }
}

CellAccesses StepEffects::effects_of(EdgeId edge) const {
  CellAccesses result;
  for (const VariableAccess& access : accesses_of(graphs_, graphs_.edge(edge).statement)) {
    if (!shared_[access.variable]) continue;
    SmallSet& cells = access.is_write ? result.writes : result.reads;
    if (is_known_constant(access.index))
      cells.insert(constant_cells_.at({access.variable, access.index->value}));
    else
      for (const std::size_t cell : cells_of_[access.variable]) cells.insert(cell);
  }
  return result;
}

void StepEffects::add_edge(ThreadAction& action, EdgeId edge) const {
  action.effects.insert(effects_[edge]);
  action.edges.push_back(edge);
  const LocationId target = graphs_.target(edge);
  switch (graphs_.location(target).kind) {
    case LocationKind::Error:
    case LocationKind::Unsupported:
      action.may_fail = true;
      break;
    case LocationKind::Exit:
      if (target != graphs_.threads[graphs_.edge(edge).thread].end) action.may_exit = true;
      break;
    case LocationKind::Normal:
      break;
  }
  const Assume* assume = as_assume(graphs_.edge(edge).statement);
  const bool is_alone = graphs_.outgoing(graphs_.source(edge)).size() == 1;
  if (assume != nullptr && is_alone && !(is_known_constant(assume->condition) && assume->condition->value != 0))
    action.may_block = true;
}

ThreadAction StepEffects::action_at(LocationId location) const {
  ThreadAction action;
  std::set<std::pair<LocationId, std::uint32_t>> seen;
  std::vector<std::pair<LocationId, std::uint32_t>> work{{location, 0}};
  std::set<EdgeId> edges;
  while (!work.empty()) {
    const auto [here, depth] = work.back();
    work.pop_back();
    for (const EdgeId edge : graphs_.outgoing(here)) {
      if (edges.insert(edge).second) add_edge(action, edge);
      const ThreadStep& step = graphs_.edge(edge).thread_step;
      const std::uint32_t next = depth_after(step, depth);
      if (depth > 0 && step.kind == ThreadStep::Kind::join) action.may_block = true;
      if (next == deepest_region && depth == deepest_region) action.may_fail = true;
      if (next == 0) continue;
      action.is_region = true;
      if (seen.emplace(graphs_.target(edge), next).second) work.emplace_back(graphs_.target(edge), next);
    }
  }
  if (action.is_region && has_cycle(graphs_, action.edges)) action.may_block = true;
  return action;
}

}  // namespace bireach::frontend
