// SPDX-License-Identifier: Apache-2.0
/// How a harness starts another function than main: with the values that the execution has in globals before it.
#pragma once

#include <string>
#include <vector>

#include "checker/replay/trace_inputs.h"
#include "frontend/clang/reading/parse_options.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

struct HarnessEntry {
  std::string code;                        ///< of the harness: main
  std::vector<std::string> program_texts;  ///< of each file, with functions behind it that main calls
  std::vector<std::string> not_set;        ///< values that it cannot set, for people
};

/// `texts`: of the program's files so far. `globals`: those inputs that are the first values of static variables.
/// Precondition: `options` has a driver.
[[nodiscard]] HarnessEntry harness_entry(const frontend::Program& program, const frontend::ParseOptions& options,
                                         std::vector<std::string> texts, const std::vector<TraceInput>& globals);

}  // namespace bireach::checker
