// SPDX-License-Identifier: Apache-2.0
/// Memory for objects that come into being while the program runs.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "frontend/clang/lowering/emitter.h"
#include "frontend/clang/lowering/program_variables.h"

namespace bireach::frontend {

/// The addresses from here on are of no object. The standard streams are there.
constexpr std::uint64_t end_of_objects(unsigned pointer_width) {
  return pointer_width > 32 ? 0x7f0000000000 : 0xf7000000;
}

/// The allocator's state as variables of the program (Memory::top, Memory::sizes): each object gets the next free
/// address, and none is used twice.
class Heap {
 public:
  /// `looks_at_addresses`: may the program see what numbers addresses are? Asked when something is allocated.
  Heap(Emitter& emitter, ProgramVariables& variables, Program& program, std::function<bool()> looks_at_addresses)
      : emitter_(emitter),
        variables_(variables),
        memory_(program.memory),
        looks_at_addresses_(std::move(looks_at_addresses)) {}

  /// Makes the variables; the other functions do so when they need one.
  void make_variables();
  /// Is anything allocated?
  [[nodiscard]] bool is_used() const { return memory_.top.has_value(); }
  /// Holds the next free address.
  [[nodiscard]] VariableId top() { return make(memory_.top, "(heap top)"); }
  /// By address of an object: its size; 0: it does not exist.
  [[nodiscard]] VariableId sizes();
  /// Is an object of this size so small that one more always fits?
  [[nodiscard]] static bool is_small(const ExprPtr& size);

  /// Leaves out executions in which an object of this size does not fit into the address space.
  void require_room(const ExprPtr& size, const Origin& origin);
  /// Notes the size of the object at `address`, which has been set to `top`, and moves that on, by `room` bytes at
  /// least (null: by the size). A step of the statement each.
  void take(const ExprPtr& address, const ExprPtr& size, const Origin& origin, const Part& sizing, const Part& moving,
            const ExprPtr& room = nullptr);
  /// The object at this address exists no more.
  void release(const ExprPtr& address, const Origin& origin, EdgeRole role, const Part& part = {});

 private:
  [[nodiscard]] VariableId make(std::optional<VariableId>& variable, const std::string& name);
  [[nodiscard]] ScalarType pointer() const;
  /// How far the next object is from one of this size: aligned for any type (C11 7.22.3p1) where the program can tell.
  [[nodiscard]] ExprPtr distance_of(const ExprPtr& size, const SourceRange& where) const;

  Emitter& emitter_;
  ProgramVariables& variables_;
  Memory& memory_;
  std::function<bool()> looks_at_addresses_;
};

}  // namespace bireach::frontend
