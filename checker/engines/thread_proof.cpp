// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/thread_proof.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "checker/answer/stopwatch.h"
#include "checker/certification/thread_certify.h"
#include "checker/engines/assumptions.h"
#include "frontend/threads/split_accesses.h"
#include "logic/interpolation/horn_houdini.h"

namespace bireach::checker {

using frontend::Program;
using frontend::SignedOverflow;
using logic::Term;

namespace {

/// The longest attempt takes so much, or that share of a longer time.
constexpr std::chrono::milliseconds longest_thread_attempt{8000};
constexpr int share_of_thread_attempt = 4;
/// They either come to an end or not, and find most.
constexpr int weight_of_candidates = 8;

/// The graphs that the proof is about: those that stand for any number of threads are split here.
std::shared_ptr<const Program> graphs_of(const EngineSetting& setting) {
  const Program& program = setting.program;
  auto graphs = program.thread_templates
                    ? std::make_shared<Program>(frontend::split_accesses(*program.thread_templates))
                    : std::make_shared<Program>(*program.thread_graphs);
  const bool wraps = setting.wrapping != nullptr || program.signed_overflow == SignedOverflow::wraps;
  graphs->signed_overflow = wraps ? SignedOverflow::wraps : SignedOverflow::undefined;
  return graphs;
}

}  // namespace

ThreadProver::ThreadProver(const EngineSetting& setting) : setting_(setting), longest_(longest_thread_attempt) {
  if (!setting.program.thread_templates && !setting.program.thread_graphs) return;
  if (const auto& deadline = setting.options.deadline) {
    const auto left = *deadline - std::chrono::steady_clock::now();
    longest_ =
        std::max(longest_, std::chrono::duration_cast<std::chrono::milliseconds>(left / share_of_thread_attempt));
  }
  graphs_ = graphs_of(setting);
  flow_.emplace(*graphs_);
  if (!flow_->problem().empty()) return;
  const bool wraps = graphs_->signed_overflow == SignedOverflow::wraps;
  attempts_.push_back({ThreadLevel::one, TypeBounds::all, wraps, true});
  for (const ThreadLevel level : {ThreadLevel::one, ThreadLevel::two})
    for (const TypeBounds bounds : {TypeBounds::none, TypeBounds::all}) attempts_.push_back({level, bounds, false});
  if (wraps)
    for (const ThreadLevel level : {ThreadLevel::one, ThreadLevel::two})
      attempts_.push_back({level, TypeBounds::all, true});
}

StepResult ThreadProver::step() {
  if (attempts_.empty()) return Exhausted{};
  StepResult result = attempt(attempts_[next_]);
  if (std::holds_alternative<Exhausted>(result)) {
    attempts_.erase(attempts_.begin() + static_cast<std::ptrdiff_t>(next_));
    if (attempts_.empty()) return result;
    result = Progressed{};
  } else {
    ++next_;
  }
  if (next_ >= attempts_.size()) {
    next_ = 0;
    time_limit_ *= 2;
    if (time_limit_ > longest_) return Exhausted{};
  }
  return result;
}

/// Exhausted: this attempt will never succeed.
StepResult ThreadProver::attempt(const Attempt& attempt) {
  const Stopwatch watch(setting_.statistics.time.interpolation);
  const frontend::Arithmetic arithmetic = setting_.options.first_arithmetic();
  const auto terms = std::make_shared<logic::TermManager>();
  Program searched(*graphs_);
  if (!attempt.wraps) searched.signed_overflow = SignedOverflow::undefined;
  const frontend::Semantics semantics(*terms, searched, arithmetic, frontend::OutOfBoundsReads::arbitrary);
  const ThreadGhosts ghosts(semantics, searched, *flow_);
  const auto clauses = thread_clauses(searched, semantics, *flow_, ghosts, attempt.level, attempt.bounds);
  if (!clauses) return Exhausted{};
  const auto time_limit = attempt.by_candidates ? weight_of_candidates * time_limit_ : time_limit_;
  const logic::InterpolationConfig config{std::min(time_limit, longest_), setting_.stop, &setting_.statistics.solver};
  auto found = attempt.by_candidates ? logic::solve_by_candidates(*terms, clauses->system, config)
                                     : logic::solve_horn_clauses(*terms, clauses->system, config);
  if (const auto* failure = std::get_if<logic::InterpolationFailure>(&found))
    return failure->refused || failure->definite ? StepResult(Exhausted{}) : StepResult(Progressed{});
  if (auto proved = certified(*clauses, std::get<std::vector<Term>>(found), terms)) return std::move(*proved);
  // The same would be found again, unless it was not refuted but cut short.
  return setting_.stop.stop_requested() ? StepResult(Progressed{}) : StepResult(Exhausted{});
}

std::optional<Proved> ThreadProver::certified(const ThreadClauses& clauses, const std::vector<Term>& solution,
                                              const std::shared_ptr<logic::TermManager>& terms) const {
  const frontend::Arithmetic arithmetic = setting_.options.first_arithmetic();
  const frontend::Semantics semantics(*terms, *graphs_, arithmetic, frontend::OutOfBoundsReads::arbitrary);
  ThreadAnnotation annotation;
  for (std::size_t i = 0; i < clauses.places.size(); ++i) {
    if (solution[i].is_false()) continue;
    annotation.invariants.push_back({clauses.places[i], solution[i]});
    annotation.of_pairs = annotation.of_pairs || clauses.places[i].size() == 2;
  }
  for (frontend::LocationId l = 0; l < graphs_->location_count(); ++l)
    if (flow_->is_cut(l) && flow_->matters(l)) annotation.waiting.push_back(l);
  CertifierConfig config;
  config.query_time_limit = setting_.options.query_time_limit;
  config.stop = setting_.stop;
  config.statistics = &setting_.statistics.solver;
  if (certify_threads(*terms, *graphs_, semantics, annotation, config)) return std::nullopt;
  ThreadModularProof proof;
  proof.graphs = graphs_;
  proof.arithmetic = arithmetic;
  proof.terms = terms;
  for (const auto& invariant : annotation.invariants) proof.invariants.push_back({invariant.places, invariant.formula});
  const ControlFlow flow = analyze_control_flow(*graphs_, BlockEncoding::loop_free);
  return Proved{{std::move(proof), proof_assumptions(*graphs_, flow)}, Proved::Overflow::covered, std::nullopt};
}

}  // namespace bireach::checker
