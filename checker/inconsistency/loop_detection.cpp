// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/loop_detection.h"

#include <algorithm>

#include "checker/answer/statistics.h"
#include "checker/answer/stop_timer.h"
#include "checker/inconsistency/acyclic_view.h"
#include "checker/verify/verify.h"
#include "frontend/program/interpreter.h"
#include "logic/solvers/solver_statistics.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::FunctionProgram;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;

namespace {

constexpr double seconds_for_way = 3;

/// Can a loop be reached from this place?
std::vector<bool> leads_to_loop(const Program& program, const AcyclicView& view) {
  std::vector<bool> result(program.location_count());
  for (auto at = view.order.rbegin(); at != view.order.rend(); ++at)
    for (const EdgeId edge : program.outgoing(*at))
      if (view.is_back_edge[edge] || result[program.target(edge)]) result[*at] = true;
  // Loop heads are reached from within by back edges alone.
  return result;
}

enum class Answer : std::uint8_t { yes, no, unknown };

/// Can an error of this program be reached?
Answer reaches(const Program& program, const DetectionLimits& limits) {
  VerifyStatistics statistics;
  VerifyOptions options;
  const auto now = std::chrono::steady_clock::now();
  const auto left = std::chrono::duration<double>(limits.deadline - now).count();
  const double seconds = std::min(seconds_for_way, left);
  if (seconds < 0.1) return Answer::unknown;
  options.deadline =
      now + std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
  const StopTimer timer(limits.stop, *options.deadline - now);
  const Verdict verdict = verify(program, options, timer.token(), statistics);
  if (limits.statistics) {
    limits.statistics->z3_queries += statistics.solver.z3_queries;
    limits.statistics->cvc5_queries += statistics.solver.cvc5_queries;
  }
  return std::visit(
      frontend::Overloaded{[](const Safe&) { return Answer::no; }, [](const Unsafe&) { return Answer::yes; },
                           [](const Unknown&) { return Answer::unknown; }},
      verdict);
}

std::set<EdgeId> all_beliefs(const FunctionProgram& function) {
  std::set<EdgeId> result;
  for (const frontend::BeliefPlace& belief : function.beliefs) result.insert(belief.held);
  return result;
}

frontend::Location normal_location(const std::string& function) {
  frontend::Location location;
  location.function = function;
  return location;
}

}  // namespace

Program passing_program(const FunctionProgram& function, EdgeId edge, PassedWay passed,
                        const std::set<EdgeId>& dropped) {
  const Program& from = function.program;
  Program result = from.without_graph();
  const auto flag = static_cast<frontend::VariableId>(result.variables.size());
  frontend::Variable variable;
  variable.name = function.name + "::#passed";
  variable.type = frontend::bool_type;
  variable.function = function.name;
  result.variables.push_back(variable);
  const auto set_flag = [&](LocationId source, LocationId target, int value) {
    frontend::Edge assignment;
    assignment.statement = frontend::Assign{{flag, nullptr}, frontend::make_constant(value, frontend::bool_type)};
    assignment.role = frontend::EdgeRole::Internal;
    result.add_edge(source, target, std::move(assignment));
  };
  for (LocationId at = 0; at < from.location_count(); ++at) {
    frontend::Location location = from.location(at);
    // Failing is no error here, and ends say which executions passed.
    if (location.kind == LocationKind::Error) location = {LocationKind::Exit, function.name, "", {}, false};
    if (from.location(at).kind == LocationKind::Exit) location = normal_location(function.name);
    result.add_location(std::move(location));
  }
  const LocationId exit = result.add_location({LocationKind::Exit, function.name, "", {}, false});
  frontend::Location error = normal_location(function.name);
  error.kind = LocationKind::Error;
  error.violation = frontend::Violation::unreach_call;
  const LocationId failed = result.add_location(error);
  std::vector<bool> passes(from.edge_count()), is_gone(from.edge_count());
  for (const frontend::BeliefPlace& belief : function.beliefs)
    if (dropped.contains(belief.held)) passes[belief.held] = is_gone[belief.violated] = true;
  for (EdgeId one = 0; one < from.edge_count(); ++one) {
    frontend::Edge copy = from.edge(one);
    if (is_gone[one]) continue;
    if (passes[one]) copy.statement = frontend::Assume{frontend::make_constant(1, frontend::int_type)};
    if (one != edge) {
      result.add_edge(from.source(one), from.target(one), std::move(copy));
    } else if (passed == PassedWay::comes_there) {
      result.add_edge(from.source(one), failed, std::move(copy));
    } else {
      const LocationId between = result.add_location(normal_location(function.name));
      result.add_edge(from.source(one), between, std::move(copy));
      set_flag(between, from.target(one), 1);
    }
  }
  const frontend::ExprPtr is_passed = frontend::make_truth(frontend::make_variable(flag, frontend::bool_type));
  for (LocationId at = 0; at < from.location_count(); ++at) {
    if (from.location(at).kind != LocationKind::Exit) continue;
    for (const bool holds : {true, false}) {
      frontend::Edge test;
      test.statement = frontend::Assume{holds ? is_passed : frontend::make_not(is_passed)};
      test.role = holds ? frontend::EdgeRole::BranchTrue : frontend::EdgeRole::BranchFalse;
      result.add_edge(at, holds ? failed : exit, std::move(test));
    }
  }
  result.initial = result.add_location(normal_location(function.name));
  set_flag(result.initial, from.initial, 0);
  return result;
}

