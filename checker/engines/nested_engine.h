// SPDX-License-Identifier: Apache-2.0
/// Trace abstraction over nested words as an engine.
#pragma once

#include <memory>

#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "checker/engines/nested_refinement.h"

namespace bireach::checker {

class NestedEngine final : public Engine {
 public:
  explicit NestedEngine(const EngineSetting& setting) : setting_(setting) {}

  [[nodiscard]] std::string_view name() const override { return "nested words"; }
  [[nodiscard]] StepResult step() override;

 private:
  const EngineSetting& setting_;
  std::unique_ptr<NestedRefinement> refinement_;
};

}  // namespace bireach::checker
