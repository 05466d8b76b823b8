// SPDX-License-Identifier: Apache-2.0
/// How a program is to be verified, as the engines and what schedules them obey it.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "checker/blocks/block_encoding.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"
#include "logic/interpolation/interpolation_engines.h"

namespace bireach::checker {

enum class ArithmeticChoice { automatic, integer, bitvector };

struct VerifyOptions {
  ArithmeticChoice arithmetic = ArithmeticChoice::automatic;
  /// Nothing: automatic (engines in order of cost).
  std::optional<logic::InterpolationEngineKind> interpolation;
  BlockEncoding block_encoding = BlockEncoding::loop_free;
  /// wraps: the verdict holds for executions in which signed operations overflow, too, or says that it assumes there
  /// are none. Errors are looked for without overflow first.
  frontend::SignedOverflow signed_overflow = frontend::SignedOverflow::wraps;
  /// Some executions with random inputs come first: where errors are not to be expected they only cost time.
  bool random_executions_first = true;
  /// What only another reading of the program models (Location::bytes_model_it) ends this one: the other one follows.
  bool other_reading_follows = false;
  bool bounded_search = true;  ///< unroll the program, merged (SearchEngine) or path by path (PathSearch)
  /// With automatic interpolation: the engines that look at the refuted trace alone come before the path program.
  bool trace_engines_first = false;
  bool check_interpolants = false;
  /// Invariants of path programs by abstract interpretation are proposed before Horn clauses are solved.
  bool abstraction = true;
  bool horn_clauses = true;  ///< the whole program as one system of Horn clauses, beside the refinement
  /// Assume edges whose conditions may be what a proof needs: offered as predicates, never trusted.
  std::vector<frontend::EdgeId> hints;
  unsigned jobs = 1;                      ///< turns at a time, and one beside a long one (portfolio.h),
  std::chrono::milliseconds alone{2000};  ///< once the run is no longer short
  std::chrono::milliseconds query_time_limit{20000};
  /// When `stop` will be requested, if that is known: so that work that may be left out leaves time for the rest.
  std::optional<std::chrono::steady_clock::time_point> deadline;

  /// What is begun with: integers, unless bit-vectors were asked for.
  [[nodiscard]] frontend::Arithmetic first_arithmetic() const {
    return arithmetic == ArithmeticChoice::bitvector ? frontend::Arithmetic::bitvector : frontend::Arithmetic::integer;
  }
};

}  // namespace bireach::checker
