// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/trace_inputs.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "frontend/threads/interleaving.h"

namespace bireach::checker {
namespace {

using frontend::ConcreteState;
using frontend::EdgeId;
using frontend::Execution;
using frontend::Expr;
using frontend::Program;
using frontend::VariableId;
using logic::Integer;

/// Follows an execution and remembers for every variable, or array element, which havoc its present value comes from.
class InputCollector {
 public:
  InputCollector(const Program& program, const Execution& execution) : program_(program), execution_(execution) {}

  std::vector<TraceInput> collect() {
    for (std::size_t step = 0; step < execution_.trace.size() && step + 1 < execution_.states.size(); ++step) {
      if (frontend::is_choice(program_, program_.edge(execution_.trace[step]))) continue;  // no part of the program
      step_ = step;
      if (is_of_model(execution_.trace[step])) continue;
      std::visit([this](const auto& statement) { execute(statement); },
                 program_.edge(execution_.trace[step]).statement);
    }
    std::stable_sort(inputs_.begin(), inputs_.end(), [](const TraceInput& a, const TraceInput& b) {
      if (a.step != b.step) return a.step < b.step;
      return a.index && b.index && *a.index < *b.index;
    });
    return std::move(inputs_);
  }

 private:
  struct Origin {
    std::size_t step;
    std::set<Integer> settled;  ///< elements overwritten or reported since
  };

  /// Is it a choice that the program does not have, as of the allocated object that stands for all?
  [[nodiscard]] bool is_of_model(EdgeId edge) const {
    return frontend::is_havoc(program_.edge(edge).statement) && frontend::is_bookkeeping(program_, edge);
  }

  void execute(const frontend::Assume& statement) { read(*statement.condition); }

  void execute(const frontend::Assign& statement) {
    const VariableId target = statement.target.variable;
    const Expr& value = *statement.value;
    if (value.kind == Expr::Kind::Variable && program_.variables[value.variable].array) {
      copy_array(target, value.variable);
      return;
    }
    if (value.kind == Expr::Kind::Table) {
      const Expr& others = *value.operands[0];
      if (others.kind != Expr::Kind::Variable)
        origins_.erase(target);
      else if (others.variable != target)
        copy_array(target, others.variable);
      for (const auto& [index, element] : *value.elements) settle_element(target, index);
      return;
    }
    read(value);
    settle(statement.target);
  }

  void execute(const frontend::Havoc& statement) {
    const VariableId target = statement.target.variable;
    if (statement.target.index) {
      read(*statement.target.index);
      // One element: rare enough to count as used at once.
      settle_element(target, value_of(*statement.target.index));
      report(step_, target, value_of(*statement.target.index));
      return;
    }
    origins_.erase(target);
    if (!statement.function.empty() && !program_.variables[target].array)
      report(step_, target, std::nullopt);
    else
      origins_[target] = Origin{step_, {}};
  }

  // A copied array hands on its arbitrary elements: reads of the copy are reported with the havoc's own variable.
  void copy_array(VariableId target, VariableId source) {
    const auto origin = origins_.find(source);
    if (origin == origins_.end())
      origins_.erase(target);
    else
      origins_.insert_or_assign(target, origin->second);
  }

  void settle(const frontend::LValue& target) {
    if (target.index) {
      read(*target.index);
      settle_element(target.variable, value_of(*target.index));
    } else {
      origins_.erase(target.variable);
    }
  }

  void settle_element(VariableId array, const Integer& index) {
    if (const auto origin = origins_.find(array); origin != origins_.end()) origin->second.settled.insert(index);
  }

