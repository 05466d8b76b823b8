// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/recursion_proof.h"

#include <algorithm>

#include "checker/answer/stopwatch.h"
#include "checker/engines/assumptions.h"

namespace bireach::checker {

using logic::Term;

namespace {

constexpr std::chrono::milliseconds longest_recursion_attempt{600'000};

}  // namespace

StepResult RecursionProver::step() {
  if (setting_.unsupported_is_reached()) return Exhausted{};
  const Stopwatch watch(setting_.statistics.time.interpolation);
  // First without the bounds of types: summaries get simpler. Bounds join where they are needed.
  const TypeBounds bounds = bounds_;
  const std::chrono::milliseconds limit = time_limit_;
  if (bounds == TypeBounds::all) time_limit_ = std::min(2 * time_limit_, longest_recursion_attempt);
  bounds_ = bounds == TypeBounds::none      ? TypeBounds::defined
            : bounds == TypeBounds::defined ? TypeBounds::all
                                            : TypeBounds::none;
  const frontend::Arithmetic arithmetic = setting_.options.first_arithmetic();
  auto terms = std::make_shared<logic::TermManager>();
  const frontend::Semantics semantics(*terms, setting_.program, arithmetic, frontend::OutOfBoundsReads::arbitrary);
  const auto clauses = procedure_clauses(setting_.program, semantics, setting_.flow, bounds);
  if (!clauses) return Exhausted{};  // the calls are too many or too involved for summaries
  logic::SolverStatistics& statistics = setting_.statistics.solver;
  const auto found = logic::solve_horn_clauses(*terms, clauses->system, {limit, setting_.stop, &statistics});
  if (const auto* failure = std::get_if<logic::InterpolationFailure>(&found))
    return failure->refused ? StepResult(Exhausted{}) : StepResult(Progressed{});
  const std::vector<Term>& interpretation = std::get<std::vector<Term>>(found);
  logic::SolverConfig config;
  config.time_limit = setting_.certifier_time_limit();
  config.stop = setting_.stop;
  config.statistics = &statistics;
  const auto solver = logic::make_solver(logic::SolverKind::cvc5, *terms, config);
  if (logic::check_horn_interpretation(*terms, *solver, clauses->system, interpretation) ||
      setting_.stop.stop_requested())
    return Progressed{};
  InductiveAnnotation proof{arithmetic, terms, {}};
  for (std::size_t i = 0; i < interpretation.size(); ++i)
    proof.predicates[clauses->places[i].location].push_back(interpretation[i]);
  return Proved{{ProcedureSummaries{std::move(proof)}, proof_assumptions(setting_.program, setting_.flow)}};
}

}  // namespace bireach::checker
