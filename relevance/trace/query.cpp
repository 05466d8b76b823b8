// SPDX-License-Identifier: Apache-2.0
#include "relevance/trace/query.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "logic/elimination/quantifier_elimination.h"
#include "logic/elimination/rule_eliminator.h"

namespace bireach::relevance {

using logic::SatResult;
using logic::SolverKind;
using logic::Substitution;
using logic::Term;
using logic::TermHash;
using logic::UnknownCause;
using logic::UnknownReason;
using std::chrono::milliseconds;

milliseconds time_until(Deadline deadline) {
  const auto left = std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now());
  return std::max(left, milliseconds{0});
}

Deadline share_of(Deadline deadline, int percent) {
  return std::chrono::steady_clock::now() + time_until(deadline) * percent / 100;
}

UnknownReason reason_of(const Answer& answer) {
  return answer.reason.empty() ? "the solver gave no reason" : answer.reason;
}

QuerySolver::QuerySolver(logic::TermManager& terms, std::vector<Term> assertions, std::stop_token stop,
                         logic::SolverStatistics* statistics)
    : terms_(terms), assertions_(std::move(assertions)), stop_(std::move(stop)), statistics_(statistics) {}

Answer QuerySolver::ask(SolverKind kind, const std::vector<Term>& formulas, Deadline deadline) {
  Answer answer;
  // A limit of zero means none to a solver.
  const milliseconds limit = time_until(deadline);
  if (limit.count() == 0 || stop_.stop_requested()) {
    answer.reason = logic::no_time_left(stop_);
    return answer;
  }
  auto& solver = kind == SolverKind::z3 ? z3_ : cvc5_;
  if (!solver) {
    logic::SolverConfig config;
    config.stop = stop_;
    config.statistics = statistics_;
    solver = logic::make_solver(kind, terms_, config);
    for (Term assertion : assertions_) solver->add(assertion);
  }
  solver->set_time_limit(limit);
  solver->push();
  for (Term formula : formulas) solver->add(formula);
  answer.result = solver->check();
  if (answer.result == SatResult::sat)
    answer.model = solver->model();
  else if (answer.result == SatResult::unknown)
    answer.reason = solver->reason_unknown();
  solver->pop();
  return answer;
}

namespace {

/// That one gave up says more than that the other's time was up.
UnknownReason of_both(const UnknownReason& z3, const UnknownReason& cvc5) {
  UnknownReason both(UnknownCause::incomplete, "z3: " + z3.text + "; cvc5: " + cvc5.text);
  for (const UnknownCause cause : {UnknownCause::stopped, UnknownCause::incomplete, UnknownCause::time}) {
    if (z3.cause != cause && cvc5.cause != cause) continue;
    both.cause = cause;
    break;
  }
  return both;
}

}  // namespace

Answer QuerySolver::check(const std::vector<Term>& formulas, Deadline deadline) {
  if (std::any_of(formulas.begin(), formulas.end(), [](Term f) { return f.is_false(); }))
    return {SatResult::unsat, {}, {}};
  Answer first = ask(SolverKind::z3, formulas, share_of(deadline, 60));
  if (first.result != SatResult::unknown) return first;
  Answer second = ask(SolverKind::cvc5, formulas, deadline);
  if (second.result == SatResult::unknown) second.reason = of_both(first.reason, second.reason);
  return second;
}

namespace {

class BlockingSearch {
 public:
  BlockingSearch(TraceTransitions& transitions, QuerySolver& known, QuerySolver& plain,
                 const BlockingQuestion& question, const logic::SolverConfig& limits, Deadline deadline)
      : transitions_(transitions),
        terms_(transitions.terms()),
        known_(known),
        plain_(plain),
        question_(question),
        limits_(limits),
        deadline_(deadline),
        bound_(question.bound),
        body_(terms_.and_(question.guards)) {}

  BlockingAnswer run() {
    if (auto answer = by_candidates()) return {std::move(*answer), {}};
    if (!bound_.empty()) body_ = logic::eliminate_cheaply(terms_, bound_, body_);
    if (!bound_.empty()) {
      logic::EliminationConfig config;
      config.time_limit = std::min(time_until(deadline_) / 4, milliseconds{1000});
      config.stop = limits_.stop;
      config.statistics = limits_.statistics;
      if (config.time_limit.count() > 0) {
        if (const auto eliminated = logic::eliminate_exists(terms_, bound_, body_, config)) {
          body_ = *eliminated;
          bound_.clear();
        }
      }
    }
    if (bound_.empty()) {
      auto formulas = with_ranges({terms_.not_(body_)});
      Answer answer = known_.check(formulas, deadline_);
      return {std::move(answer), std::move(formulas)};
    }
    return {by_solvers(), {}};
  }

