// SPDX-License-Identifier: Apache-2.0
/// Constants that one declaration stores into arrays: a statement for each array, not for each element.
#pragma once

#include <optional>
#include <vector>

#include "frontend/clang/lowering/part.h"
#include "frontend/program/program.h"

namespace bireach::frontend {

/// Assignments of constants that follow each other, before they are emitted. Whatever their order, those to different
/// arrays do not touch each other.
class ConstantStores {
 public:
  /// What is written to one array.
  struct Written {
    Assign first;  ///< the first assignment, which is all if there is but one
    SourceRange source;
    EdgeRole role = EdgeRole::Internal;
    Part part;
    std::size_t count = 0;
    std::optional<logic::Integer> all;  ///< what every element got at first; absent: they keep what they had
    logic::ElementMap elements;
  };

  [[nodiscard]] bool empty() const { return written_.empty(); }
  /// Takes the statement, if it assigns a constant to an array or to an element of one at a constant index; else false.
  [[nodiscard]] bool take(const Program& program, const Statement& statement, const SourceRange& source, EdgeRole role,
                          const Part& part);
  /// Those to one array, in the order in which the arrays came.
  [[nodiscard]] const std::vector<Written>& written() const { return written_; }
  void clear() { written_.clear(); }

 private:
  std::vector<Written> written_;
};

/// The one statement that does the same.
[[nodiscard]] Assign as_one_statement(const Program& program, const ConstantStores::Written& written);

}  // namespace bireach::frontend
