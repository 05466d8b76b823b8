// SPDX-License-Identifier: Apache-2.0
/// A failing execution beside a passing one.
#pragma once

#include <optional>
#include <string>

#include "checker/report/suspects_report.h"
#include "checker/trials/input_search.h"

namespace bireach::checker {

/// Of a failing execution and the passing one nearest to it; nothing if none passes. `failing`: index into
/// `tests.failing()`.
[[nodiscard]] std::optional<ReportContrast> find_contrast(const TrialProgram& program, const InputSearch& tests,
                                                          std::size_t failing, TrialBudget& budget);

/// "__VERIFIER_nondet_int() at a.c:7": where an input is read.
[[nodiscard]] std::string input_name(const frontend::Program& program, const Inputs::Entry& entry);
/// As C writes it; empty: an array.
[[nodiscard]] std::string scalar_text(const logic::Value& value, const frontend::ScalarType& type);
/// "n = 4, k = 2" for people, the first six; inputs without a number are left out.
[[nodiscard]] std::string inputs_text(const frontend::Program& program, const Inputs& inputs);

}  // namespace bireach::checker
