// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/explanation.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/inconsistency/kept_trace.h"
#include "checker/inconsistency/loop_detection.h"
#include "checker/report/text/formula_text.h"
#include "logic/interpolation/interpolation_engines.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::FunctionProgram;
using frontend::LocationId;
using logic::SatResult;
using logic::Term;

namespace {

constexpr std::chrono::milliseconds interpolation_limit{2000};
/// So many steps are shown although nobody knows whether they are needed.
constexpr std::size_t most_unconfirmed = 8;
/// Of ways that only exact loops show dead: conjuncts of what holds behind a step.
constexpr std::size_t most_conjuncts = 4;
/// … and questions whether it goes on to hold.
constexpr std::size_t most_questions = 300;
/// What a variable is called that is none of the user's: conditions that speak of one are not shown.
const std::string unnamed = "(unnamed)";

class Explainer {
 public:
  Explainer(const FunctionProgram& function, const DeadWay& way, const DetectionLimits& limits)
      : paths_(function),
        way_(way.arm ? std::optional(function.arms[*way.arm].edge) : std::nullopt),
        to_good_ends_(way.severity == InconsistencyClass::error || !way.arm),
        is_without_beliefs_(way.severity == InconsistencyClass::unreachable),
        limits_(limits) {
    for (std::size_t i = 0; i < function.beliefs.size(); ++i) belief_of_[function.beliefs[i].held] = i;
    for (const frontend::Variable& variable : function.program.variables) ++names_[variable.user_name];
    for (std::size_t i = 0; i < paths_.view.order.size(); ++i)
      for (const EdgeId edge : function.program.outgoing(paths_.view.order[i])) position_[edge] = i;
  }

  Contradiction explain() {
    Contradiction result;
    std::set<EdgeId> kept = core(result.is_minimal);
    if (!result.is_minimal) leave_out_unconfirmed(kept);
    const KeptTrace trace = kept_trace(paths_, way_, to_good_ends_, kept);
    add_steps(result, kept, trace, invariants_of(trace, kept));
    return result;
  }

  /// For the loops as they are.
  Contradiction explain_loops(const DeadWay& way) {
    Contradiction result;
    LoopReasons reasons = reasons_of_loops(paths_.function, way, limits_);
    if (!reasons.is_minimal) leave_out_unconfirmed(reasons.kept);
    result.is_minimal = reasons.is_minimal;
    reasons.kept.insert(*way_);
    add_steps(result, reasons.kept, kept_trace(paths_, way_, to_good_ends_, reasons.kept), {});
    if (reasons.proof) add_invariants(result, *reasons.proof);
    return result;
  }

 private:
  /// Many of which nobody had the time to ask whether they are needed say nothing: then only what the claim rests on is
  /// shown.
  void leave_out_unconfirmed(std::set<EdgeId>& kept) const {
    if (kept.size() <= most_unconfirmed) return;
    std::erase_if(kept, [&](EdgeId edge) { return edge != way_ && !belief_of_.contains(edge); });
  }

  void add_steps(Contradiction& result, const std::set<EdgeId>& kept, const KeptTrace& trace,
                 const std::map<EdgeId, Term>& invariants) {
    std::set<EdgeId> trunk;
    for (const KeptTrace::Part& part : trace.parts)
      if (part.statement) trunk.insert(*part.statement);
    for (const EdgeId edge : in_order(kept)) {
      ContradictionStep step;
      step.edge = edge;
      const auto belief = belief_of_.find(edge);
      if (belief != belief_of_.end()) step.belief = belief->second;
      step.role = step.belief ? ContradictionStep::Role::belief
                  : frontend::is_assume(paths_.function.program.edge(edge).statement)
                      ? ContradictionStep::Role::condition
                      : ContradictionStep::Role::assignment;
      step.in_fork = !trunk.contains(edge);
      step.behind_line = end_of_left_loop(edge);
      if (const auto known = invariants.find(edge); known != invariants.end())
        step.invariant = text_of(known->second, paths_.semantics, paths_.terms);
      result.steps.push_back(std::move(step));
    }
  }

  [[nodiscard]] std::uint32_t end_of_left_loop(EdgeId edge) const {
    const frontend::Program& program = paths_.function.program;
    std::uint32_t result = 0;
    for (const std::vector<bool>& loop : paths_.view.loops) {
      if (!loop[program.source(edge)] || loop[program.target(edge)]) continue;
      for (EdgeId one = 0; one < program.edge_count(); ++one)
        if (loop[program.source(one)] && loop[program.target(one)])
          result = std::max(result, program.edge(one).source.end_line);
    }
    return result;
  }

