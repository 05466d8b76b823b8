// SPDX-License-Identifier: Apache-2.0
/// What calls of recursive functions come to, noted while a program is executed, so that it is not executed again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "checker/engines/input_execution.h"

namespace bireach::checker {

/// A call's outcome is a function of the values that are live at its entry: noted are calls where all of them are
/// numbers, that meet no arbitrary value and touch neither arrays nor memory. (D. Michie, "Memo Functions and Machine
/// Learning", Nature 218, 1968.) The first calls that are known, and later every so often one, are executed all the
/// same.
class CallSummaries {
 public:
  /// In O(locations * variables). The program must outlive this.
  explicit CallSummaries(const frontend::Program& program);

  /// To be called at each location that the execution comes to. Goes on to the end of a call that is known.
  void pass(InputExecution& execution);
  /// The execution has gone back: what comes of the calls that it is in depends on choices.
  void forget_active() { active_.clear(); }
  /// Did a call that was executed again come to something else than was noted?
  [[nodiscard]] bool has_failed() const { return has_failed_; }

 private:
  using Values = std::vector<frontend::Bits>;
  struct Outcome {
    Values values;
    std::uint64_t steps;
    bool operator==(const Outcome& other) const = default;
  };
  struct Procedure {
    frontend::LocationId entry = 0;
    frontend::LocationId exit = 0;
    std::vector<frontend::VariableId> before;  ///< live at its entry
    std::vector<frontend::VariableId> after;   ///< live at its exit
    std::map<Values, Outcome> known;
  };
  struct Call {
    std::size_t procedure;
    std::optional<Values> key;  ///< absent: a value is no number
    std::uint64_t steps;
    std::size_t inputs;
  };

  void add(const frontend::Program& program, const frontend::Procedure& procedure,
           const std::vector<std::vector<bool>>& live);
  [[nodiscard]] static std::optional<Values> values_of(const std::vector<frontend::VariableId>& variables,
                                                       InputState& state);
  void begin(std::size_t procedure, InputExecution& execution);
  void end(InputExecution& execution);

  std::vector<Procedure> procedures_;
  std::map<frontend::LocationId, std::size_t> entries_;  ///< which of them
  std::map<frontend::LocationId, std::size_t> exits_;
  std::vector<Call> active_;
  std::size_t size_ = 0;  ///< outcomes known
  std::uint64_t hits_ = 0;
  bool has_failed_ = false;
};

}  // namespace bireach::checker
