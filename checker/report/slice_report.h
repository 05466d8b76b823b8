// SPDX-License-Identifier: Apache-2.0
/// Which statements of the whole program an error needs, as report data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/report/report_place.h"
#include "checker/slicing/slice_search.h"

namespace bireach::checker {

/// One statement of the source, with all its copies.
struct ReportSliceStatement {
  std::string statement;  ///< "s17"; of a branch that of the way on which its condition holds
  std::string kind;       ///< "assign", "havoc", "branch"
  std::string text;       ///< as written; of a branch the condition
  ReportPlace place;
  unsigned depth = 0;  ///< of blocks and calls around it
  SliceStatus status = SliceStatus::undecided;
  SliceEvidence evidence = SliceEvidence::none;
  bool kept = true;                  ///< part of the slice
  std::optional<std::size_t> block;  ///< index into the statements: the branch that it is left out with
  std::optional<std::string> value;  ///< of relevant by execution: which, everywhere instead, lets one pass
  std::string reason;                ///< of undecided
};

/// The slice as a C file.
struct ReportSliceFile {
  std::string file;
  std::string text;
  std::size_t not_removed = 0;  ///< statements that are not in the slice, but stay in the text
  bool fails = false;           ///< the error was found in it, and replayed
  std::string problem;          ///< else: what the check of it said, or why there is no file
};

struct ReportSlice {
  SliceMode mode = SliceMode::exact;
  bool complete = false;                         ///< else not all was asked
  std::vector<ReportSliceStatement> statements;  ///< in the order of the source
  std::optional<ReportSliceFile> output;
};

}  // namespace bireach::checker
