// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/interpreter.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "frontend/program/evaluation.h"

namespace bireach::frontend {

using logic::ArrayValue;
using logic::Integer;
using logic::Value;

namespace {

class Evaluator : public Evaluation<Evaluator> {
 public:
  Evaluator(const Program& program, const ConcreteState& state, EdgeId edge, std::vector<UndefinedEvent>& events)
      : Evaluator(program, state, edge, events, program.signed_overflow) {}
  Evaluator(const Program& program, const ConcreteState& state, EdgeId edge, std::vector<UndefinedEvent>& events,
            SignedOverflow overflow)
      : Evaluation(overflow), program_(program), state_(state), edge_(edge), events_(events) {}

  Bits variable(const Expr& expr) const { return to_bits(std::get<Integer>(state_[expr.variable])); }

  Bits element(const Expr& expr) {
    const auto position = index(expr.variable, *expr.operands[0], expr.source);
    return position ? to_bits(std::get<ArrayValue>(state_[expr.variable]).at(*position)) : 0;
  }

  void note(UndefinedBehaviour kind, const SourceRange& place) {
    const bool is_of_edge = !place.is_known() && edge_ < program_.edge_count();
    events_.push_back(UndefinedEvent{kind, edge_, is_of_edge ? program_.edge(edge_).source : place});
  }

  /// The index of an element of the array, or nothing if it is out of bounds (which is then noted).
  std::optional<Integer> index(VariableId array, const Expr& expr, const SourceRange& place) {
    Integer result = from_bits(value(expr), expr.type);
    const auto cells = program_.memory.cells.find(array);
    if (cells != program_.memory.cells.end() && !lies_in_object(result + cells->second.shift, cells->second)) {
      note(UndefinedBehaviour::InvalidAccess, place);
      return result;  // as if there were memory
    }
    if (result < 0 || result >= program_.variables[array].array->size) {
      note(UndefinedBehaviour::IndexOutOfBounds, place);
      return std::nullopt;
    }
    return result;
  }

 private:
  bool lies_in_object(const Integer& address, const Memory::Cells& cells) const {
    const auto contains = [&](const Integer& start, const Integer& bytes) {
      return start <= address && address + cells.size <= start + bytes;
    };
    // And not in another member, which has other cells.
    const auto holds = [&](const Integer& start, const Memory::Layout& layout) {
      const Integer distance = address - start;
      const Integer place = layout.period == 0 ? distance : Integer(distance % layout.period);
      return std::any_of(layout.stretches.begin(), layout.stretches.end(), [&](const auto& stretch) {
        return stretch.first <= place && place + cells.size <= stretch.end;
      });
    };
    const auto exists = [&](const Memory::Object& object) {
      return !object.alive || std::get<Integer>(state_[*object.alive]) != 0;
    };
    const auto& objects = program_.memory.objects;
    const auto object = std::find_if(objects.begin(), objects.end(),
                                     [&](const auto& o) { return contains(o.address, o.size) && exists(o); });
    if (object != objects.end()) {
      const auto members = cells.members.find(static_cast<std::size_t>(object - objects.begin()));
      return members == cells.members.end() || holds(object->address, members->second);
    }
    if (!program_.memory.sizes || address < program_.memory.first_allocated) return false;
    const auto& sizes = std::get<ArrayValue>(state_[*program_.memory.sizes]).elements;
    const auto* allocated = sizes.find_at_most(address);
    if (allocated == nullptr || !contains(allocated->first, allocated->second)) return false;
    const auto& layouts = cells.allocated_members;
    return std::all_of(layouts.begin(), layouts.end(),
                       [&](const Memory::Layout& layout) { return holds(allocated->first, layout); });
  }

