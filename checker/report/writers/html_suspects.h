// SPDX-License-Identifier: Apache-2.0
/// Suspects and repairs as the page of the HTML report reads them.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "checker/report/report.h"

namespace bireach::checker {

/// Where things are on the page.
struct HtmlPlaces {
  /// File, line, column, end line, end column, or null.
  std::function<nlohmann::ordered_json(const ReportPlace&)> range;
  /// Number of the statement with this key, or null.
  std::function<nlohmann::ordered_json(const std::string&)> statement;
};

/// Null: nobody looked for them.
[[nodiscard]] nlohmann::ordered_json html_suspects(const Report& report, const HtmlPlaces& places);
[[nodiscard]] nlohmann::ordered_json html_repairs(const Report& report, const HtmlPlaces& places);

}  // namespace bireach::checker
