// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/thread_flow.h"

#include <algorithm>
#include <map>

#include "frontend/program/liveness.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::VariableId;
using StepKind = frontend::ThreadStep::Kind;

namespace {

void add_scalars_read(const Program& graphs, const frontend::Expr& expr, std::set<VariableId>& result) {
  if (expr.kind == frontend::Expr::Kind::Element) return;
  if (expr.kind == frontend::Expr::Kind::Variable && !graphs.variables[expr.variable].array)
    result.insert(expr.variable);
  for (const frontend::ExprPtr& operand : expr.operands) add_scalars_read(graphs, *operand, result);
}

bool is_target(const frontend::Location& location) {
  return location.kind == LocationKind::Error || location.kind == LocationKind::Unsupported;
}

/// Where there may be several threads of one graph: a variable that they have in common is nobody's by its name.
bool is_named_after(const frontend::Variable& variable, const frontend::Thread& thread) {
  return !variable.function.empty() || variable.name.starts_with(thread.name + "::") ||
         variable.name.ends_with("@" + thread.name);
}

/// Who touches a variable, and how.
struct Accesses {
  std::set<std::uint32_t> by;
  std::set<std::uint32_t> passing;  ///< threads that only write it, as an argument for another one
};

}  // namespace

std::set<VariableId> scalars_read(const Program& graphs, const frontend::Statement& statement) {
  std::set<VariableId> result;
  if (const frontend::LValue* target = frontend::assigned_target(statement); target != nullptr && target->index)
    return result;
  for (const frontend::ExprPtr& expr : frontend::evaluated_expressions(statement))
    add_scalars_read(graphs, *expr, result);
  return result;
}

ThreadFlow::ThreadFlow(const Program& graphs)
    : graphs_(graphs),
      thread_(graphs.location_count()),
      depth_(graphs.location_count(), 0),
      order_(graphs.location_count(), 0),
      loop_head_(graphs.location_count(), false),
      cut_(graphs.location_count(), false),
      matters_(graphs.location_count(), false),
      joined_(graphs.threads.size(), false),
      tracked_(graphs.variables.size(), false),
      owner_(graphs.variables.size()),
      passed_(graphs.threads.size()) {
  find_threads();
  if (!problem_.empty()) return;
  find_owners();
  find_joined();
  find_tracked();
  find_cuts();
  find_lock_words();
  find_live();
}

std::vector<VariableId> ThreadFlow::own_at(LocationId l) const {
  std::vector<VariableId> result;
  for (VariableId v = 0; v < tracked_.size(); ++v)
    if (tracked_[v] && owner_[v] && live_[l][v]) result.push_back(v);
  return result;
}

void ThreadFlow::find_threads() {
  for (std::uint32_t thread = 0; thread < graphs_.threads.size() && problem_.empty(); ++thread) visit(thread);
}

/// Depth first from the thread's entry: whose location each is, loop heads, a reverse postorder, depths.
void ThreadFlow::visit(std::uint32_t thread) {
  enum class Colour : std::uint8_t { white, grey, black };
  std::map<LocationId, Colour> colour;
  std::vector<LocationId> finished;
  std::vector<std::pair<LocationId, std::size_t>> stack;
  const auto enter = [&](LocationId l, unsigned depth) {
    if (graphs_.location(l).kind == LocationKind::Normal && thread_[l] && *thread_[l] != thread)
      problem_ = "threads have locations in common";
    if (graphs_.location(l).kind == LocationKind::Normal || l == graphs_.threads[thread].end) thread_[l] = thread;
    depth_[l] = depth;
    colour[l] = Colour::grey;
    stack.emplace_back(l, 0);
  };
  enter(graphs_.threads[thread].entry, 0);
  while (!stack.empty() && problem_.empty()) {
    auto& [location, next] = stack.back();
    const std::vector<EdgeId>& out = graphs_.outgoing(location);
    if (next == out.size()) {
      colour[location] = Colour::black;
      finished.push_back(location);
      stack.pop_back();
      continue;
    }
    const EdgeId edge = out[next++];
    const StepKind kind = graphs_.edge(edge).thread_step.kind;
    if (kind == StepKind::atomic_end && depth_[location] == 0) problem_ = "an atomic region ends that did not begin";
    const unsigned depth =
        depth_[location] + (kind == StepKind::atomic_begin ? 1U : 0U) - (kind == StepKind::atomic_end ? 1U : 0U);
    const LocationId to = graphs_.target(edge);
    if (graphs_.edge(edge).thread != thread) problem_ = "a step of another thread is on a thread's way";
    if (colour[to] == Colour::white) {
      enter(to, depth);
      continue;
    }
    if (graphs_.location(to).kind == LocationKind::Normal && depth_[to] != depth)
      problem_ = "a location is both within an atomic region and without";
    if (colour[to] == Colour::grey) loop_head_[to] = true;
  }
  for (std::size_t i = 0; i < finished.size(); ++i)
    order_[finished[i]] = static_cast<std::uint32_t>(finished.size() - i);
}

