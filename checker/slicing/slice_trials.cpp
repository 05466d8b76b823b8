// SPDX-License-Identifier: Apache-2.0
#include "checker/slicing/slice_trials.h"

#include <algorithm>
#include <random>
#include <utility>

namespace bireach::checker {

using frontend::EdgeId;
using frontend::Execution;
using frontend::Expr;
using frontend::Program;
using logic::Integer;
using logic::Value;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t most_failing = 8;
constexpr std::size_t most_tried_values = 24;

Value value_at(const Program& program, const frontend::LValue& target, const frontend::ConcreteState& before,
               const frontend::ConcreteState& after, EdgeId edge) {
  if (target.index == nullptr) return after[target.variable];
  std::vector<frontend::UndefinedEvent> events;
  const Integer index = frontend::evaluate(program, *target.index, before, edge, events);
  return std::get<logic::ArrayValue>(after[target.variable]).at(index);
}

void collect_constants(const Expr& expr, std::vector<Integer>& found) {
  if (expr.kind == Expr::Kind::Constant && !expr.type.is_floating())
    for (const int offset : {0, -1, 1}) found.emplace_back(expr.value + offset);
  for (const frontend::ExprPtr& operand : expr.operands) collect_constants(*operand, found);
}

std::vector<Integer> values_for(const Program& program) {
  std::vector<Integer> constants;
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge)
    for (const frontend::ExprPtr& expr : frontend::evaluated_expressions(program.edge(edge).statement))
      collect_constants(*expr, constants);
  std::vector<Integer> values{0, 1, -1, 2, 1000, -1000, 2147483647, -Integer(2147483648)};
  for (const Integer& constant : constants) {
    if (values.size() >= most_tried_values) break;
    if (std::find(values.begin(), values.end(), constant) == values.end()) values.push_back(constant);
  }
  return values;
}

Value as_input(const Program& program, const frontend::LValue& target, const Integer& number) {
  const frontend::Variable& variable = program.variables[target.variable];
  const Integer value = variable.type.convert(number);
  if (target.index != nullptr || !variable.array) return value;
  return logic::ArrayValue{value, {}};
}

/// Hands out recorded inputs, then what `more` gives.
class Replayed {
 public:
  explicit Replayed(const EdgeInputs& inputs) : inputs_(inputs) {}
  template <typename More>
  Value next(EdgeId edge, const More& more) {
    const auto known = inputs_.find(edge);
    std::size_t& count = next_[edge];
    if (known == inputs_.end() || count >= known->second.size()) return more();
    ++used_;
    return known->second[count++];
  }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  const EdgeInputs& inputs_;
  std::map<EdgeId, std::size_t> next_;
  std::size_t used_ = 0;
};

/// The variables on whose values it depends which edges are taken, and whether undefined behaviour is met.
std::vector<frontend::VariableId> deciding_variables(const Program& program) {
  std::vector<bool> decides(program.variables.size(), false);
  const auto note = [&](const Expr& expr) {
    frontend::for_each_read(expr, [&](const Expr& read) { decides[read.variable] = true; });
  };
  for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    const frontend::Statement& statement = program.edge(edge).statement;
    const frontend::LValue* target = frontend::assigned_target(statement);
    if (target != nullptr && target->index) note(*target->index);
    for (const frontend::ExprPtr& expr : frontend::evaluated_expressions(statement))
      if (target == nullptr || may_be_undefined(*expr)) note(*expr);
  }
  for (bool grows = true; grows;) {
    grows = false;
    for (EdgeId edge = 0; edge < program.edge_count(); ++edge) {
      const frontend::Statement& statement = program.edge(edge).statement;
      const auto target = frontend::assigned_variable(statement);
      if (!target || !decides[*target]) continue;
      for (const frontend::VariableId read : frontend::variables_read(statement))
        if (!decides[read]) decides[read] = grows = true;
    }
  }
  std::vector<frontend::VariableId> result;
  for (frontend::VariableId id = 0; id < decides.size(); ++id)
    if (decides[id]) result.push_back(id);
  return result;
}

