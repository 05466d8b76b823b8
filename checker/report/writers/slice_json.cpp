// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/slice_json.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;

Json location_of(const ReportPlace& place) {
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}, {"function", place.function}};
}

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

Json invariant_of(const ReportSlice& slice, const ReportSliceInvariant& invariant) {
  Json result = {{"at", to_string(invariant.at)}, {"location", location_of(invariant.place)}};
  result["statement"] = invariant.statement ? Json(slice.statements[*invariant.statement].statement) : Json(nullptr);
  if (!invariant.text.empty()) result["text"] = invariant.text;
  result["impossible"] = invariant.impossible;
  result["supported"] = invariant.supported;
  result["conjuncts"] = invariant.conjuncts;
  return result;
}

}  // namespace

void add_slice(const Report& report, Json& result) {
  if (!report.slice) return;
  const ReportSlice& slice = *report.slice;
  Json statements = Json::array();
  for (const ReportSliceStatement& statement : slice.statements) statements.push_back(statement_of(slice, statement));
  Json invariants = Json::array();
  for (const ReportSliceInvariant& invariant : slice.invariants) invariants.push_back(invariant_of(slice, invariant));
  Json entry = {{"mode", to_string(slice.mode)},       {"complete", slice.complete},
                {"statements", std::move(statements)}, {"invariants", std::move(invariants)},
                {"variables", slice.variables},        {"note", slice.note}};
  if (slice.output) {
    entry["output"] = {{"file", slice.output->file},
                       {"not_removed", slice.output->not_removed},
                       {"fails", slice.output->fails},
                       {"problem", slice.output->problem}};
  }
  result["slice"] = std::move(entry);
}

}  // namespace bireach::checker
