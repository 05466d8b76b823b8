// SPDX-License-Identifier: Apache-2.0
/// How Z3's fixedpoint engine is set up and asked wherever its answer is read back.
#pragma once

#include <z3++.h>

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

#include "logic/interpolation/interpolation.h"
#include "logic/solvers/spacer_call.h"
#include "logic/solvers/z3_watchdog.h"

namespace bireach::logic {

/// Spacer without slicing, inlining and the like, which would make relations disappear: each must keep its formula.
[[nodiscard]] inline z3::params spacer_parameters(z3::context& context) {
  z3::params parameters(context);
  parameters.set("engine", context.str_symbol("spacer"));
  for (const char* name : {"xform.slice", "xform.inline_linear", "xform.inline_eager", "xform.tail_simplifier_pve",
                           "xform.coi", "xform.subsumption_checker"})
    parameters.set(name, false);
  return parameters;
}

/// Asks whether `error` can be derived. Nothing: it cannot, and each relation has a formula; else the failure, with
/// `derivable` as the reason if it can.
[[nodiscard]] inline std::optional<InterpolationFailure> ask_spacer(z3::fixedpoint& fixedpoint,
                                                                    const z3::func_decl& error,
                                                                    const std::string& derivable,
                                                                    std::chrono::steady_clock::time_point deadline,
                                                                    std::stop_token stop) {
  if (SpacerCall::is_avoided()) return InterpolationFailure{"Spacer: it ended the process before"};
  z3::func_decl_vector relations(fixedpoint.ctx());
  relations.push_back(error);
  z3::check_result answer = z3::unknown;
  {
    const Z3Watchdog watchdog(fixedpoint.ctx(), deadline, std::move(stop));
    const SpacerCall call;
    answer = fixedpoint.query(relations);
  }
  switch (answer) {
    case z3::unsat:
      return std::nullopt;
    case z3::sat:
      return InterpolationFailure{"Spacer: " + derivable, false, true};
    case z3::unknown:
      return InterpolationFailure{"Spacer: " + fixedpoint.reason_unknown()};
  }
  return InterpolationFailure{"Spacer: no answer"};
}

}  // namespace bireach::logic
