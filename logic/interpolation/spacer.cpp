// SPDX-License-Identifier: Apache-2.0
/// Interpolants and inductive invariants by Z3's Spacer (Komuravelli, Gurfinkel, Chaki, "SMT-Based Model Checking for
/// Recursive Programs", CAV 2014).
#include <algorithm>

#include "logic/elimination/quantifier_rules.h"
#include "logic/hoare/hoare.h"
#include "logic/interpolation/interpolation_engines.h"
#include "logic/interpolation/spacer_limits.h"
#include "logic/interpolation/trace_projection.h"
#include "logic/interpolation/z3_spacer.h"
#include "logic/solvers/solver_statistics.h"
#include "logic/solvers/z3_translation.h"
#include "logic/terms/linear_form.h"
#include "logic/terms/simplify_in_context.h"

namespace bireach::logic {
namespace {

using Clock = std::chrono::steady_clock;
using HornResult = std::variant<std::vector<Term>, InterpolationFailure>;

/// Fixpoint over the graph: what is read on some way to the error node before it is written.
std::vector<std::vector<Term>> live_at_nodes(const HornProblem& problem) {
  std::vector<std::set<Term>> live(problem.nodes);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto edge = problem.edges.rbegin(); edge != problem.edges.rend(); ++edge) {
      const std::size_t before = live[edge->source].size();
      live[edge->source].merge(live_before(*edge->transition, live[edge->target]));
      changed = changed || live[edge->source].size() != before;
    }
  }
  std::vector<std::vector<Term>> result;
  for (const std::set<Term>& variables : live) result.emplace_back(variables.begin(), variables.end());
  return result;
}

/// a <= b /\ b <= a among the conjuncts becomes a = b, which later substitutions can use.
Term merge_into_equalities(TermManager& terms, Term formula) {
  std::vector<Term> parts = conjuncts(formula);
  std::vector<std::optional<LinearLiteral>> literals;
  for (Term part : parts) literals.push_back(linear_literal(part));
  const auto opposite = [&](std::size_t i, std::size_t j) {
    if (!literals[i] || !literals[j] || literals[i]->relation != LinearRelation::less_equal ||
        literals[j]->relation != LinearRelation::less_equal)
      return false;
    LinearForm sum = literals[i]->form;
    sum.add(literals[j]->form, 1);
    return sum.coefficients.empty() && sum.constant == 0;
  };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t j = i + 1; j < parts.size(); ++j) {
      if (opposite(i, j)) {
        parts[i] = terms.equal(to_term(terms, literals[i]->form), terms.integer(0));
        parts[j] = terms.true_term();
        literals[i].reset();
        literals[j].reset();
      }
    }
  }
  return terms.and_(std::move(parts));
}

TransitionFormula without_array_choices(TermManager& terms, TransitionFormula transition) {
  std::vector<Term> parts{transition.guard};
  for (const auto& [variable, value] : transition.updates) parts.push_back(value);
  const ArrayChoices choices = replace_array_choices(terms, parts);
  transition.guard = terms.and_(parts.front(), choices.definition);
  std::size_t next = 1;
  for (auto& [variable, value] : transition.updates) value = parts[next++];
  transition.auxiliaries.insert(transition.auxiliaries.end(), choices.auxiliaries.begin(), choices.auxiliaries.end());
  return transition;
}

/// Wrapping that the bounds of types and conditions exclude is left out.
TransitionFormula simplified_in_context(TermManager& terms, TransitionFormula transition) {
  ContextSimplifier context(terms);
  transition.guard = terms.and_(context.assume({transition.guard}));
  for (auto& [variable, value] : transition.updates) value = context.simplify(value);
  return transition;
}

constexpr int kMaxDivisionsOfSpacer = 16;

