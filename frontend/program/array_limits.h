// SPDX-License-Identifier: Apache-2.0
/// How large arrays are that are variables of the program.
#pragma once

#include <cstdint>

namespace bireach::frontend {

/// Arrays with more elements are not modelled. Those of variable length have variables of so many elements, whose
/// index is -1 where it is out of the array's bounds.
inline constexpr std::uint64_t max_elements = std::uint64_t{1} << 40U;

}  // namespace bireach::frontend
