// SPDX-License-Identifier: Apache-2.0
/// The constructors of the interpolation engines; for make_interpolation_engine only.
#pragma once

#include <memory>

#include "logic/interpolation.h"

namespace bireach::logic {

[[nodiscard]] std::unique_ptr<InterpolationEngine> make_core_wp_engine(TermManager& terms,
                                                                       const InterpolationConfig& config);
[[nodiscard]] std::unique_ptr<InterpolationEngine> make_core_sp_engine(TermManager& terms,
                                                                       const InterpolationConfig& config);
[[nodiscard]] std::unique_ptr<InterpolationEngine> make_spacer_engine(TermManager& terms,
                                                                      const InterpolationConfig& config);
[[nodiscard]] std::unique_ptr<InterpolationEngine> make_cvc5_engine(TermManager& terms,
                                                                    const InterpolationConfig& config);

}  // namespace bireach::logic