  /// Of what a proof says behind each step that which holds until the next one, however often loops go round on the
  /// way.
  void add_invariants(Contradiction& result, const InductiveAnnotation& proof) {
    const frontend::Semantics semantics(*proof.terms, paths_.function.program, proof.arithmetic);
    std::set<EdgeId> kept;
    for (const ContradictionStep& step : result.steps) kept.insert(step.edge);
    std::size_t questions = 0;
    for (ContradictionStep& step : result.steps) {
      const LocationId behind = paths_.function.program.target(step.edge);
      const auto known = proof.predicates.find(behind);
      if (known == proof.predicates.end() || step.edge == way_ || paths_.view.is_back_edge[step.edge]) continue;
      std::vector<Term> conjuncts = logic::conjuncts(proof.terms->or_(known->second));
      for (const LocationId at : until_next(behind, kept)) {
        const auto there = proof.predicates.find(at);
        if (at == behind) continue;
        std::erase_if(conjuncts, [&](Term conjunct) {
          return there == proof.predicates.end() || ++questions > most_questions || limits_.is_over() ||
                 !implies(*proof.terms, proof.terms->or_(there->second), conjunct);
        });
      }
      std::vector<std::string> texts = text_of(proof.terms->and_(conjuncts), semantics, *proof.terms);
      if (texts.size() <= most_conjuncts) step.invariant = std::move(texts);
    }
  }

  bool implies(logic::TermManager& terms, Term premise, Term conclusion) {
    if (premise == conclusion) return true;
    const auto solver = logic::make_solver(logic::SolverKind::z3, terms, limits_.solver_config());
    solver->add(premise);
    solver->add(terms.not_(conclusion));
    return solver->check() == SatResult::unsat;
  }

  [[nodiscard]] std::vector<bool> leading_to(std::vector<LocationId> open) const {
    const frontend::Program& program = paths_.function.program;
    std::vector<bool> result(program.location_count());
    for (const LocationId at : open) result[at] = true;
    while (!open.empty()) {
      const LocationId at = open.back();
      open.pop_back();
      for (const EdgeId edge : program.incoming(at)) {
        const LocationId source = program.source(edge);
        if (!result[source]) open.push_back(source);
        result[source] = true;
      }
    }
    return result;
  }

  /// Where executions come from here without passing one of these edges, as long as they may still come to the way, or
  /// behind it to a good end.
  [[nodiscard]] std::vector<LocationId> until_next(LocationId begin, const std::set<EdgeId>& edges) const {
    const frontend::Program& program = paths_.function.program;
    std::vector<bool> leads_on = leading_to({program.source(*way_)});
    if (!leads_on[begin]) {
      std::vector<LocationId> ends;
      for (LocationId at = 0; at < program.location_count(); ++at)
        if (program.location(at).kind == frontend::LocationKind::Exit) ends.push_back(at);
      leads_on = leading_to(std::move(ends));
    }
    std::vector<bool> seen(program.location_count());
    std::vector<LocationId> result{begin};
    seen[begin] = true;
    for (std::size_t i = 0; i < result.size(); ++i)
      for (const EdgeId edge : program.outgoing(result[i])) {
        const LocationId next = program.target(edge);
        if (edges.contains(edge) || seen[next] || !leads_on[next]) continue;
        seen[next] = true;
        result.push_back(next);
      }
    return result;
  }