/// Spacer gets stuck on `mod` and `div` by constants: quotients become auxiliary variables with linear bounds.
TransitionFormula without_divisions(TermManager& terms, TransitionFormula transition) {
  for (int i = 0; i < kMaxDivisionsOfSpacer; ++i) {
    std::vector<Term> values{transition.guard};
    for (const auto& [variable, value] : transition.updates) values.push_back(value);
    const std::optional<Division> division = find_division(values);
    if (!division) break;
    const Term quotient = terms.fresh_variable("quotient", Sort::integer());
    const Term remainder = terms.sub(division->dividend, terms.mul(division->divisor, quotient));
    const Substitution map{{terms.int_mod(division->dividend, division->divisor), remainder},
                           {terms.int_div(division->dividend, division->divisor), quotient}};
    transition.guard =
        terms.and_({terms.substitute(transition.guard, map), terms.less_equal(terms.integer(0), remainder),
                    terms.less(remainder, division->divisor)});
    for (auto& [variable, value] : transition.updates) value = terms.substitute(value, map);
    transition.auxiliaries.push_back(quotient);
  }
  return transition;
}

/// Can the node be reached over edges whose guards are not plainly false? Spacer gives no predicate to the others.
std::vector<bool> reachable_nodes(const HornProblem& problem) {
  std::vector<bool> reached(problem.nodes, false);
  reached[problem.initial] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const HornEdge& edge : problem.edges)
      if (reached[edge.source] && !reached[edge.target] && !edge.transition->guard.is_false())
        reached[edge.target] = changed = true;
  }
  return reached;
}

/// One run of Spacer on one system.
class SpacerRun {
 public:
  SpacerRun(TermManager& terms, const HornProblem& problem, bool with_ranges, unsigned first_level = 0)
      : terms_(terms),
        problem_(problem),
        with_ranges_(with_ranges),
        first_level_(first_level),
        live_(live_at_nodes(problem)),
        translator_(context_, terms),
        fixedpoint_(context_) {}

  HornResult run(Clock::time_point deadline, const InterpolationConfig& config) {
    make_rules();
    if (auto refusal = refusal_by_spacer(what_rules_are_made_of())) return std::move(*refusal);
    if (config.statistics != nullptr) ++config.statistics->z3_queries;
    try {
      z3::params parameters = spacer_parameters(context_);
      parameters.set("spacer.min_level", first_level_);
      fixedpoint_.set(parameters);
      declare();
      add_rules();
      if (auto failure = ask_spacer(fixedpoint_, *error_, "the error is reachable", deadline, config.stop))
        return std::move(*failure);
      return read_predicates();
    } catch (const z3::exception& error) {
      return InterpolationFailure{std::string("Spacer: ") + error.msg()};
    }
  }

 private:
  void declare() {
    for (std::uint32_t node = 0; node < problem_.nodes; ++node) {
      z3::sort_vector domain(context_);
      for (Term variable : live_[node]) domain.push_back(translator_.to_z3(variable.sort()));
      const std::string name = "node" + std::to_string(node);
      relations_.push_back(context_.function(name.c_str(), domain, context_.bool_sort()));
      fixedpoint_.register_relation(relations_.back());
    }
  }

  z3::expr apply(std::uint32_t node, const TransitionFormula* transition) {
    z3::expr_vector arguments(context_);
    for (Term variable : live_[node]) {
      Term value = variable;
      if (transition != nullptr) {
        if (const auto found = transition->updates.find(variable); found != transition->updates.end())
          value = found->second;
      }
      arguments.push_back(translator_.to_z3(value));
    }
    return relations_[node](arguments);
  }

  Term ranges(const std::vector<Term>& variables) {
    std::vector<Term> parts;
    if (with_ranges_)
      for (Term variable : variables) parts.push_back(problem_.range_of(variable));
    return terms_.and_(std::move(parts));
  }

  void add_rule(std::vector<Term> variables, const z3::expr& body, const z3::expr& head, const std::string& name) {
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    z3::expr_vector bound(context_);
    for (Term variable : variables) bound.push_back(translator_.to_z3(variable));
    z3::expr rule = z3::implies(body, head);
    if (!bound.empty()) rule = z3::forall(bound, rule);
    fixedpoint_.add_rule(rule, context_.str_symbol(name.c_str()));
  }

  void make_rules() {
    start_ = terms_.and_(problem_.precondition, ranges(live_[problem_.initial]));
    for (const HornEdge& edge : problem_.edges) {
      TransitionFormula rule = *edge.transition;
      rule.guard = terms_.and_(rule.guard, ranges(live_[edge.source]));
      rule = simplified_in_context(terms_, std::move(rule));
      rules_.push_back(without_divisions(terms_, without_array_choices(terms_, std::move(rule))));
    }
  }

