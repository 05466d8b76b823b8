// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/path_search.h"

#include <algorithm>
#include <map>
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

/// Questions without an answer are confirmed so many at once: more while that is quick.
constexpr std::size_t fewest_to_confirm = 8;
constexpr std::size_t most_to_confirm = 1024;
constexpr std::chrono::milliseconds quick_confirmation{300};
constexpr std::chrono::milliseconds slow_confirmation{1000};
constexpr std::chrono::milliseconds longest_of_many{8000};  ///< for one question about several of them
constexpr std::chrono::seconds longest_of_parts{40};        ///< for all their parts, where that was not enough
constexpr std::chrono::milliseconds longest_turn{1000};
constexpr std::size_t most_answers = 20000;  ///< kept
constexpr std::chrono::milliseconds path_query_limit{5000};
constexpr std::size_t most_nodes_of_small = 400;  ///< which the incremental solver confirms sooner
constexpr std::size_t most_nodes_of_cases = 1000;
constexpr std::size_t most_cases = 64;
constexpr std::chrono::milliseconds core_query_limit{1000};
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

/// The paths that are left are few where this much is done, though more where each ends a loop a round later.
constexpr double most_of_all = 0.5;
constexpr double least_left = 1e-3;

/// What the conjuncts say of the values of single variables.
logic::Substitution equalities_of(std::span<const Term> conjuncts, logic::TermManager& terms) {
  logic::Substitution result;
  for (const Term conjunct : conjuncts) {
    if (conjunct.is_variable()) {
      result.emplace(conjunct, terms.true_term());
    } else if (conjunct.kind() == logic::Kind::Not && conjunct[0].is_variable()) {
      result.emplace(conjunct[0], terms.false_term());
    } else if (conjunct.kind() == logic::Kind::Equal) {
      if (conjunct[0].is_variable() && conjunct[1].is_constant()) result.emplace(conjunct[0], conjunct[1]);
      if (conjunct[1].is_variable() && conjunct[0].is_constant()) result.emplace(conjunct[1], conjunct[0]);
    }
  }
  return result;
}

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
  config.time_limit = std::min(core_query_limit, setting.options.query_time_limit);
  config.theory = logic::SolverTheory::bit_vectors;
  config.unsat_cores = true;
  core_solver_ = logic::make_solver(logic::SolverKind::z3, terms_, config);
  config.unsat_cores = false;
  config.theory = logic::SolverTheory::automatic;
  config.time_limit = std::min(quick_confirmation, setting.certifier_time_limit());
  quick_confirmer_ = logic::make_solver(logic::other_solver(logic::SolverKind::z3), terms_, config);
  config.theory = logic::SolverTheory::large_bit_vectors;
  config.time_limit = setting.certifier_time_limit();
  confirmer_ = logic::make_solver(logic::other_solver(logic::SolverKind::z3), terms_, config);
  for (const Term variable : semantics_.variables())
    variables_.push_back(terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
  for (const auto& [variable, cells] : program_.memory.cells) memory_.insert(semantics_.variables()[variable]);
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

/// Is the rest so small that it takes no longer than what is done, and yet no end of an endless loop?
bool PathSearch::is_nearly_done() const {
  return done_ > most_of_all && 1 - done_ > least_left;
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
  if (!foretold_ && elapsed > Schedule::seconds_of_fixed_order && (!grows() || is_nearly_done()) &&
      seconds_ / done_ - seconds_ < elapsed)
    foretold_ = seconds_ / done_;
  if (seconds_ < seconds_before_foretelling) return;
  const double doubt = seconds_ < seconds_of_great_doubt ? great_doubt : small_doubt;
  double left = longest_of_paths;
  if (const auto& deadline = setting_.options.deadline)
    left = std::chrono::duration<double>(*deadline - std::chrono::steady_clock::now()).count();
  const bool is_loop = grows() && (paths_ > paths_of_loop || seconds_ > seconds_of_loop) && !is_nearly_done();
  if (is_loop || (!grows() && seconds_ > done_ * doubt * left)) reason_ = "there are too many paths";
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
  const Term choice = choice_of_address(outgoing, instances);
  if (!choice.is_null()) ways = {{std::nullopt, choice}, {std::nullopt, terms_.not_(choice)}};
  for (const EdgeId edge : outgoing) {
    if (!choice.is_null() || !setting_.flow.reaches_target[program_.target(edge)]) continue;
    const EdgeSemantics::Meaning& meaning = edges_.of(edge);
    const Term guard =
        meaning.transition.guard.is_true()
            ? meaning.transition.guard
            : under_facts(
                  terms_.substitute(meaning.transition.guard, edges_.substitution(meaning, variables_, instances)));
    if (!guard.is_false()) ways.push_back({edge, guard});
  }
  // The other ways are asked about at once, so that what is open are choices that there are.
  for (Way& way : ways)
    if (way.guard.is_true() || evaluator_->holds(way.guard))
      way.values = values_;
    else if (!ask(way))
      return;
  std::vector<Term> failures;
  for (const Way& way : ways)
    if (!way.values) failures.push_back(terms_.not_(way.guard));
  std::erase_if(ways, [](const Way& way) { return !way.values; });
  if (ways.size() == 1) {
    use(ways.front().values);
    // What follows from the path is no condition of it.
    const bool is_implied = !failures.empty() && terms_.and_(failures) == ways.front().guard;
    return take(ways.front(), instances, is_implied);
  }
  if (ways.empty()) return end_path();
  std::stable_partition(ways.begin(), ways.end(), [this](const Way& way) { return way.values == values_; });
  if (forks_.size() >= limits_.max_forks) reason_ = "a path has too many choices";
  const double share = share_ / static_cast<double>(ways.size());
  forks_.push_back({place_, std::move(instances), trail_.size(), path_.size(), fact_trail_.size(), std::move(ways), 0,
                    share});
  next_way();
}

void PathSearch::end_path() {
  ++paths_;
  done_ += share_;
  next_way();
}

/// The condition of a choice of few addresses, one of which an edge is about to read or write: on one path they are
/// numbers, and what is read is what was written there.
Term PathSearch::choice_of_address(const std::vector<EdgeId>& outgoing, const std::vector<Term>& instances) {
  for (const EdgeId edge : outgoing) {
    if (!setting_.flow.reaches_target[program_.target(edge)]) continue;
    const EdgeSemantics::Meaning& meaning = edges_.of(edge);
    const std::vector<Term>& addresses = addresses_of(edge);
    if (addresses.empty()) continue;
    const logic::Substitution map = edges_.substitution(meaning, variables_, instances);
    logic::Substitution done;
    for (const Term address : addresses) {
      const Term value = under_facts(terms_.substitute(address, map, done));
      if (value.kind() == logic::Kind::Ite && value.constant_leaves() > 1) return value[0];
    }
  }
  return {};
}

/// Where an edge reads and writes memory.
const std::vector<Term>& PathSearch::addresses_of(EdgeId edge) {
  const auto [known, is_new] = addresses_.try_emplace(edge);
  if (!is_new) return known->second;
  const EdgeSemantics::Meaning& meaning = edges_.of(edge);
  std::vector<Term> open{meaning.transition.guard};
  for (const auto& [variable, value] : meaning.updates) open.push_back(value);
  std::unordered_set<Term, logic::TermHash> seen(open.begin(), open.end());
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    const bool is_access = term.kind() == logic::Kind::Select || term.kind() == logic::Kind::Store;
    if (is_access && memory_.contains(term[0])) known->second.push_back(term[1]);
    for (const Term child : term.children())
      if (seen.insert(child).second) open.push_back(child);
  }
  return known->second;
}

