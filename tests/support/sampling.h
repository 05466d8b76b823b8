// SPDX-License-Identifier: Apache-2.0
/// The sanitizers cost a factor of about five. The release build runs every test in full.
#pragma once

#include <algorithm>

namespace bireach::testing {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

/// How many of these random cases a test takes: under the sanitizers a fifth, at least one.
constexpr int rounds(int all) {
  return is_sanitized ? std::max(1, all / 5) : all;
}

/// Was something met more often than `wanted` times? Under the sanitizers nothing is asked of what is rare: those
/// rounds may not meet it.
template <typename Count>
constexpr bool is_often(Count count, Count wanted) {
  return is_sanitized || count > wanted;
}

}  // namespace bireach::testing
