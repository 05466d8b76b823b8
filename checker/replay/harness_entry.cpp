// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/harness_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "frontend/program/memory_names.h"

namespace bireach::checker {
namespace {

using logic::Integer;

/// A union without a name: its variable is called "s.(1)".
bool is_unnamed_member(const frontend::Variable& variable) {
  const std::size_t dot = variable.name.rfind('.');
  return dot != std::string::npos && variable.name.compare(dot, 2, ".(") == 0;
}

/// The object of the input as an expression of its file; empty: there is none.
std::string place_of(const frontend::Program& program, const TraceInput& input) {
  const frontend::Variable& variable = program.variables[input.variable];
  std::string place;
  if (program.memory.cells.contains(input.variable) && input.index)
    place = frontend::MemoryNames(program).place(input.variable, *input.index);
  else if (variable.function.empty() && !is_unnamed_member(variable))
    place = input.index ? frontend::element_text(variable, variable.user_name, *input.index) : variable.user_name;
  static const std::regex expression(R"([A-Za-z_]\w*(\.[A-Za-z_]\w*|\[\d+\])*)");
  return std::regex_match(place, expression) ? place : "";
}

/// Is it certainly a number or a pointer by this spelling of its type, not a union?
bool is_plain_type(const std::string& type) {
  static const std::regex plain(R"((?:(?:volatile|unsigned|signed|char|short|int|long|_Bool|bool|enum \w+) ?)+|.*\*)");
  return std::regex_match(type, plain);
}

/// Statements that give the object this value; empty: there are none.
std::string assignment(const std::string& place, const Integer& value, const frontend::Variable& variable) {
  const frontend::ScalarType& type = variable.type;
  const Integer bits = value < 0 ? value + logic::power_of_two(64) : value;
  const std::string number = fmt::format("0x{}ULL", bits.str(0, std::ios_base::hex));
  if (type.width > 64) return "";
  // A bit-field has no address; what may be constant, a union or floating is written as bits.
  const bool has_address = type.width == 8 || type.width == 16 || type.width == 32 || type.width == 64;
  if (!has_address || is_plain_type(variable.c_type)) return fmt::format("{} = {};", place, number);
  return fmt::format("__builtin_memcpy((void *)&{}, &(unsigned long long){{{}}}, {});", place, number, type.width / 8);
}

}  // namespace

HarnessEntry harness_entry(const frontend::Program& program, const frontend::ParseOptions& options,
                           std::vector<std::string> texts, const std::vector<TraceInput>& globals) {
  HarnessEntry result;
  std::vector<std::string> assignments(texts.size());
  for (const TraceInput& input : globals) {
    const frontend::Variable& variable = program.variables[input.variable];
    const std::string place = place_of(program, input);
    const bool leads_somewhere = variable.is_pointer && input.value != 0;
    const std::string text = leads_somewhere || place.empty() ? "" : assignment(place, input.value, variable);
    const bool has_file = variable.declared.is_known() ? variable.declared.file < texts.size() : texts.size() == 1;
    if (text.empty() || !has_file)
      result.not_set.push_back(fmt::format("{} is {} at the start", place.empty() ? variable.name : place,
                                           frontend::value_text(input.value, variable.type)));
    else
      assignments[variable.declared.file] += "  " + text + "\n";
  }
  std::string calls;
  // What compilers and sanitizers say is to name the file.
  const auto quoted = [](const std::string& name) {
    std::string text;
    for (const char c : name) text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return '"' + text + '"';
  };
  for (std::size_t file = 0; file < texts.size(); ++file) {
    texts[file] = fmt::format("#line 1 {}\n{}\n", quoted(program.files[file]), texts[file]);
    if (!assignments[file].empty()) {
      const std::string function = fmt::format("bireach_set_globals_{}", file + 1);
      texts[file] += fmt::format("void {}(void) {{\n{}}}\n", function, assignments[file]);
      result.code += fmt::format("extern void {}(void);\n", function);
      calls += fmt::format("  {}();\n", function);
    }
    if (program.files[file] == options.driver->file) texts[file] += options.driver->text;
  }
  const std::string& driver = options.driver->function;
  result.code +=
      fmt::format("extern void {0}(void);\nint main(void) {{\n{1}  {0}();\n  return 0;\n}}\n", driver, calls);
  result.program_texts = std::move(texts);
  return result;
}

}  // namespace bireach::checker