  void read(const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::Constant:
        return;
      case Expr::Kind::Variable:
        read_variable(expr.variable);
        return;
      case Expr::Kind::Element:
        read(*expr.operands[0]);
        read_element(expr.variable, value_of(*expr.operands[0]));
        return;
      case Expr::Kind::Conditional:
        read(*expr.operands[0]);
        read(value_of(*expr.operands[0]) != 0 ? *expr.operands[1] : *expr.operands[2]);
        return;
      case Expr::Kind::Binary:
        read(*expr.operands[0]);
        if (!decided_by_left(expr)) read(*expr.operands[1]);
        return;
      case Expr::Kind::Unary:
      case Expr::Kind::Cast:
      case Expr::Kind::Floating:
      case Expr::Kind::Pattern:
      case Expr::Kind::Table:
        for (const frontend::ExprPtr& operand : expr.operands) read(*operand);
        return;
    }
  }

  [[nodiscard]] bool decided_by_left(const Expr& expr) const {
    if (expr.binary == frontend::BinaryOp::LogicalAnd) return value_of(*expr.operands[0]) == 0;
    if (expr.binary == frontend::BinaryOp::LogicalOr) return value_of(*expr.operands[0]) != 0;
    return false;
  }

  void read_variable(VariableId variable) {
    const auto origin = origins_.find(variable);
    if (origin == origins_.end() || program_.variables[variable].array) return;
    const std::size_t step = origin->second.step;
    origins_.erase(origin);
    report(step, variable, std::nullopt);
  }

  void read_element(VariableId array, const Integer& index) {
    const auto origin = origins_.find(array);
    if (origin == origins_.end() || !origin->second.settled.insert(index).second) return;
    const auto havocked = frontend::assigned_variable(program_.edge(execution_.trace[origin->second.step]).statement);
    report(origin->second.step, *havocked, index);
  }

  // Several copies of an array may each report an element: once is enough.
  void report(std::size_t step, VariableId variable, const std::optional<Integer>& index) {
    const logic::Value& value = execution_.states[step + 1][variable];
    if (!reported_.insert({step, index.value_or(-1)}).second) return;
    const auto* array = std::get_if<logic::ArrayValue>(&value);
    inputs_.push_back(
        {step, variable, index, array != nullptr ? array->at(index.value_or(0)) : std::get<Integer>(value)});
  }

  [[nodiscard]] Integer value_of(const Expr& expr) const {
    std::vector<frontend::UndefinedEvent> ignored;
    return frontend::evaluate(program_, expr, execution_.states[step_], execution_.trace[step_], ignored);
  }

  const Program& program_;
  const Execution& execution_;
  std::size_t step_ = 0;
  std::map<VariableId, Origin> origins_;
  std::set<std::pair<std::size_t, Integer>> reported_;
  std::vector<TraceInput> inputs_;
};

/// Finds inputs that nothing depends on: among what library functions leave open, and the bytes between the members of
/// objects.
class IdleInputs {
 public:
  IdleInputs(const Program& program, const Execution& execution) : program_(program), execution_(execution) {}

  /// With other values for all that were found so far, too, the execution goes the same way: as far as a few values and
  /// the steps that there are for trying them say.
  [[nodiscard]] bool add(const TraceInput& input) {
    if (!is_open(input) && !is_padding(input)) return false;
    idle_.push_back(input);
    const auto goes_on = [this](Kind kind) { return goes_the_same_way(kind); };
    constexpr std::array kinds{Kind::zero, Kind::one, Kind::least, Kind::greatest};
    const bool is_idle = std::all_of(kinds.begin(), kinds.end(), goes_on);
    if (!is_idle) idle_.pop_back();
    return is_idle;
  }

 private:
  enum class Kind : std::uint8_t { zero, one, least, greatest };

  [[nodiscard]] bool is_open(const TraceInput& input) const {
    const frontend::Edge& edge = program_.edge(execution_.trace[input.step]);
    const frontend::Havoc* havoc = frontend::as_havoc(edge.statement);
    return havoc != nullptr && havoc->function.empty() && !havoc->decides_allocation() && !input.index &&
           !program_.variables[input.variable].type.is_floating() && frontend::library_call(program_, edge) != 0;
  }

