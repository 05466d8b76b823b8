// SPDX-License-Identifier: Apache-2.0
/// What a harvest is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "checker/answer/limits.h"
#include "relevance/danger/generalizer_config.h"

namespace bireach::checker {

enum class DangerPredicateChoice {
  automatic,  ///< the trace's own for the first traces, then generalised ones, so that the harvest ends
  trace,
  generalised
};
[[nodiscard]] constexpr std::string_view to_string(DangerPredicateChoice choice) {
  switch (choice) {
    case DangerPredicateChoice::automatic:
      return "auto";
    case DangerPredicateChoice::trace:
      return "trace";
    case DangerPredicateChoice::generalised:
      return "generalised";
  }
  return "auto";
}

struct HarvestOptions {
  relevance::Generalization generalization = relevance::Generalization::danger;
  DangerPredicateChoice predicates = DangerPredicateChoice::automatic;
  bool check_danger_automata = false;  ///< certify each (Definition 4.2) by the solver that did not build it
  bool prefer_new_edges = false;       ///< of the error traces left, those that use edges not seen on earlier ones
  std::optional<std::uint64_t> max_traces;
  std::optional<Clock::time_point> deadline;  ///< known in advance, so that the work can be planned
};

}  // namespace bireach::checker
