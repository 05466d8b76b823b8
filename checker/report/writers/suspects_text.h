// SPDX-License-Identifier: Apache-2.0
/// What the text report says of suspects, repairs, and executions side by side.
#pragma once

#include "checker/report/report.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {

/// The first suspects, and what is taken for the specification. Nothing if nobody looked for them.
void write_suspects(TextPage& page, const Report& report);

/// The repairs with their patches, or why there are none; of a run that is not about repairs only what was found.
void write_repairs(TextPage& page, const Report& report);

/// Executions that fail and pass side by side.
void write_contrasts(TextPage& page, const Report& report);

}  // namespace bireach::checker