  /// A byte of an object of which the members are listed, and none of them has it.
  [[nodiscard]] bool is_padding(const TraceInput& input) const {
    const auto cells = program_.memory.cells.find(input.variable);
    if (!input.index || cells == program_.memory.cells.end() || cells->second.size != 1) return false;
    const Integer address = *input.index + cells->second.shift;
    const auto& objects = program_.memory.objects;
    const auto object = std::find_if(objects.begin(), objects.end(), [&](const frontend::Memory::Object& candidate) {
      return candidate.address <= address && address < candidate.address + candidate.size;
    });
    if (object == objects.end() || object->parts.empty() ||
        object->parts.size() >= frontend::Memory::Object::most_parts)
      return false;
    const Integer offset = address - object->address;
    return std::none_of(object->parts.begin(), object->parts.end(), [&](const frontend::Memory::Object::Part& part) {
      return part.offset <= offset && offset < part.offset + part.size * part.count;
    });
  }

  [[nodiscard]] Integer other_value(const TraceInput& input, Kind kind) const {
    const frontend::ScalarType& type = program_.variables[input.variable].type;
    switch (kind) {
      case Kind::zero:
        return 0;
      case Kind::one:
        return 1;
      case Kind::least:
        return type.min();
      case Kind::greatest:
        break;
    }
    return type.max();
  }

  /// Inputs are found in the order of their steps.
  [[nodiscard]] bool goes_the_same_way(Kind kind) {
    constexpr std::size_t max_steps = 500'000;
    const std::size_t first = idle_.front().step;
    if (steps_ > max_steps) return false;
    ConcreteState state = execution_.states[first];
    const frontend::HavocOracle chosen = [&](EdgeId edge, std::size_t position) -> logic::Value {
      const frontend::LValue& target = frontend::as_havoc(program_.edge(edge).statement)->target;
      if (position + 1 >= execution_.states.size()) return Integer(0);
      const logic::Value& after = execution_.states[position + 1][target.variable];
      // An element's value is known where its array's is.
      logic::Value value = target.index ? logic::Value(*chosen_value(program_, execution_, position)) : after;
      for (const TraceInput& input : idle_) {
        if (input.step != position) continue;
        if (auto* array = std::get_if<logic::ArrayValue>(&value))
          array->set(*input.index, other_value(input, kind));
        else
          value = other_value(input, kind);
      }
      return value;
    };
    for (std::size_t step = first; step < execution_.trace.size(); ++step, ++steps_) {
      std::vector<frontend::UndefinedEvent> undefined;
      const auto result = frontend::execute_edge(program_, execution_.trace[step], state, chosen, step, undefined);
      if (result != frontend::StepResult::done || !undefined.empty()) return false;
    }
    return true;
  }

  const Program& program_;
  const Execution& execution_;
  std::vector<TraceInput> idle_;
  std::size_t steps_ = 0;
};

}  // namespace

std::optional<Integer> chosen_value(const Program& program, const Execution& execution, std::size_t step) {
  const EdgeId edge = execution.trace[step];
  const frontend::Havoc* havoc = frontend::as_havoc(program.edge(edge).statement);
  if (havoc == nullptr) return std::nullopt;
  const logic::Value& after = execution.states[step + 1][havoc->target.variable];
  if (const auto* number = std::get_if<Integer>(&after)) return *number;
  if (!havoc->target.index) return std::nullopt;
  std::vector<frontend::UndefinedEvent> ignored;
  const Integer index = frontend::evaluate(program, *havoc->target.index, execution.states[step], edge, ignored);
  return std::get<logic::ArrayValue>(after).at(index);
}

std::vector<TraceInput> trace_inputs(const Program& program, const Execution& execution) {
  std::vector<TraceInput> inputs = InputCollector(program, execution).collect();
  IdleInputs idle(program, execution);
  std::erase_if(inputs, [&](const TraceInput& input) { return idle.add(input); });
  return inputs;
}

}  // namespace bireach::checker
