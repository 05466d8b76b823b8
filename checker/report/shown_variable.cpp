// SPDX-License-Identifier: Apache-2.0
#include "checker/report/shown_variable.h"

#include <algorithm>
#include <cctype>
#include <utility>

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

}  // namespace

VariableText shown_variable(const frontend::Program& program, const frontend::MemoryNames& memory,
                            frontend::VariableId variable, std::string name) {
  const Variable& entry = program.variables[variable];
  VariableText shown{std::move(name), CLevel::primary, entry.type};
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

}  // namespace bireach::checker
