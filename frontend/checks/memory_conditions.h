// SPDX-License-Identifier: Apache-2.0
/// When an address is no object's, as conditions in C's expressions.
#pragma once

#include "frontend/program/program.h"

namespace bireach::frontend {

/// When an access to the element of a cell variable (Memory::cells) lies in no object that exists, or writes to one
/// that is read-only; null: never.
///
/// An address that is computed from a pointer into an object has to lie in that object (C11 6.5.6p8), one whose origin
/// is not to be seen in any one. So an access far behind an object's end is an error, even if another one lies there.
[[nodiscard]] ExprPtr invalid_access(const Program& program, VariableId cells, const ExprPtr& index, bool writes);
/// When the access lies in an object, but in another member of a structure than these cells: it has cells of its own,
/// so what is read or written is not modelled. Null: never.
[[nodiscard]] ExprPtr access_of_other_member(const Program& program, VariableId cells, const ExprPtr& index);

/// When an access lies in an object that exists: a variable or literal, or the tracked object, which stands for all
/// others.
[[nodiscard]] ExprPtr valid_access(const Program& program, VariableId cells, const ExprPtr& index);

/// When a pointer that is computed from another one, whose object can be told, lies before that object or farther than
/// right behind it (C11 6.5.6p8).
struct Departure {
  ExprPtr leaves;  ///< null: never, or it is not computed from a pointer
  ExprPtr open;    ///< when nothing is known of the object; null: never
};
[[nodiscard]] Departure pointer_leaves_object(const Program& program, const ExprPtr& pointer);

/// When the address cannot be freed: it is not null, and not where an object begins that is allocated and not freed.
[[nodiscard]] ExprPtr invalid_free(const Program& program, const ExprPtr& address);

/// When the tracked object is allocated and not freed. Precondition here and below: there is one.
[[nodiscard]] ExprPtr is_unfreed(const Program& program);

/// When nothing leads to the tracked object although it is not freed.
struct Unreached {
  ExprPtr lost;  ///< when that is certain, as no variable that still exists holds any pointer; null: never
  ExprPtr open;  ///< when there is no telling, as something holds pointers to elsewhere; null: never
};
/// `returned`: local variables do not exist any more.
[[nodiscard]] Unreached unreached_at_end(const Program& program, bool returned);

}  // namespace bireach::frontend
