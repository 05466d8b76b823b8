// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bireach::checker {

struct ReportPlace {
  std::string file;  ///< as given; empty: no place
  unsigned line = 0;
  unsigned column = 0;  ///< in bytes, from 1
  std::string function;
  unsigned end_line = 0, end_column = 0;  ///< exclusive
};

}  // namespace bireach::checker
