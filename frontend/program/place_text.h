// SPDX-License-Identifier: Apache-2.0
/// Places in the source as messages show them.
#pragma once

#include <string>

#include "frontend/program/program.h"

namespace bireach::frontend {

/// "a.c:7:3"; empty: the place is not known.
[[nodiscard]] std::string place_text(const Program& program, const SourceRange& place);

}  // namespace bireach::frontend
