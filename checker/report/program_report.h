// SPDX-License-Identifier: Apache-2.0
/// The relevance of the statements of the whole program as report data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "checker/report/report.h"
#include "relevance/statements/program_relevance.h"

namespace bireach::checker {

/// The statements of a program, numbered, with the keys of reports.
struct StatementNumbers {
  std::vector<std::string> key_of_edge;
  std::vector<std::uint32_t> number_of_edge;  ///< for relevance::TraceCollection
  std::vector<std::string> key_of_number;
};
[[nodiscard]] StatementNumbers number_statements(const frontend::Program& program);

/// Joins what the analysis says of each statement with the reports of the traces, in their order. Linear in the size of
/// the traces.
[[nodiscard]] ReportProgram make_program_report(const relevance::ProgramRelevance& relevance,
                                                const std::vector<std::string>& key_of_number,
                                                const std::vector<ReportTrace>& traces);

}  // namespace bireach::checker
