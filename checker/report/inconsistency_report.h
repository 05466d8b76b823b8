// SPDX-License-Identifier: Apache-2.0
/// The answer of `bireach inconsistent`: what is known, independent of form.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "checker/inconsistency/inconsistency.h"

namespace bireach::checker {

struct InconsistencyReport {
  std::string version;
  std::vector<std::string> files;
  std::vector<std::pair<std::string, std::string>> sha256;
  std::string data_model;
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<FileFindings> results;  ///< in the order of `files`
  std::string stopped;                ///< why the run ended early: "timeout", …; empty: it did not
  std::size_t known = 0;              ///< findings that the baseline has
  double wall_s = 0, cpu_s = 0, peak_memory_mib = 0;
  std::uint64_t z3_queries = 0, cvc5_queries = 0, unknown_answers = 0;

  [[nodiscard]] std::size_t finding_count() const;
  [[nodiscard]] std::size_t function_count() const;
  /// "a.c: f (a computed goto in line 3)": functions, and files, that were not analysed, or not as far as they should.
  [[nodiscard]] std::vector<std::string> left_out() const;
  /// "CONSISTENT", "INCONSISTENT(2)", "UNKNOWN(1 of 4 functions was not analysed)"
  [[nodiscard]] std::string verdict_line() const;
  /// 0 none found, 1 some, 3 none, but functions are left.
  [[nodiscard]] int exit_status() const;
};

/// Takes out findings that another result file (JSON) has: same file, function, condition and severity; lines do not
/// matter, and each of its findings hides one. Throws std::runtime_error for a text that is no such file.
void hide_known(InconsistencyReport& report, const std::string& baseline_json);

}  // namespace bireach::checker
