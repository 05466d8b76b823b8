// SPDX-License-Identifier: Apache-2.0
#include "checker/report/shown_variable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "checker/report/input_texts.h"

namespace bireach::checker {

using frontend::Variable;

namespace {

std::string without_qualifiers(std::string type) {
  for (const std::string_view qualifier : {"const ", "volatile "})
    if (type.starts_with(qualifier)) return without_qualifiers(type.substr(qualifier.size()));
  return type;
}

/// "struct node" of "const struct node *" and "const struct node *const"; empty for pointers to functions and the like.
std::string pointee_of(const Variable& pointer) {
  std::string type = pointer.c_type;
  const std::size_t star = type.rfind('*');
  const auto is_qualifier = [](unsigned char c) { return std::isalpha(c) != 0 || c == ' ' || c == '_'; };
  if (star == std::string::npos ||
      !std::all_of(type.begin() + static_cast<std::ptrdiff_t>(star) + 1, type.end(), is_qualifier))
    return "";
  type.resize(star);
  while (type.ends_with(' ')) type.pop_back();
  return without_qualifiers(std::move(type));
}

/// Plain `char` is what texts are made of; the other two are numbers.
bool holds_characters(const Variable& variable) {
  const std::string type = without_qualifiers(variable.c_type);
  return variable.type.width == 8 && (type == "char" || type.starts_with("char ["));
}

bool is_printable(const logic::Integer& value) {
  return value >= ' ' && value <= '~';
}

}  // namespace

VariableText shown_variable(const frontend::Program& program, const frontend::MemoryNames& memory,
                            frontend::VariableId variable, std::string name) {
  const Variable& entry = program.variables[variable];
  VariableText shown{std::move(name), CLevel::primary, entry.type};
  if (shown.text.ends_with(entry.user_name)) shown.indices = entry.indices;
  using Name = std::function<std::string(const logic::Integer&)>;
  if (entry.is_pointer) {
    shown.value_name = std::make_shared<Name>(
        [&memory, size = entry.pointee](const auto& value) { return memory.pointer(value, size); });
    shown.addresses_are_known = true;
    shown.pointee = pointee_of(entry);
    shown.pointee_size = entry.pointee;
  }
  if (const auto cells = program.memory.cells.find(variable); cells != program.memory.cells.end()) {
    const std::size_t dot = cells->second.of_one_field ? entry.user_name.find('.') : std::string::npos;
    const bool is_member = dot != std::string::npos;
    shown.cells = CellsText{without_qualifiers(entry.c_type),
                            cells->second.shift,
                            cells->second.size,
                            is_member ? entry.user_name.substr(dot + 1) : "",
                            is_member ? entry.user_name.substr(0, dot) : "",
                            entry.array->size};
  }
  if (entry.array)
    shown.element_name =
        std::make_shared<Name>([&memory, variable](const auto& at) { return memory.place(variable, at); });
  return shown;
}

std::string shown_value(const logic::Integer& value, const Variable& variable, const frontend::MemoryNames& memory) {
  if (!variable.is_pointer) {
    std::string number = frontend::value_text(value, variable.type);
    if (!holds_characters(variable)) return number;
    if (value == '\n') return fmt::format("'\\n' ({})", number);
    return is_printable(value) ? fmt::format("'{}' ({})", static_cast<char>(static_cast<int>(value)), number) : number;
  }
  std::string pointer = memory.pointer(value, variable.pointee);
  if (pointer.empty()) pointer = memory.right_before(value, variable.pointee);
  if (!pointer.empty()) return pointer;
  // The address of a stream means nothing.
  const std::string pointee = pointee_of(variable);
  const bool is_stream = pointee == "FILE" || pointee == "struct _IO_FILE";
  return is_stream ? "a stream" : frontend::value_text(value, variable.type);
}

std::string text_of(const logic::ArrayValue& array, const Variable& variable) {
  constexpr std::size_t longest = 64;
  if (!holds_characters(variable) || !variable.array || array.otherwise != 0) return {};
  std::string bytes;
  while (bytes.size() < longest && is_printable(array.at(bytes.size())))
    bytes += static_cast<char>(static_cast<int>(array.at(bytes.size())));
  const bool ends = bytes.size() < variable.array->size && array.at(bytes.size()) == 0;
  const bool is_all = std::none_of(array.elements.begin(), array.elements.end(), [&](const auto& element) {
    return element.first >= bytes.size() && element.second != 0;
  });
  return !bytes.empty() && ends && is_all ? string_literal(bytes) : "";
}

}  // namespace bireach::checker
