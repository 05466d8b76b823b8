// SPDX-License-Identifier: Apache-2.0
/// From what an expression evaluates to back to what its variables can be: HC4-revise (F. Benhamou, F. Goualard,
/// L. Granvilliers, J.-F. Puget, Revising hull and box consistency, ICLP 1999), on machine integers. Each function
/// takes states out of the map that cannot be, never one that can; false: none is left, and the map is of no use any
/// more.
#pragma once

#include "abstraction/domains/interval_map.h"

namespace bireach::abstraction {

/// Keeps states in which the expression is defined and, converted to the type, lies in `target`, within the type.
[[nodiscard]] bool refine(IntervalMap& intervals, const frontend::Expr& expr, const frontend::ScalarType& type,
                          const Interval& target);
/// Keeps states in which the expression is defined and not zero, or zero.
[[nodiscard]] bool refine(IntervalMap& intervals, const frontend::Expr& condition, bool holds);
/// Keeps states in which the expression is defined.
[[nodiscard]] bool refine_defined(IntervalMap& intervals, const frontend::Expr& expr);

}  // namespace bireach::abstraction
