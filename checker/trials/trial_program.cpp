// SPDX-License-Identifier: Apache-2.0
#include "checker/trials/trial_program.h"

#include <algorithm>
#include <tuple>

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;
using frontend::RunEnd;

namespace {

/// Follows edges that are the only ones, for so long.
constexpr std::size_t longest_way_to_error = 10'000;

/// Is it the error location that all executions from here reach without a decision?
std::optional<LocationId> error_behind(const Program& program, LocationId location) {
  for (std::size_t i = 0; i < longest_way_to_error; ++i) {
    if (program.location(location).kind == LocationKind::Error) return location;
    const auto& outgoing = program.outgoing(location);
    if (outgoing.size() != 1) return std::nullopt;
    location = program.target(outgoing.front());
  }
  return std::nullopt;
}

/// Of an execution that a location ends.
TrialEnd end_of(const frontend::Location& last) {
  switch (last.kind) {
    case LocationKind::Error:
      return TrialEnd::fails;
    case LocationKind::Unsupported:
      return TrialEnd::not_modelled;
    case LocationKind::Normal:
    case LocationKind::Exit:
      break;
  }
  const bool is_cut = last.place.is_known() && (last.callee.empty() || last.callee.find("abort") != std::string::npos);
  return is_cut ? TrialEnd::cut : TrialEnd::passes;
}

TrialEnd end_of(const Program& program, const frontend::RunResult& result) {
  if (result.end == RunEnd::Blocked) return TrialEnd::cut;
  if (result.end == RunEnd::StepLimit) return TrialEnd::limit;
  if (result.end == RunEnd::Stopped) return TrialEnd::stopped;
  if (result.execution.trace.empty()) return TrialEnd::passes;
  return end_of(program.location(program.target(result.execution.trace.back())));
}

}  // namespace

std::string input_source(const Program& program, EdgeId edge) {
  const frontend::Havoc* havoc = frontend::as_havoc(program.edge(edge).statement);
  if (havoc == nullptr) return {};
  if (!havoc->function.empty()) return havoc->function + "()";
  return program.variables[havoc->target.variable].name;
}

Inputs Inputs::of(const Program& program, const frontend::Execution& execution) {
  Inputs result;
  for (std::size_t step = 0; step < execution.trace.size() && step + 1 < execution.states.size(); ++step) {
    const frontend::Edge& edge = program.edge(execution.trace[step]);
    const frontend::Havoc* havoc = frontend::as_havoc(edge.statement);
    if (havoc == nullptr) continue;
    const frontend::Variable& variable = program.variables[havoc->target.variable];
    logic::Value value = execution.states[step + 1][havoc->target.variable];
    if (havoc->target.index) {
      std::vector<frontend::UndefinedEvent> events;
      const logic::Integer index =
          frontend::evaluate(program, *havoc->target.index, execution.states[step], execution.trace[step], events);
      value = std::get<logic::ArrayValue>(value).at(index);
    }
    result.entries.push_back(
        {input_source(program, execution.trace[step]), std::move(value), variable.type, edge.source});
  }
  return result;
}

TrialProgram::TrialProgram(std::shared_ptr<const Program> program, const std::vector<std::string>& selectors)
    : program_(std::move(program)) {
  const auto edges = static_cast<EdgeId>(program_->edge_count());
  source_of_.assign(edges, none);
  selector_of_.assign(edges, none);
  find_selectors(selectors);
  for (EdgeId edge = 0; edge < edges; ++edge) {
    const frontend::Havoc* havoc = frontend::as_havoc(program_->edge(edge).statement);
    if (havoc == nullptr) continue;
    const std::string& name = program_->variables[havoc->target.variable].user_name;
    const auto selector = std::find(selectors.begin(), selectors.end(), name);
    if (selector != selectors.end()) {
      selector_of_[edge] = static_cast<std::uint32_t>(selector - selectors.begin());
    } else {
      const auto number = static_cast<std::uint32_t>(sources_.size());
      source_of_[edge] = sources_.emplace(input_source(*program_, edge), number).first->second;
    }
  }
  find_assertions();
  never_ends_ = !can_end();
}

