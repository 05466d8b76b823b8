// SPDX-License-Identifier: Apache-2.0
#include "checker/repair/candidate.h"

#include <fmt/format.h>

#include "checker/suspects/contrast.h"

namespace bireach::checker {
namespace {

/// A variable's value at the end of an execution.
struct FinalValue {
  frontend::ScalarType type;
  logic::Value value;
};

/// What the user named and an execution leaves at its end: globals, and what the entry function computed.
std::map<std::string, FinalValue> observed(const frontend::Program& program, const Trial& trial) {
  std::map<std::string, FinalValue> result;
  if (trial.execution.states.empty()) return result;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const frontend::Variable& variable = program.variables[v];
    const bool is_cell = program.memory.cells.count(static_cast<frontend::VariableId>(v)) != 0;
    const bool is_seen = variable.function.empty() || variable.function == program.entry;
    if (is_seen && !variable.user_name.empty() && !variable.is_pointer && !is_cell)
      result.emplace(variable.name, FinalValue{variable.type, trial.execution.states.back()[v]});
  }
  return result;
}

std::string difference(const std::string& name, const FinalValue& before, const FinalValue& after) {
  const std::string was = scalar_text(before.value, before.type);
  const std::string is = scalar_text(after.value, after.type);
  if (was.empty() || is.empty()) return name + " has other elements";
  return fmt::format("{} is {} instead of {}", name, is, was);
}

}  // namespace

std::optional<Observation> observe(const TrialProgram& original,
                                   const std::shared_ptr<const frontend::Program>& changed, const InputSearch& tests,
                                   const std::stop_token& stop) {
  const TrialProgram version(changed);
  Observation result;
  for (const KnownTrial& known : tests.failing()) {
    const Trial trial = version.run(known.inputs, {}, known.changed_step_limit(), stop);
    if (trial.end == TrialEnd::stopped) return std::nullopt;
    ++result.failing;
    result.ends_well = result.ends_well && trial.end == TrialEnd::passes;
  }
  for (const KnownTrial& known : tests.passing()) {
    const Trial trial = version.run(known.inputs, {}, known.changed_step_limit(), stop);
    if (trial.end == TrialEnd::stopped) return std::nullopt;
    ++result.passing;
    result.ends_well = result.ends_well && trial.end == TrialEnd::passes;
    const auto before = observed(original.program(), known.trial);
    const auto after = observed(*changed, trial);
    for (const auto& [name, value] : before) {
      const auto found = after.find(name);
      if (found == after.end() || found->second.value == value.value) continue;
      ++result.changed;
      if (result.example.empty())
        result.example = fmt::format("with {}: {}", inputs_text(original.program(), known.inputs),
                                     difference(name, value, found->second));
      break;
    }
  }
  return result;
}

}  // namespace bireach::checker
