// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/checks.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "abstraction/fixpoint/invariants.h"
#include "checker/answer/stop_timer.h"
#include "checker/engines/assumptions.h"
#include "frontend/clang/parse.h"

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
  [[nodiscard]] const std::vector<ReportCheck>& all() const { return checks_; }
  [[nodiscard]] const std::map<LocationId, std::size_t>& by_location() const { return by_location_; }
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

/// Decides checks of a program, some of which may be known.
class Decider {
 public:
  Decider(const AnalysisContext& context, Checks& checks) : context_(context), checks_(checks) {}

  /// The undecided ones together, until a proof is found or the stop is requested.
  void decide_together(const std::stop_token& stop) {
    while (!stop.stop_requested() && has_undecided()) {
      const Verdict verdict = verify([this](std::size_t check) { return is_undecided(check); }, stop);
      if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) {
        violate(unsafe->execution);
        continue;
      }
      if (!std::holds_alternative<Safe>(verdict)) return;
      for (ReportCheck& check : checks_.all())
        if (check.status == Status::undecided) check.status = Status::holds;
    }
  }

  /// Each undecided one on its own, with an equal share of the time.
  void decide_each(const std::stop_token& stop, Clock::time_point end) {
    int left = 0;
    for (std::size_t i = 0; i < checks_.all().size(); ++i) left += is_undecided(i) ? 1 : 0;
    for (std::size_t i = 0; i < checks_.all().size() && !stop.stop_requested(); ++i) {
      if (!is_undecided(i)) continue;
      const StopTimer timer(stop, std::max<Clock::duration>(end - Clock::now(), Clock::duration::zero()) / left--);
      const Verdict verdict = verify([i](std::size_t check) { return check == i; }, timer.token());
      if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) violate(unsafe->execution);
      if (std::holds_alternative<Safe>(verdict)) checks_.all()[i].status = Status::holds;
    }
  }

  std::size_t violate(const frontend::Execution& execution) {
    const std::size_t check = checks_.at(context_.program->target(execution.trace.back()));
    checks_.all()[check].status = Status::violated;
    return check;
  }

 private:
  using Status = ReportCheck::Status;

  [[nodiscard]] bool is_undecided(std::size_t check) const { return checks_.all()[check].status == Status::undecided; }
  [[nodiscard]] bool has_undecided() const {
    const auto& all = checks_.all();
    return std::any_of(all.begin(), all.end(), [](const auto& check) { return check.status == Status::undecided; });
  }

  /// The program in which executions that violate other checks just end.
  [[nodiscard]] Verdict verify(const std::function<bool(std::size_t)>& is_asked, const std::stop_token& stop) const {
    Program program = *context_.program;
    for (const auto& [location, check] : checks_.by_location()) {
      if (is_asked(check)) continue;
      program.location(location).kind = LocationKind::Exit;
      program.location(location).violation.reset();
    }
    return context_.verify(program, context_.question.verify, stop);
  }

  const AnalysisContext& context_;
  Checks& checks_;
};

/// The checks that by intervals no execution comes to: nobody has proved it yet.
std::set<std::size_t> perhaps_unreached(const Program& program, const Checks& checks, const std::stop_token& stop) {
  const abstraction::Invariants invariants = abstraction::invariants(program, {}, stop);
  std::set<std::size_t> result;
  if (!invariants.complete) return result;
  const auto has_states = [&](LocationId location) {
    const frontend::ExprPtr& condition = invariants.conditions[location];
    return !condition || condition->kind != frontend::Expr::Kind::Constant || condition->value != 0;
  };
  std::set<std::size_t> reached;
  for (const auto& [location, check] : checks.by_location()) {
    result.insert(check);
    for (const frontend::EdgeId edge : program.incoming(location))
      if (has_states(program.source(edge))) reached.insert(check);
  }
  std::erase_if(result, [&](std::size_t check) { return reached.contains(check); });
  return result;
}

