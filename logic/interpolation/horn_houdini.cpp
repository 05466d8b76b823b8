// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/horn_houdini.h"

#include <algorithm>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "logic/interpolation/horn_candidates.h"
#include "logic/solvers/solver.h"

namespace bireach::logic {
namespace {

using Clock = std::chrono::steady_clock;
using TermSet = std::unordered_set<Term, TermHash>;

constexpr std::size_t max_candidates = 2000;    ///< of a predicate
constexpr std::size_t max_instances = 3000000;  ///< in all clauses
constexpr std::chrono::milliseconds query_limit{1000};
constexpr bool more_time_is_of_no_use = true;

class Houdini {
 public:
  Houdini(TermManager& terms, const HornSystem& system, const InterpolationConfig& config)
      : terms_(terms),
        system_(system),
        config_(config),
        deadline_(Clock::now() + config.time_limit),
        kept_(system.predicates.size()),
        using_(system.predicates.size()),
        into_(system.predicates.size()),
        instances_(system.clauses.size()) {
    SolverConfig solver;
    solver.time_limit = query_limit;
    solver.unsat_cores = true;
    solver.stop = config.stop;
    solver.statistics = config.statistics;
    core_solver_ = make_solver(SolverKind::z3, terms, solver);
    solver.unsat_cores = false;
    solver_ = make_solver(SolverKind::z3, terms, solver);
    for (std::size_t c = 0; c < system.clauses.size(); ++c) {
      for (const HornAtom& atom : system.clauses[c].body) using_[atom.predicate].insert(c);
      if (system.clauses[c].head) into_[system.clauses[c].head->predicate].push_back(c);
    }
  }

  std::variant<std::vector<Term>, InterpolationFailure> run() {
    const HornCandidates candidates(terms_, system_);
    for (std::size_t p = 0; p < kept_.size(); ++p) kept_[p] = candidates.literals(p);
    const std::vector<std::vector<Term>> literals = kept_;
    if (!drop()) return cut_short();
    if (!is_solution()) {
      for (std::size_t p = 0; p < kept_.size(); ++p) {
        add_guarded(candidates.guards(p), literals[p], kept_[p]);
        const std::vector<Term> sums = candidates.sums(p);
        kept_[p].insert(kept_[p].end(), sums.begin(), sums.end());
      }
      if (instance_count() > max_instances)
        return InterpolationFailure{"Houdini: too many candidates", more_time_is_of_no_use};
      if (!drop()) return cut_short();
      if (!is_solution())
        return InterpolationFailure{"Houdini: no conjunction of candidates is a solution", more_time_is_of_no_use};
    }
    if (!find_needed()) return cut_short();
    std::vector<Term> result;
    for (const TermSet& conjuncts : needed_) {
      std::vector<Term> sorted(conjuncts.begin(), conjuncts.end());
      std::sort(sorted.begin(), sorted.end());
      result.push_back(terms_.and_(std::move(sorted)));
    }
    return result;
  }

 private:
  [[nodiscard]] bool is_stopped() const { return config_.stop.stop_requested() || Clock::now() > deadline_; }
  static InterpolationFailure cut_short() { return {"Houdini: out of time, or a query was not answered"}; }

  /// All that is not known already: literals again, which may hold with the help of guarded ones.
  void add_guarded(const std::vector<Term>& guards, const std::vector<Term>& literals, std::vector<Term>& kept) const {
    const TermSet known(kept.begin(), kept.end());
    kept.insert(kept.end(), literals.begin(), literals.end());
    for (const Term guard : guards) {
      if (known.contains(guard) || known.contains(terms_.not_(guard))) continue;
      for (const Term literal : literals) {
        if (known.contains(literal) || kept.size() >= max_candidates) continue;
        const Term implied = terms_.implies(guard, literal);
        if (!implied.is_constant() && implied != literal) kept.push_back(implied);
      }
    }
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  }

  [[nodiscard]] std::size_t instance_count() const {
    std::size_t result = 0;
    for (const HornClause& clause : system_.clauses) {
      for (const HornAtom& atom : clause.body) result += kept_[atom.predicate].size();
      if (clause.head) result += kept_[clause.head->predicate].size();
    }
    return result;
  }

