// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/detection.h"

#include <algorithm>
#include <set>

#include "checker/inconsistency/coverage.h"
#include "checker/inconsistency/loop_detection.h"
#include "checker/inconsistency/path_formula.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

using frontend::Arm;
using frontend::EdgeId;
using frontend::FunctionProgram;
using frontend::LocationId;
using logic::SatResult;
using logic::Term;

namespace {

/// After so many questions without an answer no further ones are asked about a function.
constexpr int most_without_answer = 4;

/// One function's path formula with both solvers.
class Questions {
 public:
  explicit Questions(const FunctionProgram& function, const DetectionLimits& limits)
      : paths_(function), formula_(path_formula(paths_, Relaxed::beliefs)) {
    for (const Term selector : formula_.selectors)
      if (!selector.is_null()) beliefs_.push_back(selector);
    logic::SolverConfig config = limits.solver_config();
    config.theory = logic::SolverTheory::bit_vectors;
    first_ = logic::make_solver(logic::SolverKind::z3, paths_.terms, config);
    second_ = logic::make_solver(logic::SolverKind::cvc5, paths_.terms, config);
    for (const Term constraint : formula_.constraints) first_->add(constraint);
  }

  enum class With : std::uint8_t { beliefs, no_beliefs };
  /// Can this edge (nothing: any path) be passed, and the end be good? `sat` notes what the model passes well.
  SatResult passes(std::optional<EdgeId> edge, bool ends_well, With with, std::set<EdgeId>* passed = nullptr) {
    std::vector<Term> assumptions = assumptions_of(edge, ends_well, with);
    if (assumptions.empty()) return SatResult::unsat;
    const SatResult answer = first_->check(assumptions);
    if (answer == SatResult::sat && passed)
      for (const EdgeId one : formula_.taken_edges(first_->model())) passed->insert(one);
    return answer;
  }
  /// The same by the other solver.
  bool confirms(std::optional<EdgeId> edge, bool ends_well, With with) {
    if (!second_filled_)
      for (const Term constraint : formula_.constraints) second_->add(constraint);
    second_filled_ = true;
    const std::vector<Term> assumptions = assumptions_of(edge, ends_well, with);
    return assumptions.empty() || second_->check(assumptions) == SatResult::unsat;
  }
  [[nodiscard]] const AcyclicView& view() const { return paths_.view; }

 private:
  /// Empty: the edge cannot be taken at all.
  std::vector<Term> assumptions_of(std::optional<EdgeId> edge, bool ends_well, With with) {
    std::vector<Term> assumptions;
    if (with == With::beliefs) assumptions = beliefs_;
    if (ends_well) assumptions.push_back(formula_.ended_well);
    if (edge && formula_.taken[*edge] == paths_.terms.false_term()) return {};
    assumptions.push_back(edge ? formula_.taken[*edge] : paths_.terms.true_term());
    return assumptions;
  }

