// SPDX-License-Identifier: Apache-2.0
/// The direction in which floating-point operations round (ISO/IEC 9899:2011, 7.6.3).
#pragma once

#include <set>
#include <string>

namespace bireach::frontend {

/// The numbers that <fenv.h> has for them on x86; FE_TONEAREST is 0.
constexpr int round_downward = 0x400;
constexpr int round_upward = 0x800;
constexpr int round_to_zero = 0xc00;

/// May the direction change in a program that uses these functions of the library, and are their results known then?
[[nodiscard]] bool sets_rounding(const std::set<std::string>& used);

}  // namespace bireach::frontend
