// SPDX-License-Identifier: Apache-2.0
#include "checker/report/writers/html_slice.h"

#include <map>
#include <string>

#include "checker/report/slice_words.h"
#include "checker/report/suspects_words.h"

namespace bireach::checker {
namespace {

using Json = nlohmann::ordered_json;

Json statement_of(const ReportSliceStatement& statement, const HtmlPlaces& places) {
  return {{"text", statement.text},
          {"branch", statement.kind == "branch"},
          {"place", place_words(statement.place)},
          {"range", places.range(statement.place)},
          {"s", places.statement(statement.statement)},
          {"depth", statement.depth},
          {"status", to_string(statement.status)},
          {"kept", statement.kept},
          {"why", why_words(statement)}};
}

}  // namespace

Json html_slice(const Report& report, const HtmlPlaces& places) {
  if (!report.slice) return nullptr;
  const ReportSlice& slice = *report.slice;
  const SliceLines lines = slice_lines(slice);
  Json statements = Json::array();
  for (const ReportSliceStatement& statement : slice.statements) statements.push_back(statement_of(statement, places));
  return {{"summary", summary_words(slice)},
          {"claim", claim_words(slice.mode)},
          {"lines", {lines.to_read, lines.all}},
          {"statements", std::move(statements)},
          {"output", slice.output ? output_words(*slice.output) : ""}};
}

Json html_invariants(const Report& report, const HtmlPlaces& places) {
  if (!report.invariants) return nullptr;
  std::map<std::string, std::size_t> position;
  if (report.slice)
    for (std::size_t i = 0; i < report.slice->statements.size(); ++i)
      position.emplace(report.slice->statements[i].statement, i);
  Json list = Json::array();
  for (const ReportProgramInvariant& invariant : report.invariants->entries) {
    if (!says_something(invariant)) continue;
    const auto found = position.find(invariant.statement);
    list.push_back({{"at", to_string(invariant.at)},
                    {"text", invariant.text},
                    {"place", place_words(invariant.place)},
                    {"range", places.range(invariant.place)},
                    {"s", places.statement(invariant.statement)},
                    {"slice", found == position.end() ? Json(nullptr) : Json(found->second)},
                    {"input", !invariant.of_input.empty()},
                    {"holds", invariant_words(invariant)}});
  }
  return {{"list", std::move(list)}, {"variables", report.invariants->variables}, {"note", report.invariants->note}};
}

}  // namespace bireach::checker
