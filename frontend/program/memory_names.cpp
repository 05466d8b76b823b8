// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/memory_names.h"

#include <algorithm>

namespace bireach::frontend {
namespace {

using Part = Memory::Object::Part;

/// The part of an object that starts at this offset and has this size (0: any).
std::string part_text(const Memory::Object& object, const logic::Integer& offset, std::uint64_t size) {
  for (const Part& part : object.parts) {
    const logic::Integer distance = offset - part.offset;
    if (distance < 0 || distance >= part.size * part.count || distance % part.size != 0) continue;
    if (size != 0 && part.size != size) continue;
    if (part.is_array) return part.suffix + "[" + logic::Integer(distance / part.size).str() + "]";
    return part.suffix;
  }
  return "[byte " + offset.str() + "]";
}

/// The smallest structure or array in an object, or scalar, that starts at this offset and is at least that large.
std::string target_text(const Memory::Object& object, const logic::Integer& offset, std::uint64_t size) {
  std::string scalar = part_text(object, offset, 0);
  std::string way = scalar + '.';
  for (std::size_t end = way.size() - 1; end != std::string::npos && end > 0; end = way.find_last_of(".[")) {
    way.resize(end);
    const auto is_inside = [&way](const Part& part) {
      const std::string suffix = part.suffix + (part.is_array ? "[" : ".");
      return suffix.starts_with(way) && (suffix[way.size()] == '.' || suffix[way.size()] == '[');
    };
    const auto first = std::find_if(object.parts.begin(), object.parts.end(), is_inside);
    if (first == object.parts.end()) continue;  // an element of an array of scalars
    const auto behind = std::find_if_not(first, object.parts.end(), is_inside);
    const logic::Integer last = behind == object.parts.end() ? object.size : behind->offset;
    if (first->offset != offset) break;
    if (last - offset >= size) return way;
  }
  return scalar;
}

}  // namespace

void MemoryNames::allocate(const logic::Integer& address, const logic::Integer& size, const std::string& name) {
  if (allocated_.contains(address)) return;
  allocated_.emplace(address, Allocated{size, name + "#" + std::to_string(++numbers_[name])});
}

const Memory::Object* MemoryNames::object_at(const logic::Integer& address) const {
  const auto& objects = program_->memory.objects;
  const auto found = std::find_if(objects.begin(), objects.end(), [&address](const Memory::Object& object) {
    return !object.name.empty() && address >= object.address && address < object.address + object.size;
  });
  return found == objects.end() ? program_->memory.other_at(address) : &*found;
}

std::string MemoryNames::argument(const logic::Integer& address, std::string_view before,
                                  std::string_view behind) const {
  const auto next = arguments_.upper_bound(address);
  if (next == arguments_.begin()) return {};
  const auto& [start, number] = *std::prev(next);
  std::string text = "argument " + std::to_string(number);
  if (address == start && behind.empty()) return text;
  return text.append(before) + logic::Integer(address - start).str() + std::string(behind);
}

std::string MemoryNames::scalar(const logic::Integer& address, std::uint64_t size) const {
  const Memory::Object* object = object_at(address);
  if (object != nullptr && object->name == texts_of_arguments)
    if (std::string text = argument(address, "[", "]"); !text.empty()) return text;
  return object ? object->name + part_text(*object, address - object->address, size) : elsewhere(address, size);
}

std::string MemoryNames::target(const logic::Integer& address, std::uint64_t size) const {
  const Memory::Object* object = object_at(address);
  if (!object) return elsewhere(address, allocated_.contains(address) ? 0 : size);
  const logic::Integer offset = address - object->address;
  return object->name + (offset == 0 ? "" : target_text(*object, offset, size));
}

std::string MemoryNames::elsewhere(const logic::Integer& address, std::uint64_t element) const {
  auto next = allocated_.upper_bound(address);
  if (next == allocated_.begin()) return {};
  const auto& [start, allocated] = *std::prev(next);
  if (address > start + allocated.size) return {};
  const logic::Integer offset = address - start;
  if (element != 0 && allocated.size > element && offset % element == 0)
    return allocated.name + "[" + logic::Integer(offset / element).str() + "]";
  return offset == 0 ? allocated.name : allocated.name + "[byte " + offset.str() + "]";
}

std::string MemoryNames::behind(const logic::Integer& address) const {
  const auto text = [&](const Memory::Object& object) -> std::string {
    if (object.name.empty() || object.name.ends_with('"') || object.address + object.size != address) return {};
    const Part* last = object.parts.empty() ? nullptr : &object.parts.back();
    if (last != nullptr && last->is_array && last->offset + last->size * last->count == object.size)
      return object.name + last->suffix + "[" + std::to_string(last->count) + "]";
    return object.name + " + 1";
  };
  const Memory& memory = program_->memory;
  for (const Memory::Object& object : memory.objects)
    if (std::string known = text(object); !known.empty()) return known;
  const auto next = memory.apart.lower_bound(address);
  return next == memory.apart.begin() ? std::string() : text(std::prev(next)->second);
}

std::string MemoryNames::right_before(const logic::Integer& address, std::uint64_t pointee) const {
  const logic::Integer next = address + pointee;
  const Memory::Object* object = object_at(next);
  const bool begins = object ? object->address == next : allocated_.contains(next);
  const std::string text = begins && pointee != 0 ? pointer(next, pointee) : "";
  return text.starts_with('&') ? text + " - 1" : "";
}

std::string MemoryNames::place(VariableId cells, const logic::Integer& index) const {
  const auto found = program_->memory.cells.find(cells);
  if (found == program_->memory.cells.end()) return {};
  const logic::Integer address = index + found->second.shift;
  // Of a region that is one field the index is the struct's address, and the variable is called "struct.field".
  const std::string& name = program_->variables[cells].user_name;
  const std::size_t dot = name.find('.');
  const bool is_field = dot != std::string::npos && !object_at(address);
  if (!is_field) return scalar(address, found->second.size);
  return member(index, found->second, name.substr(dot));
}

std::string MemoryNames::member(const logic::Integer& index, const Memory::Cells& cells,
                                const std::string& suffix) const {
  const std::string structure = elsewhere(index, 0);
  if (structure.empty() || cells.record == 0) return structure.empty() ? structure : structure + suffix;
  const auto& [start, allocated] = *std::prev(allocated_.upper_bound(index));  // one has a name there
  const logic::Integer offset = index - start;
  const logic::Integer within = offset % cells.record;
  const bool is_array = cells.member > cells.size;
  if (allocated.size % cells.record != 0 || within >= cells.member || (!is_array && within != 0))
    return structure + suffix;
  std::string text = allocated.name;
  if (allocated.size > cells.record) text += "[" + logic::Integer(offset / cells.record).str() + "]";
  text += suffix;
  return is_array ? text + "[" + logic::Integer(within / cells.size).str() + "]" : text;
}

std::string MemoryNames::pointer(const logic::Integer& address, std::uint64_t pointee) const {
  if (address == 0) return "NULL";
  if (const Memory::Object* object = object_at(address); object != nullptr && object->name == texts_of_arguments)
    if (std::string text = argument(address, " + ", ""); !text.empty()) return text;
  std::string text = target(address, pointee);
  if (text.empty()) text = behind(address);
  const bool is_literal = text.size() > 1 && text.back() == '"';  // an array, which is its own address
  return text.empty() || is_literal ? text : "&" + text;
}

}  // namespace bireach::frontend
