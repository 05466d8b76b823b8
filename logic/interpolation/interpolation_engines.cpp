// SPDX-License-Identifier: Apache-2.0
#include "logic/interpolation/interpolation_engines.h"

#include <algorithm>
#include <stdexcept>

namespace bireach::logic {

std::string_view engine_name(InterpolationEngineKind kind) {
#define ENGINE(enumerator, name, make)      \
  case InterpolationEngineKind::enumerator: \
    return name;
  switch (kind) { BIREACH_INTERPOLATION_ENGINES(ENGINE) }
#undef ENGINE
  throw std::invalid_argument("unknown interpolation engine");
}

std::optional<InterpolationEngineKind> engine_by_name(std::string_view name) {
  const auto found = std::find_if(interpolation_engine_kinds.begin(), interpolation_engine_kinds.end(),
                                  [name](InterpolationEngineKind kind) { return engine_name(kind) == name; });
  if (found == interpolation_engine_kinds.end()) return std::nullopt;
  return *found;
}

std::unique_ptr<InterpolationEngine> make_interpolation_engine(InterpolationEngineKind kind, TermManager& terms,
                                                               const InterpolationConfig& config) {
#define ENGINE(enumerator, name, make)      \
  case InterpolationEngineKind::enumerator: \
    return make(terms, config);
  switch (kind) { BIREACH_INTERPOLATION_ENGINES(ENGINE) }
#undef ENGINE
  throw std::invalid_argument("unknown interpolation engine");
}

}  // namespace bireach::logic
