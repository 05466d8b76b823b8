// SPDX-License-Identifier: Apache-2.0
/// The meaning of one statement as SMT-LIB text, for result files.
#pragma once

#include <string>

#include "frontend/program/semantics.h"

namespace bireach::checker {

/// The relation over v (before) and v' (after) of an edge: definedness, and what is known of the target's new value.
/// Only the target is primed; all others keep their values. A value chosen by a havoc is the target's new value;
/// auxiliaries that remain are bound by `exists`.
[[nodiscard]] std::string statement_formula(const frontend::Semantics& semantics, const frontend::Program& program,
                                            frontend::EdgeId edge);

/// Integer arithmetic unless it was not asked for or an edge of the trace is not exact in it.
[[nodiscard]] frontend::Arithmetic arithmetic_for(const frontend::Program& program, const frontend::Trace& trace,
                                                  frontend::Arithmetic preferred);

}  // namespace bireach::checker
