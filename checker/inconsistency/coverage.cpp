// SPDX-License-Identifier: Apache-2.0
#include "checker/inconsistency/coverage.h"

#include <algorithm>
#include <random>

#include "checker/inconsistency/acyclic_view.h"
#include "frontend/program/interpreter.h"

namespace bireach::checker {

using frontend::EdgeId;
using frontend::FunctionProgram;
using frontend::LocationId;
using frontend::Program;

namespace {

constexpr std::size_t random_runs = 300;
constexpr std::size_t random_steps = 3000;
constexpr std::chrono::milliseconds random_time{400};

}  // namespace

std::set<EdgeId> passed_by_chance(const FunctionProgram& function, const DetectionLimits& limits) {
  const Program& program = function.program;
  const auto end = std::min(limits.deadline, std::chrono::steady_clock::now() + random_time);
  std::mt19937_64 random(20130818);
  std::set<EdgeId> passed;
  bool is_configured = false;
  const frontend::HavocOracle oracle = [&](EdgeId edge, std::size_t) -> logic::Value {
    const auto& havoc = *frontend::as_havoc(program.edge(edge).statement);
    if (const auto known = function.configured.find(havoc.target.variable);
        is_configured && known != function.configured.end())
      return known->second;
    const frontend::ScalarType& type = program.variables[havoc.target.variable].type;
    logic::Integer value = 0;
    switch (random() % 4) {
      case 0:
        break;
      case 1:
        value = logic::Integer(static_cast<std::int64_t>(random() % 17) - 4);
        break;
      case 2:
        value = random() % 2 == 0 ? type.max() : type.min();
        break;
      default:
        value = logic::Integer(static_cast<std::int64_t>(random()));
    }
    return type.convert(value);
  };
  for (std::size_t i = 0; i < random_runs && std::chrono::steady_clock::now() < end; ++i) {
    is_configured = i % 2 == 0;
    const frontend::RunResult run =
        frontend::run(program, oracle, random_steps, limits.stop, frontend::KeptStates::first_and_last);
    if (run.end != frontend::RunEnd::Exit || !run.execution.undefined.empty()) continue;
    passed.insert(run.execution.trace.begin(), run.execution.trace.end());
  }
  return passed;
}

UnrolledFunction unrolled(const FunctionProgram& function, unsigned rounds) {
  const Program& from = function.program;
  const AcyclicView view = acyclic_view(from);
  UnrolledFunction result;
  Program& program = result.function.program = from.without_graph();
  result.function.name = function.name;
  const std::size_t count = from.location_count();
  for (unsigned round = 0; round <= rounds; ++round)
    for (LocationId at = 0; at < count; ++at) program.add_location(from.location(at));
  const auto copy_of = [&](LocationId at, unsigned round) { return static_cast<LocationId>(round * count + at); };
  // Who would go round once more does not end.
  frontend::Location stuck;
  stuck.kind = frontend::LocationKind::Unsupported;
  stuck.function = function.name;
  const LocationId beyond = program.add_location(stuck);
  std::vector<std::vector<EdgeId>> copies(from.edge_count());
  for (unsigned round = 0; round <= rounds; ++round)
    for (EdgeId edge = 0; edge < from.edge_count(); ++edge) {
      const unsigned next = round + (view.is_back_edge[edge] ? 1U : 0U);
      const LocationId target = next > rounds ? beyond : copy_of(from.target(edge), next);
      copies[edge].push_back(program.add_edge(copy_of(from.source(edge), round), target, from.edge(edge)));
    }
  program.initial = copy_of(from.initial, 0);
  for (std::size_t i = 0; i < function.arms.size(); ++i)
    for (unsigned round = 0; round <= rounds; ++round) {
      frontend::Arm arm = function.arms[i];
      arm.other = copies[arm.other][round];
      arm.edge = copies[arm.edge][round];
      result.function.arms.push_back(std::move(arm));
      result.arms.push_back(i);
    }
  for (const frontend::BeliefPlace& belief : function.beliefs)
    for (unsigned round = 0; round <= rounds; ++round) {
      frontend::BeliefPlace copy = belief;
      copy.held = copies[belief.held][round];
      copy.violated = copies[belief.violated][round];
      result.function.beliefs.push_back(std::move(copy));
    }
  return result;
}

}  // namespace bireach::checker
