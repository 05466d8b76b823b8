// SPDX-License-Identifier: Apache-2.0
/// The engines that find interpolants.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include "logic/interpolation/interpolation.h"

// The table of engines: enumerator, name, and the function that makes one, in the file of the engine. Enumerators,
// names, the values of --interpolation and the tests follow from it. Which engine is asked first is up to those who ask
// (Refiner, ErrorExplainer). Not for use elsewhere.
#define BIREACH_INTERPOLATION_ENGINES(ENGINE)     \
  ENGINE(core_wp, "core-wp", make_core_wp_engine) \
  ENGINE(core_sp, "core-sp", make_core_sp_engine) \
  ENGINE(spacer, "spacer", make_spacer_engine)    \
  ENGINE(cvc5, "cvc5", make_cvc5_engine)

namespace bireach::logic {

#define ENGINE(enumerator, name, make) enumerator,
enum class InterpolationEngineKind { BIREACH_INTERPOLATION_ENGINES(ENGINE) };
#undef ENGINE

#define ENGINE(enumerator, name, make) InterpolationEngineKind::enumerator,
inline constexpr std::array interpolation_engine_kinds{BIREACH_INTERPOLATION_ENGINES(ENGINE)};
#undef ENGINE

/// "core-wp", …
[[nodiscard]] std::string_view engine_name(InterpolationEngineKind kind);
[[nodiscard]] std::optional<InterpolationEngineKind> engine_by_name(std::string_view name);

[[nodiscard]] std::unique_ptr<InterpolationEngine> make_interpolation_engine(InterpolationEngineKind kind,
                                                                             TermManager& terms,
                                                                             const InterpolationConfig& config);

#define ENGINE(enumerator, name, make) \
  [[nodiscard]] std::unique_ptr<InterpolationEngine> make(TermManager& terms, const InterpolationConfig& config);
BIREACH_INTERPOLATION_ENGINES(ENGINE)
#undef ENGINE

}  // namespace bireach::logic
