// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/refinement_engine.h"

#include <algorithm>

#include "checker/answer/stopwatch.h"
#include "checker/engines/refinement_proof.h"

namespace bireach::checker {

using frontend::Arithmetic;

RefinementEngine::RefinementEngine(const EngineSetting& setting, std::optional<Seeds> seeds)
    : setting_(setting), seeds_(std::move(seeds)) {
  start(setting.options.first_arithmetic());
}

void RefinementEngine::start(Arithmetic arithmetic) {
  const bool seeded = seeds_ && seeds_->arithmetic == arithmetic;
  terms_ = seeded ? seeds_->terms : std::make_shared<logic::TermManager>();  // one variable has one sort in a manager
  {
    const Stopwatch watch(setting_.statistics.time.trace_check);
    loop_ = std::make_unique<RefinementLoop>(*terms_, setting_.program, setting_.flow, arithmetic, setting_.options,
                                             setting_.stop, setting_.statistics);
  }
  if (setting_.unsupported_is_reached()) loop_->ignore_unsupported();
  // An interpolation engine that was asked for by name is left alone.
  if (setting_.options.abstraction && !setting_.options.interpolation) loop_->find_invariants();
  offer_hints();
  if (!seeded) return;
  for (const auto& predicates : seeds_->refutations)
    if (!loop_->refute_with(predicates)) return;
}

void RefinementEngine::offer_hints() {
  if (setting_.options.hints.empty()) return;
  const frontend::Semantics semantics(*terms_, setting_.program, loop_->arithmetic());
  std::vector<logic::Term> predicates;
  for (const frontend::EdgeId edge : setting_.options.hints) {
    const logic::TransitionFormula meaning = semantics.transition(edge);
    if (meaning.auxiliaries.empty()) predicates.push_back(meaning.guard);
  }
  std::sort(predicates.begin(), predicates.end(), [](logic::Term a, logic::Term b) { return a.id() < b.id(); });
  predicates.erase(std::unique(predicates.begin(), predicates.end()), predicates.end());
  if (!predicates.empty()) static_cast<void>(loop_->refute_with(predicates));
}

StepResult RefinementEngine::step() {
  if (setting_.unsupported_is_reached()) loop_->ignore_unsupported();
  const auto terms_built = [this] { return terms_->size(); };
  RefinementLoop::Outcome outcome =
      counted(price::refinement, setting_.statistics.solver, terms_built, [this] { return loop_->iterate(); });
  return std::visit(
      Overloaded{[](const Progressed& progressed) -> StepResult { return progressed; },
                 [](Found& found) -> StepResult { return std::move(found); },
                 [this](const RefinementLoop::Empty&) { return conclude(); },
                 [this](const RefinementLoop::Stuck& stuck) { return give_up(stuck.reason, stuck.forbids_proof); }},
      outcome);
}

StepResult RefinementEngine::conclude() {
  if (setting_.unsupported_is_reached()) return Exhausted{Exhausted::Left::nothing};
  std::variant<Proved, std::string> proof = certified_proof(*loop_, terms_, setting_);
  if (auto* proved = std::get_if<Proved>(&proof)) return std::move(*proved);
  return give_up("all error traces were refuted, but the proof was not certified: " + std::get<std::string>(proof));
}

StepResult RefinementEngine::give_up(const std::string& reason, bool forbids_proof) {
  const Arithmetic arithmetic = loop_->arithmetic();
  loop_.reset();
  if (setting_.options.arithmetic != ArithmeticChoice::automatic || arithmetic != Arithmetic::integer ||
      setting_.stop.stop_requested())
    return GaveUp{reason, GaveUp::Of::program, forbids_proof};
  start(Arithmetic::bitvector);
  return Progressed{};
}

}  // namespace bireach::checker
