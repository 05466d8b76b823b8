// SPDX-License-Identifier: Apache-2.0
/// Interpolants by weakest preconditions or strongest postconditions along the unsatisfiable core ("Craig vs. Newton in
/// Software Model Checking", FSE 2017).
#include <algorithm>
#include <map>

#include "logic/elimination/quantifier_elimination.h"
#include "logic/elimination/quantifier_rules.h"
#include "logic/elimination/rule_eliminator.h"
#include "logic/hoare/predicate_simplifier.h"
#include "logic/interpolation/interpolation_engines.h"
#include "logic/interpolation/trace_projection.h"

namespace bireach::logic {
namespace {

constexpr std::size_t kMaxPredicateSize = 2000;
constexpr std::chrono::milliseconds kSimplifierQuery{100};
constexpr std::chrono::milliseconds kElimination{2000};

using Clock = std::chrono::steady_clock;

enum class Direction { backward, forward };

/// A hint for small queries about what a trace speaks of.
SolverTheory theory_of(const ProjectedTrace& trace) {
  for (const std::set<Term>& live : trace.live) {
    for (const Term variable : live)
      if (!variable.sort().is_int() && !variable.sort().is_bool()) return SolverTheory::automatic;
  }
  return SolverTheory::linear_integers;
}

class CoreEngine final : public InterpolationEngine {
 public:
  CoreEngine(TermManager& terms, InterpolationConfig config, Direction direction)
      : terms_(terms), config_(std::move(config)), direction_(direction) {}

  [[nodiscard]] std::string_view name() const override {
    return engine_name(direction_ == Direction::backward ? InterpolationEngineKind::core_wp
                                                         : InterpolationEngineKind::core_sp);
  }

  InterpolationResult interpolate(const InterpolationProblem& problem) override {
    deadline_ = Clock::now() + config_.time_limit;
    approximated_ = false;
    known_.clear();
    auto projection = project_to_core(terms_, problem, config_);
    if (auto* failure = std::get_if<InterpolationFailure>(&projection)) return std::move(*failure);
    const ProjectedTrace& trace = std::get<ProjectedTrace>(projection);
    SolverConfig solver_config;
    solver_config.time_limit = kSimplifierQuery;
    solver_config.theory = theory_of(trace);
    solver_config.stop = config_.stop;
    solver_config.statistics = config_.statistics;
    const std::unique_ptr<Solver> solver = make_solver(SolverKind::z3, terms_, solver_config);
    return direction_ == Direction::backward ? backward(trace, problem, *solver) : forward(trace, problem, *solver);
  }

 private:
  InterpolationResult backward(const ProjectedTrace& trace, const InterpolationProblem& problem, Solver& solver) {
    const std::size_t length = trace.transitions.size();
    TracePredicates result{std::vector<Term>(length + 1, terms_.false_term()), std::string(name())};
    for (std::size_t i = length; i-- > 0;) {
      const TransitionFormula& transition = trace.transitions[i];
      const Substitution updates(transition.updates.begin(), transition.updates.end());
      const Term bad = terms_.and_(transition.guard, terms_.substitute(terms_.not_(result.predicates[i + 1]), updates));
      const std::optional<Term> eliminated = eliminate(transition.auxiliaries, bad);
      if (!eliminated)
        return InterpolationFailure{"no quantifier-free weakest precondition at position " + std::to_string(i)};
      const Term predicate = terms_.not_(*eliminated);
      const bool unchanged = predicate == result.predicates[i + 1];
      result.predicates[i] = unchanged ? predicate : simplify(predicate, result.predicates[i + 1], problem, solver);
      if (problem.is_core && !unchanged) result.predicates[i] = known_form(result.predicates[i], problem, solver);
    }
    const Term outside = terms_.and_(trace.precondition, terms_.not_(result.predicates.front()));
    if (approximated_ && !contradictory(solver, with_ranges(outside, free_variables(outside), problem)))
      return InterpolationFailure{"no quantifier-free weakest preconditions, and their approximations do not suffice"};
    return result;
  }