std::optional<InconsistencyClass> class_by_loops(const FunctionProgram& function, EdgeId edge,
                                                 const DetectionLimits& limits) {
  const Answer comes = reaches(passing_program(function, edge, PassedWay::comes_there, {}), limits);
  if (comes == Answer::unknown) return std::nullopt;
  if (comes == Answer::yes) return InconsistencyClass::error;
  const Answer unguarded =
      reaches(passing_program(function, edge, PassedWay::comes_there, all_beliefs(function)), limits);
  if (unguarded == Answer::unknown) return std::nullopt;
  return unguarded == Answer::yes ? InconsistencyClass::after_error : InconsistencyClass::unreachable;
}

LoopAnswers dead_by_loops(const FunctionProgram& function, const std::vector<std::size_t>& open,
                          const DetectionLimits& limits) {
  LoopAnswers result;
  const AcyclicView view = acyclic_view(function.program);
  const std::vector<bool> before_loop = leads_to_loop(function.program, view);
  for (const std::size_t index : open) {
    const EdgeId edge = function.arms[index].edge;
    if (before_loop[function.program.target(edge)]) continue;
    switch (reaches(passing_program(function, edge, PassedWay::ends_well, {}), limits)) {
      case Answer::yes:
        break;
      case Answer::unknown:
        result.undecided.push_back(index);
        break;
      case Answer::no:
        if (const std::optional<InconsistencyClass> severity = class_by_loops(function, edge, limits))
          result.dead.push_back({index, false, *severity, true});
        else
          result.undecided.push_back(index);
        break;
    }
  }
  return result;
}

NeededBeliefs beliefs_of_loops(const FunctionProgram& function, const DeadWay& way, const DetectionLimits& limits) {
  NeededBeliefs result;
  if (!way.arm || way.severity == InconsistencyClass::unreachable) return result;
  const PassedWay passed = way.severity == InconsistencyClass::error ? PassedWay::ends_well : PassedWay::comes_there;
  const EdgeId edge = function.arms[*way.arm].edge;
  std::set<EdgeId> dropped;
  for (std::size_t i = 0; i < function.beliefs.size(); ++i) {
    dropped.insert(function.beliefs[i].held);
    const Answer answer = reaches(passing_program(function, edge, passed, dropped), limits);
    if (answer == Answer::no) continue;
    if (answer == Answer::unknown) result.is_minimal = false;
    dropped.erase(function.beliefs[i].held);
    result.needed.push_back(i);
  }
  return result;
}

}  // namespace bireach::checker
