// SPDX-License-Identifier: Apache-2.0
/// One allocated object that stands for all: which one is chosen before the program starts, so that a property of each
/// object is a property of this one in every execution. (A prophecy variable; the same idea for cells of arrays:
/// Monniaux, Gonnord, SAS 2016.)
#pragma once

#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// Adds the variables of `Memory::Tracked`. Precondition: the program allocates (Memory::top).
void add_tracked_object(Program& program);

/// What the program does with the tracked object before its first statement.
[[nodiscard]] std::vector<Statement> tracking_at_start(const Program& program);

/// What happens to the tracked object where this edge allocates or frees an object, to be done before it; empty:
/// nothing.
[[nodiscard]] std::vector<Statement> tracking_before(const Program& program, const Edge& edge);

/// How an edge changes the sizes of allocated objects.
enum class SizeChange : std::uint8_t {
  none,
  allocates,        ///< on the heap
  places_on_stack,  ///< a variable-length array, alloca, a local of a recursive function
  frees,            ///< by the program
  leaves            ///< the end of a local object's life
};
[[nodiscard]] SizeChange size_change(const Program& program, const Edge& edge);

}  // namespace bireach::frontend
