// SPDX-License-Identifier: Apache-2.0
/// What an analysis is asked, and about which program.
#pragma once

#include <functional>
#include <memory>
#include <variant>

#include "checker/engines/verify_options.h"
#include "checker/harvest/harvest_options.h"
#include "frontend/program/program.h"
#include "relevance/explanation/error_invariants.h"

namespace bireach::checker {

class WitnessReader;

/// The program of the question.
struct Subject {
  std::shared_ptr<const frontend::Program> program;
  /// Reads the files again, with memory as bytes: tried once if typed memory leaves the answer open. Empty: it is not.
  std::function<std::shared_ptr<const frontend::Program>()> read_as_bytes;
};

/// Which statements of the first error trace matter, and why does it fail?
struct FirstTrace {};
/// What matters in all error traces?
struct AllTraces {
  HarvestOptions harvest;  ///< all but the deadline
};
/// Does the witness hold? The subject is what the reader has read.
struct WitnessHolds {
  WitnessReader* reader = nullptr;
};

/// What is asked beside the verdict, and how it is looked for.
struct Question {
  std::variant<FirstTrace, AllTraces, WitnessHolds> goal;
  VerifyOptions verify;  ///< all but the deadline
  relevance::ExplanationKind explanation = relevance::ExplanationKind::flow_sensitive;
  unsigned jobs = 1;
};

}  // namespace bireach::checker
