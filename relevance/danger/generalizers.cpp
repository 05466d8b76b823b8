// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/generalizers.h"

namespace bireach::relevance {

std::unique_ptr<ErrorGeneralizer> make_generalizer(logic::TermManager& terms, const Alphabet& alphabet,
                                                   const GeneralizerConfig& config) {
#define GENERALIZATION(enumerator, name, make, make_nested) \
  case Generalization::enumerator:                          \
    return make(terms, alphabet, config);
  switch (config.generalization) { BIREACH_GENERALIZATIONS(GENERALIZATION) }
#undef GENERALIZATION
  return nullptr;
}

std::unique_ptr<NestedErrorGeneralizer> make_nested_generalizer(logic::TermManager& terms,
                                                                const NestedAlphabet& alphabet,
                                                                const GeneralizerConfig& config) {
#define GENERALIZATION(enumerator, name, make, make_nested) \
  case Generalization::enumerator:                          \
    return make_nested(terms, alphabet, config);
  switch (config.generalization) { BIREACH_GENERALIZATIONS(GENERALIZATION) }
#undef GENERALIZATION
  return nullptr;
}

}  // namespace bireach::relevance
