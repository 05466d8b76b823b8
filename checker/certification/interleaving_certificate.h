// SPDX-License-Identifier: Apache-2.0
/// Certification of what a reduced interleaving leaves out: steps of two threads that were taken for independent.
#pragma once

#include <optional>
#include <string>

#include "checker/certification/certify.h"

namespace bireach::checker {

/// Nothing if all that the interleaving relies on (Program::interleaving_evidence) is confirmed, or it relies on
/// nothing; else what could not be confirmed. Which variables a step reads and writes is taken from its transition
/// formula; where two steps may meet in one, a solver says whether both orders end in the same state and neither
/// disables the other.
[[nodiscard]] std::optional<std::string> confirm_independence(const frontend::Program& program,
                                                              const CertifierConfig& config);

}  // namespace bireach::checker