  FunctionPaths paths_;
  PathFormula formula_;
  std::vector<Term> beliefs_;
  std::unique_ptr<logic::Solver> first_, second_;
  bool second_filled_ = false;
};

/// The function as this configuration has it: executions of it are executions. Edges have their numbers.
FunctionProgram as_configured(const FunctionProgram& function) {
  FunctionProgram result = function;
  const frontend::Program& from = function.program;
  result.program = from.without_graph();
  for (LocationId at = 0; at < from.location_count(); ++at) result.program.add_location(from.location(at));
  for (EdgeId one = 0; one < from.edge_count(); ++one) {
    frontend::Edge edge = from.edge(one);
    if (const frontend::Havoc* havoc = frontend::as_havoc(edge.statement))
      if (const auto known = function.configured.find(havoc->target.variable); known != function.configured.end())
        edge.statement =
            frontend::Assign{havoc->target, frontend::make_constant(known->second, from.variables[known->first].type)};
    result.program.add_edge(from.source(one), from.target(one), std::move(edge));
  }
  result.program.initial = from.initial;
  return result;
}

/// Nothing: not decided.
std::optional<InconsistencyClass> severity_of(Questions& questions, std::optional<EdgeId> edge) {
  using With = Questions::With;
  const SatResult comes = questions.passes(edge, false, With::beliefs);
  if (comes == SatResult::sat) return InconsistencyClass::error;
  if (comes == SatResult::unknown || !questions.confirms(edge, false, With::beliefs)) return std::nullopt;
  const SatResult unguarded = questions.passes(edge, false, With::no_beliefs);
  if (unguarded == SatResult::sat) return InconsistencyClass::after_error;
  if (unguarded == SatResult::unknown || !questions.confirms(edge, false, With::no_beliefs)) return std::nullopt;
  return InconsistencyClass::unreachable;
}

/// How often loops are gone round when executions are looked for that pass a way well.
constexpr unsigned unrolled_rounds = 3;

/// Those of `open` that no execution with few rounds of loops passes well, as far as a solver knows.
std::vector<std::size_t> left_by_few_rounds(const FunctionProgram& function, const std::vector<std::size_t>& open,
                                            const DetectionLimits& limits) {
  if (open.empty()) return open;
  const UnrolledFunction copy = unrolled(function, unrolled_rounds);
  Questions questions(copy.function, limits);
  std::set<EdgeId> passed;
  std::vector<std::size_t> left;
  for (const std::size_t index : open) {
    bool is_passed = false;
    for (std::size_t i = 0; i < copy.arms.size() && !is_passed && !limits.is_over(); ++i) {
      if (copy.arms[i] != index) continue;
      const EdgeId edge = copy.function.arms[i].edge;
      is_passed =
          passed.contains(edge) || questions.passes(edge, true, Questions::With::beliefs, &passed) == SatResult::sat;
    }
    if (!is_passed) left.push_back(index);
  }
  return left;
}

/// Every arm of the same text at the same place has to be dead: they are copies of one.
struct ArmKey {
  std::uint32_t line, column;
  std::string condition;
  bool taken;
  auto operator<=>(const ArmKey&) const = default;
};
ArmKey key_of(const Arm& arm) {
  return {arm.place.line, arm.place.column, arm.condition, arm.taken};
}

/// Only those that no others explain: all paths to what they explain pass one of them.
std::vector<DeadWay> topmost(const FunctionProgram& function, const AcyclicView& view, std::vector<DeadWay> dead) {
  std::vector<bool> is_dead(function.program.edge_count());
  for (const DeadWay& way : dead) {
    if (!way.arm) return {way};  // the whole function
    is_dead[function.arms[*way.arm].edge] = true;
  }
  const std::vector<bool> reached = reached_without(function.program, view, is_dead);
  std::vector<DeadWay> result;
  for (DeadWay& way : dead) {
    const Arm& arm = function.arms[*way.arm];
    way.both = is_dead[arm.other];
    const bool is_told = std::any_of(result.begin(), result.end(),
                                     [&](const DeadWay& other) { return function.arms[*other.arm].edge == arm.other; });
    if (reached[function.program.source(arm.edge)] && !is_told) result.push_back(way);
  }
  return result;
}

}  // namespace

