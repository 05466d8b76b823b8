// SPDX-License-Identifier: Apache-2.0
#include "frontend/threads/reduction.h"

#include <algorithm>
#include <optional>

namespace bireach::frontend {
namespace {

std::uint64_t bit(std::uint32_t thread) {
  return std::uint64_t{1} << thread;
}

bool contains(const std::vector<std::uint32_t>& threads, std::uint32_t thread) {
  return std::find(threads.begin(), threads.end(), thread) != threads.end();
}

/// The thread whose end the location waits for.
std::optional<std::uint32_t> awaited(const Program& graphs, LocationId location) {
  const std::vector<EdgeId>& out = graphs.outgoing(location);
  if (out.size() != 1) return std::nullopt;
  const ThreadStep& step = graphs.edge(out[0]).thread_step;
  return step.kind == ThreadStep::Kind::join ? std::optional(step.thread) : std::nullopt;
}

}  // namespace

Reduction::Reduction(const Program& graphs, bool with_sleep_sets)
    : graphs_(graphs), with_sleep_sets_(with_sleep_sets), effects_(graphs), facts_(graphs) {
  find_cuts();
  find_idle_locations();
}

/// Steps that may block are followed together with all others anyway: they cut their cycles at no cost. What is left of
/// the graphs is cut at the targets of back edges.
void Reduction::find_cuts() {
  const std::size_t count = graphs_.location_count();
  is_cut_.assign(count, false);
  for (LocationId location = 0; location < count; ++location) is_cut_[location] = effects_.at(location).may_block;
  enum class Colour : std::uint8_t { white, open, done };
  std::vector<Colour> colour(count, Colour::white);
  for (LocationId root = 0; root < count; ++root) {
    if (colour[root] != Colour::white || is_cut_[root]) continue;
    std::vector<std::pair<LocationId, std::size_t>> stack{{root, 0}};
    colour[root] = Colour::open;
    while (!stack.empty()) {
      const LocationId location = stack.back().first;
      if (stack.back().second == graphs_.outgoing(location).size()) {
        colour[location] = Colour::done;
        stack.pop_back();
        continue;
      }
      const LocationId next = graphs_.target(graphs_.outgoing(location)[stack.back().second++]);
      if (colour[next] == Colour::open) is_cut_[next] = true;
      if (colour[next] != Colour::white || is_cut_[next]) continue;
      colour[next] = Colour::open;
      stack.emplace_back(next, 0);
    }
  }
}

void Reduction::find_idle_locations() {
  const std::size_t count = graphs_.location_count();
  std::set<std::uint32_t> joined;
  for (EdgeId edge = 0; edge < graphs_.edge_count(); ++edge)
    if (const ThreadStep& step = graphs_.edge(edge).thread_step; step.kind == ThreadStep::Kind::join)
      joined.insert(step.thread);
  // A thread that waits for ever after it has ended its work would be a deadlock; one that only reads may race.
  is_idle_.assign(count, !graphs_.property.has(Violation::deadlock));
  const bool races_count = graphs_.property.has(Violation::no_data_race);
  std::vector<LocationId> work;
  const auto mark = [&](LocationId location) {
    if (is_idle_[location]) work.push_back(location);
    is_idle_[location] = false;
  };
  for (std::uint32_t thread = 0; thread < graphs_.threads.size(); ++thread)
    if (joined.contains(thread)) mark(graphs_.threads[thread].end);
  for (LocationId location = 0; location < count; ++location) {
    const LocationKind kind = graphs_.location(location).kind;
    if (kind == LocationKind::Error || kind == LocationKind::Unsupported) mark(location);
    for (const EdgeId edge : graphs_.outgoing(location)) {
      const bool starts = graphs_.edge(edge).thread_step.kind == ThreadStep::Kind::start;
      if (starts || effects_.writes(edge) || (races_count && !effects_.is_local(edge))) mark(location);
    }
  }
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    for (const EdgeId edge : graphs_.incoming(location)) mark(graphs_.source(edge));
  }
}

/// Those that can move, without those whose steps make no difference to the others.
Reduction::Threads Reduction::threads_that_matter(const ThreadState& state) const {
  Threads result;
  for (std::uint32_t thread = 0; thread < graphs_.threads.size(); ++thread)
    if (may_move(graphs_, state, thread) && (state.holder || !is_idle_[state.at[thread]])) result.push_back(thread);
  return result;
}

