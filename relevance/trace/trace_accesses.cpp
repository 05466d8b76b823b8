// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace/trace_accesses.h"

#include <algorithm>
#include <map>

#include "frontend/threads/interleaving.h"

namespace bireach::relevance {

using frontend::EdgeId;
using frontend::Expr;
using frontend::Program;
using frontend::ThreadStep;
using frontend::VariableId;
using logic::Integer;

std::optional<std::uint32_t> thread_of(const Program& program, EdgeId edge) {
  const frontend::Edge& step = program.edge(edge);
  return frontend::is_choice(program, step) ? std::nullopt : std::optional(step.thread);
}

std::optional<EdgeId> own_edge(const Program& program, EdgeId edge) {
  return program.threads.empty() ? std::optional(edge) : program.edge(edge).thread_edge;
}

const Program& own_graphs(const Program& program) {
  return program.thread_graphs ? *program.thread_graphs : program;
}

bool overlap(const Access& a, const Access& b) {
  return a.variable == b.variable && (!a.index || !b.index || *a.index == *b.index);
}

namespace {

/// What the user's program does not have.
std::vector<bool> bookkeeping_variables(const Program& program) {
  std::vector<bool> result(program.variables.size(), false);
  for (const VariableId id : program.stack) result[id] = true;
  for (const auto& object : program.memory.objects)
    if (object.alive) result[*object.alive] = true;
  for (const auto& [id, name] : program.memory.locals) result[id] = true;
  if (program.memory.top) result[*program.memory.top] = true;
  if (program.memory.sizes) result[*program.memory.sizes] = true;
  return result;
}

ThreadStep step_at(const Program& program, EdgeId edge) {
  const auto own = own_edge(program, edge);
  return own ? own_graphs(program).edge(*own).thread_step : ThreadStep{};
}

}  // namespace

TraceAccesses::TraceAccesses(const Program& program, const frontend::Execution& execution)
    : program_(program),
      execution_(execution),
      threads_(execution.trace.size()),
      at_(execution.trace.size()),
      of_(program.variables.size()),
      shared_(program.variables.size(), false),
      synchronises_(execution.trace.size(), false),
      hidden_(bookkeeping_variables(program)) {
  if (program.threads.empty()) return;
  std::vector<std::size_t> depth(program.threads.size(), 0);
  for (std::size_t position = 0; position < at_.size(); ++position) {
    const EdgeId edge = execution.trace[position];
    threads_[position] = thread_of(program, edge);
    if (!threads_[position]) continue;
    const ThreadStep step = step_at(program, edge);
    const ThreadStep::Kind kind = step.is_of_check ? ThreadStep::Kind::none : step.kind;
    std::size_t& nested = depth[*threads_[position]];
    if (kind == ThreadStep::Kind::atomic_begin) ++nested;
    const auto& paths = program.call_paths;
    synchronises_[position] = nested > 0 || paths[program.edge(edge).call_path].is_library;
    if (kind == ThreadStep::Kind::atomic_end && nested > 0) --nested;
    collect(position);
  }
  for (VariableId id = 0; id < of_.size(); ++id) {
    const auto other = [&](const Access& access) { return access.thread != of_[id].front().thread; };
    const auto writes = [](const Access& access) { return access.writes; };
    shared_[id] =
        std::any_of(of_[id].begin(), of_[id].end(), other) && std::any_of(of_[id].begin(), of_[id].end(), writes);
  }
  order();
}

const std::vector<Access>& TraceAccesses::of(VariableId variable) const {
  return of_[variable];
}

void TraceAccesses::collect(std::size_t position) {
  const frontend::Statement& statement = program_.edge(execution_.trace[position]).statement;
  const auto add = [&](VariableId variable, const Expr* index, bool writes) {
    if (hidden_[variable]) return;
    Access access{position, *threads_[position], variable, std::nullopt, writes};
    std::vector<frontend::UndefinedEvent> ignored;
    if (index != nullptr)
      access.index =
          frontend::evaluate(program_, *index, execution_.states[position], execution_.trace[position], ignored);
    at_[position].push_back(access);
    of_[variable].push_back(access);
  };
  frontend::for_each_read(statement, [&](const Expr& read) {
    add(read.variable, read.kind == Expr::Kind::Element ? read.operands[0].get() : nullptr, false);
  });
  if (const frontend::LValue* target = frontend::assigned_target(statement))
    add(target->variable, target->index.get(), true);
}

/// Vector clocks (Mattern; Fidge), once with what is forced and once with synchronisation too.
void TraceAccesses::order() {
  const std::size_t count = program_.threads.size();
  const auto join = [](Clock& clock, const Clock& other) {
    for (std::size_t i = 0; i < clock.size(); ++i) clock[i] = std::max(clock[i], other[i]);
  };
  struct LastAccess {
    Clock read, write;
  };
  std::vector<Clock> forced(count, Clock(count, 0));
  std::vector<Clock> ordered = forced;
  std::map<std::pair<VariableId, Integer>, LastAccess> elements;
  std::map<VariableId, LastAccess> wholes;
  const auto entry = [&](const Access& access) -> LastAccess& {
    LastAccess& last = access.index ? elements[{access.variable, *access.index}] : wholes[access.variable];
    if (last.read.empty()) last.read = last.write = Clock(count, 0);
    return last;
  };
  forced_.assign(at_.size(), {});
  ordered_.assign(at_.size(), {});
  for (std::size_t position = 0; position < at_.size(); ++position) {
    if (!threads_[position]) continue;
    const std::uint32_t thread = *threads_[position];
    const ThreadStep step = step_at(program_, execution_.trace[position]);
    if (step.kind == ThreadStep::Kind::join) {
      join(forced[thread], forced[step.thread]);
      join(ordered[thread], ordered[step.thread]);
    }
    if (synchronises_[position]) {
      for (const Access& access : at_[position]) {
        LastAccess& last = entry(access);
        join(ordered[thread], last.write);
        if (access.writes) join(ordered[thread], last.read);
      }
    }
    forced[thread][thread] = ordered[thread][thread] = position + 1;
    forced_[position] = forced[thread];
    ordered_[position] = ordered[thread];
    if (synchronises_[position]) {
      for (const Access& access : at_[position]) {
        LastAccess& last = entry(access);
        join(access.writes ? last.write : last.read, ordered[thread]);
      }
    }
    if (step.kind == ThreadStep::Kind::start) {
      join(forced[step.thread], forced[thread]);
      join(ordered[step.thread], ordered[thread]);
    }
  }
}

bool TraceAccesses::within(const std::vector<Clock>& clocks, std::size_t earlier, std::size_t later) const {
  if (!threads_[earlier] || !threads_[later]) return false;
  return clocks[later][*threads_[earlier]] > earlier;
}

bool TraceAccesses::is_forced(std::size_t earlier, std::size_t later) const {
  return within(forced_, earlier, later);
}

bool TraceAccesses::is_ordered(std::size_t earlier, std::size_t later) const {
  return within(ordered_, earlier, later);
}

std::optional<std::pair<std::size_t, std::size_t>> TraceAccesses::first_race() const {
  std::optional<std::pair<std::size_t, std::size_t>> result;
  for (VariableId variable = 0; variable < of_.size(); ++variable) {
    if (!shared_[variable]) continue;
    const std::vector<Access>& all = of_[variable];
    for (auto later = all.begin(); later != all.end(); ++later) {
      if (result && later->position >= result->second) break;
      const auto earlier = std::find_if(all.begin(), later, [&](const Access& access) {
        return access.thread != later->thread && (access.writes || later->writes) && overlap(access, *later) &&
               !(synchronises_[access.position] && synchronises_[later->position]) &&
               !is_ordered(access.position, later->position);
      });
      if (earlier != later) result = {earlier->position, later->position};
    }
  }
  return result;
}

std::vector<ReadConflicts> TraceAccesses::conflicts(std::size_t position, std::size_t end) const {
  std::vector<ReadConflicts> result;
  for (const Access& read : at_[position]) {
    if (read.writes || !shared_[read.variable]) continue;
    const auto known = std::find_if(result.begin(), result.end(),
                                    [&](const ReadConflicts& other) { return other.variable == read.variable; });
    ReadConflicts& found = known != result.end() ? *known : result.emplace_back();
    found.variable = read.variable;
    std::vector<std::size_t> before;
    std::optional<std::size_t> own;
    for (const Access& write : of_[read.variable]) {
      if (!write.writes || write.position == position || write.position >= end || !overlap(read, write)) continue;
      if (write.position < position) {
        found.last_writer = std::max(found.last_writer.value_or(0), write.position);
        if (write.thread == read.thread)
          own = write.position;
        else
          before.push_back(write.position);
      } else if (write.thread != read.thread) {
        found.later.push_back(write.position);
      }
    }
    if (own) before.push_back(*own);
    for (const std::size_t writer : before)
      if (writer != found.last_writer) found.earlier.push_back(writer);
    for (auto* writers : {&found.earlier, &found.later}) {
      std::sort(writers->begin(), writers->end());
      writers->erase(std::unique(writers->begin(), writers->end()), writers->end());
    }
  }
  return result;
}

}  // namespace bireach::relevance
