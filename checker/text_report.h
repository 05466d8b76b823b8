// SPDX-License-Identifier: Apache-2.0
/// The report as text for people.
#pragma once

#include <cstddef>
#include <string>

#include "checker/report.h"

namespace bireach::checker {

/// How much of each trace the report of a harvest shows.
enum class TraceDetail {
  automatic,  ///< full for up to three traces, else brief, and of many the first
  brief,      ///< a line for each
  full,       ///< as `check` does
  none
};

struct TextStyle {
  bool colour = false;    ///< ANSI sequences
  std::size_t width = 0;  ///< of the terminal in columns; 0: unlimited
  TraceDetail traces = TraceDetail::automatic;
};

/// The whole report, UTF-8; its last line is the verdict line.
[[nodiscard]] std::string text_report(const Report& report, const TextStyle& style = {});

}  // namespace bireach::checker
