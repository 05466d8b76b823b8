// SPDX-License-Identifier: Apache-2.0
#include "checker/harvest/harvest_setting.h"

#include <stdexcept>

namespace bireach::checker {

relevance::GeneralizerConfig generalizer_config(const HarvestSetting& setting) {
  relevance::GeneralizerConfig config;
  config.generalization = setting.options.generalization;
  config.stop = setting.stop;
  config.statistics = &setting.statistics.solver;
  return config;
}

std::unique_ptr<logic::Solver> certifying_solver(const HarvestSetting& setting, logic::TermManager& terms) {
  return logic::make_solver(logic::SolverKind::cvc5, terms,
                            {setting.verify.query_time_limit, false, logic::SolverTheory::automatic, setting.stop,
                             &setting.statistics.solver});
}

std::string certificate_text(const relevance::DangerCheck& check) {
  if (const auto* wrong = std::get_if<relevance::NoDangerAutomaton>(&check))
    throw std::logic_error("an automaton that was built is no danger automaton: " + wrong->why);
  if (const auto* open = std::get_if<relevance::NotDecided>(&check)) return "not decided: " + open->why;
  return "checked by cvc5";
}

void add(relevance::GeneralizationStatistics& to, const relevance::GeneralizationStatistics& from) {
  to.automata += from.automata;
  to.states += from.states;
  to.coverage_queries += from.coverage_queries;
  to.coverage_answered += from.coverage_answered;
  to.intersection_queries += from.intersection_queries;
  to.intersection_answered += from.intersection_answered;
  to.preconditions += from.preconditions;
  to.precondition_s += from.precondition_s;
  to.coverage_s += from.coverage_s;
  to.intersection_s += from.intersection_s;
}

}  // namespace bireach::checker
