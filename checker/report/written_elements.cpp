// SPDX-License-Identifier: Apache-2.0
#include "checker/report/written_elements.h"

#include <algorithm>

namespace bireach::checker {

using logic::Integer;

std::string written_object(const frontend::Program& program, const frontend::Statement& statement) {
  const frontend::Havoc written = frontend::havoc_instead(statement);
  const auto cells = program.memory.cells.find(written.target.variable);
  if (cells == program.memory.cells.end() || written.elements->empty()) return {};
  const Integer address = written.elements->begin()->first + cells->second.shift;
  const auto& objects = program.memory.objects;
  const auto object = std::find_if(objects.begin(), objects.end(), [&](const frontend::Memory::Object& candidate) {
    return candidate.address <= address && address < candidate.address + candidate.size;
  });
  if (object == objects.end()) return {};
  // Of one member of structures: "items[].price".
  const std::string& name = program.variables[written.target.variable].user_name;
  const std::size_t dot = cells->second.of_one_field ? name.find('.') : std::string::npos;
  if (dot == std::string::npos) return object->name;
  const bool are_several = std::next(written.elements->begin()) != written.elements->end();
  return object->name + (are_several ? "[]" : "") + name.substr(dot);
}

std::string written_elements(const frontend::Program& program, const frontend::Statement& statement,
                             const logic::ArrayValue& array, const frontend::MemoryNames& memory, int limit) {
  const frontend::Havoc written = frontend::havoc_instead(statement);
  const frontend::Variable& variable = program.variables[written.target.variable];
  // Of cells the indices are addresses.
  const bool is_numbered = !program.memory.cells.contains(written.target.variable);
  // Of members of an array's structures the first, second, …, are not named; zeros may have been left out between.
  const std::string object = is_numbered ? "" : written_object(program, statement);
  const std::size_t brackets = object.find("[]");
  const auto named = [&](int number, const Integer& index) -> std::string {
    if (brackets == std::string::npos) return "";
    const std::string place = memory.place(written.target.variable, index);
    std::string expected = object;
    expected.insert(brackets + 1, std::to_string(number));
    return place.empty() || place == expected ? "" : place + " = ";
  };
  std::string text;
  int count = 0;
  Integer next = 0;
  for (const auto& [index, element] : *written.elements) {
    if (count == limit) return "{" + text + ", …}";
    text += (count == 0 ? "" : ", ") + named(count, index);
    ++count;
    if (is_numbered && index != next) text += "[" + index.str() + "] = ";
    const std::string pointer = variable.is_pointer ? memory.pointer(array.at(index), variable.pointee) : "";
    text += pointer.empty() ? frontend::value_text(array.at(index), variable.type) : pointer;
    next = index + 1;
  }
  return "{" + text + "}";
}

}  // namespace bireach::checker