/// An equivalent on the present path.
Term PathSearch::under_facts(Term term) {
  // A part may be known only when its own parts have been replaced.
  for (Term before; term != before && term.has_variable();) term = terms_.substitute(before = term, facts_);
  return term;
}

/// `instances`: of the auxiliaries of the edge.
void PathSearch::take(const Way& way, std::vector<Term> instances, bool is_implied) {
  const std::vector<Term> conjuncts = logic::conjuncts(way.guard);
  for (const Term conjunct : conjuncts)
    if (!is_implied && std::find(path_.begin(), path_.end(), conjunct) == path_.end()) path_.push_back(conjunct);
  if (!is_implied || !way.edge) learn(way.guard);
  if (!way.edge) return;
  for (Term& instance : instances) instance = under_facts(instance);
  const EdgeSemantics::Meaning& meaning = edges_.of(*way.edge);
  if (!meaning.updates.empty()) {
    const logic::Substitution map = edges_.substitution(meaning, variables_, instances);
    const std::size_t before = trail_.size();
    logic::Substitution done;
    for (const auto& [variable, value] : meaning.updates)
      trail_.emplace_back(variable, terms_.substitute(value, map, done));
    for (std::size_t i = before; i < trail_.size(); ++i) std::swap(variables_[trail_[i].first], trail_[i].second);
    if (forks_.empty()) trail_.clear();  // nobody goes back there
  }
  place_.location = program_.target(*way.edge);
  ++place_.edges;
  if (!setting_.flow.is_cut[place_.location]) return;
  place_.source = place_.location;
  if (++place_.block <= deepest_) return;
  deepest_ = place_.block;
  paths_when_deepest_ = paths_;
}

