// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stop_token>

#include "checker/answer/statistics.h"
#include "checker/blocks/control_flow.h"
#include "checker/engines/verify_options.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// What the engines of one verification have in common. They keep a reference to it, so it must outlive them, as what
/// it refers to must outlive it.
struct EngineSetting {
  const frontend::Program& program;
  const frontend::Program* wrapping;  ///< the program if its overflow wraps, where that may matter; null: it does not
  const ControlFlow& flow;            ///< of both
  const VerifyOptions& options;
  std::stop_token stop;
  VerifyStatistics& statistics;
  /// An execution reaches an Unsupported location: there is no proof any more, and these are no targets from now on.
  bool unsupported_is_reached = false;

  /// The one that engines begin with: what was asked for, else integers.
  [[nodiscard]] frontend::Arithmetic arithmetic() const {
    return options.arithmetic == ArithmeticChoice::bitvector ? frontend::Arithmetic::bitvector
                                                             : frontend::Arithmetic::integer;
  }
};

}  // namespace bireach::checker
