// SPDX-License-Identifier: Apache-2.0
#include "checker/bounded_search.h"

#include <algorithm>

#include "frontend/interpreter.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using logic::SatResult;
using logic::Term;

BoundedSearch::BoundedSearch(const frontend::Program& program, const ControlFlow& flow, const SearchConfig& config)
    : program_(program),
      flow_(flow),
      config_(config),
      semantics_(terms_, program, frontend::Arithmetic::bitvector),
      edges_(semantics_, program) {
  logic::SolverConfig solver_config;
  solver_config.time_limit = config.query_time_limit;
  solver_config.stop = config.stop;
  solver_config.statistics = config.statistics;
  const auto is_array = [](const frontend::Variable& variable) { return variable.array.has_value(); };
  if (std::none_of(program.variables.begin(), program.variables.end(), is_array))
    solver_config.theory = logic::SolverTheory::bit_vectors;
  solver_ = logic::make_solver(logic::SolverKind::z3, terms_, solver_config);
  if (!flow.reaches_target[program.initial]) return;
  SymbolicState start;
  for (const Term variable : semantics_.variables())
    start.values.push_back(terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
  const Place place = place_of(program.initial, start);
  frontier_.emplace(place, std::move(start));
}

BoundedSearch::Place BoundedSearch::place_of(LocationId location, const SymbolicState& state) const {
  Place place{location, {}};
  for (const frontend::VariableId variable : program_.stack)
    if (!program_.variables[variable].array)
      place.second.push_back(state.values[variable].is_constant() ? state.values[variable] : Term());
  return place;
}

BoundedSearch::~BoundedSearch() = default;

BoundedSearch::Step BoundedSearch::advance() {
  if (!reason_.empty()) return Step::gave_up;
  if (frontier_.empty()) return Step::exhausted;
  Frontier arrived;
  RegionExecutor executor(terms_, edges_, flow_);
  for (auto& [place, state] : frontier_) {
    const LocationId source = place.first;
    if (config_.stop.stop_requested()) {
      reason_ = "stopped";
      return Step::gave_up;
    }
    const FreshAuxiliaries fresh = [&, from = source](EdgeId edge, const std::vector<Term>& needed) {
      std::vector<Term> instances;
      for (const Term auxiliary : needed)
        instances.push_back(terms_.fresh_variable(auxiliary.name() + "!", auxiliary.sort()));
      // States at one location exclude each other, so they may share what is chosen there.
      if (std::holds_alternative<frontend::Havoc>(program_.edge(edge).statement))
        instances.front() = havocs_.try_emplace(HavocInstance{depth_, from, edge}, instances.front()).first->second;
      return instances;
    };
    for (auto& [target, next] : executor.run(source, state, fresh)) {
      const Place arrival = place_of(target, next);
      if (auto it = arrived.find(arrival); it != arrived.end())
        it->second = executor.merge(std::move(it->second), std::move(next), target);
      else
        arrived.emplace(arrival, std::move(next));
    }
  }
  ++depth_;
  const std::optional<Step> found = check_targets(arrived);
  frontier_.clear();
  for (auto& [place, state] : arrived)
    if (program_.location(place.first).kind == LocationKind::Normal) frontier_.emplace(place, std::move(state));
  if (found) return *found;
  if (!prune(frontier_)) return Step::gave_up;
  return frontier_.empty() ? Step::exhausted : Step::deeper;
}

std::optional<BoundedSearch::Step> BoundedSearch::check_targets(const Frontier& arrived) {
  for (const LocationKind kind : {LocationKind::Error, LocationKind::Unsupported}) {
    if (kind == LocationKind::Unsupported && unsupported_reported_) continue;
    for (const auto& [place, state] : arrived)
      if (program_.location(place.first).kind == kind)
        if (const auto found = check_target(state, kind)) return found;
  }
  return std::nullopt;
}

std::optional<BoundedSearch::Step> BoundedSearch::check_target(const SymbolicState& state, LocationKind kind) {
  switch (solver_->check(state.path)) {
    case SatResult::unsat:
      return std::nullopt;
    case SatResult::unknown:
      reason_ = "no answer at depth " + std::to_string(depth_) + " (" + solver_->reason_unknown() + ")";
      return Step::gave_up;
    case SatResult::sat:
      break;
  }
  result_ = replay(program_, flow_, values_of(solver_->model()), depth_ + 1, config_.stop);
  const auto expected = kind == LocationKind::Error ? frontend::RunEnd::Error : frontend::RunEnd::Unsupported;
  if (result_->end != expected || !result_->execution.undefined.empty()) {
    reason_ = "a model at depth " + std::to_string(depth_) + " did not replay";
    return Step::gave_up;
  }
  if (kind == LocationKind::Error) return Step::error;
  unsupported_reported_ = true;
  return Step::unsupported;
}

/// Drops states that no execution reaches, so that loops with symbolic bounds end; false if stopped.
bool BoundedSearch::prune(Frontier& frontier) {
  for (auto it = frontier.begin(); it != frontier.end();) {
    if (config_.stop.stop_requested()) {
      reason_ = "stopped";
      return false;
    }
    const Term path = terms_.and_(it->second.path);
    if (path.is_true() || satisfiable_.contains(path)) {
      ++it;
      continue;
    }
    const SatResult answer = solver_->check(it->second.path);
    if (answer == SatResult::sat && !program_.stack.empty()) satisfiable_.insert(path);
    it = answer == SatResult::unsat ? frontier.erase(it) : std::next(it);
  }
  return true;
}

HavocValues BoundedSearch::values_of(const logic::Model& model) const {
  HavocValues values;
  for (const auto& [instance, term] : havocs_)
    if (const logic::Value* value = model.find(term)) {
      const auto variable = frontend::assigned_variable(program_.edge(instance.edge).statement);
      values.emplace(instance, semantics_.to_c_value(*value, program_.variables[*variable]));
    }
  return values;
}

}  // namespace bireach::checker
