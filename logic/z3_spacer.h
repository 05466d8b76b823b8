// SPDX-License-Identifier: Apache-2.0
/// How Z3's fixedpoint engine is set up wherever its answer is read back.
#pragma once

#include <z3++.h>

namespace bireach::logic {

/// Spacer without slicing, inlining and the like, which would make relations disappear: each must keep its formula.
[[nodiscard]] inline z3::params spacer_parameters(z3::context& context) {
  z3::params parameters(context);
  parameters.set("engine", context.str_symbol("spacer"));
  for (const char* name : {"xform.slice", "xform.inline_linear", "xform.inline_eager", "xform.tail_simplifier_pve",
                           "xform.coi", "xform.subsumption_checker"}) {
    parameters.set(name, false);
  }
  return parameters;
}

}  // namespace bireach::logic