  InterpolationResult forward(const ProjectedTrace& trace, const InterpolationProblem& problem, Solver& solver) {
    const std::size_t length = trace.transitions.size();
    TracePredicates result{std::vector<Term>(length + 1, terms_.false_term()), std::string(name())};
    Term current = trace.precondition;
    for (std::size_t i = 0; i < length; ++i) {
      std::vector<Term> dead;
      for (Term variable : free_variables(current))
        if (!trace.live[i].contains(variable)) dead.push_back(variable);
      const std::optional<Term> projected = eliminate(dead, with_ranges(current, dead, problem));
      if (!projected) return InterpolationFailure{"no quantifier-free projection at position " + std::to_string(i)};
      const Term previous = i == 0 ? Term() : result.predicates[i - 1];
      current = *projected == previous ? previous : simplify(*projected, previous, problem, solver);
      result.predicates[i] = current;
      if (current.is_false()) return result;
      const std::optional<Term> next = successor(trace.transitions[i], current, problem);
      if (!next)
        return InterpolationFailure{"no quantifier-free strongest postcondition at position " + std::to_string(i)};
      current = *next;
    }
    if (approximated_ && !contradictory(solver, current)) {
      return InterpolationFailure{
          "no quantifier-free strongest postconditions, and their approximations do not suffice"};
    }
    return result;
  }

  /// The state before is replaced by fresh variables where it is overwritten.
  std::optional<Term> successor(const TransitionFormula& transition, Term pre, const InterpolationProblem& problem) {
    Substitution old;
    std::vector<Term> bound = transition.auxiliaries;
    std::vector<Term> parts;
    for (const auto& [variable, value] : transition.updates) {
      const Term before = terms_.fresh_variable(variable.name() + "_old", variable.sort());
      old.emplace(variable, before);
      bound.push_back(before);
      parts.push_back(terms_.substitute(problem.range_of(variable), Substitution{{variable, before}}));
    }
    Substitution cache;
    parts.push_back(terms_.substitute(pre, old, cache));
    parts.push_back(terms_.substitute(transition.guard, old, cache));
    for (const auto& [variable, value] : transition.updates)
      parts.push_back(terms_.equal(variable, terms_.substitute(value, old, cache)));
    return eliminate(bound, terms_.and_(std::move(parts)));
  }

  Term with_ranges(Term formula, const std::vector<Term>& variables, const InterpolationProblem& problem) {
    std::vector<Term> parts{formula};
    for (Term variable : variables) parts.push_back(problem.range_of(variable));
    return terms_.and_(std::move(parts));
  }

  Term simplify(Term predicate, Term neighbour, const InterpolationProblem& problem, Solver& solver) {
    SimplificationOptions options;
    options.simplified = neighbour;
    options.satisfiable = problem.is_core;
    return simplify_in_context(terms_, solver, predicate,
                               with_ranges(terms_.true_term(), free_variables(predicate), problem), options);
  }

  /// The predicate as it was written before, if an equivalent and smaller one was met: else the weakest preconditions
  /// of an invariant of a loop grow with each iteration where only their form changes. A few candidates are asked.
  Term known_form(Term predicate, const InterpolationProblem& problem, Solver& solver) {
    constexpr std::size_t at_most = 4;
    std::vector<Term>& candidates = known_[free_variables(predicate)];
    const std::size_t size = dag_size(predicate);
    std::size_t asked = 0;
    for (auto candidate = candidates.rbegin(); candidate != candidates.rend() && asked < at_most; ++candidate) {
      if (*candidate == predicate) return predicate;
      if (dag_size(*candidate) >= size || agrees_not(predicate, *candidate)) continue;
      ++asked;
      if (equivalent(predicate, *candidate, problem, solver)) return *candidate;
    }
    candidates.push_back(predicate);
    return predicate;
  }

  /// Does a model that told two predicates apart tell these apart?
  bool agrees_not(Term a, Term b) const {
    return std::any_of(apart_.begin(), apart_.end(),
                       [&](const Model& model) { return evaluate_bool(a, model) != evaluate_bool(b, model); });
  }

  bool equivalent(Term a, Term b, const InterpolationProblem& problem, Solver& solver) {
    solver.push();
    solver.add(with_ranges(terms_.distinct(a, b), free_variables(a), problem));
    const SatResult answer = solver.check();
    if (answer == SatResult::sat && apart_.size() < 8) apart_.push_back(solver.model());
    solver.pop();
    return answer == SatResult::unsat;
  }

  [[nodiscard]] bool is_late() const { return Clock::now() >= deadline_ || config_.stop.stop_requested(); }

