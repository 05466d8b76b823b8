// SPDX-License-Identifier: Apache-2.0
#include "checker/repair/candidate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "checker/suspects/contrast.h"

namespace bireach::checker {
namespace {

/// A variable's value at the end of an execution.
struct FinalValue {
  frontend::ScalarType type;
  logic::Value value;
  bool is_computed = false;  ///< assigned after its initialisation
};

/// What an execution assigns, but for initial values of globals.
std::set<frontend::VariableId> assigned_later(const frontend::Program& program, const frontend::Trace& trace) {
  std::set<frontend::VariableId> result;
  for (const frontend::EdgeId id : trace) {
    const frontend::Edge& edge = program.edge(id);
    const auto assigned = frontend::assigned_variable(edge.statement);
    if (!assigned) continue;
    const frontend::Variable& variable = program.variables[*assigned];
    const bool is_initial = variable.function.empty() && edge.call_path == 0 &&
                            edge.source.file == variable.declared.file && edge.source.line == variable.declared.line;
    if (!is_initial) result.insert(*assigned);
  }
  return result;
}

/// What the user named and an execution leaves at its end: globals, and what the entry function computed.
std::map<std::string, FinalValue> observed(const frontend::Program& program, const Trial& trial) {
  std::map<std::string, FinalValue> result;
  if (trial.execution.states.empty()) return result;
  const std::set<frontend::VariableId> computed = assigned_later(program, trial.execution.trace);
  for (std::size_t v = 0; v < program.variables.size(); ++v) {
    const frontend::Variable& variable = program.variables[v];
    const bool is_cell = program.memory.cells.count(static_cast<frontend::VariableId>(v)) != 0;
    const bool is_seen = variable.function.empty() || variable.function == program.entry;
    if (is_seen && !variable.user_name.empty() && !variable.is_pointer && !is_cell)
      result.emplace(variable.name, FinalValue{variable.type, trial.execution.states.back()[v],
                                               computed.count(static_cast<frontend::VariableId>(v)) != 0});
  }
  return result;
}

/// Of a global that is a number; nothing: not known.
std::optional<logic::Value> initial_value(const frontend::Program& program, const std::string& name) {
  const auto found = std::find_if(program.variables.begin(), program.variables.end(), [&](const auto& variable) {
    return variable.name == name && variable.function.empty() && !variable.array;
  });
  if (found == program.variables.end()) return std::nullopt;
  const auto number = static_cast<frontend::VariableId>(found - program.variables.begin());
  for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge) {
    const frontend::SourceRange& place = program.edge(edge).source;
    const bool is_initial = place.file == found->declared.file && place.line == found->declared.line;
    const frontend::Assign* assign = frontend::as_assign(program.edge(edge).statement);
    if (assign == nullptr || assign->target.variable != number || !is_initial) continue;
    if (assign->value->kind != frontend::Expr::Kind::Constant) return std::nullopt;
    return assign->value->value;
  }
  return logic::Integer(0);
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
  TrialProgram version(changed);
  version.set_never_ends(original.never_ends());
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
    if (known.trial.goes_on) continue;  // it was cut off anywhere
    const auto before = observed(original.program(), known.trial);
    const auto after = observed(*changed, trial);
    for (const auto& [name, value] : before) {
      const auto found = after.find(name);
      // A constant that is another one now is no result.
      if (!value.is_computed && found != after.end() && !found->second.is_computed) continue;
      // What the changed program does not mention any more keeps what it has at first.
      const std::optional<logic::Value> now =
          found != after.end() ? std::optional(found->second.value) : initial_value(original.program(), name);
      if (!now || *now == value.value) continue;
      ++result.changed;
      if (result.example.empty())
        result.example = fmt::format("with {}: {}", inputs_text(original.program(), known.inputs),
                                     difference(name, value, {value.type, *now, true}));
      break;
    }
  }
  return result;
}

}  // namespace bireach::checker
