// SPDX-License-Identifier: Apache-2.0
#include "checker/report/step_words.h"

#include <set>
#include <tuple>
#include <vector>

#include "checker/report/trace_names.h"

namespace bireach::checker {

AllocationChoices::AllocationChoices(const frontend::Program& program, const frontend::Trace& trace)
    : program_(program), trace_(trace) {
  for (const frontend::EdgeId id : trace) {
    const frontend::Edge& edge = program.edge(id);
    const frontend::Havoc* havoc = frontend::as_havoc(edge.statement);
    if (havoc != nullptr && havoc->decides_allocation() && !edge.text.empty())
      calls_.emplace(havoc->target.variable, edge.text);
  }
}

const std::string* AllocationChoices::call_of(frontend::VariableId variable) const {
  const auto found = calls_.find(variable);
  return found == calls_.end() ? nullptr : &found->second;
}

std::string AllocationChoices::outcome(const frontend::Edge& edge) const {
  if (!is_branch(edge)) return "";
  const std::string* call = nullptr;
  frontend::for_each_read(edge.statement, [&](const frontend::Expr& read) {
    if (const std::string* asked = call_of(read.variable)) call = asked;
  });
  if (call == nullptr) return "";
  return *call + (edge.role == frontend::EdgeRole::BranchTrue ? " fails" : " succeeds");
}

void AllocationChoices::tell_of_success(ReportTrace& report) const {
  const ReportStep* choice = nullptr;
  for (std::size_t i = 0; i < report.steps.size(); ++i) {
    ReportStep& step = report.steps[i];
    const auto target = frontend::assigned_variable(program_.edge(trace_[i]).statement);
    if (!target) continue;
    if (call_of(*target) != nullptr) {
      choice = &step;
      continue;
    }
    const bool is_result =
        choice != nullptr && program_.variables[*target].user_name.empty() && step.place == choice->place;
    if (is_result && step.fix && choice->fix && step.fix->blocks == choice->fix->blocks &&
        step.fix->defined == choice->fix->defined && step.fix->undefined.empty() && choice->fix->undefined.empty())
      step.fix->shown = choice->fix->shown;
    choice = nullptr;
  }
}

void name_parts(ReportTrace& report) {
  std::map<std::size_t, std::string> names;
  for (const ReportStep& step : report.steps)
    if (step.shown && step.changes.size() == 1) names.try_emplace(step.statement, step.changes.front().name);
  std::map<std::tuple<std::string, std::string, std::string, unsigned>, std::vector<std::size_t>> groups;
  for (const auto& [index, name] : names) {
    const ReportStatement& statement = report.statements[index];
    groups[{statement.text, statement.place.function, statement.place.file, statement.place.line}].push_back(index);
  }
  for (const auto& [text, group] : groups) {
    std::set<std::string> different;
    for (const std::size_t index : group) different.insert(names[index]);
    if (different.size() < 2) continue;
    for (const std::size_t index : group) report.statements[index].part = names[index];
  }
}

}  // namespace bireach::checker
