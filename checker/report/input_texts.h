// SPDX-License-Identifier: Apache-2.0
/// Inputs that are characters of one text, as people read them: "abc\n" instead of four numbers.
#pragma once

#include <string>
#include <vector>

#include "checker/replay/trace_inputs.h"
#include "checker/report/report.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// The bytes as a string literal of C, with octal escapes for what is not printable in ASCII.
[[nodiscard]] std::string string_literal(const std::string& bytes);

/// Says of an input that a library function took, whose variable and function are known, what it is; `callee` is the
/// function that the program calls.
void tell_library_input(ReportInput& input, const std::string& callee, const logic::Integer& value);

/// Which inputs of an execution make a text: what one call of a library function (`fgets`, `scanf`, `getenv`) stored in
/// bytes, and the arguments of the command line as far as they were read.
class InputTexts {
 public:
  /// Both must outlive this.
  InputTexts(const frontend::Program& program, const frontend::Execution& execution);
  /// The inputs come in the order of the trace; `number`: that of its entry in the report; `in_memory`: its index is an
  /// address.
  void add(const TraceInput& input, std::size_t number, bool in_memory);
  /// Puts each text at its first character (ReportInput::text), and marks the others as told.
  void tell(std::vector<ReportInput>& inputs) const;

 private:
  struct Character {
    std::size_t number;
    logic::Integer address;
    char byte;
  };
  struct Read {
    std::uint32_t call;     ///< index into Program::call_paths
    std::size_t last_step;  ///< at which it read a character
    std::vector<Character> characters;
  };
  struct Argument {
    std::size_t number;
    logic::Integer address;
  };
  [[nodiscard]] bool stays_in_call(std::uint32_t call, std::size_t from, std::size_t to) const;
  void tell_argument(const Argument& argument, std::size_t position, std::vector<ReportInput>& inputs) const;

  const frontend::Program& program_;
  const frontend::Execution& execution_;
  std::vector<Read> reads_;
  std::vector<Character> initial_;  ///< of memory that was there before main
  std::vector<Argument> arguments_;
};

}  // namespace bireach::checker
