// SPDX-License-Identifier: Apache-2.0
/// What the page of the HTML report reads: JSON with short names, since there may be tens of thousands of steps.
/// checker/report/writers/page/README.md documents it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "checker/report/automaton_report.h"
#include "checker/report/report.h"
#include "checker/report/writers/html_suspects.h"

namespace bireach::checker {

/// Numbers of the statements and source files over all traces.
class HtmlData {
 public:
  explicit HtmlData(const Report& report);

  /// Everything but the texts of the sources and the steps of the traces.
  [[nodiscard]] nlohmann::ordered_json head(const Drawing& drawing) const;
  /// The steps, inputs, values and invariants of one trace, counted from 0.
  [[nodiscard]] nlohmann::ordered_json trace(std::size_t index) const;
  [[nodiscard]] nlohmann::ordered_json sources() const;

 private:
  [[nodiscard]] std::size_t statement(const ReportStatement& statement) const { return numbers_.at(statement.key); }
  [[nodiscard]] HtmlPlaces places() const;
  [[nodiscard]] nlohmann::ordered_json checks(const HtmlPlaces& places) const;
  [[nodiscard]] nlohmann::ordered_json statements() const;
  [[nodiscard]] nlohmann::ordered_json traces() const;
  [[nodiscard]] nlohmann::ordered_json program() const;
  [[nodiscard]] nlohmann::ordered_json program_entries(const std::vector<ReportProgramStatement>& entries,
                                                       std::string (*why)(const ReportProgramStatement&,
                                                                          std::size_t)) const;
  [[nodiscard]] nlohmann::ordered_json program_of_one_trace() const;
  [[nodiscard]] nlohmann::ordered_json step(const ReportTrace& trace, const ReportStep& step) const;

  const Report& report_;
  std::vector<const ReportStatement*> statements_;
  std::map<std::string, std::size_t> numbers_;
  std::set<std::string> shown_;  ///< keys of statements that a user would recognise on some trace
  std::set<std::string> branches_;
  std::map<std::string, std::size_t> files_;
  std::map<std::uint32_t, std::size_t> arrow_of_edge_;
};

}  // namespace bireach::checker
