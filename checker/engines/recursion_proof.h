// SPDX-License-Identifier: Apache-2.0
/// Proofs for programs with recursive procedures: procedure summaries found by Spacer and certified by cvc5.
#pragma once

#include <chrono>

#include "checker/blocks/procedure_clauses.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"

namespace bireach::checker {

/// Each step is an attempt, with growing time limits. A failed one says nothing about the program.
class RecursionProver final : public Engine {
 public:
  explicit RecursionProver(const EngineSetting& setting) : setting_(setting) {}

  [[nodiscard]] std::string_view name() const override { return "procedure summaries"; }
  /// Exhausted: further attempts are of no use.
  [[nodiscard]] StepResult step() override;

 private:
  const EngineSetting& setting_;
  std::chrono::milliseconds time_limit_{500};
  TypeBounds bounds_ = TypeBounds::none;
};

}  // namespace bireach::checker