  /// Kept edges: a core that is as small as time allowed.
  std::set<EdgeId> core(bool& is_minimal) {
    const PathFormula formula = path_formula(paths_, Relaxed::statements);
    logic::SolverConfig config = limits_.solver_config();
    config.theory = logic::SolverTheory::bit_vectors;
    config.unsat_cores = true;
    const auto solver = logic::make_solver(logic::SolverKind::z3, paths_.terms, config);
    for (const Term constraint : formula.constraints) solver->add(constraint);
    if (to_good_ends_) solver->add(formula.ended_well);
    if (way_) solver->add(formula.taken[*way_]);
    std::map<Term, EdgeId> edge_of;
    std::vector<EdgeId> candidates;
    for (EdgeId edge = 0; edge < formula.selectors.size(); ++edge) {
      if (formula.selectors[edge].is_null() || (is_without_beliefs_ && belief_of_.contains(edge))) continue;
      edge_of.emplace(formula.selectors[edge], edge);
      candidates.push_back(edge);
    }
    is_minimal = true;
    /// Nothing: these are not enough, or nobody knows.
    const auto narrowed = [&](const std::vector<EdgeId>& edges) -> std::optional<std::vector<EdgeId>> {
      std::vector<Term> assumptions;
      for (const EdgeId edge : edges) assumptions.push_back(formula.selectors[edge]);
      if (assumptions.empty()) assumptions.push_back(paths_.terms.true_term());
      const SatResult answer = solver->check(assumptions);
      if (answer == SatResult::unknown) is_minimal = false;
      if (answer != SatResult::unsat) return std::nullopt;
      std::vector<EdgeId> result;
      for (const Term term : solver->unsat_core())
        if (const auto found = edge_of.find(term); found != edge_of.end()) result.push_back(found->second);
      return result;
    };
    if (const auto smaller = narrowed(candidates))
      candidates = *smaller;
    else
      is_minimal = false;
    // Beliefs go first, and of equals what stands farther from the way.
    std::vector<EdgeId> tried = candidates;
    std::sort(tried.begin(), tried.end(), [&](EdgeId a, EdgeId b) {
      const auto rank = [&](EdgeId edge) { return std::tuple(!belief_of_.contains(edge), position_.at(edge), edge); };
      return rank(a) < rank(b);
    });
    for (const EdgeId edge : tried) {
      if (std::find(candidates.begin(), candidates.end(), edge) == candidates.end()) continue;
      if (limits_.is_over()) {
        is_minimal = false;
        break;
      }
      std::vector<EdgeId> fewer = candidates;
      std::erase(fewer, edge);
      if (const auto smaller = narrowed(fewer)) candidates = *smaller;
    }
    std::set<EdgeId> kept(candidates.begin(), candidates.end());
    if (way_) kept.insert(*way_);
    return kept;
  }

  /// As paths pass them, rounds of a loop before what leaves it; of others on different paths first what stands first
  /// in the text.
  std::vector<EdgeId> in_order(std::set<EdgeId> left) {
    const frontend::Program& program = paths_.function.program;
    std::map<EdgeId, std::vector<bool>> behind;
    for (const EdgeId edge : left)
      if (!paths_.view.is_back_edge[edge])
        behind.emplace(edge, reached_from(program, paths_.view, program.target(edge)));
    const auto rank = [&](EdgeId edge) {
      const frontend::SourceRange& place = program.edge(edge).source;
      return std::tuple(place.line, place.column, position_.at(edge), edge);
    };
    std::vector<EdgeId> result;
    while (!left.empty()) {
      std::optional<EdgeId> first;
      for (const EdgeId edge : left) {
        const bool is_behind = std::any_of(left.begin(), left.end(), [&](EdgeId other) {
          const auto after = behind.find(other);
          return other != edge &&
                 ((after != behind.end() && after->second[program.source(edge)]) || leaves_loop_of(edge, other));
        });
        if (!is_behind && (!first || rank(edge) < rank(*first))) first = edge;
      }
      // Loops that share locations may leave each other.
      if (!first)
        first = *std::min_element(left.begin(), left.end(), [&](EdgeId a, EdgeId b) { return rank(a) < rank(b); });
      result.push_back(*first);
      left.erase(*first);
    }
    return result;
  }

  [[nodiscard]] bool leaves_loop_of(EdgeId edge, EdgeId inside) const {
    const frontend::Program& program = paths_.function.program;
    const auto is_left = [&](const std::vector<bool>& loop) {
      return loop[program.source(edge)] && !loop[program.target(edge)] && loop[program.source(inside)] &&
             loop[program.target(inside)];
    };
    return std::any_of(paths_.view.loops.begin(), paths_.view.loops.end(), is_left);
  }

