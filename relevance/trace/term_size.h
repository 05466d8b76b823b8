// SPDX-License-Identifier: Apache-2.0
/// Which values stand in formulas as they are.
#pragma once

#include "logic/terms/term.h"

namespace bireach::relevance {

/// Has the term more than some two dozen nodes, so that it gets a name in formulas? Smaller ones stand there as they
/// are, so that constants fold along the trace. Stops counting at the limit, so it is cheap on large terms.
[[nodiscard]] bool is_large(logic::Term term);

}  // namespace bireach::relevance
