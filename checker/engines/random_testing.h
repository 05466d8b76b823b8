// SPDX-License-Identifier: Apache-2.0
/// Executions with chosen and with random inputs: errors that lie too deep for formulas, behind loops of many rounds.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "checker/engines/input_conditions.h"
#include "checker/engines/input_execution.h"

namespace bireach::checker {

struct RandomTestingLimits {
  std::uint64_t turn_edges = 200000;   ///< executed in one turn
  std::uint64_t all_edges = 60000000;  ///< in all turns
  std::uint64_t all_executions = 20000;
  /// Of one execution at first; more once some have not ended within that.
  std::uint64_t first_steps = 50000;
  /// Of four in five from the first choice on: else those with a large number of rounds leave no time for others.
  std::uint64_t short_steps = 2000;
  std::uint64_t max_steps = 10000000;
};

/// Finds errors only. The executions are the same in each run: the generator's seed is fixed.
///
/// First all inputs are zero; then the first one is each of the program's constants in turn; then they are small and of
/// all kinds by turns; characters often follow each other as in the program's string literals. A value is chosen when
/// it is needed, and where a condition needs it, often so that the condition gets the value that was chosen for it: the
/// one with which an error can still be reached, or either one.
class RandomTesting final : public Engine {
 public:
  /// Linear in the program's size.
  explicit RandomTesting(const EngineSetting& setting, const RandomTestingLimits& limits = {});

  [[nodiscard]] std::string_view name() const override { return "random testing"; }
  /// After Found it may be called again, and goes on with the next execution.
  [[nodiscard]] StepResult step() override;
  [[nodiscard]] std::uint64_t executions() const { return executions_; }
  [[nodiscard]] std::uint64_t edges() const { return edges_; }

 private:
  using Move = InputExecution::Move;
  /// How values are chosen in one execution.
  enum class Style : std::uint8_t { zero, small, mixed, constant };

  void begin_execution();
  std::optional<StepResult> advance();
  void choose();
  bool follow_condition(const frontend::Expr& condition, const frontend::Expr* failure);
  [[nodiscard]] logic::Integer value_of(InputId input);
  [[nodiscard]] std::optional<logic::Integer> character(InputId input);
  [[nodiscard]] std::optional<char> character_before(InputId input) const;
  [[nodiscard]] std::uint64_t below(std::uint64_t count) { return random_() % count; }
  /// How many executions begin with a constant.
  [[nodiscard]] std::uint64_t of_constants() const;
  void end_execution(bool was_cut);
  std::optional<StepResult> arrive();

  const EngineSetting& setting_;
  RandomTestingLimits limits_;
  const frontend::Program& program_;  ///< as its overflow is read here
  InputExecution execution_;
  InputConditions conditions_;
  std::vector<logic::Integer> constants_;  ///< of the program
  std::vector<std::string> texts_;         ///< of the program, too
  std::mt19937_64 random_{20241124};
  Style style_ = Style::zero;
  std::optional<InputState::Mark> beginning_;
  std::uint64_t most_steps_;     ///< of one execution
  bool is_short_ = false;        ///< the present one
  std::uint64_t chosen_at_ = 0;  ///< the step of its first choice
  std::uint64_t edges_ = 0;
  std::uint64_t executions_ = 0;
  std::uint64_t cut_ = 0;       ///< of the last executions
  bool may_be_longer_ = false;  ///< from now on, so that zeros are tried once more
  bool has_chosen_ = false;
  bool has_chosen_here_ = false;  ///< in the present execution
  bool has_found_ = false;        ///< an error, which was told
  bool is_too_long_ = false;      ///< an execution that reaches an error
  std::string reason_;
};

}  // namespace bireach::checker
