// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/nested_refinement.h"

#include <algorithm>
#include <stdexcept>

#include "checker/engines/nested_interpolation.h"

namespace bireach::checker {

using frontend::LocationKind;
using logic::Term;

namespace {

constexpr std::chrono::milliseconds horn_limit{1500};
constexpr unsigned attempts = 5;
constexpr std::size_t annotation_limit = 20000;

}  // namespace

NestedRefinement::NestedRefinement(const frontend::Program& program, const ControlFlow& flow,
                                   frontend::Arithmetic arithmetic, NestedConfig config)
    : config_(std::move(config)),
      program_(program),
      flow_(flow),
      terms_(std::make_shared<logic::TermManager>()),
      semantics_(*terms_, program, arithmetic, frontend::OutOfBoundsReads::arbitrary),
      nested_(semantics_, program, flow),
      trace_solver_(solver(logic::SolverKind::z3, config_.query_time_limit)),
      core_solver_(solver(logic::SolverKind::z3, std::chrono::seconds(5), true)),
      predicate_solver_(solver(logic::SolverKind::z3, std::chrono::milliseconds(500))),
      triple_solver_(solver(logic::SolverKind::z3, std::chrono::seconds(1))) {
  const auto range_of = [this](Term variable) { return nested_.range_of(variable); };
  unifier_ = std::make_unique<logic::PredicateUnifier>(*terms_, *predicate_solver_, range_of);
  triples_ = std::make_unique<logic::HoareTripleChecker>(*unifier_, *triple_solver_, nested_.transitions());
  if (nested_.problem().empty()) remaining_ = automata::trim(nested_.automaton(WordEnds::errors_and_unsupported));
}

NestedRefinement::~NestedRefinement() = default;

std::unique_ptr<logic::Solver> NestedRefinement::solver(logic::SolverKind kind, std::chrono::milliseconds limit,
                                                        bool cores) {
  logic::SolverConfig config;
  config.time_limit = std::min(limit, config_.query_time_limit);
  config.unsat_cores = cores;
  config.stop = config_.stop;
  config.statistics = config_.statistics;
  return logic::make_solver(kind, *terms_, config);
}

void NestedRefinement::ignore_unsupported() {
  proves_ = false;
  if (nested_.problem().empty()) remaining_ = automata::trim(nested_.automaton(WordEnds::errors));
}

void NestedRefinement::set_remaining(automata::NestedWordAutomaton remaining) {
  remaining_ = std::move(remaining);
  proves_ = false;
}

bool NestedRefinement::take_away(const automata::NestedWordAutomaton& traces, const automata::NestedWord& word) {
  automata::Determinisation subtrahend(traces);
  proves_ = false;
  return subtract(subtrahend, word);
}

NestedRefinement::Outcome NestedRefinement::iterate() {
  if (!nested_.problem().empty()) return Stuck{Stuck::Kind::impossible, "nested words: " + nested_.problem()};
  std::optional<automata::NestedRun> run;
  if (preferred_) run = automata::find_accepting_run(automata::words_using(remaining_, preferred_));
  if (!run) run = automata::find_accepting_run(remaining_);
  if (!run) return conclude();
  current_ = run->word;
  const TraceStatus status = nested_.check(current_, *trace_solver_);
  if (config_.stop.stop_requested()) return Stuck{Stuck::Kind::stopped, "stopped"};
  if (const auto* infeasible = std::get_if<Infeasible>(&status)) return refute(current_, infeasible->length);
  if (const auto* undecided = std::get_if<Undecided>(&status))
    return Stuck{Stuck::Kind::undecided, "nested words: " + undecided->reason};
  const auto& feasible = std::get<Feasible>(status);
  frontend::RunResult replayed =
      replay(program_, nested_.flow(), feasible.values, nested_.length_of(current_) + 1, config_.stop);
  const NestedLetter& last = nested_.letters()[current_.back().letter];
  const bool is_error = program_.location(last.target).kind == LocationKind::Error;
  if (replayed.end == (is_error ? frontend::RunEnd::Error : frontend::RunEnd::Unsupported) &&
      replayed.execution.undefined.empty())
    return Found{std::move(replayed)};
  return Stuck{Stuck::Kind::not_reproduced, "nested words: a trace needs bit-precise reasoning"};
}

/// The predicates of one attempt, none if it fails. Weak preconditions generalise best, where they exist.
std::vector<Term> NestedRefinement::propose(const automata::NestedWord& prefix, unsigned attempt) {
  const bool bounded = attempt % 2 == 1;
  const auto core = nested_.core(prefix, *core_solver_, bounded);
  if (!core) return {};
  std::vector<Term> result;
  const auto add_horn = [&](NestedHornScope scope) {
    const logic::InterpolationConfig limits{horn_limit, config_.stop, config_.statistics};
    auto found = nested_horn_interpolants(nested_, prefix, *core, scope, bounded, limits);
    if (auto* predicates = std::get_if<std::vector<Term>>(&found))
      result.insert(result.end(), predicates->begin(), predicates->end());
  };
  if (attempt < 2) {
    result = nested_preconditions(nested_, prefix, *core, *predicate_solver_, config_.stop, config_.statistics);
  } else {
    add_horn(NestedHornScope::positions);
    if (attempt == 4 && !result.empty()) {
      const auto more =
          nested_preconditions(nested_, prefix, *core, *predicate_solver_, config_.stop, config_.statistics);
      result.insert(result.end(), more.begin(), more.end());
    }
  }
  return result;
}

NestedRefinement::Outcome NestedRefinement::refute(const automata::NestedWord& word, std::size_t length) {
  const automata::NestedWord prefix(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length));
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    const std::vector<Term> predicates = propose(prefix, attempt);
    if (config_.stop.stop_requested()) return Stuck{Stuck::Kind::stopped, "stopped"};
    if (!predicates.empty() && subtract_with(predicates, word)) return Progressed{};
    if (config_.stop.stop_requested()) return Stuck{Stuck::Kind::stopped, "stopped"};
  }
  return Stuck{Stuck::Kind::no_interpolants, "nested words: no interpolants for an infeasible trace"};
}

