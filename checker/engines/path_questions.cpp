// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/path_questions.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

namespace bireach::checker {

using logic::SatResult;
using logic::Term;

namespace {

/// Questions without an answer are confirmed so many at once: more while that is quick.
constexpr std::size_t fewest_to_confirm = 8;
constexpr std::size_t most_to_confirm = 1024;
constexpr std::chrono::milliseconds quick_confirmation{300};
constexpr std::chrono::milliseconds slow_confirmation{1000};
/// For one question at first, for half of what took too long, and for one about several of them at last.
constexpr std::chrono::milliseconds first_limit{1000};
constexpr std::chrono::milliseconds second_limit{3000};
constexpr std::chrono::milliseconds longest_of_many{9000};
constexpr int limit_growth = 3;
constexpr std::chrono::seconds longest_of_parts{40};  ///< for all their parts, where that was not enough
constexpr std::size_t most_answers = 20000;           ///< kept
constexpr std::chrono::milliseconds path_query_limit{5000};
constexpr std::size_t most_nodes_of_small = 400;  ///< which the incremental solver confirms sooner
constexpr std::size_t most_nodes_of_cases = 1000;
constexpr std::size_t most_cases = 64;
constexpr std::chrono::milliseconds core_query_limit{1000};

}  // namespace

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

PathQuestions::PathQuestions(const EngineSetting& setting, logic::TermManager& terms)
    : setting_(setting), terms_(terms) {
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
}

/// Is it known of some of these that they cannot be true together?
bool PathQuestions::is_refuted(const std::vector<Term>& conjuncts) const {
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
void PathQuestions::note_refuted(const std::vector<Term>& conjuncts) {
  std::vector<Term> core = conjuncts;
  if (conjuncts.size() > 1 && core_solver_->check(conjuncts) == SatResult::unsat) core = core_solver_->unsat_core();
  const Term refuted = terms_.and_(core);
  if (!core.empty()) cores_[core.front()].push_back(std::move(core));
  const bool is_small = logic::dag_size(refuted) <= most_nodes_of_small;
  if (is_without_proof_) return;
  if (!is_small || quick_confirmer_->check({refuted}) != SatResult::unsat) refuted_.push_back(refuted);
}

void PathQuestions::expect_no_proof() {
  is_without_proof_ = true;
  refuted_.clear();
  open_.clear();
}

void PathQuestions::begin_confirmation() {
  in_confirmation_ = refuted_.size();
  confirming_ = {};
  open_.push_back({std::exchange(refuted_, {}), first_limit});
}

void PathQuestions::end_confirmation() {
  if (confirming_ < quick_confirmation)
    most_refuted_ = std::min(most_to_confirm, std::max(most_refuted_, 2 * in_confirmation_));
  else if (confirming_ > slow_confirmation)
    most_refuted_ = std::max(fewest_to_confirm, std::min(most_refuted_, in_confirmation_ / 2));
}

bool PathQuestions::confirm_some() {
  if (open_.empty() && refuted_.empty()) return true;
  if (open_.empty()) begin_confirmation();
  std::chrono::milliseconds limit = std::min(open_.back().limit, setting_.certifier_time_limit());
  if (const auto& deadline =
          setting_.options.deadline) {  // cvc5 does not listen to `stop`, and there are many questions
    const auto left = *deadline - std::chrono::steady_clock::now();
    limit =
        std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(left), std::chrono::milliseconds(1), limit);
  }
  confirmer_->set_time_limit(limit);
  const auto begin = std::chrono::steady_clock::now();
  const SatResult answer = confirmer_->check({terms_.or_(open_.back().refuted)});
  confirming_ += std::chrono::steady_clock::now() - begin;
  switch (answer) {
    case SatResult::unsat:
      open_.pop_back();
      if (open_.empty()) end_confirmation();
      return true;
    case SatResult::sat:
      reason_ = "the solvers disagree";
      return false;
    case SatResult::unknown:
      break;
  }
  if (ask_longer()) return true;
  reason_ = "not confirmed (" + confirmer_->reason_unknown().text + ")";
  return false;
}

/// The last question once more with more time, or in two halves; false: that is of no use.
bool PathQuestions::ask_longer() {
  Batch& last = open_.back();
  const bool is_single = last.refuted.size() == 1;
  const std::chrono::milliseconds longest = setting_.certifier_time_limit();
  if (setting_.stop.stop_requested() || (!is_single && confirming_ > longest_of_parts)) return false;
  if (last.limit < std::min(is_single ? longest : longest_of_many, longest)) {
    last.limit *= limit_growth;
    return true;
  }
  if (is_single) return false;
  const auto half = last.refuted.begin() + static_cast<std::ptrdiff_t>(last.refuted.size() / 2);
  Batch second{{half, last.refuted.end()}, second_limit};
  last.refuted.erase(half, last.refuted.end());
  last.limit = second_limit;
  open_.push_back(std::move(second));
  return true;
}

const std::vector<Term>& PathQuestions::variables_of(Term term) {
  const auto [known, is_new] = variables_of_.try_emplace(term);
  if (is_new) known->second = logic::free_variables(term);
  return known->second;
}

/// The guard with those conjuncts of the path that speak, by way of others, of its variables.
std::vector<Term> PathQuestions::relevant_to(Term guard, const std::vector<Term>& path) {
  std::vector<Term> result{guard};
  std::set<Term> reached(variables_of(guard).begin(), variables_of(guard).end());
  std::vector<Term> rest = path;
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
PathQuestions::Question PathQuestions::question_about(Term guard, const std::vector<Term>& path) {
  Question result{logic::conjuncts(terms_.and_(relevant_to(guard, path))), {}};
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
bool PathQuestions::fails_in_all_cases(Term condition) {
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
    return fails(none) && std::all_of(entry.second.begin(), entry.second.end(),
                                      [&](Term atom) { return fails(equalities_of(std::span(&atom, 1), terms_)); });
  };
  return fails_[condition] = std::any_of(atoms.begin(), atoms.end(), decides);
}

std::optional<PathQuestions::Values> PathQuestions::values_for(Term guard, const std::vector<Term>& path,
                                                               const Values& before) {
  const Question question = question_about(guard, path);
  const Term key = terms_.and_(question.conjuncts);
  if (key.is_false() || is_refuted(question.conjuncts)) return nullptr;
  if (fails_in_all_cases(terms_.substitute(guard, question.equal))) return nullptr;
  auto values = std::make_shared<logic::Model>(*before);
  for (const auto& [variable, value] : question.equal) values->set(variable, logic::evaluate(value, {}));
  if (!logic::Evaluator(*values).holds(key)) {
    auto known = answers_.find(key);
    if (known == answers_.end()) {
      ++asked_;
      const SatResult answer = solver_->check(question.conjuncts);
      if (answer == SatResult::unknown) {
        reason_ = "no answer about a condition (" + solver_->reason_unknown().text + ")";
        return std::nullopt;
      }
      if (answers_.size() >= most_answers) answers_.clear();
      Values found;
      if (answer == SatResult::sat) found = std::make_shared<logic::Model>(solver_->model());
      known = answers_.emplace(key, std::move(found)).first;
      if (answer == SatResult::unsat) note_refuted(question.conjuncts);
    }
    if (!known->second) return nullptr;
    for (const Term variable : variables_of(key)) values->set(variable, known->second->get(variable));
  }
  // The other conjuncts have no variable in common with these.
  return values;
}

}  // namespace bireach::checker
