// SPDX-License-Identifier: Apache-2.0
/// What a user calls the places in memory that addresses stand for.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// Objects by their addresses: variables and literals, and those allocated in one execution, which are called heap#1,
/// heap#2, … in the order of their allocation.
class MemoryNames {
 public:
  explicit MemoryNames(const Program& program) : program_(&program) {}

  /// An object was allocated; `name`: of the variable that it is, which is called name#1, name#2, … then.
  void allocate(const logic::Integer& address, const logic::Integer& size, const std::string& name = "heap");
  /// The text of main's next argument begins there, behind those before: "argument 1".
  void begin_argument(const logic::Integer& address) { arguments_.emplace(address, arguments_.size()); }
  /// The element of a cell variable as an expression in C: "x", "a[3]", "heap#1.next", "heap#2[3]" (as an array
  /// of such elements), "heap#2[byte 8].next"; empty: no object lies there.
  [[nodiscard]] std::string place(VariableId cells, const logic::Integer& index) const;
  /// The value of a pointer: "NULL", "&x", "&a[3]", also right behind the last element, "&x + 1", "&heap#1",
  /// "&heap#1[2]"; empty: it leads to no object. `pointee`: the size of what it points to, which tells a structure from
  /// its first member; 0: whatever starts there.
  [[nodiscard]] std::string pointer(const logic::Integer& address, std::uint64_t pointee = 0) const;
  /// "&a[0] - 1": where the element before an object would lie; empty: no object begins behind it.
  [[nodiscard]] std::string right_before(const logic::Integer& address, std::uint64_t pointee) const;

 private:
  /// Null: no object with a name lies there.
  [[nodiscard]] const Memory::Object* object_at(const logic::Integer& address) const;
  /// `size`: in bytes.
  [[nodiscard]] std::string scalar(const logic::Integer& address, std::uint64_t size) const;
  /// `size`: of what a pointer leads to; 0: not known.
  [[nodiscard]] std::string target(const logic::Integer& address, std::uint64_t size) const;
  /// Of what is no variable. A larger allocated object is an array of elements of this size; 0: it is no array.
  [[nodiscard]] std::string elsewhere(const logic::Integer& address, std::uint64_t element) const;

  /// Of cells of one field, at this index, in an allocated object: an array of such structures.
  [[nodiscard]] std::string member(const logic::Integer& index, const Memory::Cells& cells,
                                   const std::string& suffix) const;

  /// "argument 1", and what follows its first character as a number behind the text; empty: none begins before it.
  [[nodiscard]] std::string argument(const logic::Integer& address, std::string_view before,
                                     std::string_view behind) const;
  /// Of the address right behind a variable.
  [[nodiscard]] std::string behind(const logic::Integer& address) const;

  struct Allocated {
    logic::Integer size;
    std::string name;
  };
  const Program* program_;
  std::map<logic::Integer, Allocated> allocated_;
  std::map<std::string, std::size_t> numbers_;       ///< of objects with this name so far
  std::map<logic::Integer, std::size_t> arguments_;  ///< their numbers by where they begin
};

}  // namespace bireach::frontend
