// SPDX-License-Identifier: Apache-2.0
/// What is done differently where a person looks at a terminal.
#pragma once

#include "checker/command/command_line.h"
#include "checker/report/text/text_style.h"

namespace bireach::checker {

/// Its width, and colours unless NO_COLOR or TERM forbid them; unchanged where standard output is no terminal.
[[nodiscard]] TextStyle on_standard_output(TextStyle style);
/// Is there somebody to see a progress line, and is it wanted?
[[nodiscard]] bool shows_progress(const CheckOptions& options);

}  // namespace bireach::checker
