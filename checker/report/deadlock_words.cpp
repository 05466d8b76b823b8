// SPDX-License-Identifier: Apache-2.0
#include "checker/report/deadlock_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "checker/report/thread_functions.h"
#include "checker/report/trace_names.h"
#include "frontend/threads/interleaving.h"

namespace bireach::checker {
namespace {

using frontend::Edge;
using frontend::EdgeRole;
using frontend::LocationId;
using frontend::Program;
using frontend::ThreadStep;

class WaitTeller {
 public:
  WaitTeller(const Program& program, const frontend::Execution& execution, const ReportTrace& report)
      : program_(program),
        graphs_(program.thread_graphs ? *program.thread_graphs : program),
        report_(report),
        at_(program.threads.size()),
        steps_(program.threads.size()) {
    if (at_.empty()) return;
    at_.front() = graphs_.initial;
    for (const frontend::EdgeId id : execution.trace) {
      const Edge& edge = program.edge(id);
      if (!edge.thread_edge) continue;
      const ThreadStep& step = graphs_.edge(*edge.thread_edge).thread_step;
      if (step.kind == ThreadStep::Kind::start) at_[step.thread] = graphs_.threads[step.thread].entry;
      at_[edge.thread] = graphs_.target(*edge.thread_edge);
      steps_[edge.thread].push_back(*edge.thread_edge);
    }
  }

  [[nodiscard]] std::string tell() const {
    std::vector<std::string> parts;
    for (const bool joins : {false, true})
      for (std::size_t thread = 0; thread < at_.size(); ++thread) {
        if (!at_[thread] || graphs_.outgoing(*at_[thread]).empty()) continue;
        const Edge& next = graphs_.edge(graphs_.outgoing(*at_[thread]).front());
        if ((next.thread_step.kind == ThreadStep::Kind::join) == joins) parts.push_back(words(thread, next));
      }
    return fmt::format("{}", fmt::join(parts, "; "));
  }

 private:
  [[nodiscard]] std::string words(std::size_t thread, const Edge& next) const {
    const std::string given_up = mutex_given_up(thread, next);
    std::vector<std::string> held;
    for (const ReportRegion& region : report_.regions)
      if (is_held(region) && region.thread == thread && region.name != given_up) held.push_back(region.name);
    std::string text = fmt::format("T{} ", thread);
    if (!held.empty()) text += fmt::format("holds {} and ", fmt::join(held, ", "));
    return text + "waits " + awaited(thread, next);
  }

  static bool is_held(const ReportRegion& region) { return region.kind == ReportRegion::Kind::lock && !region.to; }

  [[nodiscard]] std::string awaited(std::size_t thread, const Edge& next) const {
    if (next.thread_step.kind == ThreadStep::Kind::join)
      return fmt::format("for the end of T{}", next.thread_step.thread);
    const std::uint32_t call = frontend::library_call(graphs_, next);
    if (call == 0) return "at " + short_place(program_, next.source);
    const std::string& callee = program_.call_paths[call].callee;
    const std::vector<std::string> given = arguments(thread, call, callee);
    const LockAction action = lock_action(callee);
    if (action == LockAction::wait && given.size() > 1 && !is_held_by_another(given[1], thread))
      return "for a signal of " + given[0];
    if (action == LockAction::wait && given.size() > 1) return "for " + given[1];
    if (action != LockAction::none && !given.empty()) {
      const bool is_own = std::any_of(report_.regions.begin(), report_.regions.end(), [&](const ReportRegion& region) {
        return is_held(region) && region.thread == thread && region.name == given[0];
      });
      return "for " + given[0] + (is_own ? ", which it holds itself" : "");
    }
    return fmt::format("in {}({})", callee, fmt::join(given, ", "));
  }

  /// By a wait for a condition variable, which has not returned.
  [[nodiscard]] std::string mutex_given_up(std::size_t thread, const Edge& next) const {
    const std::uint32_t call = frontend::library_call(graphs_, next);
    const std::string& callee = program_.call_paths[call].callee;
    if (call == 0 || lock_action(callee) != LockAction::wait) return "";
    const std::vector<std::string> given = arguments(thread, call, callee);
    return given.size() > 1 ? given[1] : "";
  }

  [[nodiscard]] bool is_held_by_another(const std::string& name, std::size_t thread) const {
    return std::any_of(report_.regions.begin(), report_.regions.end(), [&](const ReportRegion& region) {
      return is_held(region) && region.thread != thread && region.name == name;
    });
  }

  /// Of the call that the thread is in, as the user wrote them.
  [[nodiscard]] std::vector<std::string> arguments(std::size_t thread, std::uint32_t call,
                                                   const std::string& callee) const {
    std::vector<std::string> result;
    for (std::size_t i = steps_[thread].size(); i-- > 0;) {
      const Edge& edge = graphs_.edge(steps_[thread][i]);
      const auto target = frontend::assigned_variable(edge.statement);
      const bool passes =
          edge.role == EdgeRole::Parameter && target && graphs_.variables[*target].function.starts_with(callee);
      const bool is_within = frontend::library_call(graphs_, edge) == call && !passes;
      if (!passes && !is_within && edge.role != EdgeRole::Internal) break;
      if (!passes) continue;
      const std::size_t at = edge.text.find(" = ");
      std::string text = at == std::string::npos ? edge.text : edge.text.substr(at + 3);
      result.insert(result.begin(), text.starts_with('&') ? text.substr(1) : text);
    }
    return result;
  }

  const Program& program_;
  const Program& graphs_;
  const ReportTrace& report_;
  std::vector<std::optional<LocationId>> at_;  ///< by thread; absent: it has not started
  std::vector<std::vector<frontend::EdgeId>> steps_;
};

}  // namespace

void say_who_waits(const Program& program, const frontend::Execution& execution, ReportTrace& report) {
  if (report.violation != frontend::Violation::deadlock) return;
  const std::string words = WaitTeller(program, execution, report).tell();
  if (words.empty()) return;
  report.error.replace(0, report.error_note.size(), "deadlock: " + words);
  report.error_note = "deadlock: " + words;
}

}  // namespace bireach::checker
