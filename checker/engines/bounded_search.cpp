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
constexpr std::chrono::milliseconds limit_for_all{20000};
/// Confirmed at once: what one depth has no execution for is mostly part of what the next has none for.
constexpr std::size_t terms_between_confirmations = 20'000;
constexpr std::size_t kept_models = 8;
/// States of one location that a new one is compared with.
constexpr std::size_t kept_visits = 4;
/// Questions whether a state can be one that was reached before: after so many that it cannot, it never can.
constexpr std::size_t questions_for_repetition = 12;
/// Arrays that are compared element by element.
constexpr unsigned compared_elements = 8;

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
  solver_config.theory = logic::SolverTheory::large_bit_vectors;
  solver_config.arrays = logic::SolverConfig::Arrays::eliminated;
  solver_ = logic::make_solver(logic::SolverKind::z3, terms_, solver_config);
  if (config.purpose == SearchConfig::Purpose::prove)
    confirmer_ = logic::make_solver(logic::other_solver(logic::SolverKind::z3), terms_, solver_config);
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
  if (frontier_.empty()) return conclude();
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
      return havocs_.instances(terms_, program_, {depth_, from, edge}, needed);
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
  if (config_.without_repetition) leave_out_repetition(frontier_);
  if (!prune(frontier_)) return Step::gave_up;
  return frontier_.empty() ? conclude() : Step::deeper;
}

BoundedSearch::Step BoundedSearch::conclude() {
  return confirm_all() ? Step::exhausted : Step::gave_up;
}

std::optional<BoundedSearch::Step> BoundedSearch::check_targets(const Frontier& arrived) {
  for (const LocationKind kind : {LocationKind::Error, LocationKind::Unsupported}) {
    if (kind == LocationKind::Unsupported && unsupported_reported_) continue;
    std::vector<const SymbolicState*> targets;
    for (const auto& [place, state] : arrived)
      if (program_.location(place.first).kind == kind) targets.push_back(&state);
    const bool at_once = config_.expected ? !targets.empty() : targets.size() > 1;
    if (at_once && reaches_none(targets)) continue;
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
  if (config_.expected) {
    note_unreached(some.front());
    return true;
  }
  if (solver_->check(some) != SatResult::unsat) return false;
  note_unreached(some.front());
  return true;
}

std::optional<BoundedSearch::Step> BoundedSearch::check_target(const SymbolicState& state, LocationKind kind) {
  switch (solver_->check(state.path)) {
    case SatResult::unsat:
      note_unreached(terms_.and_(state.path));
      return std::nullopt;
    case SatResult::unknown:
      reason_ = "no answer at depth " + std::to_string(depth_) + " (" + solver_->reason_unknown().text + ")";
      return Step::gave_up;
    case SatResult::sat:
      break;
  }
  result_ = replay(program_, flow_, havocs_.values(semantics_, program_, solver_->model()), depth_ + 1, config_.stop);
  const auto expected = kind == LocationKind::Error ? frontend::RunEnd::Error : frontend::RunEnd::Unsupported;
  if (result_->end != expected || !result_->execution.undefined.empty()) {
    reason_ = "a model at depth " + std::to_string(depth_) + " did not replay";
    return Step::gave_up;
  }
  if (kind == LocationKind::Error) return Step::error;
  unsupported_reported_ = true;
  return Step::unsupported;
}

void BoundedSearch::leave_out_repetition(Frontier& frontier) {
  for (auto& [place, state] : frontier) {
    std::vector<SymbolicState>& visits = visits_[place.first];
    SymbolicState visit = state;
    for (const SymbolicState& before : visits) {
      const Term again = terms_.and_(terms_.and_(before.path), are_equal(place.first, before, state));
      if (!repeats_.value_or(false) && asked_for_repetition_ < questions_for_repetition) {
        std::vector<Term> question = state.path;
        question.push_back(again);
        ++asked_for_repetition_;
        if (!again.is_false() && solver_->check(question) == SatResult::sat) repeats_ = true;
      }
      if (!again.is_false()) state.path.push_back(terms_.not_(again));
    }
    if (!visits.empty() && !repeats_ && asked_for_repetition_ >= questions_for_repetition) repeats_ = false;
    visits.push_back(std::move(visit));
    if (visits.size() > kept_visits) visits.erase(visits.begin());
  }
}

/// Of all that is live at the location; large arrays count as different unless they are one term.
Term BoundedSearch::are_equal(LocationId at, const SymbolicState& before, const SymbolicState& now) {
  std::vector<Term> parts;
  for (frontend::VariableId v = 0; v < program_.variables.size(); ++v) {
    const Term a = before.values[v];
    const Term b = now.values[v];
    if (!flow_.live[at][v] || a == b) continue;
    const auto& shape = program_.variables[v].array;
    if (!shape) {
      parts.push_back(terms_.equal(a, b));
      continue;
    }
    if (shape->size > compared_elements) return terms_.false_term();
    for (logic::Integer i = 0; i < shape->size; ++i) {
      const Term index = terms_.constant(i, a.sort().index());
      parts.push_back(terms_.equal(terms_.select(a, index), terms_.select(b, index)));
    }
  }
  return terms_.and_(parts);
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
    if (is_expected(it->first.first)) {
      note_unreached(terms_.and_(path));
      it = frontier.erase(it);
      continue;
    }
    const bool is_kept = config_.expected || is_known(path) || (!whole.is_null() && satisfiable_.contains(whole));
    if (!is_kept && !holds_in_some_model(path)) {
      const SatResult answer = solver_->check(path);
      if (answer == SatResult::unsat) {
        unreached_.emplace(depth_, it->first.first);
        note_unreached(terms_.and_(path));
        it = frontier.erase(it);
        continue;
      }
      if (answer == SatResult::sat) {
        if (!whole.is_null()) satisfiable_.insert(whole);
        keep_model();
      }
    }
    possible.push_back(path);
    ++it;
  }
  possible_ = std::move(possible);
  return terms_.size() - terms_confirmed_ < terms_between_confirmations || confirm_all();
}

