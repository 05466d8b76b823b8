// SPDX-License-Identifier: Apache-2.0
/// What steps are called whose text alone would not tell them apart, or would not be understood.
#pragma once

#include <map>
#include <string>

#include "checker/report/report.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// The arbitrary values of a trace that say whether an allocation fails: without a name, and 0 or 1.
class AllocationChoices {
 public:
  AllocationChoices(const frontend::Program& program, const frontend::Trace& trace);

  /// The allocation, as the user wrote it, whose failure this variable stands for; null: it is none of them.
  [[nodiscard]] const std::string* call_of(frontend::VariableId variable) const;
  /// "malloc(4) fails", "malloc(4) succeeds": what the branch has found; empty: it asks for something else.
  [[nodiscard]] std::string outcome(const frontend::Edge& edge) const;
  /// The fix of a result that is null is called the success of the allocation, where that is proved to do the same.
  void tell_of_success(ReportTrace& report) const;

 private:
  const frontend::Program& program_;
  const frontend::Trace& trace_;
  std::map<frontend::VariableId, std::string> calls_;
};

/// The elements of an initialiser are statements of one text in one line: sets ReportStatement::part of these.
void name_parts(ReportTrace& report);

}  // namespace bireach::checker