/// Does the execution, from this state on, come back to a location with the same values of what decides, having read
/// nothing of what was recorded? Then it does so for ever, if all else that it is given is always the same. Brent's
/// algorithm.
bool goes_round(const Program& program, frontend::LocationId location, frontend::ConcreteState state,
                const frontend::HavocOracle& oracle, const Replayed& replayed,
                const std::vector<frontend::VariableId>& deciding) {
  constexpr std::size_t limit = 2000;
  const auto same = [&](const frontend::ConcreteState& a, const frontend::ConcreteState& b) {
    return std::all_of(deciding.begin(), deciding.end(), [&](frontend::VariableId id) { return a[id] == b[id]; });
  };
  frontend::LocationId known_location = location;
  frontend::ConcreteState known = state;
  std::size_t known_used = replayed.used();
  for (std::size_t step = 1, mark = 2; step < limit; ++step) {
    bool moved = false;
    for (const EdgeId edge : program.outgoing(location)) {
      frontend::ConcreteState after = state;
      std::vector<frontend::UndefinedEvent> events;
      const auto result = frontend::execute_edge(program, edge, after, oracle, step, events);
      if (!events.empty()) return false;
      if (result != frontend::StepResult::done) continue;
      state = std::move(after);
      location = program.target(edge);
      moved = true;
      break;
    }
    if (!moved) return false;
    if (location == known_location && replayed.used() == known_used && same(state, known)) return true;
    if (step != mark) continue;
    mark *= 2;
    known_location = location;
    known = state;
    known_used = replayed.used();
  }
  return false;
}

}  // namespace

EdgeInputs inputs_of(const Program& program, const Execution& execution) {
  EdgeInputs result;
  for (std::size_t i = 0; i < execution.trace.size(); ++i) {
    const EdgeId edge = execution.trace[i];
    const frontend::Havoc* havoc = frontend::as_havoc(program.edge(edge).statement);
    if (havoc == nullptr) continue;
    result[edge].push_back(value_at(program, havoc->target, execution.states[i], execution.states[i + 1], edge));
  }
  return result;
}

SliceTrials::SliceTrials(const Program& program, const Execution& failing, std::stop_token stop)
    : program_(program), stop_(std::move(stop)), values_(values_for(program)), deciding_(deciding_variables(program)) {
  failing_.push_back({inputs_of(program, failing), failing.trace.size()});
}

std::optional<std::size_t> SliceTrials::fails(const EdgeInputs& inputs, std::size_t limit) const {
  Replayed replayed(inputs);
  const auto oracle = [&](EdgeId edge, std::size_t) {
    const frontend::LValue& target = *frontend::assigned_target(program_.edge(edge).statement);
    return replayed.next(edge, [&] { return as_input(program_, target, 0); });
  };
  const frontend::RunResult run = frontend::run(program_, oracle, limit, stop_, frontend::KeptStates::first_and_last);
  if (run.end != frontend::RunEnd::Error || !run.execution.undefined.empty()) return std::nullopt;
  return run.execution.trace.size();
}

