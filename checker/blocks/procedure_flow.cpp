// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include "checker/blocks/procedure_clauses.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::VariableId;

ProcedureFlow::ProcedureFlow(const frontend::Program& program, const ControlFlow& flow)
    : program_(program), flow_(flow), changed_(program.procedures.size() + 1) {
  for (std::size_t i = 0; i < program.procedures.size(); ++i) {
    for (const auto& call : program.procedures[i].calls)
      if (!calls_.emplace(call.start, Call{0, i + 1, &call, {}}).second) problem_ = "two calls start at one location";
  }
  explore(0, program.initial);
  for (std::size_t i = 0; i < program.procedures.size(); ++i) explore(i + 1, program.procedures[i].entry);
  if (!problem_.empty()) return;
  for (auto& [start, call] : calls_) find_passing_edges(call);
  if (!problem_.empty()) return;
  find_changed();
  find_live();
}

const ProcedureFlow::Call* ProcedureFlow::call_at(LocationId start) const {
  const auto found = calls_.find(start);
  return found == calls_.end() ? nullptr : &found->second;
}

bool ProcedureFlow::is_stack(VariableId variable) const {
  return std::binary_search(program_.stack.begin(), program_.stack.end(), variable);
}

bool ProcedureFlow::is_stack_edge(EdgeId edge) const {
  const auto target = frontend::assigned_variable(program_.edge(edge).statement);
  return target && is_stack(*target);
}

std::vector<LocationId> ProcedureFlow::successors(Context context, LocationId location) const {
  std::vector<LocationId> result;
  if (is_exit(context, location)) return result;
  if (const Call* call = call_at(location)) {
    result.push_back(call->call->resumed);
    return result;
  }
  for (const EdgeId edge : program_.outgoing(location))
    if (flow_.reaches_target[program_.target(edge)]) result.push_back(program_.target(edge));
  return result;
}

/// Depth-first search over the locations of one context.
void ProcedureFlow::explore(Context context, LocationId from) {
  std::set<LocationId> open;
  std::vector<std::pair<LocationId, std::vector<LocationId>>> stack;
  const auto enter = [&](LocationId location) {
    const auto [known, fresh] = context_of_.try_emplace(location, context);
    if (!fresh && known->second != context && program_.location(location).kind == LocationKind::Normal)
      problem_ = "code of several procedures is one";
    if (const auto call = calls_.find(location); call != calls_.end()) call->second.caller = context;
    open.insert(location);
    stack.emplace_back(location, successors(context, location));
  };
  std::set<LocationId> seen{from};
  enter(from);
  while (!stack.empty()) {
    std::vector<LocationId>& rest = stack.back().second;
    if (rest.empty()) {
      open.erase(stack.back().first);
      stack.pop_back();
      continue;
    }
    const LocationId next = rest.back();
    rest.pop_back();
    if (open.contains(next)) loop_heads_.insert(next);
    if (context != 0 && next == program_.procedures[context - 1].entry) problem_ = "a procedure's entry is in a loop";
    if (seen.insert(next).second) enter(next);
  }
}

void ProcedureFlow::find_passing_edges(Call& call) {
  const LocationId entry = program_.procedures[call.callee - 1].entry;
  LocationId at = call.call->start;
  do {
    if (program_.outgoing(at).size() != 1) {
      problem_ = "the code before a procedure's entry branches";
      return;
    }
    const EdgeId edge = program_.outgoing(at).front();
    if (!is_stack_edge(edge)) call.passing.push_back(edge);
    at = program_.target(edge);
  } while (at != entry);
}

