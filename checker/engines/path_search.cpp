// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/path_search.h"

#include <algorithm>
#include <set>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"
#include "checker/engines/schedule.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using logic::SatResult;
using logic::Term;

namespace {

/// Ways that nothing takes are confirmed so many at once: more while that is quick.
constexpr std::size_t fewest_to_confirm = 8;
constexpr std::size_t most_to_confirm = 1024;
constexpr std::chrono::milliseconds quick_confirmation{300};
constexpr std::chrono::milliseconds slow_confirmation{1000};
constexpr std::chrono::milliseconds longest_of_many{8000};  ///< for one question about several of them
constexpr std::chrono::seconds longest_of_parts{40};        ///< for all their parts, where that was not enough
constexpr std::chrono::milliseconds longest_turn{1000};
constexpr std::size_t most_answers = 20000;  ///< kept
constexpr std::chrono::milliseconds path_query_limit{5000};
/// Seconds of turns, until when nothing is foretold, and much is hoped for.
constexpr double seconds_before_foretelling = 1.5;
/// The share of what is done foretells the end badly, most of all at first: what is deep comes first.
constexpr double seconds_of_great_doubt = 8;
constexpr double great_doubt = 10000;
constexpr double small_doubt = 100;
/// After so many paths they become longer and longer: a loop without a bound.
constexpr std::size_t paths_of_loop = 2000;
constexpr double seconds_of_loop = 30;
/// What is foretold once may be wrong by this factor before others have their turns again.
constexpr double mistake = 3;
constexpr double longest_of_paths = 600;  ///< seconds, without a time limit for the run

}  // namespace

