// SPDX-License-Identifier: Apache-2.0
/// How reports for people are to look.
#pragma once

#include <cstddef>

namespace bireach::checker {

/// How much of each trace the report of a harvest shows.
enum class TraceDetail {
  automatic,  ///< full for up to three traces, else brief, and of many the first
  brief,      ///< a line for each
  full,       ///< as `check` does
  none
};

/// What somebody reads the report for.
enum class TextSubject {
  error,    ///< what was found
  repairs,  ///< suspects and repairs are the answer; the rest is brief
  slice     ///< the slice is
};

/// What of an error stands above the report already.
enum class Announced {
  nothing,
  error,  ///< that it is certain, what it is, and where
  trace   ///< its execution, too
};

struct TextStyle {
  bool colour = false;    ///< ANSI sequences
  std::size_t width = 0;  ///< of the terminal in columns; 0: unlimited
  TraceDetail traces = TraceDetail::automatic;
  TextSubject subject = TextSubject::error;
  std::size_t suspects = 5;  ///< so many are shown
  Announced announced = Announced::nothing;
  bool folds = true;  ///< explanations that are too long for a screen fold rounds of loops and calls
};

}  // namespace bireach::checker
