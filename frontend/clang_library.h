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

/// A function without a body that allocates or frees memory.
struct Allocator {
  enum class Kind : std::uint8_t { allocates, zeroes, zeroes_array, resizes, frees };
  std::string_view name;
  Kind kind;
};
/// C's allocation functions and those of the Linux kernel; null: not one of them.
[[nodiscard]] const Allocator* allocator(std::string_view name);

/// The name that users know a function of library_text() by.
[[nodiscard]] std::string library_name(const std::string& symbol);

}  // namespace bireach::frontend
