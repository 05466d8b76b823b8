// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/place_text.h"

namespace bireach::frontend {

std::string place_text(const Program& program, const SourceRange& place) {
  if (!place.is_known()) return "";
  const std::string file = program.file_name(place.file);
  return file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

}  // namespace bireach::frontend