std::vector<Move> Reduction::moves(const ProductState& product_state) {
  const ThreadState& state = product_state.threads;
  const Threads runnable = threads_that_matter(state);
  if (runnable.empty()) return {};
  if (state.holder) return {{runnable.front(), product_state.asleep, false}};
  const Threads chosen = runnable.size() == 1 ? runnable : persistent_set(state, runnable);
  const bool all = chosen.size() == runnable.size();
  std::vector<Move> result;
  std::uint64_t asleep = product_state.asleep;
  for (const std::uint32_t thread : chosen) {
    if ((asleep & bit(thread)) != 0) continue;
    result.push_back({thread, awake_filter(state, asleep, thread), !all});
    if (with_sleep_sets_) asleep |= bit(thread);
  }
  return result;
}

/// A step after which the others can do all that they could do before.
bool Reduction::is_good(const ThreadState& state, std::uint32_t thread) const {
  const ThreadAction& action = effects_.at(state.at[thread]);
  if (action.may_block || action.may_fail) return false;
  const bool exits_by_condition =
      !action.is_region && std::all_of(action.edges.begin(), action.edges.end(),
                                       [this](EdgeId edge) { return is_assume(graphs_.edge(edge).statement); });
  return !action.may_exit || exits_by_condition;
}

Reduction::Threads Reduction::persistent_set(const ThreadState& state, const Threads& runnable) {
  Threads best = runnable;
  for (const std::uint32_t thread : runnable) {
    if (is_cut_[state.at[thread]] || !is_good(state, thread)) continue;
    Threads found = closure(state, runnable, thread);
    if (!found.empty() && found.size() < best.size()) best = std::move(found);
    if (best.size() == 1) break;
  }
  if (best.size() < runnable.size()) note_resting(state, best);
  return best;
}

/// With the chosen threads rest those that wait for the end of one that rests, and those whose steps are not followed.
std::uint64_t Reduction::resting_with(const ThreadState& state, const Threads& chosen) const {
  std::uint64_t resting = 0;
  for (const std::uint32_t thread : chosen) resting |= bit(thread);
  for (bool grows = true; grows;) {
    const std::uint64_t before = resting;
    for (std::uint32_t thread = 0; thread < graphs_.threads.size(); ++thread) {
      if (!state.runs(thread)) continue;
      const auto waits_for = awaited(graphs_, state.at[thread]);
      if (is_idle_[state.at[thread]] || (waits_for && (resting & bit(*waits_for)) != 0)) resting |= bit(thread);
    }
    grows = resting != before;
  }
  return resting;
}

/// Who has to rest so that this thread, which waits for the end of another, does: the one that can move of those that
/// wait for each other. Nothing: that is not known.
std::optional<std::uint32_t> Reduction::moving_end(const ThreadState& state, const Threads& runnable,
                                                   std::uint32_t thread) const {
  for (std::size_t steps = 0; steps < graphs_.threads.size(); ++steps) {
    if (contains(runnable, thread)) return thread;
    const auto waits_for = awaited(graphs_, state.at[thread]);
    if (!waits_for || !state.runs(*waits_for)) return std::nullopt;
    thread = *waits_for;
  }
  return std::nullopt;
}