  [[nodiscard]] std::vector<Term> what_rules_are_made_of() const {
    std::vector<Term> terms{start_};
    for (const TransitionFormula& rule : rules_) {
      terms.push_back(rule.guard);
      for (const auto& [variable, value] : rule.updates) terms.push_back(value);
    }
    return terms;
  }

  void add_rules() {
    std::vector<Term> variables = free_variables(problem_.precondition);
    const std::vector<Term>& initial_live = live_[problem_.initial];
    variables.insert(variables.end(), initial_live.begin(), initial_live.end());
    add_rule(variables, translator_.to_z3(start_), apply(problem_.initial, nullptr), "start");
    for (std::size_t i = 0; i < problem_.edges.size(); ++i) {
      const HornEdge& edge = problem_.edges[i];
      const TransitionFormula& rule = rules_[i];
      variables = live_[edge.source];
      variables.insert(variables.end(), rule.auxiliaries.begin(), rule.auxiliaries.end());
      add_rule(variables, apply(edge.source, nullptr) && translator_.to_z3(rule.guard), apply(edge.target, &rule),
               "edge" + std::to_string(i));
    }
    // The error as a relation of its own without arguments, so that the query has no free variables.
    z3::func_decl error = context_.function("error", z3::sort_vector(context_), context_.bool_sort());
    fixedpoint_.register_relation(error);
    error_ = std::make_unique<z3::func_decl>(error);
    add_rule(live_[problem_.error], apply(problem_.error, nullptr), error(), "error");
  }

  HornResult read_predicates() {
    std::vector<Term> result;
    const std::vector<bool> reachable = reachable_nodes(problem_);
    for (std::uint32_t node = 0; node < problem_.nodes; ++node) {
      if (node == problem_.error || !reachable[node]) {
        result.push_back(terms_.false_term());
        continue;
      }
      const z3::expr cover = fixedpoint_.get_cover_delta(-1, relations_[node]);
      const std::optional<Term> predicate = translator_.from_z3(cover, live_[node]);
      if (!predicate) return InterpolationFailure{"Spacer: a predicate that is no term of ours: " + cover.to_string()};
      result.push_back(merge_into_equalities(terms_, *predicate));
    }
    return result;
  }

  TermManager& terms_;
  const HornProblem& problem_;
  bool with_ranges_;
  unsigned first_level_;
  std::vector<std::vector<Term>> live_;
  Term start_;
  std::vector<TransitionFormula> rules_;  ///< of the edges
  z3::context context_;
  Z3Translator translator_;
  z3::fixedpoint fixedpoint_;
  std::vector<z3::func_decl> relations_;
  std::unique_ptr<z3::func_decl> error_;
};

class SpacerEngine final : public InterpolationEngine {
 public:
  SpacerEngine(TermManager& terms, InterpolationConfig config) : terms_(terms), config_(std::move(config)) {}

  [[nodiscard]] std::string_view name() const override { return engine_name(InterpolationEngineKind::spacer); }

  InterpolationResult interpolate(const InterpolationProblem& problem) override {
    const Clock::time_point deadline = Clock::now() + config_.time_limit;
    auto projection = project_to_core(terms_, problem, config_);
    if (auto* failure = std::get_if<InterpolationFailure>(&projection)) return std::move(*failure);
    const ProjectedTrace& trace = std::get<ProjectedTrace>(projection);
    std::vector<std::uint32_t> node_at{0};  // positions before a transition that does nothing share their node
    HornProblem chain;
    for (const TransitionFormula& transition : trace.transitions) {
      const std::uint32_t node = node_at.back();
      const bool idle = transition.guard.is_true() && transition.updates.empty();
      node_at.push_back(idle ? node : node + 1);
      if (!idle) chain.edges.push_back({node, &transition, node + 1});
    }
    chain.nodes = node_at.back() + 1;
    chain.initial = 0;
    chain.error = node_at.back();
    chain.precondition = trace.precondition;
    chain.range_of = problem.range_of;
    // The error cannot be nearer than the chain is long: starting there saves most of the time.
    constexpr bool with_ranges = false;
    HornResult result = SpacerRun(terms_, chain, with_ranges, chain.nodes).run(deadline, config_);
    if (auto* failure = std::get_if<InterpolationFailure>(&result)) return std::move(*failure);
    TracePredicates predicates{{}, std::string(name())};
    for (std::uint32_t node : node_at) predicates.predicates.push_back(std::get<std::vector<Term>>(result)[node]);
    if (!make_inductive(trace, problem, predicates.predicates))
      return InterpolationFailure{"Spacer: its predicates are not inductive, or undecided"};
    return predicates;
  }

