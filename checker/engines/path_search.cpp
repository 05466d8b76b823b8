// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/path_search.h"

#include <algorithm>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"
#include "checker/engines/schedule.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::LocationId;
using frontend::LocationKind;
using logic::Term;

namespace {

constexpr std::chrono::milliseconds longest_turn{1000};
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

}  // namespace

PathSearch::PathSearch(const EngineSetting& setting, const PathSearchLimits& limits)
    : setting_(setting),
      limits_(limits),
      program_(setting.wrapping != nullptr ? *setting.wrapping : setting.program),
      semantics_(terms_, program_, frontend::Arithmetic::bitvector, frontend::OutOfBoundsReads::arbitrary),
      edges_(semantics_, program_),
      questions_(setting, terms_),
      values_(std::make_shared<logic::Model>()),
      evaluator_(std::make_unique<logic::Evaluator>(*values_)) {
  for (const Term variable : semantics_.variables())
    variables_.push_back(terms_.from_value(logic::default_value(variable.sort()), variable.sort()));
  for (const auto& [variable, cells] : program_.memory.cells) memory_.insert(semantics_.variables()[variable]);
  place_.location = place_.source = program_.initial;
  has_ended_ = !setting.flow.reaches_target[program_.initial];
}

PathSearch::~PathSearch() = default;

bool PathSearch::is_free() const {
  return foretold_ && !questions_.is_confirming() && seconds_ < mistake * *foretold_;
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
  if (has_ended_) return;  // what is left are confirmations
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
  const std::size_t queries_until = questions_.asked() + limits_.turn_queries;
  const auto end = std::chrono::steady_clock::now() + longest_turn;
  for (std::size_t edges = 0; edges < limits_.turn_edges && questions_.asked() < queries_until; ++edges) {
    if (std::chrono::steady_clock::now() > end) return std::nullopt;
    if (setting_.stop.stop_requested()) reason_ = "stopped";
    if (!reason_.empty()) return std::nullopt;
    if (questions_.has_to_confirm() || (has_ended_ && questions_.has_unconfirmed())) {
      if (!questions_.confirm_some()) reason_ = questions_.reason();
      continue;
    }
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
  std::vector<Term> instances;
  if (!outgoing.empty())
    instances = havocs_.instances(terms_, program_, {place_.block, place_.source, outgoing.front()},
                                  edges_.of(outgoing.front()).transition.auxiliaries);
  if (!instances.empty() && outgoing.size() > 2) reason_ = "a choice of more than two ways is arbitrary";
  if (!reason_.empty()) return;
  std::vector<Way> ways = choice_of_address(outgoing, instances);
  const bool is_choice = !ways.empty();
  for (const EdgeId edge : outgoing) {
    if (is_choice || !setting_.flow.reaches_target[program_.target(edge)]) continue;
    const EdgeSemantics::Meaning& meaning = edges_.of(edge);
    const Term guard = meaning.transition.guard.is_true()
                           ? meaning.transition.guard
                           : under_facts(terms_.substitute(meaning.transition.guard,
                                                           edges_.substitution(meaning, variables_, instances)));
    if (!guard.is_false()) ways.push_back({edge, guard});
  }
  // The other ways are asked about at once, so that what is open are choices that there are.
  for (Way& way : ways) {
    if (way.guard.is_true() || evaluator_->holds(way.guard)) {
      way.values = values_;
      continue;
    }
    auto values = questions_.values_for(way.guard, path_, values_);
    if (!values) {
      reason_ = questions_.reason();
      return;
    }
    way.values = std::move(*values);
  }
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
  forks_.push_back(
      {place_, std::move(instances), trail_.size(), path_.size(), fact_trail_.size(), std::move(ways), 0, share});
  next_way();
}

void PathSearch::end_path() {
  ++paths_;
  done_ += share_;
  next_way();
}

/// The two ways of a choice of few addresses, one of which an edge is about to read or write: on one path they are
/// numbers, and what is read is what was written there. None: there is no such choice.
std::vector<PathSearch::Way> PathSearch::choice_of_address(const std::vector<EdgeId>& outgoing,
                                                           const std::vector<Term>& instances) {
  // What is arbitrary here is so again when the path has forked.
  const auto lasts = [&instances](Term term) {
    if (instances.empty()) return true;
    const std::vector<Term> used = logic::free_variables(term);
    return std::none_of(instances.begin(), instances.end(),
                        [&used](Term instance) { return std::find(used.begin(), used.end(), instance) != used.end(); });
  };
  for (const EdgeId edge : outgoing) {
    if (!setting_.flow.reaches_target[program_.target(edge)]) continue;
    const EdgeSemantics::Meaning& meaning = edges_.of(edge);
    const std::vector<Term>& addresses = addresses_of(edge);
    if (addresses.empty()) continue;
    const logic::Substitution map = edges_.substitution(meaning, variables_, instances);
    logic::Substitution done;
    for (const Term address : addresses) {
      const Term value = under_facts(terms_.substitute(address, map, done));
      if (value.kind() == logic::Kind::Ite && value.constant_leaves() >= 2) {
        const Term choice = value[0];
        if (lasts(choice))
          return {{std::nullopt, choice, nullptr, choice}, {std::nullopt, terms_.not_(choice), nullptr, choice}};
        continue;
      }
      const Term part = few_values_.deciding(value);
      if (part.is_null() || !lasts(part)) continue;
      const Term number = terms_.from_value((*evaluator_)(part), part.sort());
      const Term choice = terms_.equal(part, number);
      return {{std::nullopt, choice, nullptr, choice, part, number},
              {std::nullopt, terms_.not_(choice), nullptr, choice}};
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
  if (!is_implied || !way.edge) learn(way);
  ++place_.edges;
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
  if (!setting_.flow.is_cut[place_.location]) return;
  place_.source = place_.location;
  if (++place_.block <= deepest_) return;
  deepest_ = place_.block;
  paths_when_deepest_ = paths_;
}

/// From here on, along this path, values are those under these conditions.
void PathSearch::learn(const Way& way) {
  const Term condition = way.guard;
  if (condition.is_true()) return;
  std::vector<Term> parts = logic::conjuncts(condition);
  logic::Substitution equal = equalities_of(parts, terms_);
  parts.push_back(condition);
  // The negation of a choice may be written in another way than the condition is.
  if (!way.choice.is_null()) equal.emplace(way.choice, terms_.boolean(way.choice == condition));
  if (!way.fixed.is_null()) equal.emplace(way.fixed, way.number);
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
  has_ended_ = reason_.empty();
}

void PathSearch::use(const Values& values) {
  if (values == values_) return;
  values_ = values;
  evaluator_ = std::make_unique<logic::Evaluator>(*values_);
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
  questions_.expect_no_proof();
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
