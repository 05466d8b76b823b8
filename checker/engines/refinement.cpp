// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/refinement.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>

#include "logic/interpolation/interpolation_engines.h"

namespace bireach::checker {

using logic::InterpolationEngineKind;
using logic::Term;

namespace {

constexpr std::chrono::milliseconds short_limit{2000};

}  // namespace

Refiner::Refiner(logic::TermManager& terms, const BlockProgram& blocks, const ControlFlow& flow,
                 const frontend::Semantics& semantics, Term precondition, const VerifyOptions& options,
                 std::stop_token stop, logic::SolverStatistics& statistics)
    : terms_(terms),
      blocks_(blocks),
      semantics_(semantics),
      precondition_(precondition),
      options_(options),
      abstraction_(terms, blocks, flow, semantics, precondition, stop, statistics) {
  config_.stop = stop;
  config_.statistics = &statistics;
}

bool Refiner::refine(const automata::Word& word, std::size_t length,
                     const std::function<bool(const Proposal&)>& accept) {
  const automata::Word refuted(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length));
  std::vector<InterpolationEngineKind> engines;
  if (options_.interpolation)
    engines = {*options_.interpolation};
  else if (semantics_.arithmetic() == frontend::Arithmetic::integer && !options_.trace_engines_first)
    engines = {InterpolationEngineKind::spacer, InterpolationEngineKind::core_wp, InterpolationEngineKind::core_sp,
               InterpolationEngineKind::cvc5};
  else if (speaks_of_floating(refuted))  // forward, operations on known numbers fold
    engines = {InterpolationEngineKind::core_sp, InterpolationEngineKind::core_wp, InterpolationEngineKind::spacer};
  else
    engines = {InterpolationEngineKind::core_wp, InterpolationEngineKind::core_sp, InterpolationEngineKind::spacer,
               InterpolationEngineKind::cvc5};
  // Spacer seldom ends in time on floating point.
  if (asks_path_program() && !speaks_of_floating(refuted)) {
    // What needs many predicates says little beyond this trace.
    constexpr std::size_t few = 6;
    // More rounds of a loop may make the prefix feasible; then only all of it tells why the error cannot be reached.
    auto abstract = length < word.size() ? from_abstraction(word) : std::nullopt;
    if (!abstract) abstract = from_abstraction(refuted);
    const bool is_short = abstract && abstract->predicates.size() <= few;
    if (is_short && accept(*abstract)) return true;
    if (const auto proposal = from_path_program(refuted); proposal && accept(*proposal)) return true;
    if (abstract && !is_short && accept(*abstract)) return true;
  }
  // What one engine takes long for another one often finds soon: all have little time first.
  for (const std::chrono::milliseconds limit : {std::min(short_limit, config_.time_limit), config_.time_limit}) {
    std::vector<InterpolationEngineKind> out_of_time;
    for (const InterpolationEngineKind engine : engines) {
      if (config_.stop.stop_requested()) return false;
      const auto start = std::chrono::steady_clock::now();
      if (const auto proposal = from_trace(refuted, engine, limit); proposal && accept(*proposal)) return true;
      // Engines give parts of their time to single questions, and may give up before its end.
      if (std::chrono::steady_clock::now() - start > limit / 4) out_of_time.push_back(engine);
    }
    engines = std::move(out_of_time);
  }
  return false;
}

bool Refiner::speaks_of_floating(const automata::Word& refuted) const {
  return std::any_of(refuted.begin(), refuted.end(), [this](automata::Letter letter) {
    const logic::TransitionFormula& transition = blocks_.transitions()[letter];
    return logic::mentions_floating(transition.guard) ||
           std::any_of(transition.updates.begin(), transition.updates.end(),
                       [](const auto& update) { return logic::mentions_floating(update.second); });
  });
}

/// Cheap engines refute most traces of a harvest in a tenth of the time, but only the path program finds invariants of
/// loops; so it is asked now and then.
bool Refiner::asks_path_program() {
  constexpr unsigned period = 8;
  ++refinements_;
  if (options_.interpolation) return false;
  return !options_.trace_engines_first || refinements_ % period == 0;
}

