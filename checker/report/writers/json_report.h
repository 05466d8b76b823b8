// SPDX-License-Identifier: Apache-2.0
/// The result file (format "bireach-result/1").
#pragma once

#include <string>

#include "checker/report/report.h"

namespace bireach::checker {

/// The result as one JSON object, UTF-8 (bytes that are no UTF-8 are replaced), ending with a newline.
[[nodiscard]] std::string json_report(const Report& report);

}  // namespace bireach::checker
