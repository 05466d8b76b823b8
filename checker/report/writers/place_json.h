// SPDX-License-Identifier: Apache-2.0
/// Places in the result file.
#pragma once

#include <nlohmann/json.hpp>

#include "checker/report/report_place.h"

namespace bireach::checker {

/// As `place` of the schema.
[[nodiscard]] inline nlohmann::ordered_json location_of(const ReportPlace& place) {
  return {{"file", place.file}, {"line", place.line}, {"column", place.column}, {"function", place.function}};
}

}  // namespace bireach::checker
