// SPDX-License-Identifier: Apache-2.0
/// What the text report says of every execution that fails.
#pragma once

#include "checker/report/report.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {

/// At loops, at assertions, and behind statements that take values from outside. Nothing if nobody looked for that, or
/// where a slice tells it beside its statements.
void write_program_invariants(TextPage& page, const Report& report);

}  // namespace bireach::checker
