// SPDX-License-Identifier: Apache-2.0
/// The slice in the result file.
#pragma once

#include <nlohmann/json.hpp>

#include "checker/report/report.h"

namespace bireach::checker {

/// Adds `slice` to the result; nothing if nobody asked for one.
void add_slice(const Report& report, nlohmann::ordered_json& result);

}  // namespace bireach::checker
