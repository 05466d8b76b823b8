// SPDX-License-Identifier: Apache-2.0
/// The file that the first repair is written to.
#pragma once

#include <string>

#include "checker/report/report.h"

namespace bireach::checker {

/// What is said of it: "Patch (repair 1, proved): fix.diff", "No patch was written: no repair was found".
[[nodiscard]] std::string patch_line(const Report& report, const std::string& file);

/// Writes the first repair whole or not at all; without a repair removes the patch of an earlier run, but no other
/// file. Throws std::runtime_error.
void write_patch(const Report& report, const std::string& file);

}  // namespace bireach::checker
