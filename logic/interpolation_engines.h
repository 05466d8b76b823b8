// SPDX-License-Identifier: Apache-2.0
/// The engines behind make_interpolation_engine.
#pragma once

#include "logic/interpolation.h"

namespace bireach::logic {

/// The trace as a chain of Horn clauses for Z3's Spacer (spacer.cpp).
[[nodiscard]] std::unique_ptr<InterpolationEngine> make_spacer_engine(TermManager& terms,
                                                                      const InterpolationConfig& config);

}  // namespace bireach::logic
