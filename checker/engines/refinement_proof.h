// SPDX-License-Identifier: Apache-2.0
/// From an annotation, or a refinement loop that has refuted all error traces, to a proof that the other solver has
/// confirmed.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "checker/certification/certify.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"
#include "checker/engines/refinement_loop.h"

namespace bireach::checker {

/// To a graph of at most one node a location, steps from each node to all cut points of `flow` that come next: what
/// holds at the one leads to what holds at the other, or not there if that has no node.
void add_steps(AnnotationGraph& annotation, const frontend::Program& program, const ControlFlow& flow,
               logic::TermManager& terms);

/// The proof without seeds, or why there is none. Certified for the program whose overflow wraps, if there is one and
/// its certifier soon agrees; else for the program. `terms` own the predicates.
[[nodiscard]] std::variant<Proved, std::string> certified_annotation(const AnnotationGraph& annotation,
                                                                     frontend::Arithmetic arithmetic,
                                                                     const std::shared_ptr<logic::TermManager>& terms,
                                                                     const EngineSetting& setting);

/// The same for the loop's annotation, with its refutations as seeds. `terms` are the loop's.
[[nodiscard]] std::variant<Proved, std::string> certified_proof(RefinementLoop& loop,
                                                                const std::shared_ptr<logic::TermManager>& terms,
                                                                const EngineSetting& setting);

}  // namespace bireach::checker
