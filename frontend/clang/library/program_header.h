// SPDX-License-Identifier: Apache-2.0
/// The header that programs may include to say what their inputs are, what is assumed, and what is an error.
#pragma once

#include <string_view>

namespace bireach::frontend {

/// <bireach.h>, which is found wherever a program includes it, and installed for other compilers.
[[nodiscard]] std::string_view program_header();

}  // namespace bireach::frontend
