// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/call_summaries.h"

#include <algorithm>
#include <set>

#include "frontend/program/liveness.h"
#include "frontend/program/statement.h"

namespace bireach::checker {

using frontend::LocationId;
using frontend::Program;
using frontend::VariableId;

namespace {

constexpr std::size_t max_outcomes = std::size_t{1} << 20U;

/// From its entry to before its exit, with all that it calls.
std::vector<LocationId> body_of(const Program& program, const frontend::RecursiveProcedure& procedure) {
  std::vector<LocationId> body{procedure.entry};
  std::set<LocationId> seen{procedure.entry, procedure.exit};
  for (std::size_t i = 0; i < body.size(); ++i)
    for (const frontend::EdgeId edge : program.outgoing(body[i]))
      if (seen.insert(program.target(edge)).second) body.push_back(program.target(edge));
  return body;
}

}  // namespace

CallSummaries::CallSummaries(const Program& program) {
  if (program.procedures.empty()) return;
  const auto live = frontend::live_variables(program);
  for (const frontend::RecursiveProcedure& procedure : program.procedures) add(program, procedure, live);
}

void CallSummaries::add(const Program& program, const frontend::RecursiveProcedure& procedure,
                        const std::vector<std::vector<bool>>& live) {
  // A loop may begin at the entry: to come there is no call then.
  if (program.incoming(procedure.entry).size() != procedure.calls.size()) return;
  const auto is_of_stack = [&program](VariableId variable) {
    return std::find(program.stack.begin(), program.stack.end(), variable) != program.stack.end();
  };
  std::set<VariableId> read;
  std::set<VariableId> written;
  for (const LocationId location : body_of(program, procedure))
    for (const frontend::EdgeId edge : program.outgoing(location)) {
      const frontend::Statement& statement = program.edge(edge).statement;
      for (const VariableId variable : frontend::variables_read(statement)) read.insert(variable);
      if (const auto target = frontend::assigned_variable(statement)) written.insert(*target);
    }
  Procedure result{procedure.entry, procedure.exit, {}, {}, {}};
  for (const std::set<VariableId>* touched : {&read, &written})
    for (const VariableId variable : *touched)
      if (program.variables[variable].array && !is_of_stack(variable)) return;
  for (const VariableId variable : read)
    if (live[procedure.entry][variable] && !is_of_stack(variable)) result.reads.push_back(variable);
  for (const VariableId variable : written)
    if (live[procedure.exit][variable] && !is_of_stack(variable)) result.writes.push_back(variable);
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
  auto key = values_of(procedure.reads, execution.state());
  if (const auto known = key ? procedure.known.find(*key) : procedure.known.end(); known != procedure.known.end()) {
    for (std::size_t i = 0; i < procedure.writes.size(); ++i)
      execution.state().set_number(procedure.writes[i], known->second.written[i]);
    execution.skip_to(procedure.exit, known->second.steps);
    ++hits_;
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
  auto written = values_of(procedure.writes, execution.state());
  if (!written) return;
  procedure.known.emplace(*call.key, Outcome{std::move(*written), execution.position().steps - call.steps});
  ++size_;
}

}  // namespace bireach::checker
