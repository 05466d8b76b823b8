// SPDX-License-Identifier: Apache-2.0
/// Where something is asked about what statements evaluate, before they are executed.
#pragma once

#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// For each location the one at which its statement is asked for: itself; of arguments of recursive calls the start of
/// the call, so that its edges remain one path. Those cannot be told if an argument depends on what the path assigns:
/// then each location is asked for at itself, and the program has no procedures any more.
class EvaluationPlaces {
 public:
  explicit EvaluationPlaces(const Program& program);
  [[nodiscard]] bool keeps_procedures() const { return keeps_procedures_; }
  [[nodiscard]] LocationId of(LocationId location) const { return asked_at_[location]; }
  /// The depth of the explicit stack and return places are numbers of ours, not of the user's program.
  [[nodiscard]] bool is_asked(EdgeId edge) const;

 private:
  void add(LocationId start, LocationId entry);

  const Program& program_;
  std::vector<LocationId> asked_at_;
  bool keeps_procedures_ = true;
};

}  // namespace bireach::frontend
