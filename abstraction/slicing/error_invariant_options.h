// SPDX-License-Identifier: Apache-2.0
/// How error invariants are looked for.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include "abstraction/fixpoint/fixpoint.h"
#include "logic/solvers/solver.h"

namespace bireach::abstraction {

/// Which conjuncts are preferred where several sets of them would do.
enum class SupportPreference : std::uint8_t {
  bounds,    ///< those of one variable: they say less about how the error comes about, and are short
  relations  ///< those between variables, as the polyhedra of the paper have them
};

/// By which domain they are computed.
enum class SliceDomain : std::uint8_t {
  numeric,  ///< intervals, linear equalities and octagons (NumericState)
  lifted    ///< the same, by cases of branches (LiftedState)
};
[[nodiscard]] constexpr std::string_view to_string(SliceDomain domain) {
  return domain == SliceDomain::lifted ? "lifted" : "numeric";
}

struct ErrorInvariantOptions {
  FixpointOptions fixpoint;  ///< the program's thresholds are added to those given
  SupportPreference preference = SupportPreference::bounds;
  /// By variable: conjuncts that speak of it are given up before others; empty: of none.
  std::vector<bool> avoided;
  SliceDomain domain = SliceDomain::numeric;
  std::size_t max_predicates = 4;  ///< of a lifted domain
  /// Stops only what a lifted domain adds to the base domain; none: as for all.
  std::stop_token refinement_stop;
  std::size_t most_locations = 2000;           ///< with copies of loops (peeled)
  unsigned rounds = 6;                         ///< backward and forward, at most
  std::chrono::milliseconds query_limit{200};  ///< of one question to the solver
  logic::SolverStatistics* statistics = nullptr;
};

}  // namespace bireach::abstraction
