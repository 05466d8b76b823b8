// SPDX-License-Identifier: Apache-2.0
/// The verification of a program: engines that take turns until one of them knows.
#pragma once

#include <stop_token>

#include "checker/answer/statistics.h"
#include "checker/answer/verdict.h"
#include "checker/engines/verify_options.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Verifies that no Error location is reachable. Every Safe was certified by the solver that did not find it, every
/// Unsafe replayed bit-precisely. Stops early, with Unknown, when `stop` is requested.
[[nodiscard]] Verdict verify(const frontend::Program& program, const VerifyOptions& options, std::stop_token stop,
                             VerifyStatistics& statistics, const ProgressObserver& progress = {});

}  // namespace bireach::checker
