// SPDX-License-Identifier: Apache-2.0
/// From a configuration to what generalises as it says.
#pragma once

#include <memory>

#include "logic/terms/term_manager.h"
#include "relevance/danger/error_generalizer.h"
#include "relevance/danger/nested_generalizer.h"

namespace bireach::relevance {

/// The references must outlive the generaliser.
[[nodiscard]] std::unique_ptr<ErrorGeneralizer> make_generalizer(logic::TermManager& terms, const Alphabet& alphabet,
                                                                 const GeneralizerConfig& config);

/// The references must outlive the generaliser.
[[nodiscard]] std::unique_ptr<NestedErrorGeneralizer> make_nested_generalizer(logic::TermManager& terms,
                                                                              const NestedAlphabet& alphabet,
                                                                              const GeneralizerConfig& config);

#define GENERALIZATION(enumerator, name, make, make_nested)                                                 \
  [[nodiscard]] std::unique_ptr<ErrorGeneralizer> make(logic::TermManager& terms, const Alphabet& alphabet, \
                                                       const GeneralizerConfig& config);                    \
  [[nodiscard]] std::unique_ptr<NestedErrorGeneralizer> make_nested(                                        \
      logic::TermManager& terms, const NestedAlphabet& alphabet, const GeneralizerConfig& config);
BIREACH_GENERALIZATIONS(GENERALIZATION)
#undef GENERALIZATION

}  // namespace bireach::relevance
