// SPDX-License-Identifier: Apache-2.0
/// The question whether signed overflow can happen at all, as a program.
#pragma once

#include <optional>
#include <vector>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// The condition (an expression of type int that overflows nowhere) under which evaluating `expr` meets a signed
/// overflow; null if intervals exclude it. Nothing if it cannot be written down, since no type is wide enough.
/// INT_MIN / -1 does not count.
[[nodiscard]] std::optional<ExprPtr> overflow_condition(const Expr& expr);

/// The same of the binary operator at the top alone, whose operands do not overflow.
[[nodiscard]] std::optional<ExprPtr> operator_overflow(const Expr& expr);

/// The same variables, statements and, under their old numbers, locations; but the only errors are the first signed
/// overflows of executions, on edges to locations that matter. All other ends are Exit. If no error of it can be
/// reached, no execution of the program that goes through such locations only overflows. Overflows of arguments of
/// recursive calls count before the call, so that procedures remain procedures; the explicit stack's depth does not
/// overflow. Nothing if some condition cannot be written down.
[[nodiscard]] std::optional<Program> overflow_program(const Program& program, const std::vector<bool>& matters);

}  // namespace bireach::frontend
