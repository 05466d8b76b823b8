// SPDX-License-Identifier: Apache-2.0
/// What glibc's <ctype.h> asks its tables, as functions: `(*__ctype_b_loc())[c] & mask`, `(*__ctype_tolower_loc())[c]`.
#pragma once

#include <string>

namespace bireach::frontend {

/// The definition of `int symbol(int c)` that gives the bits of the mask that the table of this machine's glibc (little
/// endian) holds for c in the "C" locale.
[[nodiscard]] std::string class_text(const std::string& symbol, unsigned mask);
enum class LetterCase : unsigned char { lower, upper };

/// The definition of `int symbol(int c)` for the table of tolower or toupper.
[[nodiscard]] std::string case_text(const std::string& symbol, LetterCase wanted);

}  // namespace bireach::frontend