 private:
  /// Z3 drops rules that it finds contradictory, and then the relation after them has the predicate `true`. From the
  /// first transition on that contradicts its predicate, all is false.
  bool make_inductive(const ProjectedTrace& trace, const InterpolationProblem& problem, std::vector<Term>& predicates) {
    SolverConfig solver_config;
    solver_config.time_limit = config_.time_limit / 4;
    solver_config.stop = config_.stop;
    solver_config.statistics = config_.statistics;
    const std::unique_ptr<Solver> solver = make_solver(SolverKind::z3, terms_, solver_config);
    const auto holds = [&](std::size_t i, Term post) {
      return check_hoare_triple(terms_, *solver, predicates[i], trace.transitions[i], post, problem.range_of) ==
             Validity::valid;
    };
    const auto inductive = [&](std::size_t i) {
      return (predicates[i] == predicates[i + 1] && trace.transitions[i].updates.empty()) ||
             holds(i, predicates[i + 1]);
    };
    std::size_t failing = 0;
    while (failing < trace.transitions.size() && inductive(failing)) ++failing;
    if (failing == trace.transitions.size()) return true;
    for (std::size_t i = 0; i <= failing; ++i) {
      if (holds(i, terms_.false_term())) {
        std::fill(predicates.begin() + static_cast<std::ptrdiff_t>(i) + 1, predicates.end(), terms_.false_term());
        return true;
      }
    }
    return false;
  }

  TermManager& terms_;
  InterpolationConfig config_;
};

std::optional<InterpolationFailure> certify(TermManager& terms, const HornProblem& problem,
                                            const std::vector<Term>& predicates, const InterpolationConfig& config) {
  SolverConfig solver_config;
  solver_config.time_limit = std::max(config.time_limit / 4, std::chrono::milliseconds(1000));
  solver_config.stop = config.stop;
  solver_config.statistics = config.statistics;
  const std::unique_ptr<Solver> solver = make_solver(SolverKind::z3, terms, solver_config);
  const TransitionFormula identity = identity_transition(terms);
  const auto holds = [&](Term pre, const TransitionFormula& transition, Term post) {
    return check_hoare_triple(terms, *solver, pre, transition, post, problem.range_of) == Validity::valid;
  };
  if (!holds(problem.precondition, identity, predicates[problem.initial]))
    return InterpolationFailure{"Spacer's invariant does not hold initially, or is undecided"};
  for (const HornEdge& edge : problem.edges)
    if (!holds(predicates[edge.source], *edge.transition, predicates[edge.target]))
      return InterpolationFailure{"Spacer's invariant is not inductive, or is undecided"};
  return std::nullopt;
}

}  // namespace

std::unique_ptr<InterpolationEngine> make_spacer_engine(TermManager& terms, const InterpolationConfig& config) {
  return std::make_unique<SpacerEngine>(terms, config);
}

std::variant<std::vector<Term>, InterpolationFailure> solve_horn(TermManager& terms, const HornProblem& problem,
                                                                 const InterpolationConfig& config) {
  const Clock::time_point start = Clock::now();
  HornResult result = InterpolationFailure{"not run"};
  // First without type ranges: invariants get simpler. Ranges join where they are needed.
  for (const bool with_ranges : {false, true}) {
    const Clock::time_point deadline = start + (with_ranges ? config.time_limit : config.time_limit / 2);
    result = SpacerRun(terms, problem, with_ranges).run(deadline, config);
    if (const auto* predicates = std::get_if<std::vector<Term>>(&result)) {
      if (std::optional<InterpolationFailure> failure = certify(terms, problem, *predicates, config))
        result = std::move(*failure);
      else
        return result;
    }
    if (config.stop.stop_requested()) break;
  }
  return result;
}

}  // namespace bireach::logic
