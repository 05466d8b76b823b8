// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/harness_variables.h"

#include <fmt/format.h>

#include <optional>
#include <variant>

#include "frontend/program/assumption_texts.h"

namespace bireach::checker {

using frontend::VariableId;
using logic::Integer;

namespace {

constexpr unsigned storage_of_others = 65536;  ///< bytes, for a type that is not known here

/// A type of this size: linkers know no more of a variable.
const char* type_of_width(unsigned width) {
  if (width <= 8) return "char";
  if (width <= 16) return "short";
  return width <= 32 ? "int" : "long long";
}

/// The value that a variable of the program's own starts with; nothing: it is no number, or lies in memory.
std::optional<std::pair<VariableId, Integer>> starting_number(const frontend::Program& program,
                                                              const frontend::Execution& execution,
                                                              const std::string& name) {
  constexpr unsigned widest = 64;
  for (std::size_t step = 0; step < execution.trace.size(); ++step) {
    const frontend::Havoc* havoc = frontend::as_havoc(program.edge(execution.trace[step]).statement);
    if (havoc == nullptr || havoc->target.index) continue;
    const VariableId id = havoc->target.variable;
    const frontend::Variable& variable = program.variables[id];
    if (variable.user_name != name || !variable.function.empty()) continue;
    if (variable.array || variable.type.width > widest) return std::nullopt;
    return std::pair(id, std::get<Integer>(execution.states[step + 1][id]));
  }
  return std::nullopt;
}

}  // namespace

DefinedVariables defined_variables(const frontend::Program& program, const frontend::Execution& execution) {
  DefinedVariables result;
  for (const std::string& assumption : program.assumptions) {
    const std::optional<std::string> name = frontend::variable_that_starts_arbitrary(assumption);
    if (!name) continue;
    if (const auto number = starting_number(program, execution, *name)) {
      const unsigned width = program.variables[number->first].type.width;
      result.text += fmt::format("unsigned {} {} = {}u{};\n", type_of_width(width), *name,
                                 logic::wrap_unsigned(number->second, width).str(), width > 32 ? "ll" : "");
      result.variables.insert(number->first);
    } else {
      result.text += fmt::format("char {}[{}] __attribute__((aligned));\n", *name, storage_of_others);
      result.not_set.push_back(fmt::format("what {} holds, which is defined nowhere", *name));
    }
  }
  return result;
}

}  // namespace bireach::checker
