// SPDX-License-Identifier: Apache-2.0
/// Files that are there whole or not at all.
#pragma once

#include <string>

namespace bireach::checker {

/// Writes a file whole or not at all: beside its place, then renamed. What is no regular file (a pipe, /dev/null) is
/// written directly. Throws std::runtime_error.
void write_whole_file(const std::string& path, const std::string& content);

/// Why a file could not be written there; empty: it seems it could.
[[nodiscard]] std::string cannot_write(const std::string& path);

}  // namespace bireach::checker
