// SPDX-License-Identifier: Apache-2.0
/// Random programs: the interpreter's steps against transition formulas, and the explicit-state reference itself.
#include "tests/support/random_program.h"

#include <doctest/doctest.h>

#include "frontend/program/semantics.h"
#include "logic/terms/model.h"

namespace bireach::frontend {
namespace {

using bireach::testing::Exploration;
using bireach::testing::random_program;
using bireach::testing::RandomProgramOptions;
using logic::Integer;
using logic::Model;
using logic::TransitionFormula;
using logic::Value;

/// The transitions of all edges, and the composition of those along a run, checked against its states.
class StepChecker {
 public:
  StepChecker(const Program& program, Arithmetic arithmetic)
      : program_(program), semantics_(terms_, program, arithmetic) {
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) transitions_.push_back(semantics_.transition(edge));
  }

  /// Every step of the execution satisfies its edge's transition, and the other edge of a branch is closed.
  void check(const Execution& execution) {
    TransitionFormula whole = logic::identity_transition(terms_);
    Model whole_model = model_of(execution.states.front());
    for (std::size_t i = 0; i < execution.trace.size(); ++i) {
      const EdgeId edge = execution.trace[i];
      check_step(edge, execution.states[i], execution.states[i + 1]);
      if (i < composed_steps) {
        const TransitionFormula step = logic::with_fresh_auxiliaries(terms_, transitions_[edge]);
        if (!step.auxiliaries.empty()) whole_model.set(step.auxiliaries[0], chosen(edge, execution.states[i + 1]));
        whole = logic::compose(terms_, whole, step);
        CHECK(logic::evaluate_bool(whole.guard, whole_model));
        compare(whole, whole_model, execution.states[i + 1]);
      }
    }
  }

 private:
  static constexpr std::size_t composed_steps = 12;

  Model model_of(const ConcreteState& state) const {
    Model model;
    for (VariableId id = 0; id < state.size(); ++id)
      model.set(semantics_.variable(id), semantics_.to_model_value(state[id], program_.variables[id]));
    return model;
  }

  Value chosen(EdgeId edge, const ConcreteState& after) const {
    const VariableId target = *assigned_variable(program_.edge(edge).statement);
    return semantics_.to_model_value(after[target], program_.variables[target]);
  }

  void compare(const TransitionFormula& transition, const Model& model, const ConcreteState& after) const {
    for (VariableId id = 0; id < after.size(); ++id) {
      const auto update = transition.updates.find(semantics_.variable(id));
      const Value value = update == transition.updates.end() ? model.get(semantics_.variable(id))
                                                             : logic::evaluate(update->second, model);
      CHECK(semantics_.to_c_value(value, program_.variables[id]) == after[id]);
    }
  }

  void check_step(EdgeId edge, const ConcreteState& before, const ConcreteState& after) const {
    const TransitionFormula& transition = transitions_[edge];
    REQUIRE(transition.exact);
    Model model = model_of(before);
    if (!transition.auxiliaries.empty()) {
      REQUIRE(std::holds_alternative<Havoc>(program_.edge(edge).statement));
      model.set(transition.auxiliaries[0], chosen(edge, after));
    }
    CHECK(logic::evaluate_bool(transition.guard, model));
    compare(transition, model, after);
    for (const EdgeId other : program_.outgoing(program_.source(edge)))
      if (other != edge) CHECK_FALSE(logic::evaluate_bool(transitions_[other].guard, model));
  }

  const Program& program_;
  logic::TermManager terms_;
  Semantics semantics_;
  std::vector<TransitionFormula> transitions_;
};

HavocOracle random_oracle(std::mt19937_64& rng) {
  return [&rng](EdgeId, std::size_t) -> Value { return Integer(rng() % 256); };
}

void check_runs(Arithmetic arithmetic, const RandomProgramOptions& options, std::uint64_t first_seed) {
  std::mt19937_64 rng(first_seed);
  for (std::uint64_t seed = first_seed; seed < first_seed + 60; ++seed) {
    const Program program = random_program(seed, options);
    REQUIRE(check_well_formed(program).empty());
    StepChecker checker(program, arithmetic);
    for (int i = 0; i < 4; ++i) {
      const RunResult result = run(program, random_oracle(rng), 60);
      CHECK(result.end != RunEnd::Blocked);
      if (result.execution.undefined.empty()) checker.check(result.execution);
    }
  }
}

TEST_CASE("runs of random programs satisfy their transition formulas") {
  check_runs(Arithmetic::integer, {}, 100);
  RandomProgramOptions options;
  options.bit_operations = true;
  options.division = true;
  check_runs(Arithmetic::bitvector, options, 200);
  options.table_percent = 40;
  check_runs(Arithmetic::bitvector, options, 300);
  options = {};
  options.table_percent = 40;
  check_runs(Arithmetic::integer, options, 400);
}

TEST_CASE("exploration finds every error that random runs find, and its error replays") {
  RandomProgramOptions options;
  options.booleans = 1;
  options.number_type = unsigned_integer(3);
  options.division = true;
  std::mt19937_64 rng(5);
  int reachable = 0;
  int safe = 0;
  for (std::uint64_t seed = 300; seed < 420; ++seed) {
    const Program program = random_program(seed, options);
    const Exploration exploration = bireach::testing::explore(program);
    REQUIRE(exploration.complete);
    (exploration.error_reachable ? reachable : safe) += 1;
    if (exploration.error_reachable) {
      const RunResult replay = run_trace(program, exploration.shortest_error, exploration.oracle());
      CHECK(replay.end == RunEnd::Error);
      CHECK(replay.execution.undefined.empty());
      CHECK(bireach::testing::is_feasible(program, exploration.shortest_error, initial_state(program)));
    }
    for (int i = 0; i < 20; ++i) {
      const RunResult result = run(program, random_oracle(rng), 200);
      if (result.end == RunEnd::Error && result.execution.undefined.empty()) {
        CHECK(exploration.error_reachable);
        CHECK(exploration.shortest_error.size() <= result.execution.trace.size());
      }
      CHECK((result.execution.undefined.empty() || exploration.undefined_behaviour || exploration.error_reachable));
    }
  }
  CHECK(reachable > 20);
  CHECK(safe > 20);
}

TEST_CASE("the executions of a trace are counted right") {
  bireach::testing::ProgramBuilder builder;
  const ScalarType tiny = unsigned_integer(3);
  const VariableId x = builder.variable("x", tiny);
  const LocationId start = builder.location();
  const LocationId middle = builder.location();
  const LocationId error = builder.location(LocationKind::Error);
  const LocationId exit = builder.location(LocationKind::Exit);
  builder.havoc(start, middle, x);
  builder.branch(middle, error, exit, make_binary(BinaryOp::Lt, builder.read(x), make_constant(3, tiny), int_type));
  int count = 0;
  bireach::testing::for_each_execution(builder.program, {0, 1}, initial_state(builder.program),
                                       [&](const auto& states) {
                                         CHECK(states.size() == 3);
                                         ++count;
                                         return true;
                                       });
  CHECK(count == 3);
  CHECK(bireach::testing::explore(builder.program).shortest_error == Trace{0, 1});
}

}  // namespace
}  // namespace bireach::frontend
