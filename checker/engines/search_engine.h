// SPDX-License-Identifier: Apache-2.0
/// Bounded search as an engine: for errors, and once no execution is left, again to prove that.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "checker/engines/bounded_search.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "frontend/program/math_results.h"

namespace bireach::checker {

class SearchEngine final : public Engine {
 public:
  /// By loops: precondition: no explicit stack.
  explicit SearchEngine(const EngineSetting& setting, SearchConfig::Order order = SearchConfig::Order::by_depth);

  [[nodiscard]] std::string_view name() const override;
  [[nodiscard]] StepResult step() override;
  /// While it does no more than interpret the program.
  [[nodiscard]] bool is_free() const override;

 private:
  [[nodiscard]] SearchConfig config() const;
  StepResult conclude();
  void restart();
  void start_proof(std::optional<Arrivals> expected);
  bool search_with_math_results();
  void fix_math_results(const frontend::Program& program);
  /// Is there one that the library may well give (MathResult::doubt)?
  [[nodiscard]] bool doubts() const;

  const EngineSetting& setting_;
  SearchConfig::Order order_;
  std::uint32_t most_iterations_;                       ///< by loops
  std::vector<frontend::MathResult> math_results_;      ///< of executions that took others
  std::optional<frontend::Program> with_math_results_;  ///< the program with these results, for `search_`
  std::optional<ControlFlow> math_results_flow_;
  std::unique_ptr<BoundedSearch> search_;
  const frontend::Program* proves_ = nullptr;  ///< what `search_` unrolls to prove it safe; null: it looks for errors
  bool proves_as_expected_ = false;            ///< `search_` has SearchConfig::expected
  std::uint64_t exhausted_steps_ = 0;          ///< where the search for errors ended
};

}  // namespace bireach::checker
