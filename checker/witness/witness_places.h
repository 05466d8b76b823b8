// SPDX-License-Identifier: Apache-2.0
/// The places of a program that the locations of a witness mean.
#pragma once

#include <string>
#include <vector>

#include "checker/witness/witness.h"
#include "frontend/clang/reading/source_points.h"

namespace bireach::checker {

/// Finds them; throws WitnessRejected if a location fits no such place of the program.
class WitnessPlaces {
 public:
  WitnessPlaces(const std::vector<std::string>& files, const frontend::SourcePoints& points)
      : files_(files), points_(points) {}

  [[nodiscard]] const frontend::StatementPoint& statement(const WitnessLocation& location) const;
  /// The full expressions and statements that begin there, as one range; without a column those on this line, and the
  /// line itself. Not known: none.
  [[nodiscard]] frontend::SourceRange full_expressions(const WitnessLocation& location) const;
  [[nodiscard]] const frontend::BranchingPoint& branching(const WitnessLocation& location) const;
  [[nodiscard]] const frontend::BranchingPoint& loop(const WitnessLocation& location) const;
  /// By the parenthesis that closes the arguments. `callee`: its name, if known.
  [[nodiscard]] const frontend::CallPoint& call(const WitnessLocation& location, const std::string& callee) const;
  /// The definition that begins there.
  [[nodiscard]] const frontend::FunctionPoint& function(const WitnessLocation& location) const;
  /// The statement that starts on this line, or the next one after it in its compound statement.
  [[nodiscard]] const frontend::StatementPoint& statement_after(const WitnessLocation& location) const;
  /// The number of the file that the witness names.
  [[nodiscard]] std::uint32_t file(const WitnessLocation& location) const;

 private:
  template <typename Point, typename Fits>
  const Point& leftmost(const std::vector<Point>& points, const WitnessLocation& location, const std::string& what,
                        const Fits& fits) const;

  const std::vector<std::string>& files_;
  const frontend::SourcePoints& points_;
};

/// "a.c:7:3"
[[nodiscard]] std::string place_text(const WitnessLocation& location);

}  // namespace bireach::checker
