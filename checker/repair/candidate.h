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

struct Candidate {
  ScreenedEdit screened;
  std::map<std::string, std::string> texts;  ///< of the files that differ from what was given
  std::string title;
  std::vector<ReportRepair::Change> changes;  ///< in the files as given
  std::vector<unsigned> lines;
  std::shared_ptr<const frontend::Program> program;  ///< once it was read
  std::size_t depth = 0;                             ///< no error within so many blocks
  enum class State : std::uint8_t { open, proved, refuted } state = State::open;
  std::vector<std::string> assumptions;  ///< of a proof
};

/// What an execution of the changed program leaves in globals, by name, compared with the original's.
struct ChangedPassing {
  std::size_t count = 0;
  std::string example;
};
[[nodiscard]] ChangedPassing changed_passing(const TrialProgram& original, const frontend::Program& changed,
                                             const InputSearch& tests);

}  // namespace bireach::checker