PathSearch::PathSearch(const EngineSetting& setting, const PathSearchLimits& limits)
    : setting_(setting),
      limits_(limits),
      program_(setting.wrapping != nullptr ? *setting.wrapping : setting.program),
      semantics_(terms_, program_, frontend::Arithmetic::bitvector, frontend::OutOfBoundsReads::arbitrary),
      edges_(semantics_, program_),
      values_(std::make_shared<logic::Model>()),
      evaluator_(std::make_unique<logic::Evaluator>(*values_)) {
  logic::SolverConfig config;
  config.time_limit = std::min(path_query_limit, setting.options.query_time_limit);
  config.stop = setting.stop;
  config.statistics = &setting.statistics.solver;
  config.theory = logic::SolverTheory::large_bit_vectors;
  config.arrays = logic::SolverConfig::Arrays::eliminated;
  solver_ = logic::make_solver(logic::SolverKind::z3, terms_, config);
  config.time_limit = setting.certifier_time_limit();
  confirmer_ = logic::make_solver(logic::other_solver(logic::SolverKind::z3), terms_, config);
  for (const Term variable : semantics_.variables())
    variables_.push_back(terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
  place_.location = place_.source = program_.initial;
  has_ended_ = !setting.flow.reaches_target[program_.initial];
}

PathSearch::~PathSearch() = default;

bool PathSearch::is_free() const {
  return foretold_ && seconds_ < mistake * *foretold_;
}

/// Do paths become longer, so that the share of what is done foretells nothing?
bool PathSearch::grows() const {
  return paths_ <= 2 * paths_when_deepest_;
}

StepResult PathSearch::step() {
  const Stopwatch watch(setting_.statistics.time.path_search);
  const auto begin = std::chrono::steady_clock::now();
  auto result = counted(
      1, setting_.statistics.solver, [this] { return terms_.size(); }, [this] { return advance(); });
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (result) return std::move(*result);
  if (reason_.empty()) look_ahead();
  if (!reason_.empty()) return GaveUp{std::string(name()).append(": ").append(reason_), GaveUp::Of::engine};
  return Progressed{};
}

/// Sets the reason where all paths will take too long.
void PathSearch::look_ahead() {
  if (terms_.size() > limits_.max_terms) reason_ = "there are too many terms";
  // The outcome of short runs depends on the input alone.
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (!foretold_ && elapsed > Schedule::seconds_of_fixed_order && !grows() && seconds_ / done_ - seconds_ < elapsed)
    foretold_ = seconds_ / done_;
  if (seconds_ < seconds_before_foretelling) return;
  const double doubt = seconds_ < seconds_of_great_doubt ? great_doubt : small_doubt;
  double left = longest_of_paths;
  if (const auto& deadline = setting_.options.deadline)
    left = std::chrono::duration<double>(*deadline - std::chrono::steady_clock::now()).count();
  if (grows() ? paths_ > paths_of_loop || seconds_ > seconds_of_loop : seconds_ > done_ * doubt * left)
    reason_ = "there are too many paths";
}

/// One turn; nothing: there is more to do, or a reason why not.
std::optional<StepResult> PathSearch::advance() {
  const std::size_t queries_until = queries_ + limits_.turn_queries;
  const auto end = std::chrono::steady_clock::now() + longest_turn;
  for (std::size_t edges = 0; edges < limits_.turn_edges && queries_ < queries_until; ++edges) {
    if (std::chrono::steady_clock::now() > end) return std::nullopt;
    if (setting_.stop.stop_requested()) reason_ = "stopped";
    if (!reason_.empty()) return std::nullopt;
    if (has_ended_) return conclude();
    const LocationKind kind = program_.location(place_.location).kind;
    if (kind == LocationKind::Normal)
      follow();
    else if (auto result = arrive(kind))
      return result;
  }
  return std::nullopt;
}

/// Along the edge that leads on from here, or, where inputs decide that, along the first way of a new fork.
void PathSearch::follow() {
  if (place_.edges >= limits_.max_edges) reason_ = "a path does not end soon";
  const std::vector<EdgeId>& outgoing = program_.outgoing(place_.location);
  std::vector<Way> ways;
  std::vector<Term> instances;
  if (!outgoing.empty())
    instances = havocs_.instances(terms_, program_, {place_.block, place_.source, outgoing.front()},
                                  edges_.of(outgoing.front()).transition.auxiliaries);
  if (!instances.empty() && outgoing.size() > 2) reason_ = "a choice of more than two ways is arbitrary";
  if (!reason_.empty()) return;
  for (const EdgeId edge : outgoing) {
    if (!setting_.flow.reaches_target[program_.target(edge)]) continue;
    const EdgeSemantics::Meaning& meaning = edges_.of(edge);
    const Term guard =
        meaning.transition.guard.is_true()
            ? meaning.transition.guard
            : terms_.substitute(meaning.transition.guard, edges_.substitution(meaning, variables_, instances));
    if (!guard.is_false()) ways.push_back({edge, guard});
  }
  // The other ways are asked about at once, so that what is open are choices that there are.
  for (Way& way : ways)
    if (way.guard.is_true() || evaluator_->holds(way.guard))
      way.values = values_;
    else if (!ask(way))
      return;
  std::erase_if(ways, [](const Way& way) { return !way.values; });
  if (ways.size() == 1) {
    use(ways.front().values);
    return take(ways.front(), instances);
  }
  if (ways.empty()) return end_path();
  std::stable_partition(ways.begin(), ways.end(), [this](const Way& way) { return way.values == values_; });
  if (forks_.size() >= limits_.max_forks) reason_ = "a path has too many choices";
  const double share = share_ / static_cast<double>(ways.size());
  forks_.push_back({place_, std::move(instances), trail_.size(), path_.size(), std::move(ways), 0, share, {}});
  next_way();
}

void PathSearch::end_path() {
  ++paths_;
  done_ += share_;
  next_way();
}

void PathSearch::take(const Way& way, const std::vector<Term>& instances) {
  for (const Term conjunct : logic::conjuncts(way.guard))
    if (std::find(path_.begin(), path_.end(), conjunct) == path_.end()) path_.push_back(conjunct);
  const EdgeSemantics::Meaning& meaning = edges_.of(way.edge);
  if (!meaning.updates.empty()) {
    const logic::Substitution map = edges_.substitution(meaning, variables_, instances);
    const std::size_t before = trail_.size();
    for (const auto& [variable, value] : meaning.updates) trail_.emplace_back(variable, terms_.substitute(value, map));
    for (std::size_t i = before; i < trail_.size(); ++i) std::swap(variables_[trail_[i].first], trail_[i].second);
    if (forks_.empty()) trail_.clear();  // nobody goes back there
  }
  place_.location = program_.target(way.edge);
  ++place_.edges;
  if (!setting_.flow.is_cut[place_.location]) return;
  place_.source = place_.location;
  if (++place_.block <= deepest_) return;
  deepest_ = place_.block;
  paths_when_deepest_ = paths_;
}

void PathSearch::undo_to(const Fork& fork) {
  for (; trail_.size() > fork.trail; trail_.pop_back()) variables_[trail_.back().first] = trail_.back().second;
  path_.resize(fork.path);
  place_ = fork.place;
}

/// Goes back to the last fork that has a way left, and takes it. All paths may have ended then.
void PathSearch::next_way() {
  while (!forks_.empty() && reason_.empty()) {
    undo_to(forks_.back());
    Fork& fork = forks_.back();
    if (fork.next == fork.ways.size()) {
      close_fork();
      continue;
    }
    const Way& way = fork.ways[fork.next++];
    use(way.values);
    share_ = fork.share;
    return take(way, fork.instances);
  }
  has_ended_ = reason_.empty() && confirm({}, dropped_);
}

void PathSearch::use(const Values& values) {
  if (values == values_) return;
  values_ = values;
  evaluator_ = std::make_unique<logic::Evaluator>(*values_);
}

/// Nothing leaves the present path so, as one solver says. The other one is asked about many at once.
void PathSearch::note_dropped(Term condition) {
  if (!no_proof_.empty()) return;
  Dropped& dropped = forks_.empty() ? dropped_ : forks_.back().dropped;
  const std::size_t path = forks_.empty() ? 0 : forks_.back().path;
  std::vector<Term> since(path_.begin() + static_cast<std::ptrdiff_t>(path), path_.end());
  since.push_back(condition);
  dropped.conditions.push_back(terms_.and_(since));
  if (++dropped.ways < ways_to_confirm_) return;
  confirm({path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(path)}, dropped);
  dropped = {};
}

/// What was left out from here on is handed to the fork before.
void PathSearch::close_fork() {
  const Dropped dropped = std::move(forks_.back().dropped);
  forks_.pop_back();
  if (dropped.conditions.empty()) return;
  note_dropped(terms_.or_(dropped.conditions));
  (forks_.empty() ? dropped_ : forks_.back().dropped).ways += dropped.ways - 1;
}

/// Does the other solver agree that nothing goes on along the path so? Sets the reason if not.
bool PathSearch::confirm(const std::vector<Term>& path, const Dropped& dropped) {
  if (dropped.conditions.empty()) return true;
  const auto begin = std::chrono::steady_clock::now();
  const bool is_confirmed = confirm(path, terms_.or_(dropped.conditions), begin + longest_of_parts);
  const auto time = std::chrono::steady_clock::now() - begin;
  if (time < quick_confirmation)
    ways_to_confirm_ = std::min(most_to_confirm, std::max(ways_to_confirm_, 2 * dropped.ways));
  else if (time > slow_confirmation)
    ways_to_confirm_ = std::max(fewest_to_confirm, std::min(ways_to_confirm_, dropped.ways / 2));
  return is_confirmed;
}

/// As one question, and by parts where that takes long.
bool PathSearch::confirm(std::vector<Term> path, Term condition, std::chrono::steady_clock::time_point until) {
  std::vector<Term> parts = logic::conjuncts(condition);
  const auto choice =
      std::find_if(parts.begin(), parts.end(), [](Term part) { return part.kind() == logic::Kind::Or; });
  std::chrono::milliseconds limit = setting_.certifier_time_limit();
  if (const auto& deadline =
          setting_.options.deadline) {  // cvc5 does not listen to `stop`, and there are many questions
    const auto left = *deadline - std::chrono::steady_clock::now();
    limit =
        std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(left), std::chrono::milliseconds(1), limit);
  }
  confirmer_->set_time_limit(choice == parts.end() ? limit : std::min(limit, longest_of_many));
  path.push_back(condition);
  switch (confirmer_->check(path)) {
    case SatResult::unsat:
      return true;
    case SatResult::sat:
      reason_ = "the solvers disagree";
      return false;
    case SatResult::unknown:
      break;
  }
  if (choice == parts.end() || setting_.stop.stop_requested() || std::chrono::steady_clock::now() > until) {
    reason_ = "not confirmed (" + confirmer_->reason_unknown().text + ")";
    return false;
  }
  const Term either = *choice;
  path.pop_back();
  parts.erase(choice);
  path.insert(path.end(), parts.begin(), parts.end());
  return std::all_of(either.children().begin(), either.children().end(),
                     [&](Term part) { return confirm(path, part, until); });
}