Reduction::Threads Reduction::closure(const ThreadState& state, const Threads& runnable, std::uint32_t first) {
  Threads result{first};
  for (bool grows = true; grows;) {
    grows = false;
    const std::uint64_t resting = resting_with(state, result);
    for (std::uint32_t other = 0; other < graphs_.threads.size() && !grows; ++other) {
      if (!state.runs(other) || (resting & bit(other)) != 0) continue;
      const Future& ahead = future(state, other, resting);
      const bool meets = std::any_of(result.begin(), result.end(), [&](std::uint32_t thread) {
        return effects_.at(state.at[thread]).effects.conflicts_with(ahead.effects);
      });
      if (!meets) continue;
      const auto added = moving_end(state, runnable, other);
      if (!added || is_cut_[state.at[*added]]) return {};
      result.push_back(*added);
      grows = true;
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

const Reduction::Future& Reduction::future(const ThreadState& state, std::uint32_t thread, std::uint64_t resting) {
  std::uint64_t not_started = 0;
  for (std::uint32_t other = 0; other < graphs_.threads.size(); ++other)
    if (state.at[other] == ThreadState::not_started) not_started |= bit(other);
  FutureKey key{state.at[thread], {}, not_started};
  for (std::uint32_t other = 0; other < graphs_.threads.size(); ++other)
    key.resting.push_back((resting & bit(other)) != 0 ? state.at[other] : ThreadState::not_started);
  const auto [entry, is_new] = futures_.try_emplace(key);
  Future& result = entry->second;
  if (!is_new) return result;
  std::set<LocationId> seen{state.at[thread]};
  std::vector<LocationId> work{state.at[thread]};
  // Nobody comes to where others exclude them as long as these stay where they are.
  const auto visit = [&](LocationId location) {
    const bool excluded = std::any_of(key.resting.begin(), key.resting.end(), [&](LocationId other) {
      return other < ThreadState::stuck && facts_.exclude(location, other);
    });
    if (!excluded && seen.insert(location).second) work.push_back(location);
  };
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    bool moves = false;
    for (const EdgeId edge : graphs_.outgoing(location)) {
      const ThreadStep& step = graphs_.edge(edge).thread_step;
      if (step.kind == ThreadStep::Kind::join && (resting & bit(step.thread)) != 0) continue;
      if (step.kind == ThreadStep::Kind::start && (not_started & bit(step.thread)) != 0)
        visit(graphs_.threads[step.thread].entry);
      visit(graphs_.target(edge));
      moves = true;
    }
    if (!moves) continue;
    result.effects.insert(effects_.at(location).effects);
    result.locations.push_back(location);
  }
  return result;
}

bool Reduction::is_impossible(const ThreadState& state) {
  for (std::size_t one = 0; one < state.at.size(); ++one)
    for (std::size_t other = one + 1; other < state.at.size() && state.at[one] < ThreadState::stuck; ++other)
      if (state.at[other] < ThreadState::stuck && facts_.exclude(state.at[one], state.at[other])) return true;
  return false;
}

void Reduction::note_resting(const ThreadState& state, const Threads& chosen) {
  const std::uint64_t resting = resting_with(state, chosen);
  for (std::uint32_t other = 0; other < graphs_.threads.size(); ++other) {
    if (!state.runs(other) || (resting & bit(other)) != 0) continue;
    const Future& ahead = future(state, other, resting);
    for (const std::uint32_t thread : chosen) used_ahead_.emplace(state.at[thread], &ahead);
  }
}

/// Who of those asleep still sleeps after the thread's step: whose own next step is independent of it.
std::uint64_t Reduction::awake_filter(const ThreadState& state, std::uint64_t asleep, std::uint32_t thread) {
  std::uint64_t result = 0;
  const LocationId here = state.at[thread];
  for (std::uint32_t other = 0; other < graphs_.threads.size(); ++other) {
    if ((asleep & bit(other)) == 0) continue;
    const LocationId there = state.at[other];
    if (effects_.at(here).effects.conflicts_with(effects_.at(there).effects)) continue;
    result |= bit(other);
    used_.insert(std::minmax(here, there));
  }
  return result;
}

std::shared_ptr<const InterleavingEvidence> Reduction::evidence() const {
  std::set<std::pair<LocationId, LocationId>> actions = used_;
  for (const auto& [location, ahead] : used_ahead_)
    for (const LocationId other : ahead->locations) actions.insert(std::minmax(location, other));
  auto result = std::make_shared<InterleavingEvidence>();
  for (LocationId location = 0; location < graphs_.location_count(); ++location)
    result->known.push_back(facts_.at(location));
  std::set<EdgeId> local;
  std::set<IndependentSteps> pairs;
  for (const auto& [first, second] : actions)
    for (const EdgeId a : effects_.at(first).edges)
      for (const EdgeId b : effects_.at(second).edges)
        if (effects_.is_local(a))
          local.insert(a);
        else if (effects_.is_local(b))
          local.insert(b);
        else
          pairs.insert({std::min(a, b), std::max(a, b)});
  result->local.assign(local.begin(), local.end());
  result->pairs.assign(pairs.begin(), pairs.end());
  return result;
}

}  // namespace bireach::frontend
