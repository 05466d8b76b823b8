// SPDX-License-Identifier: Apache-2.0
#include "checker/command/report_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "checker/command/report_formats.h"
#include "checker/command/whole_file.h"

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
  const std::vector<std::string>& properties = input.property.named;
  if (std::any_of(input.files.begin(), input.files.end(), is_it) ||
      std::any_of(properties.begin(), properties.end(), is_it))
    return "will not write " + path + ": it is an input";
  std::error_code error;
  // Each would write over what the other has written.
  if (fs::is_regular_file(path, error) && fs::equivalent(path, "/proc/self/fd/1", error))
    return "will not write " + path + ": it is the standard output";
  return "";
}

/// A folder that is there, or could be made. As for a file, the one around it has to be there: what is mistyped should
/// not become folders.
std::string cannot_fill(const std::string& folder) {
  std::error_code error;
  if (folder.empty()) return "cannot write a report into a folder without a name";
  if (fs::is_directory(folder, error)) return cannot_write(page_of(folder));
  if (fs::exists(folder, error)) return "cannot write " + folder + ": it is not a folder";
  fs::path around = fs::absolute(folder, error).lexically_normal();
  if (!around.has_filename()) around = around.parent_path();
  around = around.parent_path();
  if (!fs::is_directory(around, error))
    return fmt::format("cannot make the folder {}: {} is no folder", folder, around.string());
  if (::access(around.c_str(), W_OK | X_OK) == 0) return "";
  return fmt::format("cannot make the folder {}: {}", folder, std::strerror(errno));
}

/// With the automaton drawn, if it is known and does not take too long.
std::string page_with_picture(const Report& report, std::chrono::milliseconds drawing_limit) {
  Drawing drawing;
  if (!report.automaton)
    drawing.missing = "the program was not read";
  else if (!report.automaton->missing.empty())
    drawing.missing = report.automaton->missing;
  else
    drawing = draw_with_graphviz(automaton_dot(*report.automaton), drawing_limit);
  return html_report(report, drawing);
}

enum class Wants : std::uint8_t { nothing, sources, sources_and_automaton };

struct Format {
  const char* option;
  bool is_folder;
  Wants wants;
  std::string (*content)(const Report& report, std::chrono::milliseconds drawing_limit);
};

#define FORMAT(name, value, help, commands, is_folder, wants, content)                                         \
  Format{#name, is_folder, Wants::wants,                                                                       \
         []([[maybe_unused]] const Report& report, [[maybe_unused]] std::chrono::milliseconds drawing_limit) { \
           return content;                                                                                     \
         }},
constexpr std::array report_formats{BIREACH_REPORT_FORMATS(FORMAT)};
#undef FORMAT

/// A format that is asked for, with the value of its option.
struct Asked {
  const Format& format;
  const std::string& value;
  [[nodiscard]] std::string file() const { return format.is_folder ? page_of(value) : value; }
};

/// Files before folders, in the order of the table.
std::vector<Asked> asked_formats(const CheckOptions& options) {
  std::vector<Asked> asked;
  for (const bool folders : {false, true}) {
    for (const Format& format : report_formats) {
      const auto found = options.reports.find(format.option);
      if (format.is_folder == folders && found != options.reports.end()) asked.push_back({format, found->second});
    }
  }
  return asked;
}

bool is_in_folder(const std::vector<Asked>& asked, const std::string& file) {
  return std::any_of(asked.begin(), asked.end(),
                     [&file](const Asked& one) { return one.format.is_folder && one.file() == file; });
}

}  // namespace

std::vector<std::string> report_files(const CheckOptions& options) {
  std::vector<std::string> files;
  for (const Asked& asked : asked_formats(options)) files.push_back(asked.file());
  if (options.evidence.witness_file) files.push_back(*options.evidence.witness_file);
  if (options.evidence.harness_file) files.push_back(*options.evidence.harness_file);
  if (options.patch_file) files.push_back(*options.patch_file);
  if (options.slice_file) files.push_back(*options.slice_file);
  return files;
}

std::string cannot_write_reports(const CheckOptions& options) {
  const std::vector<Asked> asked = asked_formats(options);
  for (const Asked& one : asked) {
    std::string problem = one.format.is_folder ? cannot_fill(one.value) : "";
    if (!problem.empty()) return problem;
  }
  std::set<std::string> names;
  for (const std::string& file : report_files(options)) {
    std::string problem = is_in_folder(asked, file) ? "" : cannot_write(file);
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
  const std::vector<Asked> asked = asked_formats(options);
  return std::any_of(asked.begin(), asked.end(), [](const Asked& one) { return one.format.wants != Wants::nothing; });
}

bool shows_automaton(const CheckOptions& options) {
  const std::vector<Asked> asked = asked_formats(options);
  return std::any_of(asked.begin(), asked.end(),
                     [](const Asked& one) { return one.format.wants == Wants::sources_and_automaton; });
}

void write_report_files(const CheckOptions& options, const Report& report, std::chrono::milliseconds drawing_limit) {
  for (const Asked& asked : asked_formats(options)) {
    const std::string content = asked.format.content(report, drawing_limit);
    if (asked.format.is_folder) {
      std::error_code error;
      fs::create_directory(asked.value, error);
      if (error) throw std::runtime_error(fmt::format("cannot make the folder {}: {}", asked.value, error.message()));
    }
    write_whole_file(asked.file(), content);
  }
}

}  // namespace bireach::checker
