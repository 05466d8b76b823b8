// SPDX-License-Identifier: Apache-2.0
/// The refinement loop as an engine: over integers, then where these do not decide over bit-vectors.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "checker/engines/refinement_loop.h"

namespace bireach::checker {

class RefinementEngine final : public Engine {
 public:
  /// Begins with `seeds` where they are of the same arithmetic.
  RefinementEngine(const EngineSetting& setting, std::optional<Seeds> seeds);

  [[nodiscard]] std::string_view name() const override { return "refinement"; }
  [[nodiscard]] StepResult step() override;

 private:
  void start(frontend::Arithmetic arithmetic);
  void offer_hints();
  StepResult conclude();
  StepResult give_up(const std::string& reason, bool forbids_proof = false);

  const EngineSetting& setting_;
  std::optional<Seeds> seeds_;
  std::shared_ptr<logic::TermManager> terms_;
  std::unique_ptr<RefinementLoop> loop_;
};

}  // namespace bireach::checker
