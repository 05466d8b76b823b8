// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/checks.h"

#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "checker/answer/stop_timer.h"

namespace bireach::checker {
namespace {

using frontend::Location;
using frontend::LocationId;
using frontend::LocationKind;
using frontend::Program;

/// The checks of a program by their error locations, in the order of the source.
class Checks {
 public:
  explicit Checks(const Program& program) {
    for (LocationId l = 0; l < program.location_count(); ++l) {
      const Location& location = program.location(l);
      if (location.kind != LocationKind::Error) continue;
      // Errors of assertions in copies of one function have locations of their own.
      const Place at = place_of(program, l);
      const auto [entry, is_new] =
          by_place_.try_emplace({at.file, at.line, at.column, *location.violation, location.note}, checks_.size());
      if (is_new) checks_.push_back(check_at(program, location, at));
      by_location_[l] = entry->second;
    }
  }
  [[nodiscard]] std::size_t at(LocationId location) const { return by_location_.at(location); }
  [[nodiscard]] std::vector<ReportCheck>& all() { return checks_; }
  [[nodiscard]] std::vector<LocationId> locations_of(std::size_t check) const {
    std::vector<LocationId> result;
    for (const auto& [location, number] : by_location_)
      if (number == check) result.push_back(location);
    return result;
  }
  /// Takes the checks apart.
  [[nodiscard]] std::vector<ReportCheck> sorted() {
    std::stable_sort(checks_.begin(), checks_.end(), [](const ReportCheck& a, const ReportCheck& b) {
      return std::tie(a.place.file, a.place.line, a.place.column) <
             std::tie(b.place.file, b.place.line, b.place.column);
    });
    return std::move(checks_);
  }

 private:
  using Place = frontend::SourceRange;

  /// Some error locations have none: then it is that of what leads there.
  static Place place_of(const Program& program, LocationId location) {
    const Place& own = program.location(location).place;
    if (own.is_known() || program.incoming(location).empty()) return own;
    return program.edge(program.incoming(location).front()).source;
  }

  static ReportCheck check_at(const Program& program, const Location& location, const Place& at) {
    ReportCheck check;
    check.kind = *location.violation;
    check.place = report_place(program, at, location.function);
    check.short_place = short_place(program, at);
    check.note = location.note;
    return check;
  }

  std::vector<ReportCheck> checks_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, frontend::Violation, std::string>, std::size_t>
      by_place_;
  std::map<LocationId, std::size_t> by_location_;
};

/// The program in which executions that violate the check just end.
void leave_out(Program& program, const std::vector<LocationId>& errors) {
  for (const LocationId error : errors) {
    Location& location = program.location(error);
    location.kind = LocationKind::Exit;
    location.violation.reset();
  }
}

}  // namespace

std::vector<ReportCheck> list_checks(const AnalysisContext& context, ReportCheck::Status status) {
  Checks checks(*context.program);
  for (ReportCheck& check : checks.all()) check.status = status;
  return checks.sorted();
}

std::vector<ReportCheck> decide_checks(const AnalysisContext& context, const frontend::Execution& violating,
                                       std::chrono::steady_clock::duration limit) {
  const Program& program = *context.program;
  Checks checks(program);
  const auto violate = [&](const frontend::Execution& execution, Program& rest) {
    const std::size_t check = checks.at(program.target(execution.trace.back()));
    checks.all()[check].status = ReportCheck::Status::violated;
    leave_out(rest, checks.locations_of(check));
    return check;
  };
  Program rest = program;
  checks.all()[violate(violating, rest)].trace = 1;
  const StopTimer timer(context.budget.stop, limit);
  while (!timer.token().stop_requested()) {
    const Verdict verdict = context.verify(rest, context.question.verify, timer.token());
    if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) {
      violate(unsafe->execution, rest);
      continue;
    }
    if (std::holds_alternative<Safe>(verdict))
      for (ReportCheck& check : checks.all())
        if (check.status == ReportCheck::Status::undecided) check.status = ReportCheck::Status::holds;
    break;
  }
  return checks.sorted();
}

}  // namespace bireach::checker
