// SPDX-License-Identifier: Apache-2.0
/// The arguments that an execution has main called with.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/replay/trace_inputs.h"
#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"

namespace bireach::checker {

class CommandLineArguments {
 public:
  CommandLineArguments(const frontend::Program& program, const frontend::Execution& execution)
      : program_(program), execution_(execution) {}

  /// Takes the input if it is one of them or a byte of their texts; else it is somebody else's.
  [[nodiscard]] bool take(const TraceInput& input);
  [[nodiscard]] bool is_given() const { return count_ || !starts_.empty(); }
  /// Definitions of `bireach_count`, `bireach_arguments` and `bireach_give_arguments`, which has to be called first,
  /// for the harness; nothing: there are too many, or a text is too long. Bytes that the execution does not read are
  /// 'A', and a text ends behind the last one that it does.
  [[nodiscard]] std::optional<std::string> code() const;

 private:
  [[nodiscard]] std::optional<std::string> text(std::size_t argument) const;

  const frontend::Program& program_;
  const frontend::Execution& execution_;
  std::optional<logic::Integer> count_;
  std::vector<logic::Integer> starts_;             ///< the addresses of the texts
  std::map<logic::Integer, unsigned char> bytes_;  ///< by address
};

}  // namespace bireach::checker
