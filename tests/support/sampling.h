// SPDX-License-Identifier: Apache-2.0
/// How many random cases a test takes. `ctest` on the release build takes all of them. The sanitizers cost a factor of
/// about five, so there it is a fifth; with BIREACH_TEST_SAMPLE=1, as `./quickstart --test` runs the tests, it is a
/// fifth of either.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <type_traits>

namespace bireach::testing {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_sanitized = true;
#elif defined(__has_feature)
inline constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool is_sanitized = false;
#endif

inline bool is_sample_asked() {
  static const char* const asked = std::getenv("BIREACH_TEST_SAMPLE");
  return asked != nullptr && *asked == '1';
}

/// Are fewer than all cases taken?
inline bool is_sample() {
  return is_sanitized || is_sample_asked();
}

/// How many random cases a test takes that counts what it met: of a sample of a sample it could ask nothing.
constexpr int counted_rounds(int all) {
  return is_sanitized ? std::max(1, all / 5) : all;
}

/// How many of these random cases a test takes, at least one.
inline int rounds(int all) {
  return std::max(1, counted_rounds(all) / (is_sample_asked() ? 5 : 1));
}

/// Was something met more often than `wanted` times? Of a sample nothing is asked that is rare: it may not meet it.
template <typename Count>
bool is_often(Count count, std::type_identity_t<Count> wanted) {
  return is_sample() || count > wanted;
}

}  // namespace bireach::testing
