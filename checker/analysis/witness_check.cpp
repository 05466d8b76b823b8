// SPDX-License-Identifier: Apache-2.0
/// Does a witness hold? The search by its kind, and what the answer says of it.
#include <fmt/format.h>

#include <algorithm>

#include "checker/analysis/context.h"
#include "checker/answer/stop_timer.h"
#include "checker/report/text/text_layout.h"
#include "checker/witness/validation/witness_reader.h"
#include "checker/witness/witness_places.h"
#include "frontend/clang/reading/source_editor.h"

namespace bireach::checker {
namespace {

Verdict search_for_proof(const AnalysisContext& context, const AssertedProgram& asserted, VerifyOptions options) {
  const std::vector<frontend::EdgeId> doubtful = doubtful_evaluations(asserted, context.budget.stop);
  options.signed_overflow = frontend::SignedOverflow::wraps;  // also within the invariants
  options.hints = asserted.passing;
  Verdict verdict = context.verify(*context.program, options, context.budget.stop);
  if (const auto* safe = std::get_if<Safe>(&verdict)) {
    const std::string lost = lost_evaluation(*context.program, *safe, doubtful, context.budget.stop);
    if (!lost.empty()) return Unknown{"invariant " + lost};
  }
  return verdict;
}

/// Within a part of the time, as most of it may be needed for the executions that follow freely.
Verdict search_strictly(const AnalysisContext& context, const VerifyOptions& options) {
  constexpr double share = 0.4;
  constexpr double unlimited = 60;
  const auto& deadline = context.budget.deadline;
  const double seconds = deadline ? share * std::chrono::duration<double>(*deadline - Clock::now()).count() : unlimited;
  const StopTimer timer(context.budget.stop, std::chrono::milliseconds(
                                                 std::max<std::int64_t>(1, static_cast<std::int64_t>(seconds * 1000))));
  return context.verify(*context.program, options, timer.token());
}

}  // namespace

Verdict search_for_witness(AnalysisContext& context, WitnessReader& reader, const VerifyOptions& options) {
  if (!reader.is_violation()) return search_for_proof(context, reader.asserted(), options);
  // Few executions follow the waypoints at once, so they are looked through first.
  Verdict verdict = search_strictly(context, options);
  if (std::holds_alternative<Unsafe>(verdict) || context.budget.stop.stop_requested()) return verdict;
  context.change_program(reader.read_freely());
  return context.verify(*context.program, options, context.budget.stop);
}

std::optional<Report> judge_error(AnalysisContext& context, const WitnessReader& reader,
                                  const frontend::Execution& execution) {
  const Witness& witness = reader.witness();
  const frontend::Location& end = context.program->location(context.program->target(execution.trace.back()));
  if (const auto number = AssertedProgram::violated(end)) {
    const WitnessInvariant& invariant = witness.invariants.at(*number);
    const bool wraps = context.overflow == frontend::SignedOverflow::wraps;
    Report report = unknown_report(
        context,
        fmt::format("witness {}: invariant '{}' at {} does not hold{}", wraps ? "not confirmed" : "rejected",
                    invariant.value, place_text(invariant.location), wraps ? " where signed operations overflow" : ""));
    report.assumptions = context.program->assumptions;
    return report;
  }
  context.begin_findings();
  if (reader.is_violation()) {
    context.findings->add_detail(
        fmt::format("Witness confirmed: an execution follows its {} and violates the property; it was replayed.",
                    counted(witness.segments.size(), "segment")));
    for (const std::string& unused : reader.unused()) context.findings->add_detail("Not looked at: " + unused);
  } else {
    context.findings->add_detail("Witness rejected: it is one of a proof, but the error can be reached.");
  }
  context.error_is_known();
  return std::nullopt;
}

void judge_answer(const AnalysisContext& context, const WitnessReader& reader, Report& report) {
  const Witness& witness = reader.witness();
  if (report.verdict == VerdictKind::safe && !reader.is_violation()) {
    report.details.push_back(fmt::format("Witness confirmed: {}, and the program is safe.",
                                         witness.invariants.empty() ? "it has no invariants"
                                         : witness.invariants.size() == 1
                                             ? "its invariant holds"
                                             : fmt::format("all its {} invariants hold", witness.invariants.size())));
  } else if (report.verdict == VerdictKind::safe) {
    report.verdict = VerdictKind::unknown;
    // A GraphML automaton may mean more executions than the path that was followed.
    report.reason = fmt::format("witness {}: no execution follows it to the error",
                                witness.format_version == "1.0" ? "not confirmed" : "rejected");
  } else if (report.verdict == VerdictKind::unknown && context.budget.cause() == StopCause::none) {
    report.reason = "witness not confirmed: " + report.reason;
  }
}

}  // namespace bireach::checker
