// SPDX-License-Identifier: Apache-2.0
/// What calls of recursive functions come to, noted while a program is executed, so that it is not executed again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "checker/engines/input_execution.h"

namespace bireach::checker {

/// A call's outcome is a function of what it reads: noted are calls that read numbers only, meet no arbitrary value and
/// touch neither arrays nor memory. (D. Michie, "Memo Functions and Machine Learning", Nature 218, 1968.)
class CallSummaries {
 public:
  /// In O(locations * variables). The program must outlive this.
  explicit CallSummaries(const frontend::Program& program);

  /// To be called at each location that the execution comes to. Goes on to the end of a call that is known.
  void pass(InputExecution& execution);
  /// The execution has gone back: what comes of the calls that it is in depends on choices.
  void forget_active() { active_.clear(); }
  /// Calls that were not executed.
  [[nodiscard]] std::uint64_t hits() const { return hits_; }

 private:
  using Values = std::vector<frontend::Bits>;
  struct Outcome {
    Values written;
    std::uint64_t steps;
  };
  struct Procedure {
    frontend::LocationId entry = 0;
    frontend::LocationId exit = 0;
    std::vector<frontend::VariableId> reads;   ///< of the values at its entry
    std::vector<frontend::VariableId> writes;  ///< what is read after its exit
    std::map<Values, Outcome> known;
  };
  struct Call {
    std::size_t procedure;
    std::optional<Values> key;  ///< absent: something that it reads is no number
    std::uint64_t steps;
    std::size_t inputs;
  };

  void add(const frontend::Program& program, const frontend::RecursiveProcedure& procedure,
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
};

}  // namespace bireach::checker
