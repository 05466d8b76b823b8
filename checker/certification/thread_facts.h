// SPDX-License-Identifier: Apache-2.0
/// Certification of values that variables of several threads are said to have wherever one of the threads is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/certification/certify.h"
#include "frontend/threads/interleaving_evidence.h"

namespace bireach::checker {

/// Nothing if the values are invariants of the threads' locations: they hold where all starts, each step of a thread
/// keeps them (a location without values is reached by none), and so does each step that another thread may take there
/// (Susan Owicki, David Gries, "An axiomatic proof technique for parallel programs I", Acta Informatica 6, 1976); else
/// what could not be confirmed. Within an atomic region no other thread takes a step.
[[nodiscard]] std::optional<std::string> confirm_known_values(
    const frontend::Program& graphs, const std::vector<std::optional<frontend::KnownValues>>& known,
    const CertifierConfig& config);

}  // namespace bireach::checker