  /// What holds behind each kept statement; nothing where no engine finds it. Of those of forks it is asked on the
  /// paths through the fork that pass the statement, from what holds before the fork to what has to hold behind it.
  std::map<EdgeId, Term> invariants_of(const KeptTrace& trace, const std::set<EdgeId>& kept) {
    std::map<EdgeId, Term> result;
    const std::vector<Term> predicates = interpolated(trace, paths_.terms.true_term(), paths_.terms.false_term());
    if (predicates.empty()) return result;
    const bool has_forks = std::count_if(trace.parts.begin(), trace.parts.end(), [](const KeptTrace::Part& part) {
                             return part.statement.has_value();
                           }) != static_cast<std::ptrdiff_t>(kept.size());
    for (std::size_t i = 0; i < trace.parts.size(); ++i) {
      if (!trace.parts[i].statement) continue;
      // What holds behind a stretch that keeps nothing speaks of nothing that changes there.
      const bool is_before_stretch = i + 1 < trace.parts.size() && !trace.parts[i + 1].statement && !has_forks;
      result.emplace(*trace.parts[i].statement, predicates[is_before_stretch ? i + 2 : i + 1]);
    }
    for (std::size_t i = 0; i < trace.parts.size(); ++i) {
      const KeptTrace::Part& part = trace.parts[i];
      if (part.statement || predicates[i].has_quantifier() || predicates[i + 1].has_quantifier()) continue;
      for (const EdgeId edge : kept) {
        if (result.contains(edge) || limits_.is_over()) continue;
        const auto branch = branch_trace(paths_, part.region, edge, kept);
        if (!branch) continue;
        const std::vector<Term> inner = interpolated(*branch, predicates[i], predicates[i + 1]);
        // Of the others on these paths it is known there only.
        for (std::size_t j = 0; j < branch->parts.size() && !inner.empty(); ++j)
          if (branch->parts[j].statement == edge) result.emplace(edge, inner[j + 1]);
      }
    }
    return result;
  }

  /// One more than the trace has parts: what holds before each, and at the end, which implies `behind`. Empty: not
  /// known.
  std::vector<Term> interpolated(const KeptTrace& trace, Term before, Term behind) {
    std::vector<const logic::TransitionFormula*> transitions;
    for (const KeptTrace::Part& part : trace.parts) transitions.push_back(&part.transition);
    logic::TransitionFormula missed;
    missed.guard = paths_.terms.not_(behind);
    if (behind != paths_.terms.false_term()) transitions.push_back(&missed);
    logic::InterpolationConfig config;
    config.time_limit = interpolation_limit;
    config.stop = limits_.stop;
    config.statistics = limits_.statistics;
    const logic::InterpolationProblem problem{transitions, before,
                                              [&](Term variable) { return paths_.semantics.range_of(variable); }};
    for (const auto kind : {logic::InterpolationEngineKind::core_sp, logic::InterpolationEngineKind::core_wp}) {
      const auto answer = logic::make_interpolation_engine(kind, paths_.terms, config)->interpolate(problem);
      const auto* found = std::get_if<logic::TracePredicates>(&answer);
      if (!found) continue;
      const auto solver = logic::make_solver(logic::SolverKind::z3, paths_.terms, limits_.solver_config());
      if (logic::check_interpolants(paths_.terms, *solver, problem, *found)) continue;
      return {found->predicates.begin(),
              found->predicates.begin() + static_cast<std::ptrdiff_t>(trace.parts.size()) + 1};
    }
    return {};
  }

  std::vector<std::string> text_of(Term invariant, const frontend::Semantics& semantics, logic::TermManager& terms) {
    if (invariant == terms.true_term() || invariant == terms.false_term()) return {};
    if (invariant.has_quantifier()) return {};
    const VariableNames names = [&](Term term) {
      for (frontend::VariableId id = 0; id < paths_.function.program.variables.size(); ++id) {
        if (semantics.variable(id) != term) continue;
        const frontend::Variable& variable = paths_.function.program.variables[id];
        // Texts tell variables apart; two of one name are shown by none.
        const bool has_name = !variable.user_name.empty() && names_.at(variable.user_name) == 1;
        return VariableText{has_name ? variable.user_name : unnamed + std::to_string(id), CLevel::primary,
                            variable.type};
      }
      return VariableText{unnamed + term.name(), CLevel::primary, std::nullopt};
    };
    std::vector<std::string> conjuncts = conjunct_texts(invariant, names);
    std::erase_if(conjuncts, [](const std::string& text) { return text.find(unnamed) != std::string::npos; });
    return conjuncts;
  }

  FunctionPaths paths_;
  std::optional<EdgeId> way_;
  bool to_good_ends_;
  bool is_without_beliefs_;  ///< the way is dead whatever operations do
  const DetectionLimits& limits_;
  std::map<EdgeId, std::size_t> belief_of_;
  std::map<EdgeId, std::size_t> position_;
  std::map<std::string, std::size_t> names_;  ///< how many variables are called so
};

}  // namespace

Contradiction explain(const FunctionProgram& function, const DeadWay& way, const DetectionLimits& limits) {
  Explainer explainer(function, way, limits);
  return way.exact_loops ? explainer.explain_loops(way) : explainer.explain();
}

}  // namespace bireach::checker
