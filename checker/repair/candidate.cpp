// SPDX-License-Identifier: Apache-2.0
#include "checker/repair/candidate.h"

#include <fmt/format.h>

#include "checker/suspects/contrast.h"

namespace bireach::checker {
namespace {

/// Globals that the user named, at the end.
std::map<std::string, logic::Value> observed(const frontend::Program& program, const Trial& trial) {
  std::map<std::string, logic::Value> result;
  if (trial.execution.states.empty()) return result;
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const frontend::Variable& variable = program.variables[v];
    const bool is_cell = program.memory.cells.count(static_cast<frontend::VariableId>(v)) != 0;
    if (variable.function.empty() && !variable.user_name.empty() && !variable.is_pointer && !is_cell)
      result.emplace(variable.name, trial.execution.states.back()[v]);
  }
  return result;
}

std::string value_text(const logic::Value& value) {
  const auto* integer = std::get_if<logic::Integer>(&value);
  return integer == nullptr ? "…" : integer->str();
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
      if (found == after.end() || found->second == value) continue;
      ++result.changed;
      if (result.example.empty())
        result.example = fmt::format("with {}: {} is {} instead of {}", inputs_text(original.program(), known.inputs),
                                     name, value_text(found->second), value_text(value));
      break;
    }
  }
  return result;
}

}  // namespace bireach::checker