Detection detect(const FunctionProgram& function, const DetectionLimits& limits) {
  Detection result;
  result.arms = function.arms.size();
  Questions questions(function, limits);
  using With = Questions::With;
  if (!questions.view().is_reducible) {
    result.undecided.emplace_back("the function: a loop is entered at several places");
    return result;
  }
  const std::set<EdgeId> executed = passed_by_chance(function, limits);
  // Numbers make easier questions than what stands for any; who passes with them passes.
  const bool is_configured = !function.configured.empty();
  const FunctionProgram configured = is_configured ? as_configured(function) : FunctionProgram();
  std::optional<Questions> with_numbers;
  if (is_configured) with_numbers.emplace(configured, limits);
  std::set<EdgeId> passed = executed;
  const auto undecided = [&](const Arm* arm, const char* why) {
    result.undecided.push_back((arm ? "'" + arm->condition + "' in line " + std::to_string(arm->place.line) + ": "
                                    : std::string("the function: ")) +
                               why);
  };
  std::vector<DeadWay> dead;
  const auto note_dead = [&](std::optional<std::size_t> index) {
    const Arm* arm = index ? &function.arms[*index] : nullptr;
    const std::optional<EdgeId> edge = arm ? std::optional(arm->edge) : std::nullopt;
    if (!questions.confirms(edge, true, With::beliefs)) return undecided(arm, "the solvers do not agree");
    std::optional<InconsistencyClass> severity = severity_of(questions, edge);
    // With cut loops more comes there than really does.
    const bool is_open = edge && questions.view().has_loops && severity == InconsistencyClass::error;
    if (is_open) severity = class_by_loops(function, *edge, limits);
    if (!severity) return undecided(arm, "a solver gave up");
    dead.push_back({index, false, *severity, is_open && severity != InconsistencyClass::error});
  };
  // Whoever comes to no good end at all explains every way.
  const auto passes = [&](std::optional<EdgeId> edge) {
    const SatResult answer = with_numbers ? with_numbers->passes(edge, true, With::beliefs, &passed) : SatResult::unsat;
    return answer == SatResult::unsat ? questions.passes(edge, true, With::beliefs, &passed) : answer;
  };
  const SatResult any = executed.empty() ? passes(std::nullopt) : SatResult::sat;
  if (any == SatResult::unsat) note_dead(std::nullopt);
  std::vector<std::size_t> covered;  // in the acyclic view, but by no execution that is known
  std::set<ArmKey> alive;
  int gave_up = 0;
  for (std::size_t i = 0; i < function.arms.size() && any == SatResult::sat; ++i) {
    const Arm& arm = function.arms[i];
    if (passed.contains(arm.edge)) {
      if (!executed.contains(arm.edge)) covered.push_back(i);
      alive.insert(key_of(arm));
      continue;
    }
    // A function that is too much for the solver is so for all of its ways.
    if (limits.is_over() || gave_up >= most_without_answer) {
      undecided(&arm, gave_up >= most_without_answer ? "a solver gave up" : "no time was left");
      alive.insert(key_of(arm));
      continue;
    }
    switch (passes(arm.edge)) {
      case SatResult::sat:
        covered.push_back(i);
        alive.insert(key_of(arm));
        break;
      case SatResult::unsat:
        note_dead(i);
        break;
      case SatResult::unknown:
        undecided(&arm, "a solver gave up");
        alive.insert(key_of(arm));
        ++gave_up;
        break;
    }
  }
  if (any == SatResult::unknown) undecided(nullptr, "a solver gave up");
  if (questions.view().has_loops && any == SatResult::sat) {
    const LoopAnswers loops =
        dead_by_loops(function, left_by_few_rounds(is_configured ? configured : function, covered, limits), limits);
    for (const std::size_t index : loops.undecided)
      undecided(&function.arms[index], "whether it is passed with the loops as they are was not found out");
    for (const DeadWay& way : loops.dead) {
      alive.erase(key_of(function.arms[*way.arm]));
      dead.push_back(way);
    }
  }
  std::erase_if(dead, [&](const DeadWay& way) { return way.arm && alive.contains(key_of(function.arms[*way.arm])); });
  result.dead = topmost(function, questions.view(), std::move(dead));
  return result;
}

Elsewhere status_in(const FunctionProgram& function, const Arm* arm, const DetectionLimits& limits) {
  if (!function.refused.empty()) return Elsewhere::undecided;
  Questions questions(function, limits);
  if (!questions.view().is_reducible) return Elsewhere::undecided;
  using With = Questions::With;
  const auto status = [&](std::optional<EdgeId> edge) {
    const SatResult passes = questions.passes(edge, true, With::beliefs);
    if (passes == SatResult::sat) return Elsewhere::alive;
    return passes == SatResult::unsat && questions.confirms(edge, true, With::beliefs) ? Elsewhere::dead
                                                                                       : Elsewhere::undecided;
  };
  if (!arm) return status(std::nullopt);
  for (std::size_t i = 0; i < function.arms.size(); ++i) {
    if (key_of(function.arms[i]) != key_of(*arm)) continue;
    const Elsewhere one = status(function.arms[i].edge);
    if (one == Elsewhere::undecided) return one;
    if (one == Elsewhere::dead) continue;
    const LoopAnswers loops = dead_by_loops(function, {i}, limits);
    if (!loops.undecided.empty()) return Elsewhere::undecided;
    if (loops.dead.empty()) return Elsewhere::alive;
  }
  return Elsewhere::dead;
}

bool only_gives_up(const FunctionProgram& function, const Arm& arm) {
  const frontend::Program& program = function.program;
  const AcyclicView view = acyclic_view(program);
  std::vector<bool> way(program.edge_count());
  way[arm.edge] = true;
  const std::vector<bool> around = reached_without(program, view, way);
  std::vector<bool> seen(program.location_count());
  std::vector<LocationId> open{program.target(arm.edge)};
  bool gives_up = false;
  while (!open.empty()) {
    const LocationId at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    const frontend::Location& location = program.location(at);
    if (location.kind == frontend::LocationKind::Exit) {
      if (location.note != frontend::gave_up_note) return false;
      gives_up = true;
      continue;
    }
    if (around[at]) return false;  // others come here, too
    for (const EdgeId edge : program.outgoing(at)) open.push_back(program.target(edge));
  }
  return gives_up;
}

bool is_silent(const FunctionProgram& function, const Arm& arm) {
  return arm.in_macro || only_gives_up(function, arm);
}

}  // namespace bireach::checker