/// An execution that reached one of the last states mostly goes on to one of the next.
bool BoundedSearch::holds_in_some_model(const std::vector<Term>& path) {
  return std::any_of(models_.begin(), models_.end(), [&](const logic::Model& model) {
    logic::Evaluator evaluator(model);
    return std::all_of(path.begin(), path.end(), [&](Term conjunct) { return evaluator.holds(conjunct); });
  });
}

void BoundedSearch::keep_model() {
  models_.push_back(solver_->model());
  if (models_.size() > kept_models) models_.pop_front();
}

/// Did another search find that nothing reaches the location at this depth?
bool BoundedSearch::is_expected(LocationId location) const {
  return config_.expected && config_.expected->contains({depth_, location});
}

/// Nothing takes this path, as Z3 says or (SearchConfig::expected) has still to say.
void BoundedSearch::note_unreached(Term path) {
  if (confirmer_) unconfirmed_.push_back(path);
}

/// Does the other solver agree about all that nothing reaches, if it has to? Sets the reason if not.
bool BoundedSearch::confirm_all() {
  if (unconfirmed_.empty()) return true;
  if (config_.expected && solver_->check({terms_.or_(unconfirmed_)}) != SatResult::unsat) {
    reason_ = "something is reached that another search did not reach";
    return false;
  }
  const auto limit = [this](std::chrono::milliseconds most) {
    const bool is_limited = config_.query_time_limit.count() > 0;
    confirmer_->set_time_limit(is_limited ? std::min(config_.query_time_limit, most) : most);
  };
  limit(limit_for_all);
  if (unconfirmed_.size() > 1 && confirmer_->check({terms_.or_(unconfirmed_)}) == SatResult::unsat)
    unconfirmed_.clear();
  limit(confirmation_limit);
  for (const Term path : unconfirmed_)
    if (!confirm(path)) return false;
  unconfirmed_.clear();
  terms_confirmed_ = terms_.size();
  return true;
}

bool BoundedSearch::confirm(Term path) {
  switch (confirmer_->check({path})) {
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

}  // namespace bireach::checker
