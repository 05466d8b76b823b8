// SPDX-License-Identifier: Apache-2.0
/// How invariants of witnesses name variables and memory at one place of the source.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "checker/report/text/formula_text.h"
#include "checker/witness/invariants/value_templates.h"
#include "frontend/clang/reading/source_points.h"
#include "frontend/program/memory_names.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// For `conjunct_texts`, whose texts hold marks then, which `finished` turns into C.
class InvariantNames {
 public:
  InvariantNames(const frontend::Program& program, const frontend::SourcePoints& points);

  [[nodiscard]] VariableText operator()(logic::Term variable, std::size_t scope, Computed computed) const;
  /// Is it the variable that the user's name means there?
  [[nodiscard]] bool is_visible(const frontend::Variable& variable, std::size_t scope) const;
  /// The text with elements of memory as members ("p->next->value"); nothing if it speaks of what is not visible, or
  /// does with pointers what C does not define: they may be compared for equality with each other, with 0, and with
  /// the addresses of visible objects.
  [[nodiscard]] static std::optional<std::string> finished(const std::string& text);

 private:
  const frontend::Program& program_;
  const frontend::SourcePoints& points_;
  frontend::MemoryNames memory_;
  std::map<std::string, frontend::VariableId> by_name_;
};

}  // namespace bireach::checker