/// Does some way lead to an end that is no error?
bool TrialProgram::can_end() const {
  std::vector<bool> seen(program_->location_count(), false);
  std::vector<LocationId> open{program_->initial};
  seen[program_->initial] = true;
  while (!open.empty()) {
    const LocationId at = open.back();
    open.pop_back();
    const frontend::Location& location = program_->location(at);
    if (location.kind == LocationKind::Exit && end_of(location) == TrialEnd::passes) return true;
    for (const EdgeId edge : program_->outgoing(at)) {
      const LocationId target = program_->target(edge);
      if (!seen[target]) open.push_back(target);
      seen[target] = true;
    }
  }
  return false;
}

void TrialProgram::find_selectors(const std::vector<std::string>& selectors) {
  selector_variables_.resize(selectors.size());
  for (frontend::VariableId v = 0; v < program_->variables.size(); ++v) {
    const auto found = std::find(selectors.begin(), selectors.end(), program_->variables[v].user_name);
    if (found != selectors.end()) selector_variables_[static_cast<std::size_t>(found - selectors.begin())] = v;
  }
  reads_selector_.assign(program_->edge_count(), false);
  for (EdgeId edge = 0; edge < program_->edge_count(); ++edge)
    for (const frontend::VariableId read : frontend::variables_read(program_->edge(edge).statement))
      if (std::find(selector_variables_.begin(), selector_variables_.end(), read) != selector_variables_.end())
        reads_selector_[edge] = true;
}

void TrialProgram::find_assertions() {
  const Program& program = *program_;
  using Place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
  const auto place_of = [&](LocationId l) {
    const frontend::SourceRange& place = program.location(l).place;
    return Place{place.file, place.line, place.column};
  };
  std::map<Place, std::size_t> numbers;
  for (LocationId l = 0; l < program.location_count(); ++l)
    if (program.location(l).kind == LocationKind::Error) numbers.emplace(place_of(l), 0);
  for (auto& [place, number] : numbers) number = assertions_++;
  for (LocationId l = 0; l < program.location_count(); ++l)
    if (program.location(l).kind == LocationKind::Error) assertion_of_error_[l] = numbers.at(place_of(l));
  of_operations_.assign(assertions_, true);
  for (const auto& [location, number] : assertion_of_error_)
    of_operations_[number] =
        of_operations_[number] && frontend::is_of_operations(*program.location(location).violation);
  held_by_.assign(program.edge_count(), none);
  for (LocationId l = 0; l < program.location_count(); ++l) {
    const auto& outgoing = program.outgoing(l);
    if (outgoing.size() != 2) continue;
    for (const std::size_t way : {std::size_t{0}, std::size_t{1}})
      if (const auto error = error_behind(program, program.target(outgoing[way])))
        held_by_[outgoing[1 - way]] = static_cast<std::uint32_t>(assertion_of_error_.at(*error));
  }
  seen_.assign(assertions_, false);
  for (const std::uint32_t assertion : held_by_)
    if (assertion != none) seen_[assertion] = true;
}

Trial TrialProgram::run(const Inputs& inputs, const std::vector<std::int64_t>& selected, std::size_t step_limit,
                        std::stop_token stop, frontend::KeptStates kept, Inputs* read) const {
  const std::vector<std::vector<logic::Value>> values = by_source(inputs);
  std::vector<std::size_t> next(sources_.size(), 0);
  std::size_t added = 0;
  const auto oracle = [&](EdgeId edge, std::size_t) -> logic::Value {
    if (selector_of_[edge] != none) {
      const std::uint32_t number = selector_of_[edge];
      return logic::Integer(number < selected.size() ? selected[number] : 0);
    }
    const std::uint32_t source = source_of_[edge];
    const std::size_t number = next[source]++;
    logic::Value value = number < values[source].size() ? values[source][number] : logic::Value(logic::Integer(0));
    const bool is_new = number >= values[source].size();
    if (read != nullptr && !(is_new && never_ends_ && ++added > most_new_inputs)) {
      const frontend::Edge& from = program_->edge(edge);
      const frontend::Variable& variable = program_->variables[frontend::as_havoc(from.statement)->target.variable];
      read->entries.push_back({input_source(*program_, edge), value, variable.type, from.source});
    }
    return value;
  };
  frontend::RunResult result = frontend::run(*program_, oracle, step_limit, std::move(stop), kept);
  Trial trial;
  trial.end = end_of(*program_, result);
  trial.goes_on = trial.end == TrialEnd::limit && never_ends_;
  if (trial.goes_on) trial.end = TrialEnd::passes;
  trial.evaluated.assign(assertions_, 0);
  for (const EdgeId edge : result.execution.trace)
    if (held_by_[edge] != none) ++trial.evaluated[held_by_[edge]];
  if (trial.end == TrialEnd::fails)
    trial.violated = assertion_of_error_.at(program_->target(result.execution.trace.back()));
  if (!result.execution.undefined.empty() && trial.end != TrialEnd::stopped) trial.end = TrialEnd::undefined;
  trial.steps = result.execution.trace.size();
  trial.execution = std::move(result.execution);
  return trial;
}

