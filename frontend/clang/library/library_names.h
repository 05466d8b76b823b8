// SPDX-License-Identifier: Apache-2.0
/// Functions that the library of the system defines, whether they are modelled or not.
#pragma once

#include <string_view>

namespace bireach::frontend {

/// Of ISO C, which reserves the names wherever they are declared (C11 7.1.3). Logarithmic in the number of names.
[[nodiscard]] bool is_c_library_name(std::string_view name);
/// Also of POSIX and glibc: a program may use these names for functions of its own.
[[nodiscard]] bool is_system_library_name(std::string_view name);
/// Of glibc's libm, for each floating type that it has.
[[nodiscard]] bool is_math_library_name(std::string_view name);

}  // namespace bireach::frontend
