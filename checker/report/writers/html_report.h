// SPDX-License-Identifier: Apache-2.0
/// The HTML report: one page that holds everything it needs.
#pragma once

#include <string>

#include "checker/report/automaton_report.h"
#include "checker/report/report.h"

namespace bireach::checker {

/// The whole page, UTF-8. It works from a file, without network; all that comes from the program under test lies in
/// data islands (JSON with every "<", ">" and "&" escaped) and becomes text of the page, never markup. A Content
/// Security Policy allows the page's own script and style only, by their hashes. Bytes that are no UTF-8 are replaced.
[[nodiscard]] std::string html_report(const Report& report, const Drawing& drawing);

/// JSON that stands unchanged within a `script` element, whatever its strings hold; ASCII only.
[[nodiscard]] std::string json_island(const std::string& ascii_json);

}  // namespace bireach::checker
