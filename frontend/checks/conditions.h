// SPDX-License-Identifier: Apache-2.0
/// What may go wrong about the operations of a statement, as conditions in C's expressions.
#pragma once

#include <string>
#include <vector>

#include "frontend/checks/initialisation.h"
#include "frontend/program/program.h"

namespace bireach::frontend {

/// An operation that violates the property if `fails` holds before its statement.
struct Check {
  Violation violation;
  ExprPtr fails;            ///< of type int; evaluating it meets no undefined behaviour if the checks before it hold
  SourceRange place;        ///< of the operation, if it is known; else of its statement
  std::string note;         ///< what happened: "signed overflow: x + 1", "invalid write: b[i]"
  bool is_modelled = true;  ///< otherwise there is no telling when it fails
  std::string text = {};    ///< what the user wrote of the operation: "x + 1", "b[i]"; empty: not known
  /// What may fail: an operator, the element that is accessed, the address that is freed; null: nothing of a statement.
  ExprPtr operation = {};
  bool writes = false;  ///< of an access
};

/// The checks of this edge's statement for the kinds of `program.property`, in the order of evaluation: operands before
/// their operators. Operands that are not evaluated are not checked. Checks that intervals decide are left out.
/// Precondition: Memory::tracked if accesses or frees are looked for and the program allocates. `initialisation`: null
/// if reads before anything is stored are not looked for.
[[nodiscard]] std::vector<Check> checks_of(const Program& program, EdgeId edge, const Initialisation* initialisation);

/// What may go wrong where the program ends: memory that is not freed, or to which nothing leads any more. Local
/// variables hold nothing then if it ended by returning from its entry function.
[[nodiscard]] std::vector<Check> checks_at_end(const Program& program, const Location& end);

}  // namespace bireach::frontend
