// SPDX-License-Identifier: Apache-2.0
#include "checker/analysis/findings.h"

#include <algorithm>

#include "checker/report/explanation_report.h"
#include "checker/report/thread_steps.h"

namespace bireach::checker {

HarvestStop stop_of(StopCause cause) {
  switch (cause) {
    case StopCause::none:  // the harvest was stopped to leave time for what comes after it
    case StopCause::timeout:
    case StopCause::explanation_timeout:
    case StopCause::cpu_limit:
      return HarvestStop::timeout;
    case StopCause::memory:
    case StopCause::out_of_memory:
      return HarvestStop::memory;
    case StopCause::crash:
      return HarvestStop::internal_error;
    default:
      return HarvestStop::signal;
  }
}

namespace {

/// Solvers and analyses know but that somebody stopped them.
void tell_what_stopped(logic::UnknownReason& reason, StopCause cause) {
  if (reason.cause == logic::UnknownCause::stopped && cause != StopCause::none) reason.text = happened(cause);
}

void tell_what_stopped(ReportTrace& trace, StopCause cause) {
  for (ReportStep& step : trace.steps) tell_what_stopped(step.undecided_reason, cause);
  for (auto* entries : {&trace.relevant, &trace.undecided})
    for (ReportRelevantStatement& entry : *entries) tell_what_stopped(entry.reason, cause);
  tell_what_stopped(trace.explanation.reason, cause);
  tell_what_stopped(trace.explanation.engine_failure, cause);
}

/// What HarvestStop does not say.
std::string reason_of(StopCause cause) {
  const bool is_told = is_signal(cause) || cause == StopCause::cancelled || cause == StopCause::out_of_memory;
  return cause == StopCause::crash ? happened(cause) : is_told ? std::string(to_string(cause)) : "";
}

/// Which suspect a repair changes.
void link_repairs(Report& report) {
  if (!report.suspects || !report.repairs) return;
  for (ReportRepair& repair : report.repairs->ranked) {
    if (repair.changes.empty()) continue;
    for (ReportSuspect& suspect : report.suspects->ranked) {
      const ReportPlace& place = repair.changes.front().place;
      if (suspect.place.file != place.file || suspect.place.line != place.line) continue;
      repair.suspect = suspect.rank;
      if (!suspect.evidence.repair) suspect.evidence.repair = repair.rank;
      break;
    }
  }
}

/// What holds of an input on every way to the error, beside what this trace needs of it.
void generalise_inputs(ReportTrace& trace, const std::optional<ReportProgramInvariants>& invariants) {
  if (!invariants) return;
  for (ReportNeededInput& input : trace.explanation.precondition) {
    if (input.initial || input.text.empty() || input.step >= trace.steps.size()) continue;
    const std::string& key = trace.statements[trace.steps[input.step].statement].key;
    const auto behind = std::find_if(invariants->entries.begin(), invariants->entries.end(), [&](const auto& entry) {
      return entry.at == ReportProgramInvariant::At::behind && entry.statement == key;
    });
    if (behind == invariants->entries.end()) continue;
    for (const std::string& conjunct : behind->of_input)
      input.always += (input.always.empty() ? "" : " && ") + conjunct;
  }
}

}  // namespace

ErrorFindings::ErrorFindings(std::shared_ptr<const frontend::Program> program, const Budget& budget,
                             frontend::Violation violation, frontend::SignedOverflow overflow)
    : program_(std::move(program)), budget_(budget), violation_(violation), overflow_(overflow) {
  take_stock();
}

Report ErrorFindings::report() {
  const std::lock_guard lock(mutex_);
  Report report;
  report.verdict = VerdictKind::unsafe;
  report.details = std::move(details_);
  report.assumptions = program_->assumptions;
  add_assumptions(report, assumptions_);
  report.threads = report_threads(*program_);
  report.violation = violation_;
  report.overflow_wraps = overflow_ == frontend::SignedOverflow::wraps;
  report.statistics = stock_;
  if (!traces_.empty())
    report.statistics.feasible_traces = std::max<std::uint64_t>(stock_.feasible_traces, traces_.size());
  if (harvest_ && !relevance_) relevance_ = relevance::intersect(collection());
  report.traces = std::move(traces_);
  traces_.clear();
  for (ReportTrace& trace : report.traces) tell_what_stopped(trace, budget_.cause());
  report.needed = make_needed_report(report.traces);
  if (harvest_) report_harvest(report);
  report.suspects = std::move(suspects_);
  report.repairs = std::move(repairs_);
  report.slice = std::move(slice_);
  report.invariants = std::move(invariants_);
  report.checks = std::move(checks_);
  link_repairs(report);
  for (ReportTrace& trace : report.traces) generalise_inputs(trace, report.invariants);
  return report;
}

void ErrorFindings::report_harvest(Report& report) {
  report.program = make_program_report(*relevance_, numbers_.key_of_number, report.traces);
  for (ReportProgramStatement& entry : report.program->relevant)
    if (entry.common_fix) tell_what_stopped(entry.common_fix->reason, budget_.cause());
  if (!end_) {
    end_ = stop_of(budget_.cause());
    harvest_->reason = reason_of(budget_.cause());
  }
  harvest_->end = *end_;
  report.statistics.exhausted = *end_ == HarvestStop::exhausted;
  report.statistics.feasible_traces = report.traces.size() + harvest_->not_analysed;
  report.harvest = std::move(harvest_);
}

void ErrorFindings::set_suspects(ReportSuspects suspects) {
  const std::lock_guard lock(mutex_);
  suspects_ = std::move(suspects);
}

void ErrorFindings::set_repairs(ReportRepairs repairs) {
  const std::lock_guard lock(mutex_);
  repairs_ = std::move(repairs);
}

void ErrorFindings::set_slice(ReportSlice slice) {
  const std::lock_guard lock(mutex_);
  slice_ = std::move(slice);
}

void ErrorFindings::set_invariants(ReportProgramInvariants invariants) {
  const std::lock_guard lock(mutex_);
  invariants_ = std::move(invariants);
}

void ErrorFindings::set_checks(std::vector<ReportCheck> checks, const std::set<std::string>& assumptions) {
  const std::lock_guard lock(mutex_);
  checks_ = std::move(checks);
  assumptions_ = {assumptions.begin(), assumptions.end()};
}

void ErrorFindings::copy_counts() {
  stock_ = snapshot(*budget_.statistics);
}

void ErrorFindings::take_stock() {
  const std::lock_guard lock(mutex_);
  copy_counts();
}

void ErrorFindings::add_detail(std::string line) {
  const std::lock_guard lock(mutex_);
  details_.push_back(std::move(line));
}

void ErrorFindings::put(ReportTrace trace, relevance::RelevanceReport analysed) {
  if (is_provisional_) {
    traces_.clear();
    analysed_.clear();
  }
  is_provisional_ = false;
  analysed_.push_back(std::move(analysed));
  traces_.push_back(std::move(trace));
  copy_counts();
}

void ErrorFindings::add_provisional(ReportTrace trace, relevance::RelevanceReport analysed) {
  const std::lock_guard lock(mutex_);
  put(std::move(trace), std::move(analysed));
  is_provisional_ = true;
}

void ErrorFindings::add(ReportTrace trace, relevance::RelevanceReport analysed) {
  const std::lock_guard lock(mutex_);
  put(std::move(trace), std::move(analysed));
}

void ErrorFindings::complete(ReportTrace trace, relevance::RelevanceReport analysed) {
  const std::lock_guard lock(mutex_);
  if (traces_.empty()) return;  // the report was made
  trace.explanation = std::move(traces_.front().explanation);
  traces_.front() = std::move(trace);
  analysed_.front() = std::move(analysed);
  copy_counts();
}

void ErrorFindings::explain(std::size_t number, ReportExplanation explanation) {
  const std::lock_guard lock(mutex_);
  if (number <= traces_.size()) traces_[number - 1].explanation = std::move(explanation);
  copy_counts();
}

std::optional<ReportTrace> ErrorFindings::trace(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  if (number > traces_.size()) return std::nullopt;
  return traces_[number - 1];
}

void ErrorFindings::begin_harvest(const HarvestOptions& options, StatementNumbers numbers) {
  const std::lock_guard lock(mutex_);
  numbers_ = std::move(numbers);
  harvest_.emplace();
  harvest_->generalization = options.generalization;
  harvest_->predicates = to_string(options.predicates);
}

relevance::TraceCollection ErrorFindings::collection() const {
  relevance::TraceCollection collection{program_.get(), numbers_.number_of_edge, {}};
  for (const relevance::RelevanceReport& report : analysed_) collection.traces.push_back(&report);
  return collection;
}

void ErrorFindings::add_subtracted(const SubtractedErrors& errors) {
  const std::lock_guard lock(mutex_);
  harvest_->automata.push_back(errors);
  harvest_->automata.back().errors = nullptr;  // they do not outlive this call
  harvest_->automata.back().nested_errors = nullptr;
  copy_counts();
}

void ErrorFindings::leave_out_trace() {
  const std::lock_guard lock(mutex_);
  ++harvest_->not_analysed;
}

void ErrorFindings::end_harvest(HarvestStop end, const std::string& reason) {
  const std::lock_guard lock(mutex_);
  end_ = end;
  harvest_->reason = reason.empty() && end == HarvestStop::signal ? reason_of(budget_.cause()) : reason;
}

void ErrorFindings::count_harvest(const HarvestResult& result) {
  const std::lock_guard lock(mutex_);
  harvest_->undecided = result.undecided;
  harvest_->statistics = result.generalization;
}

const relevance::ProgramRelevance& ErrorFindings::intersect() {
  auto relevance = relevance::intersect(collection());
  const std::lock_guard lock(mutex_);
  relevance_ = std::move(relevance);
  return *relevance_;
}

void ErrorFindings::set_common_fix(std::size_t statement, relevance::CommonFix fix) {
  const std::lock_guard lock(mutex_);
  relevance_->statements[statement].common_fix = std::move(fix);
}

void ErrorFindings::rank() {
  const std::lock_guard lock(mutex_);
  relevance::rank(*relevance_, collection());
  copy_counts();
}

}  // namespace bireach::checker
