// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/bounded_search.h"

#include <algorithm>
#include <bit>

#include "frontend/program/interpreter.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using logic::SatResult;
using logic::Term;

namespace {

/// Of the question for several paths at once; that for one gets less: cvc5 cannot be interrupted, and engines wait.
constexpr std::chrono::milliseconds limit_for_several{30000};
constexpr std::chrono::milliseconds limit_for_one{10000};
/// Confirmed at once: what one depth has no execution for is mostly part of what the next has none for.
constexpr std::size_t terms_between_confirmations = 20'000;
constexpr std::size_t kept_models = 8;
/// States of one location that a new one is compared with.
constexpr std::size_t kept_visits = 4;
/// Questions whether a state can be one that was reached before: after so many that it cannot, it never can.
constexpr std::size_t questions_for_repetition = 12;
/// Arrays that are compared element by element.
constexpr unsigned compared_elements = 8;
/// By loops: targets are asked about together once there are so many terms more, in parts of those before.
constexpr std::size_t terms_between_targets = 3000;
constexpr std::size_t part_between_targets = 4;
/// By loops: so many times more iterations are unrolled where no choice was made; a loop may also wait for ever.
constexpr std::uint32_t factor_without_choice = 64;

}  // namespace

BoundedSearch::BoundedSearch(const frontend::Program& program, const ControlFlow& flow, const SearchConfig& config)
    : program_(program),
      config_(config),
      loops_(config.order == SearchConfig::Order::by_loops ? std::optional(LoopOrder(program)) : std::nullopt),
      own_flow_(loops_ ? std::optional(loops_->with_cuts(program, flow)) : std::nullopt),
      flow_(own_flow_ ? *own_flow_ : flow),
      semantics_(terms_, program, frontend::Arithmetic::bitvector,
                 config.purpose == SearchConfig::Purpose::prove ? frontend::OutOfBoundsReads::arbitrary
                                                                : frontend::OutOfBoundsReads::left_out),
      edges_(semantics_, program) {
  solver_config_.time_limit = config.query_time_limit;
  solver_config_.stop = config.stop;
  solver_config_.statistics = config.statistics;
  solver_config_.theory = logic::SolverTheory::large_bit_vectors;
  solver_config_.arrays = logic::SolverConfig::Arrays::eliminated;
  solver_ = logic::make_solver(logic::SolverKind::cadical, terms_, solver_config_);
  if (!flow.reaches_target[program.initial]) return;
  SymbolicState start;
  for (const Term variable : semantics_.variables())
    start.values.push_back(terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
  const Place place = place_of(loops_ ? loops_->start() : LoopOrder::Rank{0}, program.initial, start);
  frontier_[place].push_back(std::move(start));
}

BoundedSearch::Place BoundedSearch::place_of(LoopOrder::Rank rank, LocationId location,
                                             const SymbolicState& state) const {
  Place place{std::move(rank), location, {}};
  for (const frontend::VariableId variable : program_.stack)
    if (!program_.variables[variable].array)
      place.stack.push_back(state.values[variable].is_constant() ? state.values[variable] : Term());
  return place;
}

BoundedSearch::~BoundedSearch() = default;

BoundedSearch::Step BoundedSearch::advance() {
  if (!reason_.empty()) return Step::gave_up;
  if (frontier_.empty()) return conclude();
  if (config_.depth_limit != 0 && steps_ >= config_.depth_limit) {
    reason_ = "executions are longer than " + std::to_string(depth_) + " blocks";
    return Step::gave_up;
  }
  RegionExecutor executor(terms_, edges_, flow_);
  for (auto& [place, state] : take_next(executor)) {
    const LocationId source = place.location;
    if (config_.stop.stop_requested()) {
      reason_ = "stopped";
      return Step::gave_up;
    }
    if (loops_) arrived_[place.rank].number = steps_;
    const FreshAuxiliaries fresh = [&, from = source](EdgeId edge, const std::vector<Term>& needed) {
      return havocs_.instances(terms_, program_, {steps_, from, edge}, needed);
    };
    for (auto& [target, next] : executor.run(source, state, fresh)) arrive(place, target, std::move(next), executor);
  }
  ++steps_;
  if (!loops_) depth_ = steps_;
  followed_all_ = followed_all_ && executor.followed_all();
  if (is_time_for_targets())
    if (const auto found = check_targets()) return *found;
  if (!prune_next(executor)) return Step::gave_up;
  if (!frontier_.empty()) return Step::deeper;
  if (const auto found = check_targets()) return *found;
  return conclude();
}

/// All states of the least rank.
BoundedSearch::Frontier BoundedSearch::take_next(RegionExecutor& executor) {
  Frontier next;
  const LoopOrder::Rank rank = frontier_.begin()->first.rank;
  while (!frontier_.empty() && frontier_.begin()->first.rank == rank) {
    auto node = frontier_.extract(frontier_.begin());
    std::vector<SymbolicState>& states = node.mapped();
    SymbolicState merged = std::move(states.back());
    for (std::size_t i = states.size() - 1; i-- > 0;)
      merged = executor.merge(std::move(states[i]), std::move(merged), node.key().location);
    next.emplace(std::move(node.key()), std::move(merged));
  }
  return next;
}

void BoundedSearch::arrive(const Place& from, LocationId to, SymbolicState state, RegionExecutor& executor) {
  LoopOrder::Rank rank =
      loops_ ? loops_->next(from.rank, from.location, to) : LoopOrder::Rank{static_cast<std::uint32_t>(steps_ + 1)};
  if (loops_) {
    Arrived& arrived = arrived_[rank];
    arrived.blocks = std::max(arrived.blocks, arrived_[from.rank].blocks + 1);
    depth_ = std::max(depth_, arrived.blocks);
  }
  const LocationKind kind = program_.location(to).kind;
  if (kind != LocationKind::Normal) {
    if (kind != LocationKind::Exit) targets_.emplace_back(kind, std::move(state));
    return;
  }
  std::vector<SymbolicState>& states = frontier_[place_of(std::move(rank), to, state)];
  if (loops_ || states.empty())
    states.push_back(std::move(state));
  else
    states.front() = executor.merge(std::move(states.front()), std::move(state), to);
}

BoundedSearch::Step BoundedSearch::conclude() {
  if (is_cut_off_) return Step::cut_off;
  return confirm_all() ? Step::exhausted : Step::gave_up;
}

/// By loops a step is a small one, and targets are asked about after some.
bool BoundedSearch::is_time_for_targets() const {
  if (!loops_) return true;
  return terms_.size() - terms_asked_ > std::max(terms_between_targets, terms_asked_ / part_between_targets);
}

std::optional<BoundedSearch::Step> BoundedSearch::check_targets() {
  const Targets arrived = std::exchange(targets_, {});
  terms_asked_ = terms_.size();
  for (const LocationKind kind : {LocationKind::Error, LocationKind::Unsupported}) {
    if (kind == LocationKind::Unsupported && unsupported_reported_) continue;
    std::vector<const SymbolicState*> targets;
    for (const auto& [kind_of_target, state] : arrived)
      if (kind_of_target == kind) targets.push_back(&state);
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
  result_ = replay_model();
  const auto expected = kind == LocationKind::Error ? frontend::RunEnd::Error : frontend::RunEnd::Unsupported;
  if (result_->end != expected || !result_->execution.undefined.empty()) {
    reason_ = "a model at depth " + std::to_string(depth_) + " did not replay";
    return Step::gave_up;
  }
  if (kind == LocationKind::Error) return Step::error;
  unsupported_reported_ = true;
  return Step::unsupported;
}

frontend::RunResult BoundedSearch::replay_model() const {
  BlockNumbers number_of;
  if (loops_)
    number_of = [this, rank = loops_->start()](LocationId from, LocationId to) mutable {
      rank = loops_->next(rank, from, to);
      const auto arrived = arrived_.find(rank);
      return arrived == arrived_.end() ? steps_ : arrived->second.number;
    };
  return replay(program_, flow_, havocs_.values(semantics_, program_, solver_->model()), steps_ + 1, config_.stop,
                number_of);
}

void BoundedSearch::leave_out_repetition(Frontier& frontier) {
  for (auto& [place, state] : frontier) {
    std::vector<SymbolicState>& visits = visits_[place.location];
    SymbolicState visit = state;
    for (const SymbolicState& before : visits) {
      const Term again = terms_.and_(terms_.and_(before.path), are_equal(place.location, before, state));
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

/// Leaves out what need not be looked at of the states that are next, until there is one; false as in `prune`.
bool BoundedSearch::prune_next(RegionExecutor& executor) {
  while (!frontier_.empty()) {
    Frontier next = take_next(executor);
    if (config_.without_repetition) leave_out_repetition(next);
    if (is_worth_asking(next.begin()->first) && !prune(next)) return false;
    std::erase_if(next, [this](const auto& entry) { return is_cut_off(entry.first, entry.second); });
    for (auto& [place, state] : next) frontier_[place].push_back(std::move(state));
    if (!next.empty()) break;
  }
  return true;
}

/// By loops, who comes to an iteration has come to all before, so that few of them need a question: each of a loop
/// around others, where much may be saved; of others those that double what is known, and before the loop is cut off.
bool BoundedSearch::is_worth_asking(const Place& next) const {
  if (!loops_ || config_.expected) return true;
  const std::uint32_t iteration = loops_->iteration(next.rank, next.location);
  if (iteration == 0) return false;
  return loops_->has_inner_loop(next.location) || std::has_single_bit(iteration) ||
         (config_.most_iterations != 0 && iteration > config_.most_iterations);
}

/// Has it gone round its loop too often? Where no choice was made since it came there, it may have to go on.
bool BoundedSearch::is_cut_off(const Place& place, const SymbolicState& state) {
  if (!loops_ || config_.most_iterations == 0 || !loops_->is_head(place.location)) return false;
  const std::uint32_t iteration = loops_->iteration(place.rank, place.location);
  const auto entered = entered_.try_emplace(LoopOrder::loop_of(place.rank), state.path).first;
  const std::uint64_t most =
      std::uint64_t{config_.most_iterations} * (entered->second == state.path ? factor_without_choice : 1);
  if (iteration <= most) return false;
  is_cut_off_ = true;
  followed_all_ = false;
  return true;
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
    if (is_expected(it->first)) {
      note_unreached(terms_.and_(path));
      it = frontier.erase(it);
      continue;
    }
    const bool is_kept = config_.expected || is_known(path) || (!whole.is_null() && satisfiable_.contains(whole));
    if (!is_kept && !holds_in_some_model(path)) {
      const SatResult answer = solver_->check(path);
      if (answer == SatResult::unsat) {
        unreached_.emplace(it->first.rank, it->first.location);
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

/// Did another search find that nothing reaches the place?
bool BoundedSearch::is_expected(const Place& place) const {
  return config_.expected && config_.expected->contains({place.rank, place.location});
}

/// Nothing takes this path, as the solver says or (SearchConfig::expected) has still to say.
void BoundedSearch::note_unreached(Term path) {
  if (config_.purpose != SearchConfig::Purpose::prove) return;
  if (config_.expected)
    unshown_.push_back(path);
  else
    unconfirmed_[solver_->kind()].push_back(path);
}

/// Do two solvers agree about all that nothing reaches, if they have to? Sets the reason if not.
bool BoundedSearch::confirm_all() {
  if (!show_unreached()) {
    reason_ = "something is reached that another search did not reach";
    return false;
  }
  for (auto& [by, paths] : unconfirmed_) {
    if (!confirm(by, paths)) return false;
    paths.clear();
  }
  terms_confirmed_ = terms_.size();
  return true;
}

/// One path after the other, as what CaDiCaL learns of one helps with the next; the rest at once if another solver
/// answers.
bool BoundedSearch::show_unreached() {
  const std::vector<Term> paths = std::exchange(unshown_, {});
  solver_->push();
  bool result = true;
  for (std::size_t i = 0; result && i < paths.size(); ++i) {
    const bool is_last = i > 0 && solver_->kind() != logic::SolverKind::cadical;
    const Term asked =
        is_last ? terms_.or_(std::vector<Term>(paths.begin() + static_cast<std::ptrdiff_t>(i), paths.end())) : paths[i];
    result = solver_->check({asked}) == SatResult::unsat;
    if (result) unconfirmed_[solver_->kind()].push_back(asked);
    if (is_last) break;
    solver_->add(terms_.not_(asked));
  }
  solver_->pop();
  return result;
}

/// Does another solver say the same? All at once, which is mostly easier than one by one; where it is too much, in
/// halves.
bool BoundedSearch::confirm(logic::SolverKind by, std::span<const Term> paths) {
  if (paths.empty()) return true;
  std::unique_ptr<logic::Solver>& confirmer = confirmers_[by];
  if (!confirmer) confirmer = logic::make_solver(logic::other_solver(by), terms_, solver_config_);
  const auto most = paths.size() > 1 ? limit_for_several : limit_for_one;
  const bool is_limited = config_.query_time_limit.count() > 0;
  confirmer->set_time_limit(is_limited ? std::min(config_.query_time_limit, most) : most);
  switch (confirmer->check({terms_.or_(std::vector<Term>(paths.begin(), paths.end()))})) {
    case SatResult::unsat:
      return true;
    case SatResult::sat:
      reason_ = "the solvers disagree at depth " + std::to_string(depth_);
      return false;
    case SatResult::unknown:
      break;
  }
  if (paths.size() > 1 && !config_.stop.stop_requested()) {
    const std::size_t half = paths.size() / 2;
    return confirm(by, paths.first(half)) && confirm(by, paths.subspan(half));
  }
  reason_ =
      "unrolling not confirmed at depth " + std::to_string(depth_) + " (" + confirmer->reason_unknown().text + ")";
  return false;
}

}  // namespace bireach::checker
