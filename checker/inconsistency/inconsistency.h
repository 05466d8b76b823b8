// SPDX-License-Identifier: Apache-2.0
/// Inconsistent code: what no execution of a function passes without an error.
#pragma once

#include <chrono>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "checker/inconsistency/finding.h"
#include "frontend/clang/modular/function_program.h"

namespace bireach::checker {

struct InconsistencyWish {
  frontend::ModularOptions reading;
  std::set<InconsistencyClass> severities{InconsistencyClass::error, InconsistencyClass::after_error};
  double seconds_for_function = 10;
  std::chrono::milliseconds question_time = DetectionLimits().question_time;
  bool other_models = true;  ///< a finding has to be one for every data model and signedness of char
};

struct FunctionFindings {
  std::string name;
  frontend::SourceRange place;
  std::string refused;                 ///< why it was not analysed; empty: it was
  std::vector<std::string> undecided;  ///< conditions that were not decided, and why
  std::size_t arms = 0, beliefs = 0;
  double seconds = 0;
  std::vector<Finding> findings;
  std::size_t suppressed = 0;  ///< findings beside the comment `bireach: ignore`
};

struct FileFindings {
  std::string file;
  std::vector<FunctionFindings> functions;
  std::vector<std::string> headers;  ///< as Program::headers
  std::string error;                 ///< why the file could not be read, or not to the end; empty: it was
  std::vector<std::string> notes;    ///< "with ILP32 the file cannot be read: …"
};

/// Told of each function before it is begun, and what was found in those before it.
using FunctionObserver = std::function<void(const FileFindings& so_far, const std::string& function)>;

/// Does not throw for bad input: see `error`. Thread-safe. Stops early, with what it has, when asked to.
[[nodiscard]] FileFindings find_inconsistencies(const std::string& file, const InconsistencyWish& wish,
                                                std::stop_token stop, logic::SolverStatistics& statistics,
                                                const FunctionObserver& observer = {});

}  // namespace bireach::checker
