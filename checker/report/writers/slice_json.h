// SPDX-License-Identifier: Apache-2.0
/// The slice in the result file.
#pragma once

#include <nlohmann/json.hpp>

#include "checker/report/report.h"

namespace bireach::checker {

/// Adds `slice` to the result; nothing if nobody asked for one.
void add_slice(const Report& report, nlohmann::ordered_json& result);

/// Adds `every_failure` to the result's `program`: what holds in every execution that fails. Nothing if nobody looked
/// for that, or where the slice has it.
void add_program_invariants(const Report& report, nlohmann::ordered_json& program);

}  // namespace bireach::checker
