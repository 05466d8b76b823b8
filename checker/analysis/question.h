// SPDX-License-Identifier: Apache-2.0
/// What an analysis is asked, and about which program.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "abstraction/slicing/error_invariant_options.h"
#include "checker/engines/verify_options.h"
#include "checker/harvest/harvest_options.h"
#include "checker/slicing/program_change.h"
#include "checker/trials/program_sources.h"
#include "frontend/program/program.h"
#include "relevance/explanation/error_invariants.h"

namespace bireach::checker {

class WitnessReader;

/// The program of the question.
struct Subject {
  std::shared_ptr<const frontend::Program> program;
  /// Reads the files again, with memory as bytes: tried once if typed memory leaves the answer open. Empty: it is not.
  std::function<std::shared_ptr<const frontend::Program>()> read_as_bytes;
  /// Reads them again as they were read last, but with so many threads for each place that creates some: tried while
  /// that leaves the answer open. Empty: it is not.
  std::function<std::shared_ptr<const frontend::Program>(unsigned copies)> read_with_threads = {};
  /// Where the program's text comes from; nothing: no change of it is tried.
  std::optional<ProgramSources> sources = std::nullopt;
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

/// Changes of the program's text with which the error cannot be reached.
struct RepairWish {
  unsigned max_edits = 1;  ///< in one repair: 1 or 2
};

/// Which statements of the whole program the error needs.
struct SliceWish {
  SliceMode mode = SliceMode::exact;
  abstraction::SliceDomain domain = abstraction::SliceDomain::numeric;
  unsigned max_predicates = 4;                       ///< of a lifted domain
  std::optional<std::string> output = std::nullopt;  ///< the file that the slice will be written to, as C
};

/// What is asked beside the verdict, and how it is looked for.
struct Question {
  std::variant<FirstTrace, AllTraces, WitnessHolds> goal;
  VerifyOptions verify;  ///< all but the deadline
  relevance::ExplanationKind explanation = relevance::ExplanationKind::flow_sensitive;
  relevance::HazardSensitivity hazards;  ///< of programs with threads
  unsigned jobs = 1;
  bool suspects = false;             ///< what is likely to be wrong, as one ranked list
  std::optional<RepairWish> repair;  ///< after the suspects, which it needs
  std::vector<std::string> trusted;  ///< functions that are the specification; empty: they are guessed
  std::optional<SliceWish> slice = std::nullopt;
  bool prove_memory =
      false;                ///< of a proof: also that accesses stay inside of objects, which it takes for granted else
  bool all_checks = false;  ///< of several kinds of errors: what becomes of each check, once one is violated
  bool invariants = false;  ///< of all traces: what holds in every execution that fails (a slice always tells)

  bool plain = false;  ///< of the first trace: no word on what matters in it, and why it fails

  /// Not where changes are the answer.
  [[nodiscard]] bool explains() const {
    return !plain && ((!repair && !slice) || std::holds_alternative<AllTraces>(goal));
  }
};

}  // namespace bireach::checker
