// SPDX-License-Identifier: Apache-2.0
/// Exhaustive execution of programs whose inputs have few values: a proof without invariants, or an error.
///
/// Executes the program depth-first. An arbitrary value (what a call returns, an uninitialised variable) stays open
/// until something needs it: conditions whose failure leads to no error narrow its range, copies hand it on. Then a
/// large range is cut in two where a condition changes its value, and of a small one each value is tried, from the
/// state reached so far. What narrows a range is confirmed by a solver. Calls of recursive functions that have been
/// executed with the same values are not executed again (CallSummaries).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "checker/engines/call_summaries.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "checker/engines/input_conditions.h"
#include "checker/engines/input_execution.h"

namespace bireach::checker {

struct EnumerationLimits {
  std::uint64_t turn_edges = 200000;   ///< executed in one turn
  double max_edges = 3e8;              ///< in all turns, as far as that can be foreseen
  std::uint64_t max_steps = 10000000;  ///< executed of one execution, which may not end
  /// Open at once; they take memory.
  std::size_t max_choices = 20000;
  /// An input of so few values is tried value by value without a look at what conditions tell about it.
  std::uint64_t few_values = 64;
  /// While so many edges are all there will be, others wait.
  double free_edges = 1e7;
  /// refused: gives up at the first input whose value matters; what it answers then is of a program's one execution.
  enum class Inputs : std::uint8_t { tried, refused } inputs = Inputs::tried;
};

class EnumerationEngine final : public Engine {
 public:
  /// Linear in the program's size.
  explicit EnumerationEngine(const EngineSetting& setting, const EnumerationLimits& limits = {});

  [[nodiscard]] std::string_view name() const override { return "enumeration"; }
  [[nodiscard]] StepResult step() override;
  /// While it will have done everything soon: with few edges, or within the time that all engines have had so far.
  [[nodiscard]] bool is_free() const override;
  /// Executions that have ended.
  [[nodiscard]] std::uint64_t executions() const { return executions_; }
  [[nodiscard]] std::uint64_t edges() const { return edges_; }
  /// Did it come to an input and refuse it?
  [[nodiscard]] bool has_refused_input() const { return has_refused_input_; }
  /// Arbitrary values met on the present execution, also those that nothing needs. They take memory.
  [[nodiscard]] std::size_t inputs_met() { return execution_.state().inputs().size(); }

 private:
  using Code = InputExecution::Code;
  using Move = InputExecution::Move;
  struct Choice {
    InputState::Mark mark;
    InputExecution::Position position;
    std::uint64_t edges;  ///< executed before it
    InputId input;
    frontend::Interval range;
    std::optional<logic::Integer> cut;        ///< tried are the values below it, then the others; absent: each value
    bool is_exact = false;                    ///< the cut: the condition, or a comparison in it, changes there
    std::optional<frontend::Interval> tried;  ///< now; absent: none yet
  };

  /// Sets the reason where the share of the choices that are done foretells too many edges.
  void foresee();
  std::optional<StepResult> advance();
  Move choose(const Code& code);
  std::optional<Move> narrow(const Code& code);
  std::optional<Move> pass_decided(const Code& code, bool holds);
  [[nodiscard]] std::optional<std::pair<InputId, logic::Integer>> compared_in(const Code& code);
  [[nodiscard]] std::optional<logic::Integer> cut_of(const Code& code, InputId input);
  bool next_choice();
  bool end_execution();
  [[nodiscard]] double part_done() const;
  [[nodiscard]] double seconds_left() const;
  std::optional<StepResult> arrive();
  [[nodiscard]] std::vector<std::string> assumptions() const;
  StepResult conclude();

  const EngineSetting& setting_;
  EnumerationLimits limits_;
  const frontend::Program& program_;  ///< as its overflow is read here
  InputExecution execution_;
  InputConditions conditions_;
  CallSummaries summaries_;
  std::vector<Choice> choices_;
  std::size_t foresee_from_ = 4;  ///< choices open at once
  std::uint64_t edges_ = 0;
  double seconds_ = 0;  ///< of all turns
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::uint64_t executions_ = 0;
  bool has_chosen_ = false;
  bool has_refused_input_ = false;
  bool unsupported_ = false;
  bool left_out_ = false;                           ///< executions with undefined behaviour, perhaps
  std::optional<frontend::RunResult> overflowing_;  ///< an error that was found with signed overflow only
  std::string reason_;
};

}  // namespace bireach::checker