 private:
  std::vector<Term> with_ranges(std::vector<Term> formulas) {
    formulas.insert(formulas.begin(), question_.premises.begin(), question_.premises.end());
    const auto ranges = transitions_.element_ranges(formulas);
    formulas.insert(formulas.end(), ranges.begin(), ranges.end());
    return formulas;
  }

  std::optional<Answer> by_candidates() {
    const std::unordered_set<Term, TermHash> is_bound(bound_.begin(), bound_.end());
    for (const Substitution& candidate : question_.candidates) {
      std::vector<Term> premises;
      for (const Term premise : question_.premises) premises.push_back(terms_.substitute(premise, candidate));
      Answer state = known_.check(with_own_ranges(std::move(premises)), share_of(deadline_, 10));
      if (state.result != SatResult::sat) continue;
      const Term body = terms_.substitute(body_, candidate);
      Substitution values;
      for (const Term v : logic::free_variables(body))
        if (!is_bound.contains(v))
          values.emplace(v, terms_.from_value(transitions_.within_type(state.model.get(v), v), v.sort()));
      const Term passes = terms_.substitute(body, values);
      if (plain_.check(with_own_ranges({passes}), share_of(deadline_, 10)).result == SatResult::unsat) return state;
    }
    return std::nullopt;
  }

  std::vector<Term> with_own_ranges(std::vector<Term> formulas) {
    const auto ranges = transitions_.element_ranges(formulas);
    formulas.insert(formulas.end(), ranges.begin(), ranges.end());
    return formulas;
  }

  /// Solvers answer simple quantified formulas at once or hardly ever; counterexamples always help on small domains.
  Answer by_solvers() {
    Answer answer = quantified({}, share_of(deadline_, 20));
    if (answer.result == SatResult::unknown) answer = by_counterexamples(share_of(deadline_, 70));
    if (answer.result == SatResult::unknown) answer = quantified(std::move(answer), deadline_);
    return answer;
  }

  Answer by_counterexamples(Deadline deadline) {
    std::vector<Term> instances;
    if (!question_.original_choice.empty())
      instances.push_back(terms_.not_(terms_.substitute(body_, question_.original_choice)));
    const std::unordered_set<Term, TermHash> is_bound(bound_.begin(), bound_.end());
    std::vector<Term> free = logic::free_variables(body_);
    std::erase_if(free, [&](Term v) { return is_bound.contains(v); });
    while (true) {
      Answer candidate = known_.check(with_ranges(instances), deadline);
      if (candidate.result != SatResult::sat) return candidate;
      Substitution state;
      for (Term v : free)
        state.emplace(v, terms_.from_value(transitions_.within_type(candidate.model.get(v), v), v.sort()));
      const Term remaining = terms_.substitute(body_, state);
      std::vector<Term> counterexample{remaining};
      const auto ranges = transitions_.element_ranges(counterexample);
      counterexample.insert(counterexample.end(), ranges.begin(), ranges.end());
      Answer choice = plain_.check(counterexample, deadline);
      if (choice.result == SatResult::unsat) return candidate;
      if (choice.result == SatResult::unknown) return choice;
      Substitution instance;
      for (Term v : bound_)
        instance.emplace(v, terms_.from_value(transitions_.within_type(choice.model.get(v), v), v.sort()));
      instances.push_back(terms_.not_(terms_.substitute(body_, instance)));
    }
  }

  /// `before` if there is no answer.
  Answer quantified(Answer before, Deadline deadline) {
    // Element ranges cannot be stated below the quantifier; without them an answer could rest on impossible states.
    if (!transitions_.element_ranges({body_}).empty()) return before;
    Answer answer = known_.check(with_ranges_outside({terms_.forall(bound_, terms_.not_(body_))}), deadline);
    return answer.result == SatResult::unknown ? before : answer;
  }

  std::vector<Term> with_ranges_outside(std::vector<Term> formulas) {
    formulas.insert(formulas.begin(), question_.premises.begin(), question_.premises.end());
    const auto ranges = transitions_.element_ranges(question_.premises);
    formulas.insert(formulas.end(), ranges.begin(), ranges.end());
    return formulas;
  }

  TraceTransitions& transitions_;
  logic::TermManager& terms_;
  QuerySolver& known_;
  QuerySolver& plain_;
  const BlockingQuestion& question_;
  const logic::SolverConfig& limits_;
  Deadline deadline_;
  std::vector<Term> bound_;
  Term body_;
};

}  // namespace

BlockingAnswer find_blocking(TraceTransitions& transitions, QuerySolver& known, QuerySolver& plain,
                             const BlockingQuestion& question, const logic::SolverConfig& limits, Deadline deadline) {
  return BlockingSearch(transitions, known, plain, question, limits, deadline).run();
}

}  // namespace bireach::relevance
