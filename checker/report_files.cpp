// SPDX-License-Identifier: Apache-2.0
#include "checker/report_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "checker/html_report.h"
#include "checker/json_report.h"
#include "checker/sarif_report.h"

namespace bireach::checker {
namespace {

namespace fs = std::filesystem;

std::string page_of(const std::string& folder) {
  return (fs::path(folder) / "index.html").string();
}

/// `--json a.c a.c` must not cost anybody the program. Empty if there is no such danger.
std::string would_overwrite(const std::string& path, const InputOptions& input) {
  const auto is_it = [&path](const std::string& file) {
    std::error_code error;
    return fs::equivalent(path, file, error);
  };
  if (std::any_of(input.files.begin(), input.files.end(), is_it) || is_it(input.property))
    return "will not write " + path + ": it is an input";
  return "";
}

/// A folder that is there, or could be made.
std::string cannot_fill(const std::string& folder) {
  std::error_code error;
  if (folder.empty()) return "cannot write a report into a folder without a name";
  if (fs::is_directory(folder, error)) return cannot_write(page_of(folder));
  if (fs::exists(folder, error)) return "cannot write " + folder + ": it is not a folder";
  fs::path above = fs::absolute(folder, error);
  while (!above.empty() && !fs::exists(above, error) && above != above.parent_path()) above = above.parent_path();
  if (!fs::is_directory(above, error))
    return fmt::format("cannot make the folder {}: {} is none", folder, above.string());
  if (::access(above.c_str(), W_OK | X_OK) == 0) return "";
  return fmt::format("cannot make the folder {}: {}", folder, std::strerror(errno));
}

}  // namespace

std::vector<std::string> report_files(const CheckOptions& options) {
  std::vector<std::string> files;
  if (options.json_file) files.push_back(*options.json_file);
  if (options.sarif_file) files.push_back(*options.sarif_file);
  if (options.report_folder) files.push_back(page_of(*options.report_folder));
  if (options.evidence.witness_file) files.push_back(*options.evidence.witness_file);
  if (options.evidence.harness_file) files.push_back(*options.evidence.harness_file);
  return files;
}

std::string cannot_write_reports(const CheckOptions& options) {
  if (options.report_folder) {
    std::string problem = cannot_fill(*options.report_folder);
    if (!problem.empty()) return problem;
  }
  std::set<std::string> names;
  for (const std::string& file : report_files(options)) {
    const bool in_folder = options.report_folder && file == page_of(*options.report_folder);
    std::string problem = in_folder ? "" : cannot_write(file);
    if (problem.empty()) problem = would_overwrite(file, options.input);
    std::error_code error;
    const bool is_device = fs::exists(file, error) && !fs::is_regular_file(file, error);
    if (problem.empty() && !is_device &&
        !names.insert(fs::weakly_canonical(fs::absolute(file, error), error).string()).second)
      problem = "will not write " + file + " twice";
    if (!problem.empty()) return problem;
  }
  return "";
}

bool shows_sources(const CheckOptions& options) {
  return options.sarif_file || options.report_folder;
}

void write_report_files(const CheckOptions& options, const Report& report, std::chrono::milliseconds drawing_limit) {
  if (options.json_file) write_whole_file(*options.json_file, json_report(report));
  if (options.sarif_file) write_whole_file(*options.sarif_file, sarif_report(report));
  if (!options.report_folder) return;
  Drawing drawing;
  if (!report.automaton) {
    drawing.missing = "the program was not read";
  } else if (!report.automaton->missing.empty()) {
    drawing.missing = report.automaton->missing;
  } else {
    drawing = draw_with_graphviz(automaton_dot(*report.automaton), drawing_limit);
  }
  const std::string page = html_report(report, drawing);
  std::error_code error;
  fs::create_directories(*options.report_folder, error);
  if (error)
    throw std::runtime_error(fmt::format("cannot make the folder {}: {}", *options.report_folder, error.message()));
  write_whole_file(page_of(*options.report_folder), page);
}

}  // namespace bireach::checker
