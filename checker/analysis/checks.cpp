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
#include "checker/slicing/check_slice.h"
#include "frontend/clang/parse.h"
#include "frontend/program/real_execution.h"
#include "frontend/program/unwritten_read.h"

namespace bireach::checker {
namespace {

using frontend::EdgeId;
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
  /// What another search has decided, perhaps in another reading of the program: checks that only that has are added.
  void take_over(const std::vector<ReportCheck>& decided) {
    for (const ReportCheck& check : decided) {
      if (check.status == ReportCheck::Status::undecided) continue;
      const auto own =
          std::find_if(checks_.begin(), checks_.end(), [&](const ReportCheck& known) { return is_same(known, check); });
      if (own == checks_.end()) {
        checks_.push_back(check);
        continue;
      }
      own->status = check.status;
      own->trace = check.trace;
    }
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

  static bool is_same(const ReportCheck& a, const ReportCheck& b) {
    const auto key = [](const ReportCheck& check) {
      return std::tie(check.place.file, check.place.line, check.place.column, check.kind, check.note);
    };
    return key(a) == key(b);
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
  Decider(const AnalysisContext& context, const Program& program, Checks& checks)
      : context_(context), program_(program), checks_(checks) {}

  using Group = std::function<bool(std::size_t)>;

  /// The undecided ones of the group together, until a proof is found or the stop is requested.
  void decide_together(const Group& group, const std::stop_token& stop) {
    const auto is_asked = undecided_of(group);
    while (!is_over(stop) && has_any(is_asked)) {
      Verdict verdict = verify(is_asked, stop);
      if (auto* unsafe = std::get_if<Unsafe>(&verdict)) {
        // The search has left out what the execution violates first; what is asked stays open then.
        auto earlier = frontend::unwritten_read_before(program_, unsafe->execution);
        if (earlier && !frontend::is_real_execution(program_, *earlier)) return;
        if (earlier) unsafe->execution = std::move(*earlier);
        violate(unsafe->execution);
        violating_ = std::move(*unsafe);
        if (earlier) return;
        continue;
      }
      auto* safe = std::get_if<Safe>(&verdict);
      if (safe == nullptr) return;
      prove(is_asked, std::move(*safe));
    }
  }

  /// Those of each kind together, assertions first (as kinds are ordered), each with half of the time that is left.
  void decide_kinds(const std::stop_token& stop, Clock::time_point end) {
    std::set<frontend::Violation> kinds;
    for (const ReportCheck& check : checks_.all())
      if (check.status == Status::undecided) kinds.insert(check.kind);
    std::size_t left = kinds.size();
    for (const frontend::Violation kind : kinds) {
      const Clock::duration time = share_of(end, std::min<std::size_t>(left--, 2));
      decide_within(time, stop, [&](std::size_t check) { return checks_.all()[check].kind == kind; });
    }
  }

  /// Each undecided one on its own, with an equal share of the time.
  void decide_each(const std::stop_token& stop, Clock::time_point end) {
    const std::size_t count = checks_.all().size();
    std::size_t left = 0;
    for (std::size_t i = 0; i < count; ++i) left += is_undecided(i) ? std::size_t{1} : std::size_t{0};
    for (std::size_t i = 0; i < count && !is_over(stop); ++i) {
      if (!is_undecided(i)) continue;
      decide_within(share_of(end, left--), stop, [i](std::size_t check) { return check == i; });
    }
  }

  /// Nothing more is decided once one is violated, which `violating` tells.
  void stop_at_violation() { stops_at_violation_ = true; }
  [[nodiscard]] std::optional<Unsafe>& violating() { return violating_; }
  /// Of what holds.
  [[nodiscard]] std::vector<Safe>& proofs() { return proofs_; }
  /// Of all proofs.
  [[nodiscard]] std::set<std::string> assumptions() const {
    std::set<std::string> result;
    for (const Safe& proof : proofs_) result.insert(proof.assumptions.begin(), proof.assumptions.end());
    return result;
  }

  std::size_t violate(const frontend::Execution& execution) {
    const std::size_t check = checks_.at(program_.target(execution.trace.back()));
    checks_.all()[check].status = Status::violated;
    return check;
  }

 private:
  using Status = ReportCheck::Status;

  /// At first in what they depend on, in half of the time: a proof is all that this can give.
  void decide_within(Clock::duration time, const std::stop_token& stop, const Group& group) {
    const Clock::time_point end = Clock::now() + time;
    const auto is_asked = undecided_of(group);
    if (is_over(stop) || !has_any(is_asked)) return;
    const auto slice = check_slice(program_, [&](LocationId error) { return is_asked(checks_.at(error)); });
    if (slice) {
      const StopTimer half(stop, time / 2);
      Verdict verdict = context_.verify(*slice, context_.question.verify, half.token());
      if (auto* safe = std::get_if<Safe>(&verdict)) return prove_by(*slice, is_asked, std::move(*safe));
    }
    const StopTimer timer(stop, std::max<Clock::duration>(end - Clock::now(), Clock::duration::zero()));
    decide_together(group, timer.token());
  }

  /// Of what is left out in the slice it is assumed, too, that it goes well.
  void prove_by(const Program& slice, const Group& group, Safe proof) {
    if (auto* annotation = std::get_if<InductiveAnnotation>(&proof.evidence))
      keep_common_places(*annotation, program_, slice);
    std::set<std::string> assumptions(proof.assumptions.begin(), proof.assumptions.end());
    for (std::string& assumption : proof_assumptions(asking(group))) assumptions.insert(std::move(assumption));
    proof.assumptions.assign(assumptions.begin(), assumptions.end());
    prove(group, std::move(proof));
  }

  void prove(const Group& group, Safe proof) {
    for (std::size_t i = 0; i < checks_.all().size(); ++i)
      if (group(i)) checks_.all()[i].status = Status::holds;
    proofs_.push_back(std::move(proof));
  }

  [[nodiscard]] Group undecided_of(const Group& group) const {
    return [this, &group](std::size_t check) { return is_undecided(check) && group(check); };
  }
  [[nodiscard]] bool is_undecided(std::size_t check) const { return checks_.all()[check].status == Status::undecided; }
  [[nodiscard]] bool has_any(const Group& group) const {
    for (std::size_t i = 0; i < checks_.all().size(); ++i)
      if (group(i)) return true;
    return false;
  }
  [[nodiscard]] bool is_over(const std::stop_token& stop) const {
    return stop.stop_requested() || (stops_at_violation_ && violating_);
  }
  [[nodiscard]] static Clock::duration share_of(Clock::time_point end, std::size_t parts) {
    return std::max<Clock::duration>(end - Clock::now(), Clock::duration::zero()) / static_cast<Clock::rep>(parts);
  }

  /// The program in which executions that violate other checks just end.
  [[nodiscard]] Program asking(const Group& is_asked) const {
    Program program = program_;
    for (const auto& [location, check] : checks_.by_location()) {
      if (is_asked(check)) continue;
      program.location(location).kind = LocationKind::Exit;
      program.location(location).violation.reset();
    }
    return program;
  }
  [[nodiscard]] Verdict verify(const Group& is_asked, const std::stop_token& stop) const {
    return context_.verify(asking(is_asked), context_.question.verify, stop);
  }

  const AnalysisContext& context_;
  const Program& program_;
  Checks& checks_;
  bool stops_at_violation_ = false;
  std::optional<Unsafe> violating_;  ///< the last one
  std::vector<Safe> proofs_;
};

/// The edge that leads to the check's error. Of an assertion it is that of its condition: who comes there has come to
/// the assertion.
EdgeId entering(const Program& program, EdgeId edge) {
  if (program.location(program.target(edge)).note != kind_of(frontend::Violation::unreach_call).message) return edge;
  while (program.outgoing(program.source(edge)).size() == 1 && program.incoming(program.source(edge)).size() == 1)
    edge = program.incoming(program.source(edge)).front();
  return edge;
}

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
    for (const EdgeId edge : program.incoming(location))
      if (has_states(program.source(entering(program, edge)))) reached.insert(check);
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
  std::set<EdgeId> coming;
  for (EdgeId e = 0; e < program.edge_count(); ++e)
    if (is_asked(program.target(e))) coming.insert(entering(program, e));
  for (EdgeId e = 0; e < program.edge_count(); ++e) {
    frontend::Edge edge = program.edge(e);
    if (coming.contains(e)) edge.statement = frontend::Assume{frontend::make_constant(1, frontend::int_type)};
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

DecidedChecks decide_open_checks(const AnalysisContext& context) {
  Checks checks(*context.program);
  Decider decider(context, *context.program, checks);
  decider.stop_at_violation();
  const Clock::time_point end = context.budget.deadline.value_or(Clock::now());
  const Clock::time_point middle = Clock::now() + (end - Clock::now()) * 2 / 3;
  const StopTimer whole(context.budget.stop, end - Clock::now());
  decider.decide_kinds(whole.token(), middle);
  decider.decide_each(whole.token(), end);
  return {checks.sorted(), decider.assumptions(), std::move(decider.violating()), std::move(decider.proofs())};
}

std::vector<ReportCheck> list_proved_checks(const AnalysisContext& context) {
  Checks checks(*context.program);
  for (ReportCheck& check : checks.all()) check.status = ReportCheck::Status::holds;
  find_unreached(context, checks);
  return checks.sorted();
}

DecidedChecks decide_checks(const AnalysisContext& context, const frontend::Execution& violating, Clock::duration limit,
                            const OtherReading& other_reading, const std::vector<ReportCheck>& known) {
  const auto all = [](std::size_t /*check*/) { return true; };
  if (context.budget.deadline) limit = std::max<Clock::duration>(*context.budget.deadline - Clock::now(), limit);
  const Clock::time_point end = Clock::now() + limit;
  const StopTimer whole(context.budget.stop, limit);
  const auto decide_half = [&](Decider& decider) {
    const StopTimer half(whole.token(), (end - Clock::now()) / 2);
    decider.decide_together(all, half.token());
  };
  Checks checks(*context.program);
  checks.take_over(known);
  Decider decider(context, *context.program, checks);
  checks.all()[decider.violate(violating)].trace = 1;
  decide_half(decider);
  if (!other_reading || whole.token().stop_requested()) {
    decider.decide_each(whole.token(), end);
    return {checks.sorted(), decider.assumptions()};
  }
  const std::shared_ptr<const Program> other = other_reading();
  Checks others(*other);
  others.take_over(checks.all());
  Decider decider_of_others(context, *other, others);
  decide_half(decider_of_others);
  decider_of_others.decide_each(whole.token(), end);
  std::set<std::string> assumptions = decider.assumptions();
  assumptions.merge(decider_of_others.assumptions());
  return {others.sorted(), std::move(assumptions)};
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
