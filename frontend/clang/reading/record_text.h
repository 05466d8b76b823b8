// SPDX-License-Identifier: Apache-2.0
/// Types of the program written down for the text of the library.
#pragma once

#include <clang/AST/Type.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bireach::frontend {

struct RecordText {
  std::string name;  ///< of the type
  /// What it needs, in the order in which it is needed: names with their definitions.
  std::vector<std::pair<std::string, std::string>> definitions;
};

/// An integer, floating type, pointer, or a structure of these and of arrays of them; nothing: another type.
[[nodiscard]] std::optional<RecordText> record_text(clang::QualType type);

}  // namespace bireach::frontend
