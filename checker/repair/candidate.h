// SPDX-License-Identifier: Apache-2.0
/// A program that was changed, on the way to a repair.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/answer/verdict.h"
#include "checker/engines/verify_options.h"
#include "checker/report/suspects_report.h"
#include "checker/suspects/suspect_search.h"

namespace bireach::checker {

/// What the program as changed does with the executions that are known.
struct Observation {
  std::size_t failing = 0, passing = 0;  ///< executed
  bool ends_well = true;                 ///< all of them end, without error
  /// Passing ones that leave other values in variables of the entry function or globals, compared by name.
  std::size_t changed = 0;
  std::string example;  ///< of those: the inputs, and what differs
};
/// Nothing: it was stopped.
[[nodiscard]] std::optional<Observation> observe(const TrialProgram& original,
                                                 const std::shared_ptr<const frontend::Program>& changed,
                                                 const InputSearch& tests, const std::stop_token& stop);

struct Candidate {
  ScreenedEdit screened;
  std::map<std::string, std::string> texts;  ///< of the files that differ from what was given
  std::string title;
  std::vector<ReportRepair::Change> changes;  ///< in the files as given
  std::vector<unsigned> lines;
  std::shared_ptr<const frontend::Program> program;  ///< once it was read
  bool is_pair = false;                              ///< two changes
  bool is_verified = false;                          ///< a proof was tried
  std::size_t depth = 0;                             ///< no error within so many blocks
  enum class State : std::uint8_t { open, proved, refuted } state = State::open;
  std::vector<std::string> assumptions;  ///< of a proof
  Observation observed;
};

}  // namespace bireach::checker