const std::vector<Term>& PathSearch::variables_of(Term term) {
  const auto [known, is_new] = variables_of_.try_emplace(term);
  if (is_new) known->second = logic::free_variables(term);
  return known->second;
}

/// The guard with those conjuncts of the path that speak, by way of others, of its variables.
std::vector<Term> PathSearch::relevant_to(Term guard) {
  std::vector<Term> result{guard};
  std::set<Term> reached(variables_of(guard).begin(), variables_of(guard).end());
  std::vector<Term> rest = path_;
  for (bool grows = true; grows;) {
    const auto others = std::stable_partition(rest.begin(), rest.end(), [&](Term conjunct) {
      const std::vector<Term>& variables = variables_of(conjunct);
      return std::none_of(variables.begin(), variables.end(), [&](Term v) { return reached.contains(v); });
    });
    grows = others != rest.end();
    for (auto it = others; it != rest.end(); ++it) {
      result.push_back(*it);
      reached.insert(variables_of(*it).begin(), variables_of(*it).end());
    }
    rest.erase(others, rest.end());
  }
  return result;
}

/// Sets the way's values, if something takes it from here; false: nobody knows.
bool PathSearch::ask(Way& way) {
  const std::vector<Term> question = relevant_to(way.guard);
  const Term key = terms_.and_(question);
  auto known = answers_.find(key);
  if (known == answers_.end()) {
    ++queries_;
    const SatResult answer = key.is_false() ? SatResult::unsat : solver_->check(question);
    if (answer == SatResult::unknown) {
      reason_ = "no answer about a condition (" + solver_->reason_unknown().text + ")";
      return false;
    }
    if (answers_.size() >= most_answers) answers_.clear();
    Values found;
    if (answer == SatResult::sat) found = std::make_shared<logic::Model>(solver_->model());
    known = answers_.emplace(key, std::move(found)).first;
  }
  if (!known->second) {
    note_dropped(way.guard);
    return true;
  }
  // The other conjuncts have no variable in common with these.
  auto values = std::make_shared<logic::Model>(*values_);
  for (const Term conjunct : question)
    for (const Term variable : variables_of(conjunct)) values->set(variable, known->second->get(variable));
  way.values = std::move(values);
  return true;
}