/// A variable is a thread's own if no other thread has to do with it. Where there may be several threads of one graph,
/// each has its own variables of its functions, and what creators pass to them; what only the threads themselves pass
/// to a function's variable are arguments of a call.
void ThreadFlow::find_owners() {
  std::vector<Accesses> accesses(graphs_.variables.size());
  for (EdgeId e = 0; e < graphs_.edge_count(); ++e) {
    const frontend::Edge& edge = graphs_.edge(e);
    for (const VariableId v : frontend::variables_read(edge.statement)) accesses[v].by.insert(edge.thread);
    if (const auto v = frontend::assigned_variable(edge.statement)) {
      const bool passes = edge.role == frontend::EdgeRole::Parameter;
      (passes ? accesses[*v].passing : accesses[*v].by).insert(edge.thread);
    }
  }
  for (VariableId v = 0; v < accesses.size(); ++v) {
    auto& [by, passing] = accesses[v];
    const bool is_of_call = !graphs_.variables[v].function.empty() && passing.size() == 1;
    if (is_of_call && by == passing) passing.clear();
    const bool is_passed = by.size() == 1 && !passing.empty() && graphs_.threads[*by.begin()].any_number;
    if (is_passed && passing.contains(*by.begin())) problem_ = "threads pass arguments to others of their kind";
    if (!is_passed) by.merge(passing);
    if (by.size() != 1) continue;
    const std::uint32_t thread = *by.begin();
    if (graphs_.threads[thread].any_number && !is_named_after(graphs_.variables[v], graphs_.threads[thread])) continue;
    owner_[v] = thread;
    if (is_passed) passed_[thread].push_back(v);
  }
}

void ThreadFlow::find_joined() {
  for (EdgeId e = 0; e < graphs_.edge_count(); ++e) {
    const frontend::ThreadStep& step = graphs_.edge(e).thread_step;
    if (step.kind == StepKind::join && !graphs_.threads[step.thread].any_number) joined_[step.thread] = true;
  }
}

void ThreadFlow::find_tracked() {
  do {
    find_what_matters();
  } while (track_more());
}

/// Conditions where it matters are tracked, and what tracked variables depend on.
bool ThreadFlow::track_more() {
  bool changed = false;
  const auto track = [&](VariableId v) {
    changed = changed || !tracked_[v];
    tracked_[v] = true;
  };
  for (EdgeId e = 0; e < graphs_.edge_count(); ++e) {
    const frontend::Statement& statement = graphs_.edge(e).statement;
    if (!matters_[graphs_.source(e)]) continue;
    const auto target = frontend::assigned_variable(statement);
    if (target && !tracked_[*target]) continue;
    for (const VariableId v : scalars_read(graphs_, statement)) track(v);
  }
  return changed;
}

bool ThreadFlow::is_effective(EdgeId edge) const {
  const frontend::ThreadStep& step = graphs_.edge(edge).thread_step;
  if (step.kind == StepKind::start) return true;
  if (is_end(graphs_.target(edge))) return true;
  const auto target = frontend::assigned_variable(graphs_.edge(edge).statement);
  return target && tracked_[*target] && owner_[*target] != graphs_.edge(edge).thread;
}

