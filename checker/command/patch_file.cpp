// SPDX-License-Identifier: Apache-2.0
#include "checker/command/patch_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "checker/command/whole_file.h"
#include "checker/report/suspects_words.h"
#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

bool has_repair(const Report& report) {
  return report.repairs && !report.repairs->ranked.empty();
}

/// Of an earlier run: someone might take it for the answer of this one. Other files stay.
bool is_patch(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  return std::getline(stream, line) && line.starts_with("--- a/");
}

}  // namespace

std::string patch_line(const Report& report, const std::string& file) {
  const std::string name = frontend::visible_text(file);
  if (has_repair(report)) {
    const ReportRepair& first = report.repairs->ranked.front();
    return fmt::format("Patch (repair {}, {}): {}", first.rank, status_words(first), name);
  }
  const char* const why = report.verdict == VerdictKind::safe     ? "there is nothing to repair"
                          : report.verdict == VerdictKind::unsafe ? "no repair was found"
                                                                  : "there is no answer";
  return fmt::format("No patch was written: {}{}", why, is_patch(file) ? "; that of an earlier run is removed" : "");
}

void write_patch(const Report& report, const std::string& file) {
  if (has_repair(report)) {
    write_whole_file(file, report.repairs->ranked.front().patch);
    return;
  }
  std::error_code error;
  if (std::filesystem::is_regular_file(file, error) && is_patch(file)) std::filesystem::remove(file, error);
}

}  // namespace bireach::checker
