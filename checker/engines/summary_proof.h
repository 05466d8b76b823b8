// SPDX-License-Identifier: Apache-2.0
/// Proofs by procedure summaries, put together from candidates or found by Spacer, and certified by cvc5: of recursive
/// functions, and of functions with loops that are called at several places.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "checker/blocks/procedure_clauses.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "frontend/program/folded_calls.h"

namespace bireach::checker {

/// Each step is an attempt, with growing time limits. A failed one says nothing about the program.
class SummaryProver final : public Engine {
 public:
  explicit SummaryProver(const EngineSetting& setting);

  [[nodiscard]] std::string_view name() const override { return "procedure summaries"; }
  /// Exhausted: further attempts are of no use.
  [[nodiscard]] StepResult step() override;

 private:
  struct Attempt {
    bool by_candidates;  ///< else by Spacer
    TypeBounds bounds;
  };
  StepResult attempt(const Attempt& attempt);
  [[nodiscard]] const frontend::Program& program() const { return folded_ ? folded_->program : setting_.program; }
  void note(InductiveAnnotation& proof, const frontend::Semantics& semantics, frontend::LocationId location,
            logic::Term predicate) const;

  const EngineSetting& setting_;
  std::optional<frontend::FoldedCalls> folded_;  ///< absent: the program's own procedures are meant
  std::optional<ControlFlow> folded_flow_;
  std::vector<Attempt> attempts_;  ///< those that may still succeed, in their order
  std::size_t next_ = 0;
  std::chrono::milliseconds time_limit_{500};
};

}  // namespace bireach::checker
