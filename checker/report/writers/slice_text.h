// SPDX-License-Identifier: Apache-2.0
/// What the text report says of a slice.
#pragma once

#include "checker/report/report.h"
#include "checker/report/text/text_layout.h"

namespace bireach::checker {

/// The statements that are kept, with the invariants between them, and counts of the others. Nothing if nobody asked
/// for a slice.
void write_slice(TextPage& page, const Report& report);

}  // namespace bireach::checker
