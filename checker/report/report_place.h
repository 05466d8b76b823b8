// SPDX-License-Identifier: Apache-2.0
/// Where something stands, as reports say it.
#pragma once

#include <string>

#include "frontend/program/program.h"

namespace bireach::checker {

struct ReportPlace {
  std::string file;  ///< as given; empty: no place
  unsigned line = 0;
  unsigned column = 0;  ///< in bytes, from 1
  std::string function;
  unsigned end_line = 0, end_column = 0;  ///< exclusive
};

/// The range, in that function; of a range that is not known the function alone.
[[nodiscard]] ReportPlace report_place(const frontend::Program& program, const frontend::SourceRange& range,
                                       std::string function);
/// Of an edge: what it was made from, in the function whose code it is.
[[nodiscard]] ReportPlace report_place(const frontend::Program& program, const frontend::Edge& edge);

/// For people: "a.c:7", without the file's folder unless two files of the program share its name. Empty: not known.
[[nodiscard]] std::string short_place(const frontend::Program& program, const frontend::SourceRange& range);

}  // namespace bireach::checker
