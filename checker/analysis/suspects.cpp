// SPDX-License-Identifier: Apache-2.0
/// What is likely to be wrong, and what would repair it.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>

#include "checker/analysis/context.h"
#include "checker/repair/repair_search.h"
#include "checker/suspects/contrast.h"
#include "checker/suspects/ranking.h"

namespace bireach::checker {
namespace {

/// The error stands, whatever happens to what would explain it; but nobody may overlook that.
template <typename Act>
void guarded(AnalysisContext& context, const char* what, Seconds PhaseTimes::*time, const Act& act) {
  const auto before = Clock::now();
  try {
    act();
    context.budget.statistics->time.*time += seconds_since(before);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    context.observer.remark(Severity::error, fmt::format("internal error in the search for {}: {}; please report it",
                                                         what, problem.what()));
    context.suspects_note = fmt::format("internal error: {}", problem.what());
  }
}

/// A name that is no function's would be overlooked else.
void check_trusted(const AnalysisContext& context) {
  const std::vector<frontend::CallSite>& calls = context.program->call_paths;
  for (const std::string& name : context.question.trusted) {
    const bool is_called =
        std::any_of(calls.begin(), calls.end(), [&](const frontend::CallSite& call) { return call.callee == name; });
    const auto& variables = context.program->variables;
    const bool is_variable = std::any_of(variables.begin(), variables.end(), [&](const frontend::Variable& variable) {
      return variable.user_name == name;
    });
    if (!is_called && !is_variable && name != context.program->entry)
      context.observer.remark(
          Severity::warning,
          fmt::format("--trust: there is no function '{}' in the program that is called, and no variable", name));
  }
}

/// The findings hold the list from here on.
void publish(AnalysisContext& context) {
  ReportSuspects suspects =
      rank_suspects(*context.suspects, context.findings->traces(), context.source_findings, context.suspects_note);
  const InputSearch& tests = context.suspects->tests();
  if (!context.contrast && !tests.failing().empty()) {
    TrialBudget budget{200'000, context.budget.stop};
    context.contrast = find_contrast(context.suspects->original(), tests, 0, budget);
  }
  if (context.contrast) suspects.contrasts.push_back(*context.contrast);
  context.findings->set_suspects(std::move(suspects));
}

}  // namespace

void search_suspects(AnalysisContext& context, const frontend::Execution& execution) {
  if (!context.question.suspects || !context.sources) return;
  if (!context.program->threads.empty()) {
    // Executions beside this one would take other ways through the interleaving.
    context.observer.remark(Severity::warning,
                            fmt::format("suspects{} are not looked for: not for programs with threads yet",
                                        context.question.repair ? " and repairs" : ""));
    return;
  }
  check_trusted(context);
  context.observer.enter("trying changes");
  guarded(context, "suspects", &PhaseTimes::suspects, [&] {
    context.suspects = std::make_shared<SuspectSearch>(context.program, *context.sources, context.question.trusted,
                                                       context.budget.stop);
    context.suspects->add(Inputs::of(*context.program, execution));
    SuspectEffort effort = context.question.repair ? SuspectEffort::large() : SuspectEffort::small();
    if (context.budget.deadline)
      effort.limit = std::chrono::duration_cast<std::chrono::milliseconds>(*context.budget.deadline - Clock::now()) / 4;
    context.suspects_note = "changes were still being tried";
    context.suspects_note = context.suspects->search(effort, [&] { publish(context); });
    if (!context.question.explains()) return;
    SourceQuestions questions;
    questions.arithmetic = context.arithmetic();
    questions.stop = context.budget.stop;
    questions.statistics = &context.budget.statistics->solver;
    context.source_findings = find_in_source(*context.program, execution, questions);
  });
  rank_suspects_found(context);
}

void rank_suspects_found(AnalysisContext& context) {
  if (!context.suspects) return;
  guarded(context, "suspects", &PhaseTimes::suspects, [&] {
    context.suspects->judge_again();
    publish(context);
  });
  context.findings->take_stock();
}

void search_repairs(AnalysisContext& context) {
  if (context.question.repair && !context.program->threads.empty()) {
    ReportRepairs none;
    none.note = "not for programs with threads yet";
    return context.findings->set_repairs(std::move(none));
  }
  if (!context.question.repair || !context.suspects) return;
  if (!context.suspects->has_tried()) {
    ReportRepairs none;
    none.note = context.suspects_note;
    return context.findings->set_repairs(std::move(none));
  }
  guarded(context, "repairs", &PhaseTimes::repairs, [&] {
    RepairSetting setting;
    setting.max_edits = context.question.repair->max_edits;
    setting.jobs = context.question.jobs;
    setting.verify = context.question.verify;
    setting.stop = context.budget.stop;
    setting.deadline = context.budget.deadline;
    setting.known = [&](const ReportRepairs& repairs) { context.findings->set_repairs(repairs); };
    setting.enter = [&](const std::string& phase) { context.observer.enter(phase); };
    context.findings->set_repairs(find_repairs(*context.suspects, setting, *context.budget.statistics));
  });
  rank_suspects_found(context);
}

}  // namespace bireach::checker
