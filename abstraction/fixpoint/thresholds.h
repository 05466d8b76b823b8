// SPDX-License-Identifier: Apache-2.0
/// Where widening stops first.
#pragma once

#include "abstraction/domains/abstract_domain.h"

namespace bireach::abstraction {

/// The constants of the program's statements and their neighbours, sorted: where loops' bounds mostly are.
[[nodiscard]] Thresholds thresholds_of(const frontend::Program& program);

}  // namespace bireach::abstraction
