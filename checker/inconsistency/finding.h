// SPDX-License-Identifier: Apache-2.0
/// Inconsistent code as reports show it.
#pragma once

#include <string>
#include <vector>

#include "checker/inconsistency/dead_way.h"
#include "checker/inconsistency/explanation.h"
#include "frontend/program/source.h"

namespace bireach::checker {

struct FindingStep {
  ContradictionStep::Role role = ContradictionStep::Role::condition;
  frontend::SourceRange place;
  std::string text;   ///< as written; of a condition with what it turned out to be: "!tun", "!(n > 3)"
  std::string needs;  ///< of beliefs: "needs tun != 0"
  bool in_fork = false;
  bool is_contradiction = false;       ///< the way itself
  std::vector<std::string> invariant;  ///< what holds behind it
  std::uint32_t last_line = 0;         ///< what lies between it and the next one begins behind this line
  std::size_t hidden_lines = 0;        ///< between it and the next one
};

struct Finding {
  InconsistencyClass severity = InconsistencyClass::error;
  std::string function;
  frontend::SourceRange place;  ///< of the condition; of a whole function its name
  std::string condition;        ///< as written; empty: the whole function
  bool taken = true;            ///< which way of it is dead
  bool both = false;
  std::string message;  ///< one sentence
  std::vector<FindingStep> steps;
  bool is_minimal = false;
  bool exact_loops = false;
  std::string fingerprint;  ///< stays the same when lines move
};

}  // namespace bireach::checker