  /// The candidate with the atom's arguments for the parameters.
  Term instance(std::size_t clause, std::size_t place, const HornAtom& atom, Term candidate) {
    auto& known = instances_[clause];
    if (known.size() <= place) known.resize(system_.clauses[clause].body.size() + 1);
    const auto [entry, fresh] = known[place].try_emplace(candidate);
    if (!fresh) return entry->second;
    const std::vector<Term>& parameters = system_.predicates[atom.predicate].parameters;
    Substitution map;
    for (const Term variable : free_variables(candidate)) {
      const auto at = std::find(parameters.begin(), parameters.end(), variable);
      map.emplace(variable, atom.arguments[static_cast<std::size_t>(at - parameters.begin())]);
    }
    return entry->second = terms_.substitute(candidate, map);
  }

  /// What the body says with what is kept so far, each with its predicate and candidate.
  std::vector<std::pair<Term, std::pair<std::size_t, Term>>> body_of(std::size_t clause) {
    std::vector<std::pair<Term, std::pair<std::size_t, Term>>> result;
    const std::vector<HornAtom>& body = system_.clauses[clause].body;
    for (std::size_t i = 0; i < body.size(); ++i)
      for (const Term candidate : kept_[body[i].predicate])
        result.push_back({instance(clause, i, body[i], candidate), {body[i].predicate, candidate}});
    return result;
  }

  /// Drops candidates until all clauses with a head hold. False: cut short.
  bool drop() {
    std::set<std::size_t> open;
    for (std::size_t c = 0; c < system_.clauses.size(); ++c)
      if (system_.clauses[c].head) open.insert(c);
    while (!open.empty()) {
      const std::size_t clause = *open.begin();
      open.erase(open.begin());
      const std::size_t target = system_.clauses[clause].head->predicate;
      const std::size_t before = kept_[target].size();
      if (!drop_after(clause)) return false;
      if (kept_[target].size() == before) continue;
      for (const std::size_t next : using_[target])
        if (system_.clauses[next].head) open.insert(next);
    }
    return true;
  }

  bool drop_after(std::size_t clause) {
    const HornClause& rule = system_.clauses[clause];
    std::vector<Term>& conclusions = kept_[rule.head->predicate];
    if (conclusions.empty()) return true;
    const auto body = body_of(clause);
    TermSet premises;
    for (const auto& [premise, origin] : body) premises.insert(premise);
    if (premises.contains(terms_.false_term())) return true;
    std::vector<std::pair<Term, Term>> open;  // what is to be shown, and the candidate
    std::vector<Term> dropped;
    for (const Term candidate : conclusions) {
      const Term shown = instance(clause, rule.body.size(), *rule.head, candidate);
      if (shown.is_false()) open.emplace_back(shown, candidate);
      if (!shown.is_constant() && !premises.contains(shown)) open.emplace_back(shown, candidate);
    }
    if (open.empty()) return true;
    solver_->push();
    solver_->add(rule.constraint);
    for (const Term premise : premises) solver_->add(premise);
    const bool answered = refute(open, dropped);
    solver_->pop();
    if (!dropped.empty()) {
      const TermSet gone(dropped.begin(), dropped.end());
      conclusions.erase(
          std::remove_if(conclusions.begin(), conclusions.end(), [&gone](Term t) { return gone.contains(t); }),
          conclusions.end());
    }
    return answered;
  }

  /// Moves to `dropped` what counterexamples refute, until there is none; what is not decided is dropped, too.
  bool refute(std::vector<std::pair<Term, Term>>& open, std::vector<Term>& dropped) {
    while (!open.empty()) {
      if (is_stopped()) return false;
      std::vector<Term> all;
      for (const auto& [shown, candidate] : open) all.push_back(shown);
      const SatResult answer = solver_->check({terms_.not_(terms_.and_(std::move(all)))});
      if (answer == SatResult::unsat) return true;
      if (answer == SatResult::unknown) {
        for (const auto& [shown, candidate] : open) dropped.push_back(candidate);
        return !is_stopped();
      }
      const Model model = solver_->model();
      Evaluator evaluator(model);
      const auto fails = std::stable_partition(open.begin(), open.end(),
                                               [&](const auto& entry) { return evaluator.holds(entry.first); });
      for (auto it = fails; it != open.end(); ++it) dropped.push_back(it->second);
      if (fails == open.end()) return false;  // the evaluator does not agree with the solver
      open.erase(fails, open.end());
    }
    return true;
  }

