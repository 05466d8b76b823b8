// SPDX-License-Identifier: Apache-2.0
#include "checker/certification/thread_paths.h"

#include <algorithm>
#include <utility>

namespace bireach::checker {

using frontend::Edge;
using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::VariableId;
using logic::Term;
using StepKind = frontend::ThreadStep::Kind;

namespace {

constexpr std::size_t max_paths = 2000;  ///< of one step

/// Does each of several threads have the variable?
bool is_of_each(const frontend::Variable& variable, const frontend::Thread& thread) {
  const std::string prefix = thread.name + "::";
  const std::string suffix = "@" + thread.name;
  return !variable.function.empty() || variable.name.starts_with(prefix) || variable.name.ends_with(suffix);
}

}  // namespace

ThreadPaths::ThreadPaths(const frontend::Program& graphs, const frontend::Semantics& semantics,
                         std::set<VariableId> known, std::set<LocationId> waiting)
    : graphs_(graphs),
      semantics_(semantics),
      terms_(semantics.terms()),
      known_(std::move(known)),
      waiting_(std::move(waiting)),
      thread_(graphs.location_count()),
      owner_(graphs.variables.size()),
      matters_(graphs.location_count(), false) {
  for (EdgeId e = 0; e < graphs_.edge_count(); ++e) {
    const frontend::ThreadStep& step = graphs_.edge(e).thread_step;
    if (step.kind == StepKind::join && !graphs_.threads[step.thread].any_number) joined_.insert(step.thread);
  }
  find_threads();
  find_owners();
  find_what_matters();
  check_waiting();
}

bool ThreadPaths::is_joined_end(LocationId l) const {
  return thread_[l] && joined_.contains(*thread_[l]) && graphs_.threads[*thread_[l]].end == l;
}

void ThreadPaths::find_threads() {
  for (std::uint32_t t = 0; t < graphs_.threads.size(); ++t) {
    std::vector<LocationId> work{graphs_.threads[t].entry, graphs_.threads[t].end};
    std::set<LocationId> seen(work.begin(), work.end());
    while (!work.empty()) {
      const LocationId l = work.back();
      work.pop_back();
      const bool is_own = graphs_.location(l).kind == LocationKind::Normal || graphs_.threads[t].end == l;
      if (is_own && thread_[l] && *thread_[l] != t) problem_ = "two threads have a location in common";
      if (is_own) thread_[l] = t;
      for (const EdgeId e : graphs_.outgoing(l)) {
        if (graphs_.edge(e).thread != t) problem_ = "a thread's graph has an edge of another thread";
        if (seen.insert(graphs_.target(e)).second) work.push_back(graphs_.target(e));
      }
    }
  }
}

/// Of a thread of which there may be any number only variables of functions that nobody else has to do with, but for
/// creators that write arguments to them. Where nobody else does it, a thread writes arguments of its own calls.
void ThreadPaths::find_owners() {
  for (VariableId v = 0; v < graphs_.variables.size(); ++v) {
    std::set<std::uint32_t> users;
    std::set<std::uint32_t> passing;
    for (EdgeId e = 0; e < graphs_.edge_count(); ++e) {
      const Edge& edge = graphs_.edge(e);
      const std::vector<VariableId> read = frontend::variables_read(edge.statement);
      const bool reads = std::binary_search(read.begin(), read.end(), v);
      const bool writes = frontend::assigned_variable(edge.statement) == v;
      const bool passes = writes && !reads && edge.role == frontend::EdgeRole::Parameter;
      if (passes)
        passing.insert(edge.thread);
      else if (reads || writes)
        users.insert(edge.thread);
    }
    if (!graphs_.variables[v].function.empty() && passing == users) passing.clear();
    if (users.size() == 1 && graphs_.threads[*users.begin()].any_number) {
      if (!is_of_each(graphs_.variables[v], graphs_.threads[*users.begin()])) continue;
      if (passing.contains(*users.begin())) {
        problem_ = "threads pass arguments to others of their kind";
      } else {
        owner_[v] = *users.begin();
        if (!passing.empty()) passed_.insert(v);
      }
      continue;
    }
    users.insert(passing.begin(), passing.end());
    if (users.size() != 1) continue;
    const frontend::Thread& thread = graphs_.threads[*users.begin()];
    if (!thread.any_number || is_of_each(graphs_.variables[v], thread)) owner_[v] = *users.begin();
  }
}

bool ThreadPaths::changes_others(EdgeId edge) const {
  const Edge& step = graphs_.edge(edge);
  if (step.thread_step.kind == StepKind::start || is_joined_end(graphs_.target(edge))) return true;
  const auto v = frontend::assigned_variable(step.statement);
  return v && known_.contains(*v) && owner_[*v] != step.thread;
}

void ThreadPaths::find_what_matters() {
  std::vector<LocationId> work;
  for (LocationId l = 0; l < matters_.size(); ++l) {
    const LocationKind kind = graphs_.location(l).kind;
    if (kind == LocationKind::Error || kind == LocationKind::Unsupported || is_joined_end(l)) work.push_back(l);
  }
  for (EdgeId e = 0; e < graphs_.edge_count(); ++e)
    if (changes_others(e)) work.push_back(graphs_.source(e));
  while (!work.empty()) {
    const LocationId l = work.back();
    work.pop_back();
    if (matters_[l]) continue;
    matters_[l] = true;
    for (const EdgeId e : graphs_.incoming(l)) work.push_back(graphs_.source(e));
  }
}

bool ThreadPaths::is_seen(EdgeId edge) const {
  const Edge& step = graphs_.edge(edge);
  if (step.thread_step.kind != StepKind::none || is_joined_end(graphs_.target(edge))) return true;
  const std::vector<VariableId> read = frontend::variables_read(step.statement);
  const auto v = frontend::assigned_variable(step.statement);
  return (v && is_known_to_others(*v)) ||
         std::any_of(read.begin(), read.end(), [this](VariableId r) { return is_known_to_others(r); });
}

/// Walks from the entries and from where threads wait, outside of atomic regions.
void ThreadPaths::check_waiting() {
  for (const LocationId l : waiting_)
    if (!thread_[l]) problem_ = "nobody can wait where no thread is";
  for (const auto& thread : graphs_.threads)
    if (matters_[thread.entry] && !waiting_.contains(thread.entry)) problem_ = "a thread does not wait at its entry";
}

const std::vector<ThreadPath>& ThreadPaths::whole(LocationId from) {
  if (const auto known = whole_.find(from); known != whole_.end()) return known->second;
  std::vector<ThreadPath> result;
  for (const ThreadPath& path : std::vector<ThreadPath>(seen(from))) {
    Walk walk;
    walk.path = path;
    go_on(path.target, std::move(walk), result);
  }
  return whole_[from] = std::move(result);
}

const std::vector<ThreadPath>& ThreadPaths::seen(LocationId from) {
  if (const auto known = seen_.find(from); known != seen_.end()) return known->second;
  std::vector<ThreadPath> result;
  act(from, {}, result);
  return seen_[from] = std::move(result);
}

Term ThreadPaths::value_at(const Walk& walk, VariableId v) const {
  const auto known = walk.path.values.find(v);
  return known == walk.path.values.end() ? semantics_.variable(v) : known->second;
}

/// One edge, or edges until the atomic region that it begins has ended.
void ThreadPaths::act(LocationId at, Walk walk, std::vector<ThreadPath>& result) {
  if (!walk.met.insert(at).second) problem_ = "an atomic region has a loop";
  leave(at, walk, [&](LocationId to, Walk next) {
    const LocationKind kind = graphs_.location(to).kind;
    const bool is_end = thread_[at] && graphs_.threads[*thread_[at]].end == to;
    if (kind == LocationKind::Exit && !is_end) return;  // the program has ended, or no execution goes on
    if (kind == LocationKind::Normal && next.depth > 0) return act(to, std::move(next), result);
    next.path.target = to;
    result.push_back(std::move(next.path));
  });
}

/// On over edges that nobody sees.
void ThreadPaths::go_on(LocationId at, Walk walk, std::vector<ThreadPath>& result) {
  if (!matters_[at]) return;
  if (waiting_.contains(at) || graphs_.location(at).kind != LocationKind::Normal) {
    if (!waiting_.contains(at) && is_joined_end(at)) problem_ = "a thread does not wait at its end";
    walk.path.target = at;
    result.push_back(std::move(walk.path));
    return;
  }
  if (!walk.met.insert(at).second) problem_ = "where threads wait does not cut every cycle";
  for (const EdgeId edge : graphs_.outgoing(at))
    if (is_seen(edge)) problem_ = "a thread does not wait before a step that others see";
  leave(at, walk, [&](LocationId to, Walk next) { go_on(to, std::move(next), result); });
  if (result.size() > max_paths) problem_ = "a step has too many paths";
}

template <typename Next>
void ThreadPaths::leave(LocationId at, const Walk& walk, const Next& next) {
  const std::vector<EdgeId>& out = graphs_.outgoing(at);
  if (out.empty() || !problem_.empty()) return;
  std::vector<logic::TransitionFormula> meanings;
  if (out.size() == 2) {
    auto [first, second] = semantics_.branch(out[0]);
    meanings = {std::move(first), std::move(second)};
  } else {
    meanings.push_back(semantics_.transition(out[0]));
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    Walk after = walk;
    if (pass(after, out[i], meanings[i])) next(graphs_.target(out[i]), std::move(after));
  }
}

/// False: this cannot happen. What others may have changed since, and nothing is claimed of, has any value.
bool ThreadPaths::pass(Walk& walk, EdgeId edge, const logic::TransitionFormula& meaning) {
  const frontend::ThreadStep& step = graphs_.edge(edge).thread_step;
  if ((step.kind == StepKind::start && walk.path.starts) || (step.kind == StepKind::join && walk.path.joins))
    problem_ = "a step starts or joins two threads";
  if (step.kind == StepKind::start) walk.path.starts = step.thread;
  if (step.kind == StepKind::join && joined_.contains(step.thread)) walk.path.joins = step.thread;
  if (step.kind == StepKind::atomic_begin) ++walk.depth;
  if (step.kind == StepKind::atomic_end) {
    if (walk.depth == 0) problem_ = "an atomic region ends that did not begin";
    --walk.depth;
  }
  walk.path.ends = walk.path.ends || is_joined_end(graphs_.target(edge));
  logic::Substitution map;
  for (const VariableId v : frontend::variables_read(graphs_.edge(edge).statement)) {
    const Term variable = semantics_.variable(v);
    const bool is_open = !owner_[v] && !known_.contains(v);
    map.emplace(variable, is_open ? terms_.fresh_variable("any!", variable.sort()) : value_at(walk, v));
  }
  logic::Substitution cache;
  const Term guard = terms_.substitute(meaning.guard, map, cache);
  if (guard.is_false()) return false;
  walk.path.guards.push_back(guard);
  std::map<VariableId, Term> changed;
  if (const auto v = frontend::assigned_variable(graphs_.edge(edge).statement)) {
    const auto update = meaning.updates.find(semantics_.variable(*v));
    if (update != meaning.updates.end()) changed.emplace(*v, terms_.substitute(update->second, map, cache));
    if (!owner_[*v]) walk.path.written.insert(*v);
  }
  for (auto& [v, value] : changed) walk.path.values[v] = value;
  return true;
}

}  // namespace bireach::checker
