// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/slice_json.h"

#include "checker/report/slice_words.h"
#include "checker/report/writers/place_json.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;

Json statement_of(const ReportSlice& slice, const ReportSliceStatement& statement) {
  Json result = {{"statement", statement.statement},
                 {"kind", statement.kind},
                 {"text", statement.text},
                 {"location", location_of(statement.place)},
                 {"status", to_string(statement.status)},
                 {"evidence", to_string(statement.evidence)},
                 {"kept", statement.kept}};
  if (statement.block) result["block"] = slice.statements[*statement.block].statement;
  if (statement.value) result["value"] = *statement.value;
  if (statement.status == SliceStatus::undecided) result["reason"] = statement.reason;
  return result;
}

Json invariant_of(const ReportProgramInvariant& invariant) {
  return {{"at", to_string(invariant.at)},
          {"location", location_of(invariant.place)},
          {"statement", invariant.statement.empty() ? Json(nullptr) : Json(invariant.statement)},
          {"text", invariant.text},
          {"impossible", invariant.impossible},
          {"supported", invariant.supported},
          {"conjuncts", invariant.conjuncts}};
}

/// Adds what holds in every execution that fails.
void add_invariants(const ReportProgramInvariants& invariants, Json& result) {
  Json list = Json::array();
  for (const ReportProgramInvariant& invariant : invariants.entries) list.push_back(invariant_of(invariant));
  result["invariants"] = std::move(list);
  result["variables"] = invariants.variables;
  result["note"] = invariants.note;
}

}  // namespace

void add_slice(const Report& report, Json& result) {
  if (!report.slice) return;
  const ReportSlice& slice = *report.slice;
  Json statements = Json::array();
  for (const ReportSliceStatement& statement : slice.statements) statements.push_back(statement_of(slice, statement));
  const SliceLines lines = slice_lines(slice);
  Json entry = {{"mode", to_string(slice.mode)},
                {"complete", slice.complete},
                {"statements", std::move(statements)},
                {"lines", {{"to_read", lines.to_read}, {"all", lines.all}}}};
  add_invariants(report.invariants.value_or(ReportProgramInvariants()), entry);
  if (slice.output) {
    entry["output"] = {{"file", slice.output->file},
                       {"not_removed", slice.output->not_removed},
                       {"fails", slice.output->fails},
                       {"problem", slice.output->problem}};
  }
  result["slice"] = std::move(entry);
}

void add_program_invariants(const Report& report, Json& program) {
  if (report.invariants && !report.slice) add_invariants(*report.invariants, program["every_failure"]);
}

}  // namespace bireach::checker
