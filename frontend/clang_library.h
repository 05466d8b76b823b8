// SPDX-License-Identifier: Apache-2.0
/// What functions of the C library and of gcc compute, as C: calls of them are inlined like those of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bireach::frontend {

/// The name under which library_text() defines the function that C or gcc calls `name` ("strlen", "__builtin_clz");
/// nothing: it is not there.
[[nodiscard]] std::optional<std::string> library_symbol(const std::string& name);

/// The definitions. Where a function's behaviour is not defined they call `bireach_undefined`, which is not modelled.
[[nodiscard]] const std::string& library_text();

/// In the definitions, functions of <math.h> whose results C does not fix to the bit call another function, of this
/// `symbol`, for a number that they then restrict to what is known of the result: "sin"; empty: it is not one of these.
/// See frontend/math_results.h.
[[nodiscard]] std::string arbitrary_result_of(const std::string& symbol);

/// A function without a body that allocates or frees memory.
struct Allocator {
  enum class Kind : std::uint8_t { allocates, zeroes, zeroes_array, resizes, frees };
  std::string_view name;
  Kind kind;
};
/// C's allocation functions and those of the Linux kernel; null: not one of them.
[[nodiscard]] const Allocator* allocator(std::string_view name);

/// A function of the C library, POSIX or glibc that may return a pointer into what its arguments point to, or to an
/// object of the library that it has returned before.
[[nodiscard]] bool returns_argument(std::string_view name);
/// A function of the C library or POSIX of which more is known than that it may write anything into the objects that
/// its arguments point to: so much but no more, numbers of some range, a pointer into another argument.
[[nodiscard]] bool writes_by_contract(std::string_view name);

/// The name that users know a function of library_text() by.
[[nodiscard]] std::string library_name(const std::string& symbol);

}  // namespace bireach::frontend