  const Program& program_;
  const ConcreteState& state_;
  EdgeId edge_;
  std::vector<UndefinedEvent>& events_;
};

Integer to_integer(const Value& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? 1 : 0;
  return std::get<Integer>(value);
}

/// The oracle's value as one of the variable (an integer for a whole array goes to every element).
Value converted(const Value& value, const Variable& variable, bool whole_array) {
  if (!whole_array) return variable.type.convert(to_integer(value));
  ArrayValue result;
  const auto* array = std::get_if<ArrayValue>(&value);
  result.otherwise = variable.type.convert(array != nullptr ? array->otherwise : to_integer(value));
  if (array != nullptr) {
    for (const auto& [index, element] : array->elements)
      if (index >= 0 && index < variable.array->size) result.set(index, variable.type.convert(element));
  }
  return result;
}

/// Changes the whole target, or its element unless the index is out of bounds.
void write(const Variable& variable, Value& slot, const LValue& target, const std::optional<Integer>& index,
           Value value) {
  if (!target.index)
    slot = std::move(value);
  else if (index && variable.array)
    std::get<ArrayValue>(slot).set(*index, std::get<Integer>(value));
}

void execute_assign(const Program& program, const Assign& assign, EdgeId edge, ConcreteState& state,
                    std::vector<UndefinedEvent>& events) {
  const Variable& variable = program.variables[assign.target.variable];
  Value& slot = state[assign.target.variable];
  const Expr& value = *assign.value;
  const bool whole_array = variable.array && !assign.target.index;
  if (whole_array && value.kind == Expr::Kind::Variable && program.variables[value.variable].array) {
    slot = Value(state[value.variable]);
    return;
  }
  if (const Expr* table = assigned_table(assign)) {
    const Expr& others = *table->operands[0];
    ArrayValue array = others.kind == Expr::Kind::Variable ? std::get<ArrayValue>(state[others.variable])
                                                           : ArrayValue{others.value, {}};
    for (const auto& [at, element] : *table->elements) array.set(at, element);
    slot = std::move(array);
    return;
  }
  Evaluator evaluator(program, state, edge, events);
  std::optional<Integer> index;
  if (assign.target.index)
    index = evaluator.index(assign.target.variable, *assign.target.index, assign.target.index->source);
  const Bits bits = convert(evaluator.value(value), variable.type);
  Integer integer = from_bits(bits, variable.type);
  const bool allocates = assign.target.index && assign.target.index->kind == Expr::Kind::Variable &&
                         assign.target.index->variable == program.memory.top;
  const bool frees =
      assign.target.variable == program.memory.sizes && index && *index != 0 && integer == 0 && !allocates;
  if (frees && std::get<ArrayValue>(slot).at(*index) == 0)  // or allocated with no byte, which nobody can tell
    events.push_back({UndefinedBehaviour::InvalidAccess, edge, program.edge(edge).source});
  if (whole_array)
    slot = ArrayValue{std::move(integer), {}};
  else
    write(variable, slot, assign.target, index, std::move(integer));
}

void execute_havoc(const Program& program, const Havoc& havoc, EdgeId edge, ConcreteState& state,
                   const HavocOracle& oracle, std::size_t position, std::vector<UndefinedEvent>& events) {
  const Variable& variable = program.variables[havoc.target.variable];
  std::optional<Integer> index;
  if (havoc.target.index) {
    index = Evaluator(program, state, edge, events)
                .index(havoc.target.variable, *havoc.target.index, havoc.target.index->source);
  }
  const bool whole_array = variable.array && !havoc.target.index;
  if (havoc.elements) {
    const Value chosen = converted(oracle(edge, position), variable, whole_array);
    auto& array = std::get<ArrayValue>(state[havoc.target.variable]);
    for (const auto& [at, element] : *havoc.elements) array.set(at, Integer(std::get<ArrayValue>(chosen).at(at)));
    return;
  }
  write(variable, state[havoc.target.variable], havoc.target, index,
        converted(oracle(edge, position), variable, whole_array));
}

RunEnd end_of(LocationKind kind) {
  switch (kind) {
    case LocationKind::Error:
      return RunEnd::Error;
    case LocationKind::Unsupported:
      return RunEnd::Unsupported;
    case LocationKind::Normal:
    case LocationKind::Exit:
      return RunEnd::Exit;
  }
  return RunEnd::Exit;
}

/// Takes the first edge that lets the execution pass; undefined behaviour met while trying the others is forgotten, as
/// both conditions of a branch evaluate the same expressions.
std::optional<EdgeId> step(const Program& program, LocationId location, ConcreteState& state, const HavocOracle& oracle,
                           std::size_t position, std::vector<UndefinedEvent>& events) {
  const std::size_t events_before = events.size();
  for (const EdgeId edge : program.outgoing(location)) {
    events.resize(events_before, UndefinedEvent{});
    if (execute_edge(program, edge, state, oracle, position, events) == StepResult::done) return edge;
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(UndefinedBehaviour kind) {
  switch (kind) {
    case UndefinedBehaviour::SignedOverflow:
      return "signed overflow";
    case UndefinedBehaviour::DivisionByZero:
      return "division by zero";
    case UndefinedBehaviour::ShiftOutOfRange:
      return "shift amount out of range";
    case UndefinedBehaviour::IndexOutOfBounds:
      return "array index out of bounds";
    case UndefinedBehaviour::InvalidAccess:
      return "access outside of any object in memory";
    case UndefinedBehaviour::ConversionOutOfRange:
      return "conversion of a floating-point value out of range";
  }
  return "undefined behaviour";
}

ConcreteState initial_state(const Program& program) {
  ConcreteState state;
  state.reserve(program.variables.size());
  for (const Variable& variable : program.variables)
    state.push_back(variable.array ? Value(ArrayValue{}) : Value(Integer(0)));
  return state;
}

Integer evaluate(const Program& program, const Expr& expr, const ConcreteState& state, EdgeId edge,
                 std::vector<UndefinedEvent>& events) {
  return from_bits(Evaluator(program, state, edge, events).value(expr), expr.type);
}

StepResult execute_edge(const Program& program, EdgeId edge, ConcreteState& state, const HavocOracle& oracle,
                        std::size_t position, std::vector<UndefinedEvent>& events) {
  const Statement& statement = program.edge(edge).statement;
  return match(
      statement,
      [&](const Assign& assign) {
        execute_assign(program, assign, edge, state, events);
        return StepResult::done;
      },
      [&](const Assume& assume) {
        const bool holds = Evaluator(program, state, edge, events).value(*assume.condition) != 0;
        return holds ? StepResult::done : StepResult::blocked;
      },
      [&](const Havoc& havoc) {
        execute_havoc(program, havoc, edge, state, oracle, position, events);
        return StepResult::done;
      });
}

std::vector<UndefinedEvent> signed_overflows(const Program& program, const Execution& execution) {
  std::vector<UndefinedEvent> events;
  for (std::size_t position = 0; position < execution.trace.size(); ++position) {
    const EdgeId edge = execution.trace[position];
    Evaluator evaluator(program, execution.states.at(position), edge, events, SignedOverflow::undefined);
    for (const ExprPtr& expr : evaluated_numbers(program, program.edge(edge).statement))
      static_cast<void>(evaluator.value(*expr));
  }
  std::erase_if(events, [](const UndefinedEvent& event) { return event.kind != UndefinedBehaviour::SignedOverflow; });
  return events;
}

RunResult run(const Program& program, const HavocOracle& oracle, std::size_t step_limit, std::stop_token stop,
              KeptStates kept) {
  RunResult result{RunEnd::Exit, {}};
  Execution& execution = result.execution;
  ConcreteState state = initial_state(program);
  execution.states.push_back(state);
  LocationId location = program.initial;
  constexpr std::size_t stop_interval = 1024;
  const auto finish = [&](RunEnd end) {
    if (kept == KeptStates::first_and_last && !execution.trace.empty()) execution.states.push_back(std::move(state));
    result.end = end;
    return std::move(result);
  };
  while (program.location(location).kind == LocationKind::Normal) {
    const std::size_t position = execution.trace.size();
    if (position >= step_limit) return finish(RunEnd::StepLimit);
    if (position % stop_interval == 0 && stop.stop_requested()) return finish(RunEnd::Stopped);
    const auto edge = step(program, location, state, oracle, position, execution.undefined);
    if (!edge) return finish(RunEnd::Blocked);
    execution.trace.push_back(*edge);
    location = program.target(*edge);
    if (kept == KeptStates::all) execution.states.push_back(state);
  }
  return finish(end_of(program.location(location).kind));
}

RunResult run_trace(const Program& program, const Trace& trace, const HavocOracle& oracle) {
  RunResult result{RunEnd::Exit, {}};
  Execution& execution = result.execution;
  ConcreteState state = initial_state(program);
  execution.states.push_back(state);
  LocationId location = trace.empty() ? program.initial : program.source(trace.front());
  for (const EdgeId edge : trace) {
    if (program.source(edge) != location) throw std::invalid_argument("run_trace: the edges do not form a path");
    if (execute_edge(program, edge, state, oracle, execution.trace.size(), execution.undefined) ==
        StepResult::blocked) {
      result.end = RunEnd::Blocked;
      return result;
    }
    execution.trace.push_back(edge);
    execution.states.push_back(state);
    location = program.target(edge);
  }
  result.end = end_of(program.location(location).kind);
  return result;
}

}  // namespace bireach::frontend
