// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/bounded_search.h"

#include <algorithm>

#include "frontend/program/interpreter.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using logic::SatResult;
using logic::Term;

namespace {

/// cvc5 cannot be interrupted, and other engines wait.
constexpr std::chrono::milliseconds confirmation_limit{5000};

}  // namespace

BoundedSearch::BoundedSearch(const frontend::Program& program, const ControlFlow& flow, const SearchConfig& config)
    : program_(program),
      flow_(flow),
      config_(config),
      semantics_(terms_, program, frontend::Arithmetic::bitvector,
                 config.purpose == SearchConfig::Purpose::prove ? frontend::OutOfBoundsReads::arbitrary
                                                                : frontend::OutOfBoundsReads::left_out),
      edges_(semantics_, program) {
  logic::SolverConfig solver_config;
  solver_config.time_limit = config.query_time_limit;
  solver_config.stop = config.stop;
  solver_config.statistics = config.statistics;
  const auto is_array = [](const frontend::Variable& variable) { return variable.array.has_value(); };
  if (std::none_of(program.variables.begin(), program.variables.end(), is_array))
    solver_config.theory = logic::SolverTheory::bit_vectors;
  solver_ = logic::make_solver(logic::SolverKind::z3, terms_, solver_config);
  if (config.purpose == SearchConfig::Purpose::prove) {
    solver_config.time_limit = std::min(config.query_time_limit, confirmation_limit);
    confirmer_ = logic::make_solver(logic::other_solver(logic::SolverKind::z3), terms_, solver_config);
  }
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
  if (config_.depth_limit != 0 && depth_ >= config_.depth_limit) {
    reason_ = "executions are longer than " + std::to_string(depth_) + " blocks";
    return Step::gave_up;
  }
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
      if (frontend::is_havoc(program_.edge(edge).statement))
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
  followed_all_ = followed_all_ && executor.followed_all();
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
    std::vector<const SymbolicState*> targets;
    for (const auto& [place, state] : arrived)
      if (program_.location(place.first).kind == kind) targets.push_back(&state);
    if (targets.size() > 1 && reaches_none(targets)) continue;
    for (const SymbolicState* state : targets)
      if (const auto found = check_target(*state, kind)) return found;
  }
  return std::nullopt;
}

/// Asked about all at once: a program may have many checks, which nearly always hold. False: each has to be asked.
bool BoundedSearch::reaches_none(const std::vector<const SymbolicState*>& targets) {
  std::vector<Term> ways;
  ways.reserve(targets.size());
  for (const SymbolicState* state : targets) ways.push_back(terms_.and_(state->path));
  const std::vector<Term> some{terms_.or_(ways)};
  return solver_->check(some) == SatResult::unsat && (!confirmer_ || confirmer_->check(some) == SatResult::unsat);
}

std::optional<BoundedSearch::Step> BoundedSearch::check_target(const SymbolicState& state, LocationKind kind) {
  switch (solver_->check(state.path)) {
    case SatResult::unsat:
      return confirm(state.path) ? std::nullopt : std::optional(Step::gave_up);
    case SatResult::unknown:
      reason_ = "no answer at depth " + std::to_string(depth_) + " (" + solver_->reason_unknown().text + ")";
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

/// Drops states that no execution reaches, so that loops with symbolic bounds end; false if stopped or not confirmed.
bool BoundedSearch::prune(Frontier& frontier) {
  std::vector<std::vector<Term>> possible;
  const auto is_known = [this](const std::vector<Term>& path) {
    return path.empty() || std::find(possible_.begin(), possible_.end(), path) != possible_.end();
  };
  for (auto it = frontier.begin(); it != frontier.end();) {
    if (config_.stop.stop_requested()) {
      reason_ = "stopped";
      return false;
    }
    const std::vector<Term>& path = it->second.path;
    const Term whole = program_.stack.empty() ? Term() : terms_.and_(path);
    if (!is_known(path) && (whole.is_null() || !satisfiable_.contains(whole))) {
      const SatResult answer = solver_->check(path);
      if (answer == SatResult::unsat) {
        if (!confirm(path)) return false;
        it = frontier.erase(it);
        continue;
      }
      if (answer == SatResult::sat && !whole.is_null()) satisfiable_.insert(whole);
    }
    possible.push_back(path);
    ++it;
  }
  possible_ = std::move(possible);
  return true;
}

/// Does the other solver agree that nothing takes this path, if it has to? Sets the reason if not.
bool BoundedSearch::confirm(const std::vector<Term>& path) {
  if (!confirmer_) return true;
  switch (confirmer_->check(path)) {
    case SatResult::unsat:
      return true;
    case SatResult::sat:
      reason_ = "the solvers disagree at depth " + std::to_string(depth_);
      return false;
    case SatResult::unknown:
      break;
  }
  reason_ =
      "unrolling not confirmed at depth " + std::to_string(depth_) + " (" + confirmer_->reason_unknown().text + ")";
  return false;
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
