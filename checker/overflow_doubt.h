// SPDX-License-Identifier: Apache-2.0
/// Whether a proof that leaves signed overflow out may be wrong about the executions that overflow.
#pragma once

#include "checker/bounded_search.h"
#include "checker/certify.h"

namespace bireach::checker {

/// Is there a state that the annotation allows from which a few blocks, with overflow that wraps, lead to an Error or
/// Unsupported location? The annotation is inductive where nothing overflows, so that way overflows; the state need not
/// be reachable. True also if the solver has no answer, or it takes too long. `wrapping` is the program whose overflow
/// wraps; the annotation is over `terms`, in this arithmetic.
[[nodiscard]] bool may_fail_after_overflow(logic::TermManager& terms, const frontend::Program& wrapping,
                                           const ControlFlow& flow, frontend::Arithmetic arithmetic,
                                           const AnnotationGraph& annotation, const SearchConfig& config);

}  // namespace bireach::checker
