// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/cell_proof.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "checker/answer/stopwatch.h"
#include "checker/blocks/condition_terms.h"
#include "checker/blocks/symbolic_constants.h"
#include "checker/blocks/symbolic_products.h"
#include "checker/engines/refinement_proof.h"

namespace bireach::checker {

using frontend::LocationId;
using logic::Term;

namespace {

/// What Spacer finds it mostly finds within a second: the longest attempt takes so much, or that share of a longer
/// time.
constexpr std::chrono::milliseconds longest_attempt{4000};
constexpr std::chrono::milliseconds longest_building{4000};
constexpr int share_of_attempt = 25;
/// After each attempt had as long, proofs about known elements are still looked for, each time with another strategy:
/// they are hard to find, and no other engine finds them.
constexpr int rounds_of_anchors = 4;
/// One for each round, in turn. Those with parameters for constants get along with unequal terms only.
constexpr logic::SpacerStrategy unequal_terms{.equal_terms = false};
constexpr std::array<logic::SpacerStrategy, 5> strategies{{{},
                                                           {.equal_terms = false, .proxies = false},
                                                           {.equal_terms = false, .simplified_subgoals = true},
                                                           unequal_terms,
                                                           {.equal_terms = false, .weak_abstraction = false}}};
constexpr std::size_t most_steps_of_cells = 60000;  ///< of the fixpoint

/// The solution as an annotation: a node for each place that can be reached.
AnnotationGraph annotation_of(logic::TermManager& terms, const frontend::Program& program, const ControlFlow& flow,
                              const CellClauses& clauses, const std::vector<Term>& solution) {
  AnnotationGraph result;
  for (std::size_t i = 0; i < clauses.places.size(); ++i) {
    result.locations.push_back(clauses.places[i]);
    std::vector<Term> conjuncts = clauses.over_program(terms, solution[i]);
    if (terms.and_(conjuncts).is_false()) continue;
    std::sort(conjuncts.begin(), conjuncts.end());
    conjuncts.erase(std::unique(conjuncts.begin(), conjuncts.end()), conjuncts.end());
    result.nodes.push_back({clauses.places[i], std::move(conjuncts)});
  }
  add_steps(result, program, flow, terms);
  return result;
}

}  // namespace

CellProver::CellProver(const EngineSetting& setting) : setting_(setting), longest_(longest_attempt) {
  if (const auto& deadline = setting.options.deadline) {
    const auto left = *deadline - std::chrono::steady_clock::now();
    longest_ = std::max(longest_, std::chrono::duration_cast<std::chrono::milliseconds>(left / share_of_attempt));
  }
  if (setting.options.abstraction) {
    const Stopwatch watch(setting_.statistics.time.interpolation);
    abstraction::InvariantOptions options;
    options.fixpoint.step_limit = most_steps_of_cells;
    invariants_ = abstraction::invariants(setting.program, options, setting.stop);
  }
  const bool has_arrays = has_live_arrays(setting.program, setting.flow);
  struct Way {
    CellShape shape;
    CellPremises premises;
    bool symbolic;
    bool in_context;
    int weight;
  };
  // The clauses as they are, with parameters, are what most proofs come from.
  constexpr std::array<Way, 8> ways{{{CellShape::one, CellPremises::fewest, true, true, 1},
                                     {CellShape::one, CellPremises::fewest, true, false, 4},
                                     {CellShape::one, CellPremises::fewest, false, true, 1},
                                     {CellShape::one, CellPremises::anchors, false, true, 3},
                                     {CellShape::two, CellPremises::fewest, true, false, 1},
                                     {CellShape::one_of_each, CellPremises::all_reads, true, false, 1},
                                     {CellShape::one, CellPremises::all_reads, true, false, 1},
                                     {CellShape::one, CellPremises::all_reads, false, true, 1}}};
  for (const bool with_invariants : {true, false}) {
    if (with_invariants && !invariants_.complete) continue;
    for (const Way& way : ways) {
      const bool speaks_of_cells = way.shape != CellShape::one || way.premises != CellPremises::fewest;
      if (speaks_of_cells && !has_arrays) continue;
      if (way.premises == CellPremises::anchors && !with_invariants) continue;
      // Without invariants also without the bounds of types at first, as for procedure summaries.
      const TypeBounds bounds = with_invariants ? TypeBounds::all : TypeBounds::none;
      attempts_.push_back({{way.shape, way.premises, bounds, way.in_context},
                           with_invariants,
                           way.symbolic,
                           attempts_.size() < ways.size() ? way.weight : 1});
    }
  }
}

StepResult CellProver::step() {
  if (setting_.unsupported_is_reached() || attempts_.empty()) return Exhausted{};
  StepResult result = attempt(attempts_[next_]);
  if (std::holds_alternative<Exhausted>(result)) {
    attempts_.erase(attempts_.begin() + static_cast<std::ptrdiff_t>(next_));
    if (attempts_.empty()) return result;
    result = Progressed{};
  } else {
    ++next_;
  }
  if (next_ < attempts_.size()) return result;
  next_ = 0;
  ++round_;
  const bool were_longest = time_limit_ >= longest_;
  time_limit_ = std::min(2 * time_limit_, longest_);
  if (!were_longest) return result;
  std::erase_if(attempts_, [](const Attempt& left) { return left.cells.premises != CellPremises::anchors; });
  if (attempts_.empty() || last_rounds_++ == rounds_of_anchors) return Exhausted{};
  return result;
}

std::vector<std::vector<Term>> CellProver::known_conditions(const frontend::Semantics& semantics,
                                                            const ControlFlow& flow) const {
  std::vector<std::vector<Term>> result(setting_.program.location_count());
  for (LocationId location = 0; location < result.size(); ++location)
    if (flow.is_cut[location] && location != setting_.program.initial)
      result[location] = condition_terms(setting_.program, semantics, flow, location, invariants_.conditions[location]);
  return result;
}

/// Exhausted: this attempt will never succeed.
StepResult CellProver::attempt(const Attempt& attempt) {
  const Stopwatch watch(setting_.statistics.time.interpolation);
  const frontend::Arithmetic arithmetic = setting_.options.first_arithmetic();
  const auto terms = std::make_shared<logic::TermManager>();
  const frontend::Semantics semantics(*terms, setting_.program, arithmetic, frontend::OutOfBoundsReads::arbitrary);
  const bool is_anchored = attempt.cells.premises == CellPremises::anchors;
  CellAnchors anchors;
  if (is_anchored) anchors = cell_anchors(setting_.program, semantics, setting_.flow);
  if (is_anchored && anchors.cells.empty()) return Exhausted{};
  const ControlFlow& flow = is_anchored ? anchors.flow : setting_.flow;
  std::vector<std::vector<Term>> known;
  if (attempt.with_invariants) known = known_conditions(semantics, flow);
  const auto until = std::chrono::steady_clock::now() + longest_building;
  const auto is_over = [&] { return setting_.stop.stop_requested() || std::chrono::steady_clock::now() > until; };
  const auto clauses = cell_clauses(setting_.program, semantics, flow, attempt.cells, known, anchors.cells, is_over);
  if (!clauses) return Exhausted{};
  const logic::InterpolationConfig config{std::min(attempt.weight * time_limit_, longest_), setting_.stop,
                                          &setting_.statistics.solver};
  SymbolicProducts products{clauses->system, {}};
  if (attempt.symbolic) products = with_symbolic_products(*terms, clauses->system, clauses->indices);
  SymbolicConstants asked{products.system, {}};
  if (attempt.symbolic) asked = with_symbolic_constants(*terms, products.system);
  const logic::SpacerStrategy& strategy = attempt.symbolic ? unequal_terms : strategies[round_ % strategies.size()];
  auto found = logic::solve_horn_clauses(*terms, asked.system, config, strategy);
  if (const auto* failure = std::get_if<logic::InterpolationFailure>(&found))
    return failure->refused || failure->definite ? StepResult(Exhausted{}) : StepResult(Progressed{});
  auto& solution = std::get<std::vector<Term>>(found);
  for (std::size_t i = 0; i < solution.size(); ++i) {
    std::vector<Term> conjuncts{terms->substitute(terms->substitute(solution[i], asked.constants), products.meaning)};
    if (!known.empty())
      conjuncts.insert(conjuncts.end(), known[clauses->places[i]].begin(), known[clauses->places[i]].end());
    solution[i] = terms->and_(std::move(conjuncts));
  }
  const AnnotationGraph annotation = annotation_of(*terms, setting_.program, setting_.flow, *clauses, solution);
  auto proof = certified_annotation(annotation, arithmetic, terms, setting_);
  if (auto* proved = std::get_if<Proved>(&proof)) return std::move(*proved);
  return Progressed{};
}

}  // namespace bireach::checker
