// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/summary_proof.h"

#include <algorithm>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"
#include "logic/interpolation/horn_houdini.h"

namespace bireach::checker {

using frontend::LocationId;
using logic::Term;

namespace {

constexpr std::chrono::milliseconds longest_summary_attempt{600'000};
/// They are refuted one after the other, for which there has to be time; then they are of no further use.
constexpr int time_of_candidates = 4;

}  // namespace

// Without the bounds of types, the summaries that Spacer finds get simpler. Bounds join where they are needed.
SummaryProver::SummaryProver(const EngineSetting& setting)
    : setting_(setting),
      attempts_{
          {true, TypeBounds::all}, {false, TypeBounds::none}, {false, TypeBounds::defined}, {false, TypeBounds::all}} {
  if (!setting.program.procedures.empty()) return;
  folded_ = frontend::fold_calls(setting.program);
  if (folded_) folded_flow_ = analyze_control_flow(folded_->program, BlockEncoding::loop_free);
}

/// In the copies that are folded, the predicate holds with the names that they have for things.
void SummaryProver::note(InductiveAnnotation& proof, const frontend::Semantics& semantics, LocationId location,
                         Term predicate) const {
  if (!folded_) {
    proof.predicates[location].push_back(predicate);
    return;
  }
  for (const frontend::FoldedCalls::Place& place : folded_->places[location]) {
    logic::Substitution names;
    for (const auto& [folded, own] : place.names) names.emplace(semantics.variable(folded), semantics.variable(own));
    proof.predicates[place.location].push_back(semantics.terms().substitute(predicate, names));
  }
}

StepResult SummaryProver::step() {
  if (setting_.unsupported_is_reached() || program().procedures.empty() || attempts_.empty()) return Exhausted{};
  if (next_ == attempts_.size()) {
    next_ = 0;
    time_limit_ = std::min(2 * time_limit_, longest_summary_attempt);
  }
  const Attempt now = attempts_[next_];
  StepResult result = attempt(now);
  if (!std::holds_alternative<Exhausted>(result)) {
    ++next_;
    return result;
  }
  attempts_.erase(attempts_.begin() + static_cast<std::ptrdiff_t>(next_));
  return attempts_.empty() ? std::move(result) : StepResult(Progressed{});
}

/// Exhausted: the attempt is not worth another try.
StepResult SummaryProver::attempt(const Attempt& attempt) {
  const Stopwatch watch(setting_.statistics.time.interpolation);
  const frontend::Arithmetic arithmetic = setting_.options.first_arithmetic();
  auto terms = std::make_shared<logic::TermManager>();
  const frontend::Semantics semantics(*terms, program(), arithmetic, frontend::OutOfBoundsReads::arbitrary);
  const auto clauses =
      procedure_clauses(program(), semantics, folded_flow_ ? *folded_flow_ : setting_.flow, attempt.bounds);
  if (!clauses) return Exhausted{};  // the calls are too many or too involved for summaries
  logic::SolverStatistics& statistics = setting_.statistics.solver;
  const logic::InterpolationConfig config{attempt.by_candidates ? time_of_candidates * time_limit_ : time_limit_,
                                          setting_.stop, &statistics};
  const auto found = attempt.by_candidates ? logic::solve_by_candidates(*terms, clauses->system, config)
                                           : logic::solve_horn_clauses(*terms, clauses->system, config);
  if (const auto* failure = std::get_if<logic::InterpolationFailure>(&found))
    return failure->refused ? StepResult(Exhausted{}) : StepResult(Progressed{});
  const std::vector<Term>& interpretation = std::get<std::vector<Term>>(found);
  logic::SolverConfig certifier;
  certifier.time_limit = setting_.certifier_time_limit();
  certifier.stop = setting_.stop;
  certifier.statistics = &statistics;
  const auto solver = logic::make_solver(logic::SolverKind::cvc5, *terms, certifier);
  if (logic::check_horn_interpretation(*terms, *solver, clauses->system, interpretation) ||
      setting_.stop.stop_requested())
    return Progressed{};
  InductiveAnnotation proof{arithmetic, terms, {}};
  for (std::size_t i = 0; i < interpretation.size(); ++i)
    note(proof, semantics, clauses->places[i].location, interpretation[i]);
  return Proved{{ProcedureSummaries{std::move(proof)}, proof_assumptions(setting_.program, setting_.flow)}};
}

}  // namespace bireach::checker
