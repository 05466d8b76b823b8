// SPDX-License-Identifier: Apache-2.0
/// The result file (format "bireach-result/1").
#pragma once

#include <string>

#include "checker/report/report.h"

namespace bireach::checker {

/// The result as one JSON object, UTF-8 (bytes that are no UTF-8 are replaced), ending with a newline.
[[nodiscard]] std::string json_report(const Report& report);

/// Writes a file whole or not at all: beside its place, then renamed. What is no regular file (a pipe, /dev/null) is
/// written directly. Throws std::runtime_error.
void write_whole_file(const std::string& path, const std::string& content);

/// Why a file could not be written there; empty: it seems it could.
[[nodiscard]] std::string cannot_write(const std::string& path);

}  // namespace bireach::checker
