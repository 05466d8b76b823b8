// SPDX-License-Identifier: Apache-2.0
#include "checker/report/library_steps.h"

#include <algorithm>

#include "checker/report/trace_names.h"

namespace bireach::checker {
namespace {

using frontend::Edge;
using frontend::EdgeId;
using frontend::Program;

/// Does the step in the library call change what is neither a variable of library functions nor a result that only
/// they use?
bool is_seen_outside(const Program& program, EdgeId id, std::uint32_t call) {
  const Edge& edge = program.edge(id);
  if (edge.role == frontend::EdgeRole::Return) return edge.call_path == call;
  const auto target = frontend::assigned_variable(edge.statement);
  if (!target) return false;
  const std::string& owner = program.variables[*target].function;
  for (std::uint32_t path = edge.call_path; program.call_paths[path].is_library; path = program.call_paths[path].parent)
    if (program.call_paths[path].callee == owner) return false;
  return true;
}

void add_change(std::vector<ReportChange>& changes, ReportChange next) {
  const auto known = std::find_if(changes.begin(), changes.end(),
                                  [&next](const ReportChange& earlier) { return earlier.name == next.name; });
  if (known == changes.end())
    changes.push_back(std::move(next));
  else
    known->after = std::move(next.after);
}

/// The steps from `begin` until before `end` are those of the call.
void fold(const Program& program, const frontend::Trace& trace, std::uint32_t call, std::size_t begin, std::size_t end,
          ReportTrace& report) {
  std::vector<ReportChange> changes;
  std::size_t last = end;
  for (std::size_t position = begin; position < end; ++position) {
    ReportStep& step = report.steps[position];
    if (!is_seen_outside(program, trace[position], call)) step.changes.clear();
    if (!step.changes.empty()) last = position;
    step.fix.reset();  // a value within a call says nothing to a user
    for (ReportChange& change : step.changes) add_change(changes, std::move(change));
    step.changes.clear();
  }
  if (last == end) return;
  const frontend::CallSite& site = program.call_paths[call];
  ReportStep& shown = report.steps[last];
  ReportStatement& statement = report.statements[shown.statement];
  shown.shown = true;
  shown.text = statement.text = site.callee + "(...)";
  shown.function = statement.place.function = site.caller;
  shown.depth = call_depth(program, site.parent);
  shown.changes = std::move(changes);
}

}  // namespace

void fold_library_calls(const Program& program, const frontend::Trace& trace, ReportTrace& report) {
  const auto call_at = [&](std::size_t position) { return library_call(program, program.edge(trace[position])); };
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < trace.size(); begin = end) {
    const std::uint32_t call = call_at(begin);
    for (end = begin + 1; end < trace.size() && call_at(end) == call;) ++end;
    if (call != 0) fold(program, trace, call, begin, end, report);
  }
}

}  // namespace bireach::checker