std::vector<std::vector<logic::Value>> TrialProgram::by_source(const Inputs& inputs) const {
  std::vector<std::vector<logic::Value>> result(sources_.size());
  for (const Inputs::Entry& entry : inputs.entries) {
    const auto source = sources_.find(entry.source);
    if (source != sources_.end()) result[source->second].push_back(entry.value);
  }
  return result;
}

TrialEnd TrialProgram::advance(Prefix& at, bool to_selector, std::size_t step_limit,
                               const std::stop_token& stop) const {
  const Program& program = *program_;
  const frontend::HavocOracle oracle = [&](EdgeId edge, std::size_t) -> logic::Value {
    const std::uint32_t source = source_of_[edge];
    if (source == none) return logic::Integer(0);
    const std::size_t number = at.next[source]++;
    return number < at.inputs[source].size() ? at.inputs[source][number] : logic::Value(logic::Integer(0));
  };
  constexpr std::size_t stop_interval = 1024;
  std::vector<frontend::UndefinedEvent> events;
  for (const std::size_t begin = at.steps; program.location(at.location).kind == LocationKind::Normal;) {
    const auto& outgoing = program.outgoing(at.location);
    if (to_selector && reads_selector_[outgoing.front()]) return TrialEnd::stopped;
    if (at.steps - begin >= step_limit) return TrialEnd::limit;
    if (at.steps % stop_interval == 0 && stop.stop_requested()) return TrialEnd::stopped;
    const auto taken = std::find_if(outgoing.begin(), outgoing.end(), [&](EdgeId edge) {
      // Both conditions of a branch evaluate the same expressions.
      events.clear();
      return execute_edge(program, edge, at.state, oracle, at.steps, events) == frontend::StepResult::done;
    });
    if (taken == outgoing.end()) return TrialEnd::cut;
    at.undefined = at.undefined || !events.empty();
    if (held_by_[*taken] != none) ++at.evaluated[held_by_[*taken]];
    at.location = program.target(*taken);
    ++at.steps;
  }
  return end_of(program.location(at.location));
}

TrialProgram::Prefix TrialProgram::prefix(const Inputs& inputs, std::size_t step_limit, std::stop_token stop) const {
  Prefix result;
  result.inputs = by_source(inputs);
  result.next.assign(sources_.size(), 0);
  result.location = program_->initial;
  result.state = frontend::initial_state(*program_);
  result.evaluated.assign(assertions_, 0);
  static_cast<void>(advance(result, true, step_limit, stop));
  return result;
}

Trial TrialProgram::resume(const Prefix& prefix, const std::vector<std::int64_t>& selected, std::size_t step_limit,
                           std::stop_token stop) const {
  Prefix& at = at_;
  at = prefix;
  for (std::size_t i = 0; i < std::min(selected.size(), selector_variables_.size()); ++i)
    if (selector_variables_[i]) at.state[*selector_variables_[i]] = logic::Integer(selected[i]);
  Trial trial;
  trial.end = advance(at, false, step_limit, stop);
  trial.goes_on = trial.end == TrialEnd::limit && never_ends_;
  if (trial.goes_on) trial.end = TrialEnd::passes;
  if (trial.end == TrialEnd::fails) trial.violated = assertion_of_error_.at(at.location);
  if (at.undefined && trial.end != TrialEnd::stopped) trial.end = TrialEnd::undefined;
  trial.evaluated = at.evaluated;
  trial.steps = at.steps - prefix.steps;
  return trial;
}

}  // namespace bireach::checker
