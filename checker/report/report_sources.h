// SPDX-License-Identifier: Apache-2.0
/// The source files that a report shows.
#pragma once

#include <string>
#include <vector>

#include "checker/report/report.h"

namespace bireach::checker {

/// Files of more bytes are left out, with that as the reason; reports are to be read.
inline constexpr std::size_t longest_source = std::size_t{8} << 20U;

/// The texts of the files, with "\n" as the only line end, in their order. What cannot be read stands without text and
/// says why. Bytes that are no UTF-8 are kept.
[[nodiscard]] std::vector<ReportSource> read_sources(const std::vector<std::string>& files);

/// The column, from 1, as a count of code points, of a byte's column in a line of
/// UTF-8. A byte that is no UTF-8 counts as one.
[[nodiscard]] unsigned character_column(const std::string& line, unsigned byte_column);

}  // namespace bireach::checker
