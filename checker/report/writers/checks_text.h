// SPDX-License-Identifier: Apache-2.0
/// What the text report says of the checks of a program.
#pragma once

#include "checker/report/report.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {

/// How many there are and hold, then those that do not, each with its place. Nothing if there are none.
void write_checks(TextPage& page, const Report& report);

}  // namespace bireach::checker
