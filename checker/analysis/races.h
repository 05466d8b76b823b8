// SPDX-License-Identifier: Apache-2.0
/// Data races beside another property, of which C leaves programs undefined that have one (C11 5.1.2.4p25).
#pragma once

#include <string>

#include "checker/analysis/context.h"
#include "checker/answer/budget.h"

namespace bireach::checker {

/// Whether the program, whose answer to another question is known, has a data race, as a sentence that says on which
/// object, or that this is not known within `limit`; empty: it has no threads, or was asked for races itself.
[[nodiscard]] std::string tell_data_races(const AnalysisContext& context, Clock::duration limit);

}  // namespace bireach::checker
