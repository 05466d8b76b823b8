// SPDX-License-Identifier: Apache-2.0
/// From an infeasible trace to predicates that refute it and, with luck, many others.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/blocks/block_program.h"
#include "checker/engines/abstract_refinement.h"
#include "checker/engines/verify_options.h"
#include "logic/interpolation/interpolation.h"
#include "logic/interpolation/interpolation_engines.h"

namespace bireach::checker {

/// Predicates proposed for a refinement and who proposed them.
struct Proposal {
  std::vector<logic::Term> predicates;
  std::string engine;
};

class Refiner {
 public:
  Refiner(logic::TermManager& terms, const BlockProgram& blocks, const ControlFlow& flow,
          const frontend::Semantics& semantics, logic::Term precondition, const VerifyOptions& options,
          std::stop_token stop, logic::SolverStatistics& statistics);

  /// Offers proposals to `accept`, cheapest or most general first, until it takes one (returns true); false if no
  /// engine had one that was taken. The word's first `length` letters are infeasible.
  bool refine(const automata::Word& word, std::size_t length, const std::function<bool(const Proposal&)>& accept);
  [[nodiscard]] const std::string& last_failure() const { return last_failure_; }

 private:
  [[nodiscard]] bool asks_path_program();
  [[nodiscard]] bool speaks_of_floating(const automata::Word& refuted) const;
  std::optional<Proposal> from_abstraction(const automata::Word& refuted);
  std::optional<Proposal> from_path_program(const automata::Word& refuted);
  std::optional<Proposal> from_trace(const automata::Word& refuted, logic::InterpolationEngineKind kind,
                                     std::chrono::milliseconds limit);
  void check(const logic::InterpolationProblem& problem, const logic::TracePredicates& result);

  logic::TermManager& terms_;
  const BlockProgram& blocks_;
  const frontend::Semantics& semantics_;
  logic::Term precondition_;
  const VerifyOptions& options_;
  logic::InterpolationConfig config_;
  AbstractRefiner abstraction_;
  unsigned abstraction_failures_ = 0;
  unsigned path_program_failures_ = 0;
  unsigned refinements_ = 0;
  std::string last_failure_;
};

}  // namespace bireach::checker
