// SPDX-License-Identifier: Apache-2.0
#include "checker/report/report_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "frontend/program/visible_text.h"

namespace bireach::checker {
namespace {

/// The file's name without its folder, unless two files of the program share it.
std::string short_name(const frontend::Program& program, std::uint32_t file) {
  const auto name_of = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  const std::string path = program.file_name(file);
  const std::string name = name_of(path);
  const auto is_same = [&](const std::string& other) { return name_of(other) == name; };
  const auto same = std::count_if(program.files.begin(), program.files.end(), is_same) +
                    std::count_if(program.headers.begin(), program.headers.end(), is_same);
  return same == 1 ? name : path;
}

}  // namespace

ReportPlace report_place(const frontend::Program& program, const frontend::SourceRange& range, std::string function) {
  ReportPlace place;
  place.function = std::move(function);
  if (!range.is_known()) return place;
  place.file = program.file_name(range.file);
  place.line = range.line;
  place.column = range.column;
  place.end_line = range.end_line;
  place.end_column = range.end_column;
  return place;
}

ReportPlace report_place(const frontend::Program& program, const frontend::Edge& edge) {
  return report_place(program, edge.source, program.function_of(edge));
}

std::string short_place(const frontend::Program& program, const frontend::SourceRange& range) {
  if (!range.is_known()) return {};
  return fmt::format("{}:{}", frontend::visible_text(short_name(program, range.file)), range.line);
}

}  // namespace bireach::checker