void ThreadFlow::find_what_matters() {
  for (LocationId l = 0; l < matters_.size(); ++l)
    if (is_target(graphs_.location(l))) matters_[l] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (EdgeId e = 0; e < graphs_.edge_count(); ++e) {
      const LocationId source = graphs_.source(e);
      if (matters_[source] || !(matters_[graphs_.target(e)] || is_effective(e))) continue;
      matters_[source] = changed = true;
    }
  }
  for (LocationId l = 0; l < matters_.size(); ++l)
    if (is_end(l)) matters_[l] = true;
}

bool ThreadFlow::is_visible(EdgeId edge) const {
  const frontend::Edge& step = graphs_.edge(edge);
  if (step.thread_step.kind != StepKind::none || is_end(graphs_.target(edge))) return true;
  const auto target = frontend::assigned_variable(step.statement);
  if (target && !tracked_[*target]) return false;
  if (target && is_shared(*target)) return true;
  const std::set<VariableId> read = scalars_read(graphs_, step.statement);
  return std::any_of(read.begin(), read.end(), [this](VariableId v) { return is_shared(v); });
}

void ThreadFlow::find_cuts() {
  for (LocationId l = 0; l < cut_.size(); ++l) {
    if (!thread_[l]) continue;
    if (loop_head_[l] && depth_[l] > 0) problem_ = "an atomic region has a loop";
    if (depth_[l] > 0) continue;
    const std::vector<EdgeId>& out = graphs_.outgoing(l);
    cut_[l] = loop_head_[l] || is_end(l) || graphs_.threads[*thread_[l]].entry == l ||
              std::any_of(out.begin(), out.end(), [this](EdgeId e) { return is_visible(e); });
  }
}

void ThreadFlow::find_lock_words() {
  std::set<VariableId> words;
  for (LocationId l = 0; l < cut_.size(); ++l) {
    if (!cut_[l]) continue;
    std::set<VariableId> read;
    std::set<VariableId> written;
    std::set<LocationId> seen;
    std::vector<LocationId> work{l};
    while (!work.empty()) {
      const LocationId here = work.back();
      work.pop_back();
      for (const EdgeId e : graphs_.outgoing(here)) {
        const LocationId to = graphs_.target(e);
        if (here == l && graphs_.edge(e).thread_step.kind != StepKind::atomic_begin) continue;
        read.merge(scalars_read(graphs_, graphs_.edge(e).statement));
        if (const auto v = frontend::assigned_variable(graphs_.edge(e).statement)) written.insert(*v);
        if (depth_[to] > 0 && seen.insert(to).second) work.push_back(to);
      }
    }
    std::set_intersection(read.begin(), read.end(), written.begin(), written.end(), std::inserter(words, words.end()));
  }
  std::copy_if(words.begin(), words.end(), std::back_inserter(lock_words_),
               [this](VariableId v) { return is_shared(v); });
}

void ThreadFlow::find_live() {
  std::vector<frontend::FlowEffect> effects;
  for (EdgeId e = 0; e < graphs_.edge_count(); ++e) {
    const frontend::Edge& edge = graphs_.edge(e);
    frontend::FlowEffect effect{graphs_.source(e), graphs_.target(e), {}, frontend::assigned_variable(edge.statement)};
    if (!effect.overwrites || tracked_[*effect.overwrites]) {
      const std::set<VariableId> read = scalars_read(graphs_, edge.statement);
      effect.reads.assign(read.begin(), read.end());
    }
    if (edge.thread_step.kind == StepKind::start) {
      const std::vector<VariableId>& passed = passed_[edge.thread_step.thread];
      effect.reads.insert(effect.reads.end(), passed.begin(), passed.end());
    }
    effects.push_back(std::move(effect));
  }
  live_ = frontend::live_variables(graphs_.location_count(), graphs_.variables.size(), effects);
}

}  // namespace bireach::checker
