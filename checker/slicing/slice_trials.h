// SPDX-License-Identifier: Apache-2.0
/// Executions of a program that fail, and what becomes of them without some statement.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "checker/slicing/program_change.h"
#include "frontend/program/interpreter.h"

namespace bireach::checker {

/// What an execution's havocs chose, by edge, in the order of their occurrence.
using EdgeInputs = std::map<frontend::EdgeId, std::vector<logic::Value>>;
/// The execution keeps all its states.
[[nodiscard]] EdgeInputs inputs_of(const frontend::Program& program, const frontend::Execution& execution);

/// A failing execution that the changed program does not have: with the same inputs (what it reads beyond them is 0) it
/// ends without an error and without undefined behaviour, or goes round for ever; signed overflow wraps.
struct PassingTrial {
  std::optional<logic::Integer> value;  ///< which stood for what is left out, everywhere
};

/// Executes; asks no solver. The program must outlive this.
class SliceTrials {
 public:
  /// `failing` reaches an error, without undefined behaviour but perhaps overflow that wraps.
  SliceTrials(const frontend::Program& program, const frontend::Execution& failing, std::stop_token stop);

  /// Adds random executions that fail, a few.
  void add_random(std::chrono::milliseconds limit);
  /// Adds the inputs if the program fails with them, and says whether it does.
  bool add(EdgeInputs inputs);

  /// Some known input with which the program without the unit passes, or nothing. `mode` as in ProgramChange.
  [[nodiscard]] std::optional<PassingTrial> passing_without(const SliceUnit& unit, SliceMode mode,
                                                            std::chrono::milliseconds limit) const;
  /// The same with these inputs alone, which fail, and these values, in order of occurrence, for what is left out.
  [[nodiscard]] bool passes(const ProgramChange& change, const EdgeInputs& inputs,
                            const std::vector<logic::Value>& values) const;
  [[nodiscard]] std::size_t known() const { return failing_.size(); }

 private:
  struct Failing {
    EdgeInputs inputs;
    std::size_t steps = 0;
  };
  using Chooser = std::function<logic::Value(frontend::EdgeId)>;
  [[nodiscard]] std::optional<std::size_t> fails(const EdgeInputs& inputs, std::size_t limit) const;
  [[nodiscard]] bool passes(const ChangedProgram& changed, const Failing& failing, const Chooser& choose,
                            bool chooses_again) const;
  [[nodiscard]] std::optional<PassingTrial> try_values(const ChangedProgram& changed,
                                                       std::chrono::steady_clock::time_point end) const;
  [[nodiscard]] bool any_passes(const ChangedProgram& changed, const Chooser& choose, bool chooses_again = true) const;

  const frontend::Program& program_;
  std::stop_token stop_;
  std::vector<logic::Integer> values_;  ///< to be tried
  std::vector<frontend::VariableId> deciding_;
  std::vector<Failing> failing_;
};

}  // namespace bireach::checker
