// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bireach::checker {

/// "0.1.0"
[[nodiscard]] std::string tool_version();

}  // namespace bireach::checker