/// From here on, along this path, values are those under these conditions.
void PathSearch::learn(Term condition) {
  std::vector<Term> parts = logic::conjuncts(condition);
  logic::Substitution equal = equalities_of(parts, terms_);
  parts.push_back(condition);
  for (const Term conjunct : parts) {  // the negation of a comparison is one, too
    equal.emplace(conjunct, terms_.true_term());
    equal.emplace(terms_.not_(conjunct), terms_.false_term());
  }
  for (auto it = equal.begin(); it != equal.end();)
    if (facts_.insert(*it).second) {
      fact_trail_.push_back(it->first);
      ++it;
    } else {
      it = equal.erase(it);
    }
  if (equal.empty()) return;
  logic::Substitution done;
  for (frontend::VariableId variable = 0; variable < variables_.size(); ++variable) {
    const Term value = terms_.substitute(variables_[variable], equal, done);
    if (value == variables_[variable]) continue;
    trail_.emplace_back(variable, variables_[variable]);
    variables_[variable] = value;
  }
}

void PathSearch::undo_to(const Fork& fork) {
  for (; trail_.size() > fork.trail; trail_.pop_back()) variables_[trail_.back().first] = trail_.back().second;
  path_.resize(fork.path);
  for (; fact_trail_.size() > fork.facts; fact_trail_.pop_back()) facts_.erase(fact_trail_.back());
  place_ = fork.place;
}

/// Goes back to the last fork that has a way left, and takes it. All paths may have ended then.
void PathSearch::next_way() {
  while (!forks_.empty() && reason_.empty()) {
    undo_to(forks_.back());
    Fork& fork = forks_.back();
    if (fork.next == fork.ways.size()) {
      forks_.pop_back();
      continue;
    }
    const Way& way = fork.ways[fork.next++];
    use(way.values);
    share_ = fork.share;
    return take(way, fork.instances);
  }
  has_ended_ = reason_.empty() && confirm_all();
}

void PathSearch::use(const Values& values) {
  if (values == values_) return;
  values_ = values;
  evaluator_ = std::make_unique<logic::Evaluator>(*values_);
}

/// Is it known of some of these that they cannot be true together?
bool PathSearch::is_refuted(const std::vector<Term>& conjuncts) const {
  const std::unordered_set<Term, logic::TermHash> given(conjuncts.begin(), conjuncts.end());
  return std::any_of(conjuncts.begin(), conjuncts.end(), [&](Term conjunct) {
    const auto cores = cores_.find(conjunct);
    if (cores == cores_.end()) return false;
    return std::any_of(cores->second.begin(), cores->second.end(), [&](const std::vector<Term>& core) {
      return std::all_of(core.begin(), core.end(), [&](Term part) { return given.contains(part); });
    });
  });
}

/// They cannot be true together, as one solver says. As few of them as it finds are kept: so the other one has less to
/// confirm, and other questions have them in common.
void PathSearch::note_refuted(const std::vector<Term>& conjuncts) {
  std::vector<Term> core = conjuncts;
  if (conjuncts.size() > 1 && core_solver_->check(conjuncts) == SatResult::unsat) core = core_solver_->unsat_core();
  const Term refuted = terms_.and_(core);
  if (!core.empty()) cores_[core.front()].push_back(std::move(core));
  const bool is_small = logic::dag_size(refuted) <= most_nodes_of_small;
  if (!is_small || quick_confirmer_->check({refuted}) != SatResult::unsat) refuted_.push_back(refuted);
}

/// Does the other solver agree that what is refuted has no answer? Sets the reason if not.
bool PathSearch::confirm_all() {
  // Without a proof the search for errors is left.
  const std::vector<Term> refuted = std::exchange(refuted_, {});
  if (refuted.empty() || !no_proof_.empty()) return true;
  const auto begin = std::chrono::steady_clock::now();
  const bool is_confirmed = confirm(refuted, begin + longest_of_parts);
  const auto time = std::chrono::steady_clock::now() - begin;
  if (time < quick_confirmation)
    most_refuted_ = std::min(most_to_confirm, std::max(most_refuted_, 2 * refuted.size()));
  else if (time > slow_confirmation)
    most_refuted_ = std::max(fewest_to_confirm, std::min(most_refuted_, refuted.size() / 2));
  return is_confirmed;
}

