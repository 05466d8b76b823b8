// SPDX-License-Identifier: Apache-2.0
/// The report as text for people.
#pragma once

#include <string>

#include "checker/report/report.h"
#include "checker/report/text/text_style.h"

namespace bireach::checker {

/// The whole report, UTF-8; its last line is the verdict line.
[[nodiscard]] std::string text_report(const Report& report, const TextStyle& style = {});

}  // namespace bireach::checker
