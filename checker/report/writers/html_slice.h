// SPDX-License-Identifier: Apache-2.0
/// What the page of the HTML report reads of slices, and of every execution that fails.
#pragma once

#include <nlohmann/json.hpp>

#include "checker/report/report.h"
#include "checker/report/writers/html_suspects.h"

namespace bireach::checker {

/// Null where nobody looked for it.
[[nodiscard]] nlohmann::ordered_json html_slice(const Report& report, const HtmlPlaces& places);
/// What holds in every execution that fails; null where nobody looked for it.
[[nodiscard]] nlohmann::ordered_json html_invariants(const Report& report, const HtmlPlaces& places);

}  // namespace bireach::checker
