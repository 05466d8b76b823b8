// SPDX-License-Identifier: Apache-2.0
#include "checker/report/input_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "checker/report/trace_names.h"

namespace bireach::checker {
namespace {

constexpr unsigned bits_of_byte = 8;
/// What gives a character of a text in the definitions of library functions (frontend/clang/library/stream_text.cpp).
constexpr std::string_view character_input = "bireach_input_character()";
/// What says whether scanf finds what it asks for.
constexpr std::string_view outcome_input = "bireach_input_outcome()";
/// What says whether reading fails.
constexpr std::string_view failure_input = "bireach_input_failure()";

char byte_of(const logic::Integer& value) {
  return static_cast<char>(static_cast<int>(logic::euclidean_mod(value, 1 << bits_of_byte)));
}

}  // namespace

std::string string_literal(const std::string& bytes) {
  std::string result = "\"";
  for (const char byte : bytes) {
    const auto code = static_cast<unsigned char>(byte);
    if (byte == '"' || byte == '\\')
      result += std::string{'\\', byte};
    else if (byte == '\n')
      result += "\\n";
    else if (byte == '\t')
      result += "\\t";
    else if (code < ' ' || code > '~')
      result += fmt::format("\\{:03o}", code);
    else
      result += byte;
  }
  return result + "\"";
}

void tell_library_input(ReportInput& input, const std::string& callee, const logic::Integer& value) {
  const std::string call = callee + "()";
  const bool scans = callee == "scanf" || callee == "fscanf";
  if (input.function.empty()) {
    input.source = "left open by the standard in " + call;
  } else if (input.variable.find(outcome_input) != std::string::npos) {
    input.source = call;
    input.shown = value < 0 ? "finds the end of the input" : "finds something else";
    input.is_told = value == 1;  // by what it reads then
  } else if (input.variable.find(failure_input) != std::string::npos) {
    input.source = call;
    input.shown = "fails to read";
    input.is_told = value == 0;
  } else if (input.variable.find(character_input) != std::string::npos) {
    input.source = "character read by " + call;
    if (value < 0) input.text = "the end of the input";
    if (value >= ' ' && value <= '~') input.text = fmt::format("'{}' ({})", byte_of(value), value.str());
    input.is_told = scans && value < 0;  // the word ends
  } else {
    input.source = (scans ? "number read by " : "outcome of ") + call;
  }
}

InputTexts::InputTexts(const frontend::Program& program, const frontend::Execution& execution)
    : program_(program), execution_(execution) {}

void InputTexts::add(const TraceInput& input, std::size_t number, bool in_memory) {
  const frontend::Edge& edge = program_.edge(execution_.trace[input.step]);
  const frontend::Variable& variable = program_.variables[input.variable];
  const Character character{number, input.index.value_or(0), byte_of(input.value)};
  if (const std::uint32_t call = frontend::library_call(program_, edge); call != 0) {
    // The end of a file is none.
    if (variable.name.find(character_input) == std::string::npos || input.value < 0) return;
    if (reads_.empty() || reads_.back().call != call || !stays_in_call(call, reads_.back().last_step, input.step))
      reads_.push_back({call, input.step, {}});
    reads_.back().last_step = input.step;
    reads_.back().characters.push_back(character);
  } else if (variable.name.ends_with(frontend::start_of_argument)) {
    arguments_.push_back({number, input.value});
  } else if (in_memory && variable.type.width == bits_of_byte && variable.function.empty()) {
    initial_.push_back(character);
  }
}

bool InputTexts::stays_in_call(std::uint32_t call, std::size_t from, std::size_t to) const {
  const auto begin = execution_.trace.begin();
  return std::all_of(
      begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to),
      [&](frontend::EdgeId edge) { return frontend::library_call(program_, program_.edge(edge)) == call; });
}

void InputTexts::tell(std::vector<ReportInput>& inputs) const {
  for (const Read& read : reads_) {
    if (read.characters.size() < 2) continue;  // a number may be meant
    std::string bytes;
    for (const Character& character : read.characters) {
      bytes += character.byte;
      inputs.at(character.number).is_told = true;
    }
    ReportInput& first = inputs.at(read.characters.front().number);
    first.is_told = false;
    first.text = string_literal(bytes);
    first.source = "text from " + program_.call_paths[read.call].callee + "()";
  }
  for (std::size_t i = 0; i < arguments_.size(); ++i) tell_argument(arguments_[i], i, inputs);
}

void InputTexts::tell_argument(const Argument& argument, std::size_t position, std::vector<ReportInput>& inputs) const {
  const logic::Integer before = argument.address - 1;
  for (const Character& character : initial_)  // each ends before the next one
    if (position != 0 && character.address == before && character.byte == 0) inputs.at(character.number).is_told = true;
  std::string bytes;
  bool has_end = false;
  for (logic::Integer address = argument.address; !has_end; ++address) {
    const auto here = std::find_if(initial_.begin(), initial_.end(),
                                   [&](const Character& character) { return character.address == address; });
    if (here == initial_.end()) break;
    inputs.at(here->number).is_told = true;
    has_end = here->byte == 0;
    if (!has_end) bytes += here->byte;
  }
  ReportInput& input = inputs.at(argument.number);
  input.source = fmt::format("argument {} of the command line", position);
  // What comes behind the characters that were read does not matter.
  input.text = has_end ? string_literal(bytes) : bytes.empty() ? "any text" : string_literal(bytes) + " and any text";
}

}  // namespace bireach::checker
