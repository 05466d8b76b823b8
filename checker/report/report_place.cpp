// SPDX-License-Identifier: Apache-2.0
#include "checker/report/report_place.h"

#include <utility>

namespace bireach::checker {

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

}  // namespace bireach::checker