  bool is_solution() {
    for (std::size_t c = 0; c < system_.clauses.size(); ++c) {
      if (system_.clauses[c].head) continue;
      if (is_stopped() || !core_of(c, terms_.false_term())) return false;
    }
    return true;
  }

  /// What of the body shows the conclusion. Nothing: it does not follow, or that was not decided.
  std::optional<std::vector<std::pair<std::size_t, Term>>> core_of(std::size_t clause, Term conclusion) {
    using Core = std::vector<std::pair<std::size_t, Term>>;
    if (conclusion.is_true()) return Core{};
    const auto body = body_of(clause);
    std::unordered_map<Term, std::pair<std::size_t, Term>, TermHash> origins(body.begin(), body.end());
    if (const auto same = origins.find(conclusion); same != origins.end()) return Core{same->second};
    std::vector<Term> premises;
    for (const auto& [premise, origin] : body)
      if (!premise.is_true()) premises.push_back(premise);
    core_solver_->push();
    core_solver_->add(system_.clauses[clause].constraint);
    core_solver_->add(terms_.not_(conclusion));
    std::optional<Core> result;
    if (core_solver_->check(premises) == SatResult::unsat) {
      result.emplace();
      for (const Term premise : core_solver_->unsat_core()) result->push_back(origins.at(premise));
    }
    core_solver_->pop();
    return result;
  }

  /// From the clauses without head backwards. False: cut short.
  bool find_needed() {
    needed_.assign(system_.predicates.size(), {});
    std::vector<std::pair<std::size_t, Term>> open;
    const auto need = [&](std::size_t clause, Term conclusion) {
      const auto core = core_of(clause, conclusion);
      if (!core || is_stopped()) return false;
      for (const auto& [predicate, candidate] : *core)
        if (needed_[predicate].insert(candidate).second) open.emplace_back(predicate, candidate);
      return true;
    };
    for (std::size_t c = 0; c < system_.clauses.size(); ++c)
      if (!system_.clauses[c].head && !need(c, terms_.false_term())) return false;
    while (!open.empty()) {
      const auto [predicate, candidate] = open.back();
      open.pop_back();
      for (const std::size_t c : into_[predicate]) {
        const HornClause& clause = system_.clauses[c];
        if (!need(c, instance(c, clause.body.size(), *clause.head, candidate))) return false;
      }
    }
    return true;
  }

  TermManager& terms_;
  const HornSystem& system_;
  const InterpolationConfig& config_;
  Clock::time_point deadline_;
  std::vector<std::vector<Term>> kept_;
  std::vector<std::set<std::size_t>> using_;    ///< by predicate: clauses with it in their body
  std::vector<std::vector<std::size_t>> into_;  ///< by predicate: clauses with it as their head
  std::vector<std::vector<std::unordered_map<Term, Term, TermHash>>> instances_;  ///< by clause and atom, the head last
  std::vector<TermSet> needed_;
  std::unique_ptr<Solver> solver_;
  std::unique_ptr<Solver> core_solver_;
};

bool is_simple(Term variable) {
  return variable.sort() == Sort::integer() || variable.sort() == Sort::boolean();
}

}  // namespace

std::variant<std::vector<Term>, InterpolationFailure> solve_by_candidates(TermManager& terms, const HornSystem& system,
                                                                          const InterpolationConfig& config) {
  const auto has_simple = [](const HornPredicate& predicate) {
    return std::any_of(predicate.parameters.begin(), predicate.parameters.end(), is_simple);
  };
  if (std::none_of(system.predicates.begin(), system.predicates.end(), has_simple))
    return InterpolationFailure{"Houdini: candidates are of integers and Booleans only", more_time_is_of_no_use};
  return Houdini(terms, system, config).run();
}

}  // namespace bireach::logic
