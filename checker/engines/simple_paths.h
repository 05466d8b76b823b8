// SPDX-License-Identifier: Apache-2.0
/// Proofs by unrolling without repetition: programs that may wait for ever, but in few states.
#pragma once

#include "checker/engines/bounded_search.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"

namespace bireach::checker {

/// Unrolls only executions that come to no state again (SearchConfig::without_repetition); once none is left, none
/// reaches a target. Gives up where no state can be one that was reached before. Precondition: no explicit stack.
class SimplePathProver final : public Engine {
 public:
  explicit SimplePathProver(const EngineSetting& setting);

  [[nodiscard]] std::string_view name() const override { return "unrolling without repetition"; }
  /// One block deeper.
  [[nodiscard]] StepResult step() override;

 private:
  const EngineSetting& setting_;
  const frontend::Program& program_;  ///< as its overflow is read here
  BoundedSearch search_;
};

}  // namespace bireach::checker
