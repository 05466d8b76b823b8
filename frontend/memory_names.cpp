// SPDX-License-Identifier: Apache-2.0
#include "frontend/memory_names.h"

#include <algorithm>

namespace bireach::frontend {
namespace {

/// The part of an object that starts at this offset and has this size (0: any).
std::string part_text(const Memory::Object& object, const logic::Integer& offset, std::uint64_t size) {
  for (const Memory::Object::Part& part : object.parts) {
    const logic::Integer distance = offset - part.offset;
    if (distance < 0 || distance >= part.size * part.count || distance % part.size != 0) continue;
    if (size != 0 && part.size != size) continue;
    if (part.is_array) return part.suffix + "[" + logic::Integer(distance / part.size).str() + "]";
    return part.suffix;
  }
  return "[byte " + offset.str() + "]";
}

}  // namespace

bool is_pointer(const Variable& variable) {
  return variable.c_type.ends_with('*') || variable.c_type.find("(*") != std::string::npos;
}

void MemoryNames::allocate(const logic::Integer& address, const logic::Integer& size, const std::string& name) {
  if (allocated_.contains(address)) return;
  allocated_.emplace(address, Allocated{size, name + "#" + std::to_string(++numbers_[name])});
}

std::string MemoryNames::object(const logic::Integer& address, std::uint64_t size, bool in_elements) const {
  const auto& objects = program_->memory.objects;
  for (const Memory::Object& object : objects) {
    if (object.name.empty() || address < object.address || address >= object.address + object.size) continue;
    const logic::Integer offset = address - object.address;
    return object.name + (size != 0 || offset != 0 ? part_text(object, offset, size) : "");
  }
  if (const auto other = program_->memory.names.find(address); other != program_->memory.names.end()) {
    return other->second;
  }
  auto next = allocated_.upper_bound(address);
  if (next == allocated_.begin()) return {};
  const auto& [start, allocated] = *std::prev(next);
  if (address > start + allocated.size) return {};
  const logic::Integer offset = address - start;
  if (in_elements && allocated.size > size && offset % size == 0)
    return allocated.name + "[" + logic::Integer(offset / size).str() + "]";
  return offset == 0 ? allocated.name : allocated.name + "[byte " + offset.str() + "]";
}

std::string MemoryNames::place(VariableId cells, const logic::Integer& index) const {
  const auto found = program_->memory.cells.find(cells);
  if (found == program_->memory.cells.end()) return {};
  const logic::Integer address = index + found->second.shift;
  // Of a region that is one field the index is the struct's address, and the variable is called "struct.field".
  const std::string& name = program_->variables[cells].user_name;
  const std::size_t dot = name.find('.');
  const auto is_static = [&](const Memory::Object& object) {
    return !object.name.empty() && address >= object.address && address < object.address + object.size;
  };
  const auto& objects = program_->memory.objects;
  const bool is_field = dot != std::string::npos && std::none_of(objects.begin(), objects.end(), is_static);
  const std::string text = object(is_field ? index : address, found->second.size, !is_field);
  return text.empty() || !is_field ? text : text + name.substr(dot);
}

std::string MemoryNames::pointer(const logic::Integer& address) const {
  if (address == 0) return "NULL";
  const std::string text = object(address, 0, false);
  const bool is_literal = text.size() > 1 && text.back() == '"';  // an array, which is its own address
  return text.empty() || is_literal ? text : "&" + text;
}

}  // namespace bireach::frontend