void ProcedureFlow::find_changed() {
  for (const auto& [location, context] : context_of_) {
    if (call_at(location) || is_exit(context, location)) continue;
    for (const EdgeId edge : program_.outgoing(location))
      if (const auto target = frontend::assigned_variable(program_.edge(edge).statement))
        changed_[context].insert(*target);
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [start, call] : calls_) {
      Variables inner = changed_[call.callee];
      for (const EdgeId edge : call.passing)
        if (const auto target = frontend::assigned_variable(program_.edge(edge).statement)) inner.insert(*target);
      for (const VariableId kept : call.call->kept) inner.erase(kept);
      const std::size_t before = changed_[call.caller].size();
      changed_[call.caller].insert(inner.begin(), inner.end());
      grows = grows || changed_[call.caller].size() != before;
    }
  }
}

const std::set<VariableId>& ProcedureFlow::live(LocationId location) const {
  static const Variables nothing;
  const auto found = live_.find(location);
  return found == live_.end() ? nothing : found->second;
}

void ProcedureFlow::step_back(Variables& live, EdgeId edge) const {
  if (const auto target = frontend::assigned_variable(program_.edge(edge).statement)) live.erase(*target);
  for (const VariableId read : frontend::variables_read(program_.edge(edge).statement))
    if (!is_stack(read)) live.insert(read);
}

std::set<VariableId> ProcedureFlow::live_at_call(const Call& call) const {
  const std::vector<VariableId>& kept = call.call->kept;
  const auto is_kept = [&kept](VariableId v) { return std::binary_search(kept.begin(), kept.end(), v); };
  const Variables& after = live(call.call->resumed);
  Variables result = live(program_.procedures[call.callee - 1].entry);
  for (const VariableId variable : after)
    if (!is_kept(variable) && !may_change(call.callee, variable)) result.insert(variable);
  for (auto edge = call.passing.rbegin(); edge != call.passing.rend(); ++edge) step_back(result, *edge);
  for (const VariableId variable : after)
    if (is_kept(variable)) result.insert(variable);
  return result;
}

std::set<VariableId> ProcedureFlow::live_before(Context context, LocationId location) const {
  Variables result;
  if (is_exit(context, location)) {
    for (const auto& call : program_.procedures[context - 1].calls) {
      for (const VariableId variable : live(call.resumed)) {
        const bool is_kept = std::binary_search(call.kept.begin(), call.kept.end(), variable);
        if (!is_kept && may_change(context, variable)) result.insert(variable);
      }
    }
    return result;
  }
  if (const Call* call = call_at(location)) return live_at_call(*call);
  for (const EdgeId edge : program_.outgoing(location)) {
    if (!flow_.reaches_target[program_.target(edge)]) continue;
    Variables before = live(program_.target(edge));
    step_back(before, edge);
    result.insert(before.begin(), before.end());
  }
  return result;
}

std::map<LocationId, std::vector<LocationId>> ProcedureFlow::dependents() const {
  std::map<LocationId, std::vector<LocationId>> result;
  for (const auto& [location, context] : context_of_) {
    if (is_exit(context, location)) continue;
    if (const Call* call = call_at(location)) {
      const frontend::Procedure& callee = program_.procedures[call->callee - 1];
      result[call->call->resumed].push_back(location);
      result[call->call->resumed].push_back(callee.exit);
      result[callee.entry].push_back(location);
      continue;
    }
    for (const EdgeId edge : program_.outgoing(location)) result[program_.target(edge)].push_back(location);
  }
  return result;
}

/// Backwards, those first that were made last: mostly what comes after them is known by then.
void ProcedureFlow::find_live() {
  const auto dependents = this->dependents();
  std::set<LocationId, std::greater<>> open;
  for (const auto& [location, context] : context_of_) open.insert(location);
  while (!open.empty()) {
    const LocationId location = open.extract(open.begin()).value();
    const auto context = context_of_.find(location);
    if (context == context_of_.end()) continue;
    Variables before = live_before(context->second, location);
    Variables& known = live_[location];
    if (before.size() == known.size()) continue;
    known = std::move(before);
    if (const auto found = dependents.find(location); found != dependents.end())
      open.insert(found->second.begin(), found->second.end());
  }
}

}  // namespace bireach::checker