/// The program in which it is an error to come to one of these checks, and nothing else is.
Program with_reached_as_error(const Program& program, const Checks& checks, const std::set<std::size_t>& asked) {
  Program result = program.without_graph();
  const auto is_asked = [&](LocationId location) {
    const auto check = checks.by_location().find(location);
    return check != checks.by_location().end() && asked.contains(check->second);
  };
  for (LocationId l = 0; l < program.location_count(); ++l) {
    Location location = program.location(l);
    if (location.kind == LocationKind::Error && !is_asked(l)) {
      location.kind = LocationKind::Exit;
      location.violation.reset();
    }
    result.add_location(std::move(location));
  }
  for (frontend::EdgeId e = 0; e < program.edge_count(); ++e) {
    frontend::Edge edge = program.edge(e);
    if (is_asked(program.target(e))) edge.statement = frontend::Assume{frontend::make_constant(1, frontend::int_type)};
    result.add_edge(program.source(e), program.target(e), std::move(edge));
  }
  return result;
}

/// Of checks that hold: which ones do as no execution comes there, if intervals say so and a proof certifies it soon.
void find_unreached(const AnalysisContext& context, Checks& checks) {
  constexpr std::chrono::seconds limit{2};
  if (!context.program->threads.empty()) return;
  const StopTimer timer(context.budget.stop, limit);
  const std::set<std::size_t> asked = perhaps_unreached(*context.program, checks, timer.token());
  if (asked.empty()) return;
  const Program program = with_reached_as_error(*context.program, checks, asked);
  if (!std::holds_alternative<Safe>(context.verify(program, context.question.verify, timer.token()))) return;
  for (const std::size_t check : asked) checks.all()[check].status = ReportCheck::Status::unreached;
}

}  // namespace

std::vector<ReportCheck> list_open_checks(const AnalysisContext& context) {
  return Checks(*context.program).sorted();
}

std::vector<ReportCheck> list_proved_checks(const AnalysisContext& context) {
  Checks checks(*context.program);
  for (ReportCheck& check : checks.all()) check.status = ReportCheck::Status::holds;
  find_unreached(context, checks);
  return checks.sorted();
}

std::vector<ReportCheck> decide_checks(const AnalysisContext& context, const frontend::Execution& violating,
                                       Clock::duration limit) {
  Checks checks(*context.program);
  Decider decider(context, checks);
  checks.all()[decider.violate(violating)].trace = 1;
  if (context.budget.deadline) limit = std::max<Clock::duration>(*context.budget.deadline - Clock::now(), limit);
  const Clock::time_point end = Clock::now() + limit;
  {
    const StopTimer half(context.budget.stop, limit / 2);
    decider.decide_together(half.token());
  }
  const StopTimer whole(context.budget.stop, end - Clock::now());
  decider.decide_each(whole.token(), end);
  return checks.sorted();
}

void prove_memory(const AnalysisContext& context, Report& report) {
  const auto assumed = std::stable_partition(report.assumptions.begin(), report.assumptions.end(),
                                             [](const std::string& text) { return !is_about_memory(text); });
  if (assumed == report.assumptions.end()) {
    report.details.emplace_back("Accesses to memory: nothing is assumed of them.");
    return;
  }
  if (!context.sources) return;
  context.observer.enter("proving that accesses stay inside of objects");
  frontend::ParseOptions options = context.sources->options;
  options.property.kinds = {frontend::Violation::valid_deref, frontend::Violation::valid_free};
  options.property.is_default = false;
  const Program program = frontend::parse_c_files(context.sources->files, options);
  const Verdict verdict = context.verify(program, context.question.verify, context.budget.stop);
  if (std::holds_alternative<Safe>(verdict)) {
    report.assumptions.erase(assumed, report.assumptions.end());
    report.details.emplace_back("Accesses to memory: proved to stay inside of objects that exist.");
    return;
  }
  const auto* unknown = std::get_if<Unknown>(&verdict);
  report.details.push_back("Accesses to memory: " +
                           (unknown != nullptr ? "not proved to stay inside of objects: " + unknown->reason
                                               : "some execution leaves an object; see --property valid-deref"));
}

}  // namespace bireach::checker