bool NestedRefinement::subtract_with(const std::vector<Term>& formulas, const automata::NestedWord& word) {
  std::vector<logic::PredicateId> predicates;
  for (const Term formula : formulas)
    for (const Term conjunct : logic::conjuncts(formula)) predicates.push_back(unifier_->unify(conjunct));
  auto automaton = std::make_unique<NestedFloydHoareAutomaton>(*unifier_, *triples_, nested_, predicates);
  if (!automata::accepts(*automaton, word)) return false;
  if (!subtract(*automaton, word)) return false;
  subtracted_.push_back(std::move(automaton));
  return true;
}

bool NestedRefinement::subtract(automata::LazyNestedAutomaton& subtrahend, const automata::NestedWord& word) {
  auto rest = automata::difference(remaining_, subtrahend, config_.stop);
  if (!rest) return false;
  remaining_ = std::move(*rest);
  if (automata::accepts(remaining_, word))
    throw std::logic_error("an analysed trace is still in the remaining language of nested words");
  return true;
}

NestedRefinement::Outcome NestedRefinement::conclude() {
  if (!proves_) return Stuck{Stuck::Kind::impossible, "nested words: traces were taken away that are not refuted"};
  const auto annotation = nested_annotation(nested_, *unifier_, subtracted_, annotation_limit);
  if (!annotation) return Stuck{Stuck::Kind::impossible, "nested words: the proof is too large to check"};
  constexpr bool inline_resumptions = false;
  const auto clauses = procedure_clauses(program_, semantics_, flow_, TypeBounds::all, inline_resumptions);
  if (!clauses)
    return Stuck{Stuck::Kind::impossible, "nested words: the program has too many clauses to certify a proof"};
  std::vector<Term> interpretation;
  for (const ProcedureClauses::Place& place : clauses->places) {
    const auto known = annotation->find(place.location);
    if (known != annotation->end())
      interpretation.push_back(known->second);
    else  // not reached, or without a way to a target: then nothing has to be known there
      interpretation.push_back(terms_->boolean(!flow_.reaches_target[place.location]));
  }
  const auto cvc5 = solver(logic::SolverKind::cvc5, config_.certifier_time_limit);
  if (const auto problem = logic::check_horn_interpretation(*terms_, *cvc5, clauses->system, interpretation))
    return Stuck{Stuck::Kind::impossible,
                 "all error traces were refuted over nested words, but the proof was not certified: " + *problem};
  InductiveAnnotation proof{semantics_.arithmetic(), terms_, {}};
  for (std::size_t i = 0; i < interpretation.size(); ++i)
    proof.predicates[clauses->places[i].location].push_back(interpretation[i]);
  return ProcedureSummaries{std::move(proof)};
}

}  // namespace bireach::checker
