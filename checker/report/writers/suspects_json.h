// SPDX-License-Identifier: Apache-2.0
/// Suspects and repairs in the result file.
#pragma once

#include <nlohmann/json.hpp>

#include "checker/report/report.h"

namespace bireach::checker {

/// Adds to `program` what is known of suspects; nothing if nobody looked for them. `statements` are those of the file.
void add_suspects(const Report& report, const nlohmann::ordered_json& statements, nlohmann::ordered_json& program);
/// Adds repairs to the result; nothing if nobody looked for them.
void add_repairs(const Report& report, nlohmann::ordered_json& result);

}  // namespace bireach::checker