/// Where it was of no use again and again it is asked seldom.
std::optional<Proposal> Refiner::from_abstraction(const automata::Word& refuted) {
  if (!options_.abstraction || (abstraction_failures_ > 4 && (abstraction_failures_++ & 7U) != 0)) return std::nullopt;
  if (auto predicates = abstraction_.propose(refuted)) {
    if (abstraction_failures_ > 0) --abstraction_failures_;
    return Proposal{std::move(*predicates), "abstract interpretation"};
  }
  ++abstraction_failures_;
  return std::nullopt;
}

/// The trace's path program (Beyer, Henzinger, Majumdar, Rybalchenko, "Path invariants", PLDI 2007): the part of the
/// program made of the trace's blocks, loops included. Its inductive invariants refute all its words at once. Time
/// grows slowly with success, and after repeated failures it is asked seldom.
std::optional<Proposal> Refiner::from_path_program(const automata::Word& refuted) {
  if (path_program_failures_ > 4 && (path_program_failures_++ & 7U) != 0) return std::nullopt;
  const automata::Letter last = refuted.back();
  if (std::count(refuted.begin(), refuted.end(), last) > 1)
    return std::nullopt;  // it was passed before: feasible there
  logic::HornProblem problem;
  std::map<frontend::LocationId, std::uint32_t> nodes;
  const auto node_of = [&](frontend::LocationId location) {
    return nodes.try_emplace(location, static_cast<std::uint32_t>(nodes.size())).first->second;
  };
  problem.initial = node_of(blocks_.program().initial);
  automata::Word letters = refuted;
  std::sort(letters.begin(), letters.end());
  letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
  for (const automata::Letter letter : letters) {
    const Block& block = blocks_.blocks()[letter];
    const std::uint32_t source = node_of(block.source);
    if (letter != last) problem.edges.push_back({source, &blocks_.transitions()[letter], node_of(block.target)});
  }
  problem.error = static_cast<std::uint32_t>(nodes.size());
  problem.nodes = problem.error + 1;
  problem.edges.push_back({node_of(blocks_.blocks()[last].source), &blocks_.transitions()[last], problem.error});
  problem.precondition = precondition_;
  problem.range_of = [this](Term variable) { return semantics_.range_of(variable); };
  logic::InterpolationConfig config = config_;
  config.time_limit =
      std::chrono::milliseconds(options_.trace_engines_first || path_program_failures_ > 2 ? 1000 : 3000);
  auto result = logic::solve_horn(terms_, problem, config);
  if (auto* predicates = std::get_if<std::vector<Term>>(&result)) {
    if (path_program_failures_ > 0) --path_program_failures_;
    return Proposal{std::move(*predicates), "path program"};
  }
  ++path_program_failures_;
  last_failure_ = "path program: " + std::get<logic::InterpolationFailure>(result).reason;
  return std::nullopt;
}

std::optional<Proposal> Refiner::from_trace(const automata::Word& refuted, InterpolationEngineKind kind,
                                            std::chrono::milliseconds limit) {
  std::vector<const logic::TransitionFormula*> trace;
  for (const automata::Letter letter : refuted) trace.push_back(&blocks_.transitions()[letter]);
  const logic::InterpolationProblem problem{trace, precondition_,
                                            [this](Term variable) { return semantics_.range_of(variable); }};
  logic::InterpolationConfig config = config_;
  config.time_limit = limit;
  auto result = logic::make_interpolation_engine(kind, terms_, config)->interpolate(problem);
  if (auto* predicates = std::get_if<logic::TracePredicates>(&result)) {
    if (options_.check_interpolants) check(problem, *predicates);
    return Proposal{std::move(predicates->predicates), predicates->engine};
  }
  last_failure_ = std::string(logic::engine_name(kind)) + ": " + std::get<logic::InterpolationFailure>(result).reason;
  return std::nullopt;
}

void Refiner::check(const logic::InterpolationProblem& problem, const logic::TracePredicates& result) {
  logic::SolverConfig config;
  config.stop = config_.stop;
  config.time_limit = options_.query_time_limit;
  config.statistics = config_.statistics;
  const auto solver = logic::make_solver(logic::SolverKind::cvc5, terms_, config);
  if (const auto violation = logic::check_interpolants(terms_, *solver, problem, result);
      violation && !config_.stop.stop_requested())
    throw std::logic_error("interpolants of " + result.engine + " violate their obligations: " + *violation);
}

}  // namespace bireach::checker
