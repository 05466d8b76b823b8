// SPDX-License-Identifier: Apache-2.0
/// Danger automata as generalisations of feasible error traces.
#pragma once

#include <memory>

#include "relevance/error_generalizer.h"

namespace bireach::relevance {

/// For Generalization::danger, danger_loops and danger_strict. The references must outlive the result.
[[nodiscard]] std::unique_ptr<ErrorGeneralizer> make_danger_generalizer(logic::TermManager& terms,
                                                                        const Alphabet& alphabet,
                                                                        const GeneralizerConfig& config);

}  // namespace bireach::relevance