/// As one question, and by halves where that takes long. Not empty.
bool PathSearch::confirm(std::span<const Term> refuted, std::chrono::steady_clock::time_point until) {
  const bool is_single = refuted.size() == 1;
  std::chrono::milliseconds limit = setting_.certifier_time_limit();
  if (const auto& deadline =
          setting_.options.deadline) {  // cvc5 does not listen to `stop`, and there are many questions
    const auto left = *deadline - std::chrono::steady_clock::now();
    limit =
        std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(left), std::chrono::milliseconds(1), limit);
  }
  confirmer_->set_time_limit(is_single ? limit : std::min(limit, longest_of_many));
  switch (confirmer_->check({terms_.or_({refuted.begin(), refuted.end()})})) {
    case SatResult::unsat:
      return true;
    case SatResult::sat:
      reason_ = "the solvers disagree";
      return false;
    case SatResult::unknown:
      break;
  }
  if (is_single || setting_.stop.stop_requested() || std::chrono::steady_clock::now() > until) {
    reason_ = "not confirmed (" + confirmer_->reason_unknown().text + ")";
    return false;
  }
  const std::size_t half = refuted.size() / 2;
  return confirm(refuted.first(half), until) && confirm(refuted.subspan(half), until);
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

/// What is left to ask about the guard once variables that are equal to numbers are replaced by these.
PathSearch::Question PathSearch::question_about(Term guard) {
  Question result{logic::conjuncts(terms_.and_(relevant_to(guard))), {}};
  for (;;) {
    const logic::Substitution equal = equalities_of(result.conjuncts, terms_);
    if (equal.empty()) return result;
    result.equal.insert(equal.begin(), equal.end());
    const Term rest = terms_.substitute(terms_.and_(result.conjuncts), equal);
    result.conjuncts = rest.is_false() ? std::vector<Term>{rest} : logic::conjuncts(rest);
  }
}

/// Is the condition false whichever of the numbers that it compares with one of its variables that is, or none of them?
/// So are conditions that ask a check's note whether it is about this object.
bool PathSearch::fails_in_all_cases(Term condition) {
  const auto [known, is_new] = fails_.try_emplace(condition, false);
  if (!is_new) return known->second;
  std::map<Term, std::vector<Term>> atoms;
  std::unordered_set<Term, logic::TermHash> seen{condition};
  for (std::vector<Term> open{condition}; !open.empty();) {
    const Term term = open.back();
    open.pop_back();
    if (term.kind() == logic::Kind::Equal && term[0].is_variable() && term[1].is_constant())
      atoms[term[0]].push_back(term);
    if (term.kind() == logic::Kind::Equal && term[1].is_variable() && term[0].is_constant())
      atoms[term[1]].push_back(term);
    for (const Term child : term.children())
      if (seen.size() < most_nodes_of_cases && seen.insert(child).second) open.push_back(child);
  }
  const auto fails = [&](const logic::Substitution& map) { return terms_.substitute(condition, map).is_false(); };
  const auto decides = [&](const std::pair<const Term, std::vector<Term>>& entry) {
    if (entry.second.size() > most_cases) return false;
    logic::Substitution none;
    for (const Term atom : entry.second) none.emplace(atom, terms_.false_term());
    return fails(none) && std::all_of(entry.second.begin(), entry.second.end(), [&](Term atom) {
             return fails(equalities_of(std::span(&atom, 1), terms_));
           });
  };
  return fails_[condition] = std::any_of(atoms.begin(), atoms.end(), decides);
}

/// Sets the way's values, if something takes it from here; false: nobody knows.
bool PathSearch::ask(Way& way) {
  const Question question = question_about(way.guard);
  const Term key = terms_.and_(question.conjuncts);
  if (key.is_false() || is_refuted(question.conjuncts)) return true;
  if (fails_in_all_cases(terms_.substitute(way.guard, question.equal))) return true;
  auto values = std::make_shared<logic::Model>(*values_);
  for (const auto& [variable, value] : question.equal) values->set(variable, logic::evaluate(value, {}));
  if (!logic::Evaluator(*values).holds(key)) {
    auto known = answers_.find(key);
    if (known == answers_.end()) {
      ++queries_;
      const SatResult answer = solver_->check(question.conjuncts);
      if (answer == SatResult::unknown) {
        reason_ = "no answer about a condition (" + solver_->reason_unknown().text + ")";
        return false;
      }
      if (answers_.size() >= most_answers) answers_.clear();
      Values found;
      if (answer == SatResult::sat) found = std::make_shared<logic::Model>(solver_->model());
      known = answers_.emplace(key, std::move(found)).first;
      if (answer == SatResult::unsat) note_refuted(question.conjuncts);
      if (refuted_.size() >= most_refuted_ && !confirm_all()) return false;
    }
    if (!known->second) return true;
    for (const Term variable : variables_of(key)) values->set(variable, known->second->get(variable));
  }
  // The other conjuncts have no variable in common with these.
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
