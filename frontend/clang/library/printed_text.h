// SPDX-License-Identifier: Apache-2.0
/// sprintf and its kin written out for a format (part of special_text.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "frontend/clang/library/special_call.h"

namespace bireach::frontend {

[[nodiscard]] std::string_view printing_helpers();
[[nodiscard]] std::optional<std::string> printing_text(const SpecialCall& call);

}  // namespace bireach::frontend
