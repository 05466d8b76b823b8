// SPDX-License-Identifier: Apache-2.0
/// The objects of an execution: where they come from, and where they went.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "frontend/program/interpreter.h"
#include "frontend/program/memory_names.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// An object in memory, at the end of an execution.
struct MemoryObject {
  logic::Integer address;
  logic::Integer size;              ///< in bytes, also where it is gone
  std::string name;                 ///< "x"; of a literal its text; empty: it was allocated by the program
  std::string allocator;            ///< "malloc"; empty: not known, or none
  frontend::SourceRange allocated;  ///< where; not known: nowhere
  bool is_gone = false;             ///< freed, or its life is over
  frontend::SourceRange gone;       ///< where it was freed; not known: its life ended by itself
  std::uint64_t element = 0;        ///< size of an array's elements, by its declaration; 0: it is none, or not known
};

/// Gives the objects that the execution allocates, and the arguments of main, their names: heap#1, heap#2, …, in the
/// order of their allocation, argument 0, argument 1, ….
void note_allocations(const frontend::Program& program, const frontend::Execution& execution,
                      frontend::MemoryNames& names);
/// The one that the statement at this position allocates or chooses, if it does, a local one by its name.
void note_allocation(const frontend::Program& program, const frontend::Execution& execution, std::size_t position,
                     frontend::MemoryNames& names);

/// Does the element of these cells lie in an allocated object? What these hold at first is anything.
[[nodiscard]] bool is_allocated(const frontend::Program& program, frontend::VariableId cells,
                                const logic::Integer& index);

/// Where the value that the step keeps for a byte of memory is written there; nothing: it keeps none, or for several.
[[nodiscard]] std::optional<std::size_t> written_behind(const frontend::Program& program,
                                                        const frontend::Execution& execution, std::size_t position);

class MemoryObjects {
 public:
  /// Without all states only the variables and literals that have an address.
  MemoryObjects(const frontend::Program& program, const frontend::Execution& execution);

  /// The one whose bytes, or the byte right behind it, this address leads to; where two meet the one that begins there.
  [[nodiscard]] std::optional<MemoryObject> at(const logic::Integer& address) const;

 private:
  void note(const frontend::Program& program, const frontend::Execution& execution, std::size_t position);

  std::map<logic::Integer, MemoryObject> objects_;
};

}  // namespace bireach::checker
