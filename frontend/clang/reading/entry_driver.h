// SPDX-License-Identifier: Apache-2.0
/// Arguments for the function where executions start, if its pointers are to lead somewhere.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/reading/parse_options.h"

namespace bireach::frontend {

/// How often a pointer is followed: that of a parameter, that in the object there; those beyond are null.
inline constexpr unsigned entry_pointer_depth = 2;

/// C that calls `options.entry` with any arguments, but those of pointer types lead to objects of their own, as `kind`
/// says: to arrays of `elements` with any contents; those of char to strings of at most `elements` bytes. Nothing:
/// `kind` is arbitrary, the function is main, or it has no body. Throws ParseError, also for types that have no name.
[[nodiscard]] std::optional<EntryDriver> entry_driver(const std::vector<std::string>& files,
                                                      const ParseOptions& options, EntryPointers kind,
                                                      unsigned elements);

}  // namespace bireach::frontend
