// SPDX-License-Identifier: Apache-2.0
/// What reports tell of a proof.
#pragma once

#include "checker/answer/verdict.h"
#include "checker/report/report.h"

namespace bireach::checker {

/// Invariants over all elements of arrays are told where they speak only of variables that the user knows.
[[nodiscard]] ReportProof report_proof(const frontend::Program& program, const ProofEvidence& evidence);

}  // namespace bireach::checker
