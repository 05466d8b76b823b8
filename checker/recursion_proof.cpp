// SPDX-License-Identifier: Apache-2.0
#include "checker/recursion_proof.h"

namespace bireach::checker {

using logic::Term;

std::optional<InductiveAnnotation> RecursionProver::attempt() {
  // First without the bounds of types: summaries get simpler. Bounds join where they are needed.
  const TypeBounds bounds = bounds_;
  const std::chrono::milliseconds limit = time_limit_;
  if (bounds == TypeBounds::all) time_limit_ *= 2;
  bounds_ = bounds == TypeBounds::none      ? TypeBounds::defined
            : bounds == TypeBounds::defined ? TypeBounds::all
                                            : TypeBounds::none;
  auto terms = std::make_shared<logic::TermManager>();
  const frontend::Semantics semantics(*terms, program_, arithmetic_, frontend::OutOfBoundsReads::arbitrary);
  const auto clauses = procedure_clauses(program_, semantics, flow_, bounds);
  if (!clauses) {
    is_hopeless_ = true;
    reason_ = "the calls of recursive procedures are too many or too involved for summaries";
    return std::nullopt;
  }
  const auto found = logic::solve_horn_clauses(*terms, clauses->system, {limit, stop_, &statistics_});
  if (const auto* failure = std::get_if<logic::InterpolationFailure>(&found)) {
    reason_ = "procedure summaries: " + failure->reason;
    return std::nullopt;
  }
  const auto& interpretation = std::get<std::vector<Term>>(found);
  logic::SolverConfig config;
  config.time_limit = query_time_limit_;
  config.stop = stop_;
  config.statistics = &statistics_;
  const auto solver = logic::make_solver(logic::SolverKind::cvc5, *terms, config);
  if (const auto problem = logic::check_horn_interpretation(*terms, *solver, clauses->system, interpretation)) {
    reason_ = "procedure summaries were found, but not certified: " + *problem;
    return std::nullopt;
  }
  InductiveAnnotation proof{arithmetic_, terms, {}};
  for (std::size_t i = 0; i < interpretation.size(); ++i) {
    proof.predicates[clauses->places[i].location].push_back(interpretation[i]);
  }
  return proof;
}

}  // namespace bireach::checker
