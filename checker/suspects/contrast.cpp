// SPDX-License-Identifier: Apache-2.0
#include "checker/suspects/contrast.h"

#include <algorithm>
#include <filesystem>

#include "checker/report/trace_names.h"

namespace bireach::checker {
namespace {

using frontend::Edge;
using frontend::Program;

/// More are not read by anybody.
constexpr std::size_t most_differences = 12;

bool is_library(const Program& program, const Edge& edge) {
  return edge.call_path != 0 && program.call_paths[edge.call_path].is_library;
}

/// What both assign before they part, where the values differ.
void note_difference(const Program& program, frontend::EdgeId id, const frontend::ConcreteState& failing,
                     const frontend::ConcreteState& passing, ReportContrast& contrast) {
  const Edge& edge = program.edge(id);
  const auto target = frontend::assigned_variable(edge.statement);
  if (!target || !edge.source.is_known() || is_library(program, edge)) return;
  const frontend::Variable& variable = program.variables[*target];
  const std::string a = scalar_text(failing[*target], variable.type);
  const std::string b = scalar_text(passing[*target], variable.type);
  if (variable.user_name.empty() || a.empty() || b.empty() || a == b) return;
  std::string text = variable.user_name + " = " + a + " | " + b;
  // An argument that is passed on by its own name, and another round of a loop, are no news.
  const auto says_the_same = [&](const auto& known) { return known.second == text; };
  if (std::any_of(contrast.differences.begin(), contrast.differences.end(), says_the_same)) return;
  if (contrast.differences.size() < most_differences)
    contrast.differences.emplace_back(report_place(program, edge), std::move(text));
}

}  // namespace

std::string input_name(const Program& program, const Inputs::Entry& entry) {
  if (!entry.place.is_known()) return entry.source;
  const std::filesystem::path file = program.file_name(entry.place.file);
  return entry.source + " at " + file.filename().string() + ":" + std::to_string(entry.place.line);
}

std::string scalar_text(const logic::Value& value, const frontend::ScalarType& type) {
  const auto* integer = std::get_if<logic::Integer>(&value);
  return integer == nullptr ? std::string() : value_text(*integer, type);
}

std::string inputs_text(const Program& program, const Inputs& inputs) {
  constexpr std::size_t most = 6;
  std::string text;
  std::size_t count = 0;
  for (const Inputs::Entry& entry : inputs.entries) {
    const std::string value = scalar_text(entry.value, entry.type);
    if (value.empty()) continue;
    if (count++ == most) return text + ", …";
    text += (text.empty() ? "" : ", ") + input_name(program, entry) + " = " + value;
  }
  return text;
}

std::optional<ReportContrast> find_contrast(const TrialProgram& program, const InputSearch& tests, std::size_t failing,
                                            TrialBudget& budget) {
  const KnownTrial& fails = tests.failing().at(failing);
  const std::optional<KnownTrial> passes = tests.nearest_passing(fails, budget);
  if (!passes) return std::nullopt;
  const Program& original = program.program();
  ReportContrast contrast;
  for (std::size_t i = 0; i < std::min(fails.inputs.entries.size(), passes->inputs.entries.size()); ++i) {
    const Inputs::Entry& ours = fails.inputs.entries[i];
    const Inputs::Entry& theirs = passes->inputs.entries[i];
    if (ours.source != theirs.source) break;  // from here on they read different things
    const bool is_call = ours.source.ends_with("()");
    const std::string value = scalar_text(ours.value, ours.type);
    // That a variable has no value yet is no news, unless it matters.
    if (value.empty() || (!is_call && ours == theirs)) continue;
    contrast.inputs.push_back({input_name(original, ours), value, scalar_text(theirs.value, theirs.type)});
  }
  const auto run = [&](const Inputs& inputs) {
    return program.run(inputs, {}, tests.step_limit(), budget.stop, frontend::KeptStates::all).execution;
  };
  const frontend::Execution a = run(fails.inputs);
  const frontend::Execution b = run(passes->inputs);
  for (std::size_t i = 0; i < std::min(a.trace.size(), b.trace.size()); ++i) {
    if (a.trace[i] == b.trace[i]) {
      note_difference(original, a.trace[i], a.states[i + 1], b.states[i + 1], contrast);
      continue;
    }
    const Edge& edge = original.edge(a.trace[i]);
    contrast.parting = report_place(original, edge);
    contrast.parting_text = edge.text;
    contrast.failing_takes_it = edge.role == frontend::EdgeRole::BranchTrue;
    break;
  }
  return contrast;
}

}  // namespace bireach::checker
