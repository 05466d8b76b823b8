// SPDX-License-Identifier: Apache-2.0
/// A slice in SARIF: one result, whose related locations are its statements.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "checker/report/report.h"

namespace bireach::checker {

/// How SARIF says what other results say, too.
struct SarifParts {
  std::function<nlohmann::ordered_json(const ReportPlace&, const std::string&)> location;
  std::function<nlohmann::ordered_json(const std::string&)> message;
};

/// The rule that results of slices refer to.
[[nodiscard]] nlohmann::ordered_json sarif_slice_rule();

/// Of a report with a slice. The statements that stay are related locations in the order of the source, each with its
/// status and with what holds there in every execution that fails. It is no finding of its own: its kind is
/// informational (§3.27.9), and so its level none (§3.27.10).
[[nodiscard]] nlohmann::ordered_json sarif_slice(const Report& report, std::size_t rule_index, const SarifParts& parts);

}  // namespace bireach::checker