bool SliceTrials::add(EdgeInputs inputs) {
  const auto steps = fails(inputs, 100'000);
  if (steps) failing_.push_back({std::move(inputs), *steps});
  return steps.has_value();
}

void SliceTrials::add_random(std::chrono::milliseconds limit) {
  const Clock::time_point end = Clock::now() + limit;
  std::mt19937_64 random(20230823);
  const std::size_t steps = 5 * failing_.front().steps + 1000;
  for (int round = 0; round < 400 && failing_.size() < most_failing; ++round) {
    if (stop_.stop_requested() || Clock::now() > end) return;
    const auto oracle = [&](EdgeId edge, std::size_t) {
      const frontend::LValue& target = *frontend::assigned_target(program_.edge(edge).statement);
      const std::uint64_t kind = random() % 4;
      const Integer number = kind == 0   ? values_[random() % values_.size()]
                             : kind == 1 ? Integer(random())
                                         : Integer(static_cast<std::int64_t>(random() % 64)) - 16;
      return as_input(program_, target, number);
    };
    const frontend::RunResult run = frontend::run(program_, oracle, steps, stop_);
    if (run.end == frontend::RunEnd::Error && run.execution.undefined.empty())
      failing_.push_back({inputs_of(program_, run.execution), run.execution.trace.size()});
  }
}

bool SliceTrials::passes(const ChangedProgram& changed, const Failing& failing, const Chooser& choose,
                         bool chooses_again) const {
  Replayed replayed(failing.inputs);
  const auto oracle = [&](EdgeId edge, std::size_t) {
    if (!changed.origin[edge]) return choose(edge);
    const frontend::LValue& target = *frontend::assigned_target(changed.program.edge(edge).statement);
    return replayed.next(*changed.origin[edge], [&] { return as_input(changed.program, target, 0); });
  };
  const frontend::RunResult run =
      frontend::run(changed.program, oracle, 5 * failing.steps + 1000, stop_, frontend::KeptStates::first_and_last);
  if (!run.execution.undefined.empty()) return false;
  if (run.end != frontend::RunEnd::StepLimit || !chooses_again) return run.end == frontend::RunEnd::Exit;
  return goes_round(changed.program, changed.program.target(run.execution.trace.back()), run.execution.states.back(),
                    oracle, replayed, deciding_);
}

bool SliceTrials::any_passes(const ChangedProgram& changed, const Chooser& choose, bool chooses_again) const {
  return std::any_of(failing_.begin(), failing_.end(),
                     [&](const Failing& failing) { return passes(changed, failing, choose, chooses_again); });
}

std::optional<PassingTrial> SliceTrials::try_values(const ChangedProgram& changed, Clock::time_point end) const {
  bool chooses = false;
  for (EdgeId edge = 0; edge < changed.origin.size(); ++edge)
    chooses = chooses || (!changed.origin[edge] && frontend::is_havoc(changed.program.edge(edge).statement));
  if (!chooses) {
    const Chooser none = [](EdgeId) { return Value(Integer(0)); };
    return any_passes(changed, none) ? std::optional(PassingTrial{}) : std::nullopt;
  }
  for (const Integer& value : values_) {
    if (stop_.stop_requested() || Clock::now() > end) return std::nullopt;
    const Chooser choose = [&](EdgeId edge) {
      return as_input(changed.program, *frontend::assigned_target(changed.program.edge(edge).statement), value);
    };
    if (any_passes(changed, choose)) return PassingTrial{value};
  }
  return std::nullopt;
}

std::optional<PassingTrial> SliceTrials::passing_without(const SliceUnit& unit, SliceMode mode,
                                                         std::chrono::milliseconds limit) const {
  const Clock::time_point end = Clock::now() + limit;
  const Chooser none = [](EdgeId) { return Value(Integer(0)); };
  ProgramChange change(program_, mode);
  change.leave_out(unit);
  if (unit.is_branch && mode == SliceMode::paper)
    return any_passes(changed_program(change), none) ? std::optional(PassingTrial{}) : std::nullopt;
  if (unit.is_branch) {
    // Within a block these are some of the values that it may leave, if it is left; of a branch without one they are
    // all there is.
    ProgramChange opened(program_, mode);
    opened.open(unit);
    for (const OpenWay way : {OpenWay::opposite, OpenWay::holds, OpenWay::fails})
      if (any_passes(changed_program(opened, way), none, unit.blocks.empty())) return PassingTrial{};
    if (unit.blocks.empty()) return std::nullopt;
  }
  return try_values(changed_program(change), end);
}

bool SliceTrials::passes(const ProgramChange& change, const EdgeInputs& inputs,
                         const std::vector<Value>& values) const {
  const auto steps = fails(inputs, 100'000);
  if (!steps) return false;
  const ChangedProgram changed = changed_program(change);
  std::size_t next = 0;
  const Chooser choose = [&](EdgeId edge) {
    if (next < values.size()) return values[next++];
    return as_input(changed.program, *frontend::assigned_target(changed.program.edge(edge).statement), 0);
  };
  return passes(changed, Failing{inputs, *steps}, choose, false);
}

}  // namespace bireach::checker