  std::optional<Term> eliminate_in_time(const std::vector<Term>& variables, Term body) {
    EliminationConfig config;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now());
    config.time_limit = std::min(left, kElimination);
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    return eliminate_exists(terms_, variables, body, config);
  }

  /// exists variables. body, or something weaker if that is not known to be quantifier-free; then `approximated_`.
  /// Weaker is sound in both directions: wp gets stronger, sp weaker, and the sequence stays inductive.
  std::optional<Term> eliminate(const std::vector<Term>& variables, Term body) {
    if (is_late()) return std::nullopt;
    std::optional<Term> result = variables.empty() ? std::optional<Term>(body) : eliminate_in_time(variables, body);
    if (!result && mentions_floating(body)) {
      body = without_impossible_cases(body, variables);
      if (is_late()) return std::nullopt;
      result = eliminate_in_time(variables, body);
    }
    if (!result && !config_.stop.stop_requested()) {
      approximated_ = true;
      std::vector<Term> left_over = variables;
      const Term partial = eliminate_cheaply(terms_, left_over, body);
      return limited(forget(partial, left_over));
    }
    return result ? limited(*result) : std::nullopt;
  }

  /// No elimination is known for floating point, but whether there is anything to eliminate from can be asked: of each
  /// disjunct with the variables, and the other conjuncts. Equivalent to the formula.
  Term without_impossible_cases(Term formula, const std::vector<Term>& variables) {
    const auto concerned = [&](Term part) {
      return std::any_of(variables.begin(), variables.end(), [&](Term variable) { return occurs(variable, part); });
    };
    std::vector<Term> parts = conjuncts(formula);
    for (Term& part : parts) {
      if (part.kind() != Kind::Or || !concerned(part)) continue;
      const std::vector<Term> cases(part.children().begin(), part.children().end());
      std::vector<Term> possible;
      for (const Term one : cases) {
        part = one;
        if (!concerned(one) || !has_no_model(terms_.and_(parts))) possible.push_back(one);
      }
      part = terms_.or_(std::move(possible));
      if (part.is_false()) return part;
    }
    formula = terms_.and_(std::move(parts));
    return has_no_model(formula) ? terms_.false_term() : formula;
  }

  bool has_no_model(Term body) const {
    SolverConfig config;
    config.time_limit = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - Clock::now()) / 2;
    if (config.time_limit.count() <= 0 || config_.stop.stop_requested()) return false;
    config.stop = config_.stop;
    config.statistics = config_.statistics;
    const std::unique_ptr<Solver> solver = make_solver(SolverKind::z3, terms_, config);
    solver->add(body);
    return solver->check() == SatResult::unsat;
  }

  static std::optional<Term> limited(Term term) {
    return dag_size(term) <= kMaxPredicateSize ? std::optional<Term>(term) : std::nullopt;
  }

  /// Weaker than the formula, and without the variables: parts of its and-or structure that have them are left out.
  Term forget(Term formula, const std::vector<Term>& variables) {
    const bool touched =
        std::any_of(variables.begin(), variables.end(), [&](Term variable) { return occurs(variable, formula); });
    if (!touched) return formula;
    if (formula.kind() != Kind::And && formula.kind() != Kind::Or) return terms_.true_term();
    std::vector<Term> parts;
    for (Term part : formula.children()) parts.push_back(forget(part, variables));
    return formula.kind() == Kind::And ? terms_.and_(std::move(parts)) : terms_.or_(std::move(parts));
  }

  /// What was approximated may be too weak to prove anything.
  static bool contradictory(Solver& solver, Term formula) {
    solver.push();
    solver.add(formula);
    const SatResult answer = solver.check();
    solver.pop();
    return answer == SatResult::unsat;
  }

  TermManager& terms_;
  InterpolationConfig config_;
  Direction direction_;
  Clock::time_point deadline_;
  bool approximated_ = false;
  std::map<std::vector<Term>, std::vector<Term>> known_;  ///< predicates of a core, by their variables
  std::vector<Model> apart_;
};

}  // namespace

std::unique_ptr<InterpolationEngine> make_core_wp_engine(TermManager& terms, const InterpolationConfig& config) {
  return std::make_unique<CoreEngine>(terms, config, Direction::backward);
}

std::unique_ptr<InterpolationEngine> make_core_sp_engine(TermManager& terms, const InterpolationConfig& config) {
  return std::make_unique<CoreEngine>(terms, config, Direction::forward);
}

}  // namespace bireach::logic
