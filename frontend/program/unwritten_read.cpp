// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/unwritten_read.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/program/check_notes.h"

namespace bireach::frontend {
namespace {

using logic::Integer;

/// Steps of all executions that are tried.
constexpr std::size_t max_steps = 2'000'000;

class Search {
 public:
  Search(const Program& program, const Execution& error) : program_(program), error_(error) {}

  std::optional<Execution> run() const {
    std::optional<Choices> earliest;
    std::size_t length = error_.trace.size();
    std::size_t steps = 0;
    for (const Choices& choices : candidates()) {
      steps += length;
      if (steps > max_steps) break;
      const RunResult found = frontend::run(program_, oracle(choices), length, {}, KeptStates::first_and_last);
      if (found.end != RunEnd::Error || !found.execution.undefined.empty()) continue;
      const Location& end = program_.location(program_.target(found.execution.trace.back()));
      if (end.violation != Violation::uninitialised_read || found.execution.trace.size() >= length) continue;
      length = found.execution.trace.size();
      earliest = choices;
    }
    if (!earliest) return std::nullopt;
    return frontend::run(program_, oracle(*earliest), length).execution;
  }

 private:
  /// Values of what stands for all: an element, and the object in which it lies.
  using Choices = std::map<VariableId, Integer>;

  [[nodiscard]] std::optional<VariableId> note(std::string_view name) const {
    for (VariableId v = 0; v < program_.variables.size(); ++v)
      if (program_.variables[v].c_type == note_type && program_.variables[v].name == name) return v;
    return std::nullopt;
  }

  [[nodiscard]] Integer evaluated(const Expr& expr, std::size_t position) const {
    std::vector<UndefinedEvent> ignored;
    return evaluate(program_, expr, error_.states[position], error_.trace[position], ignored);
  }

  /// The elements that are read, in their order.
  [[nodiscard]] std::vector<Choices> candidates() const {
    const auto cell = note(chosen_cell_name);
    const auto element = note(chosen_element_name);
    std::vector<Choices> result;
    if (!cell && !element) return result;
    std::map<Integer, Integer> objects;  // their ends by their addresses
    for (std::size_t position = 0; position < error_.trace.size(); ++position) {
      const Statement& statement = program_.edge(error_.trace[position]).statement;
      if (const Assign* assign = as_assign(statement);
          assign != nullptr && assign->target.index && assign->target.variable == program_.memory.sizes) {
        const Integer start = evaluated(*assign->target.index, position);
        objects.try_emplace(start, start + evaluated(*assign->value, position));
      }
      for_each_read(statement, [&](const Expr& read) {
        if (read.kind != Expr::Kind::Element) return;
        const auto cells = program_.memory.cells.find(read.variable);
        const auto chosen = cells == program_.memory.cells.end() ? element : cell;
        if (!chosen) return;
        const Integer index = evaluated(*read.operands[0], position);
        Choices one{{*chosen, program_.variables[*chosen].type.convert(index)}};
        if (program_.memory.tracked && cells != program_.memory.cells.end()) {
          const auto next = objects.upper_bound(index + cells->second.shift);
          if (next != objects.begin() && index + cells->second.shift < std::prev(next)->second)
            one.emplace(program_.memory.tracked->address, std::prev(next)->first);
        }
        if (std::find(result.begin(), result.end(), one) == result.end()) result.push_back(std::move(one));
      });
      if (result.size() * error_.trace.size() > max_steps) break;
    }
    return result;
  }

  /// The values that the execution took, but for what stands for all.
  [[nodiscard]] HavocOracle oracle(const Choices& choices) const {
    return [this, &choices](EdgeId edge, std::size_t position) -> logic::Value {
      const Havoc& havoc = *as_havoc(program_.edge(edge).statement);
      const VariableId target = havoc.target.variable;
      if (const auto chosen = choices.find(target); chosen != choices.end()) return chosen->second;
      const bool is_array = program_.variables[target].array.has_value() && !havoc.target.index;
      if (position >= error_.trace.size() || error_.trace[position] != edge)
        return is_array ? logic::Value(logic::ArrayValue{}) : logic::Value(Integer(0));
      const logic::Value& after = error_.states[position + 1][target];
      if (!havoc.target.index) return after;
      return Integer(std::get<logic::ArrayValue>(after).at(evaluated(*havoc.target.index, position)));
    };
  }

  const Program& program_;
  const Execution& error_;
};

}  // namespace

std::optional<UnwrittenRead> unwritten_read(const Program& program, const Execution& error) {
  if (error.trace.empty() || error.states.empty()) return std::nullopt;
  if (program.location(program.target(error.trace.back())).violation != Violation::uninitialised_read)
    return std::nullopt;
  const Assume* fails = as_assume(program.edge(error.trace.back()).statement);
  if (fails == nullptr) return std::nullopt;
  std::optional<UnwrittenRead> result;
  std::optional<VariableId> chosen;
  for_each_read(*fails->condition, [&](const Expr& read) {
    const Variable& variable = program.variables[read.variable];
    if (variable.c_type != note_type) return;
    if (variable.noted) result = UnwrittenRead{*variable.noted, std::nullopt};
    if (variable.name == chosen_cell_name || variable.name == chosen_element_name) chosen = read.variable;
  });
  if (result && chosen) result->index = std::get<Integer>(error.states.back()[*chosen]);
  return result;
}

std::optional<Execution> unwritten_read_before(const Program& program, const Execution& error) {
  return Search(program, error).run();
}

}  // namespace bireach::frontend
