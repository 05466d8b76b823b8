// SPDX-License-Identifier: Apache-2.0
#include "relevance/danger/generalizer_config.h"

#include <algorithm>

namespace bireach::relevance {

std::string_view to_string(Generalization generalization) {
#define GENERALIZATION(enumerator, name, make, make_nested) \
  case Generalization::enumerator:                          \
    return name;
  switch (generalization) { BIREACH_GENERALIZATIONS(GENERALIZATION) }
#undef GENERALIZATION
  return "";
}

std::optional<Generalization> generalization_by_name(std::string_view name) {
  const auto found = std::find_if(generalizations.begin(), generalizations.end(),
                                  [name](Generalization one) { return to_string(one) == name; });
  if (found == generalizations.end()) return std::nullopt;
  return *found;
}

std::string_view to_string(DangerPredicates predicates) {
  switch (predicates) {
    case DangerPredicates::trace:
      return "trace";
    case DangerPredicates::generalised:
      return "generalised";
  }
  return "";
}

}  // namespace bireach::relevance
