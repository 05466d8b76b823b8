// SPDX-License-Identifier: Apache-2.0
/// The control-flow automaton as report data, and as Graphviz draws it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// The automaton with paths without branches as single arrows; of a large program (more than some hundred arrows) only
/// what lies on the traces, and the first step of each way that they do not take. If that is still too large, only of
/// the first traces, or the first trace alone, or nothing, with the reason. Linear in the program and the traces.
[[nodiscard]] ReportAutomaton make_automaton_report(const frontend::Program& program,
                                                    const std::vector<ReportTrace>& traces);

/// In Graphviz's language. Arrow k has the identifier "a<k>"; locations have their kind as class.
[[nodiscard]] std::string automaton_dot(const ReportAutomaton& automaton);

struct Drawing {
  std::string svg;
  std::string missing;  ///< why there is none
};

/// Has Graphviz's `dot`, looked for in PATH, draw it, within the time limit.
[[nodiscard]] Drawing draw_with_graphviz(const std::string& dot, std::chrono::milliseconds limit);

}  // namespace bireach::checker