/// The path has come to an Error or Unsupported location, with values for its inputs. Nothing: the next one goes on.
std::optional<StepResult> PathSearch::arrive(LocationKind kind) {
  const bool is_error = kind == LocationKind::Error;
  if (!is_error && (unsupported_ || setting_.unsupported_is_reached())) {
    end_path();
    return std::nullopt;
  }
  frontend::RunResult run = replay(setting_.program, setting_.flow, havocs_.values(semantics_, program_, *values_),
                                   place_.block + 1, setting_.stop);
  end_path();
  const auto expected = is_error ? frontend::RunEnd::Error : frontend::RunEnd::Unsupported;
  if (run.end == expected && run.execution.undefined.empty()) {
    unsupported_ = unsupported_ || !is_error;
    return Found{std::move(run)};
  }
  no_proof_ = "a path that seems to reach an error has no execution without undefined behaviour";
  return std::nullopt;
}

/// All paths have ended.
StepResult PathSearch::conclude() {
  if (unsupported_ || setting_.unsupported_is_reached()) return Exhausted{};
  if (!no_proof_.empty()) return GaveUp{std::string(name()).append(": ").append(no_proof_), GaveUp::Of::engine};
  return Proved{{Unrolling{.depth = deepest_, .paths = paths_}, proof_assumptions(program_, setting_.flow)},
                Proved::Overflow::covered};
}

}  // namespace bireach::checker
