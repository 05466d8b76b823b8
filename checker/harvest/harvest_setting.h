// SPDX-License-Identifier: Apache-2.0
/// What harvests of words and of nested words have in common.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "automata/nfa.h"
#include "checker/answer/statistics.h"
#include "checker/engines/verify_options.h"
#include "checker/harvest/harvest_options.h"
#include "frontend/program/program.h"
#include "logic/solvers/solver.h"
#include "relevance/danger/danger_conditions.h"
#include "relevance/danger/generalizer_config.h"

namespace bireach::checker {

/// What languages need to know of their harvest; the references must outlive them.
struct HarvestSetting {
  const frontend::Program& program;
  const VerifyOptions& verify;
  const HarvestOptions& options;
  std::stop_token stop;
  VerifyStatistics& statistics;
  std::function<bool(automata::Letter)> preferred;  ///< letters of the next traces; may be empty
};

/// What both kinds of languages make of it.
[[nodiscard]] relevance::GeneralizerConfig generalizer_config(const HarvestSetting& setting);
[[nodiscard]] std::unique_ptr<logic::Solver> certifying_solver(const HarvestSetting& setting,
                                                               logic::TermManager& terms);
/// Throws std::logic_error if the automaton is none.
[[nodiscard]] std::string certificate_text(const relevance::DangerCheck& check);
void add(relevance::GeneralizationStatistics& to, const relevance::GeneralizationStatistics& from);

}  // namespace bireach::checker
