// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/call_summaries.h"

#include <algorithm>
#include <bit>
#include <set>

#include "frontend/program/liveness.h"
#include "frontend/program/statement.h"

namespace bireach::checker {

using frontend::LocationId;
using frontend::Program;
using frontend::VariableId;

namespace {

constexpr std::size_t max_outcomes = std::size_t{1} << 20U;

/// Hits of which each is executed all the same; later those whose number is a power of two.
constexpr std::uint64_t first_hits = 32;

/// All that an activation executes, with all that it calls: calls of itself return through its exit as well, so only
/// where its outermost call goes on is left out.
std::vector<LocationId> body_of(const Program& program, const frontend::Procedure& procedure) {
  std::vector<LocationId> body{procedure.entry};
  std::set<LocationId> seen{procedure.entry, procedure.calls.front().resumed};
  for (std::size_t i = 0; i < body.size(); ++i)
    for (const frontend::EdgeId edge : program.outgoing(body[i]))
      if (seen.insert(program.target(edge)).second) body.push_back(program.target(edge));
  return body;
}

}  // namespace

CallSummaries::CallSummaries(const Program& program) {
  if (program.procedures.empty()) return;
  const auto live = frontend::live_variables(program);
  for (const frontend::Procedure& procedure : program.procedures) add(program, procedure, live);
}

void CallSummaries::add(const Program& program, const frontend::Procedure& procedure,
                        const std::vector<std::vector<bool>>& live) {
  // A loop may begin at the entry: to come there is no call then.
  if (procedure.calls.empty() || program.incoming(procedure.entry).size() != procedure.calls.size()) return;
  const auto is_of_stack = [&program](VariableId variable) {
    return std::find(program.stack.begin(), program.stack.end(), variable) != program.stack.end();
  };
  for (const LocationId location : body_of(program, procedure))
    for (const frontend::EdgeId edge : program.outgoing(location)) {
      const frontend::Statement& statement = program.edge(edge).statement;
      std::vector<VariableId> touched = frontend::variables_read(statement);
      if (const auto target = frontend::assigned_variable(statement)) touched.push_back(*target);
      for (const VariableId variable : touched)
        if (program.variables[variable].array && !is_of_stack(variable)) return;
    }
  Procedure result{procedure.entry, procedure.exit, {}, {}, {}};
  for (VariableId variable = 0; variable < program.variables.size(); ++variable) {
    if (program.variables[variable].array || is_of_stack(variable)) continue;
    if (live[procedure.entry][variable]) result.before.push_back(variable);
    if (live[procedure.exit][variable]) result.after.push_back(variable);
  }
  entries_.emplace(procedure.entry, procedures_.size());
  exits_.emplace(procedure.exit, procedures_.size());
  procedures_.push_back(std::move(result));
}

void CallSummaries::pass(InputExecution& execution) {
  if (procedures_.empty()) return;
  if (const auto entry = entries_.find(execution.location()); entry != entries_.end())
    begin(entry->second, execution);
  else if (exits_.contains(execution.location()))
    end(execution);
}

std::optional<CallSummaries::Values> CallSummaries::values_of(const std::vector<VariableId>& variables,
                                                              InputState& state) {
  Values values;
  for (const VariableId variable : variables) {
    const auto number = state.number(variable);
    if (!number) return std::nullopt;
    values.push_back(*number);
  }
  return values;
}

void CallSummaries::begin(std::size_t number, InputExecution& execution) {
  const Procedure& procedure = procedures_[number];
  auto key = values_of(procedure.before, execution.state());
  const auto known = key ? procedure.known.find(*key) : procedure.known.end();
  const bool is_known = known != procedure.known.end();
  if (is_known && ++hits_ > first_hits && !std::has_single_bit(hits_)) {
    for (std::size_t i = 0; i < procedure.after.size(); ++i)
      execution.state().set_number(procedure.after[i], known->second.values[i]);
    execution.skip_to(procedure.exit, known->second.steps);
    return;
  }
  active_.push_back({number, std::move(key), execution.position().steps, execution.state().inputs().size()});
}

void CallSummaries::end(InputExecution& execution) {
  if (active_.empty()) return;
  const Call call = std::move(active_.back());
  active_.pop_back();
  Procedure& procedure = procedures_[call.procedure];
  const bool is_alone = execution.state().inputs().size() == call.inputs;
  if (!call.key || !is_alone || size_ >= max_outcomes || procedure.exit != execution.location()) return;
  auto values = values_of(procedure.after, execution.state());
  if (!values) return;
  Outcome outcome{std::move(*values), execution.position().steps - call.steps};
  const auto [known, is_new] = procedure.known.emplace(*call.key, outcome);
  if (is_new)
    ++size_;
  else if (!(known->second == outcome))
    has_failed_ = true;
}

}  // namespace bireach::checker
