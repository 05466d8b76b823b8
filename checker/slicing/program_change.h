// SPDX-License-Identifier: Apache-2.0
/// Programs in which statements are left out.
#pragma once

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "checker/slicing/slice_units.h"

namespace bireach::checker {

/// What stands in the place of a statement that is left out.
enum class SliceMode : std::uint8_t {
  paper,  ///< nothing: variables keep their values; those declared there, parameters and results are arbitrary
  exact   ///< any value: what it assigns becomes arbitrary
};
[[nodiscard]] constexpr std::string_view to_string(SliceMode mode) {
  return mode == SliceMode::paper ? "paper" : "exact";
}

/// Which statements of a program are left out.
class ProgramChange {
 public:
  ProgramChange(const frontend::Program& program, SliceMode mode);

  /// An assignment goes with its copies, a branch with its blocks. A branch without blocks becomes open.
  void leave_out(const SliceUnit& unit);
  /// The branch stays where it is, and goes another way than its condition says: `exact` any, `paper` as if the
  /// condition did not hold.
  void open(const SliceUnit& branch);

  [[nodiscard]] SliceMode mode() const { return mode_; }
  [[nodiscard]] const frontend::Program& program() const { return program_; }
  /// Is the edge outside of all blocks, and its statement left out?
  [[nodiscard]] bool leaves_out(frontend::EdgeId edge) const { return replaced_[edge]; }
  /// The outermost block that begins at the location, or in which it lies; null: none.
  [[nodiscard]] const SliceBlock* block_around(frontend::LocationId location) const;
  [[nodiscard]] bool is_open(frontend::LocationId location) const { return open_[location]; }
  /// Is what stands for a statement that is left out an arbitrary value? Of a variable that the statement declares, or
  /// of what a call passes, it always is.
  [[nodiscard]] bool is_arbitrary(frontend::EdgeId edge) const;
  /// What executions change between `entry` and `join`, sorted.
  [[nodiscard]] std::vector<frontend::VariableId> assigned_in(const SliceBlock& block) const;
  /// Does a block that is left out do what no statement of the source does alone (allocation, lifetimes)?
  [[nodiscard]] bool touches_bookkeeping() const;

 private:
  const frontend::Program& program_;
  SliceMode mode_;
  std::vector<bool> replaced_;               ///< by edge
  std::vector<bool> open_;                   ///< by location
  std::vector<const SliceBlock*> block_of_;  ///< by location
};

/// Which way open branches go; `paper` has but one.
enum class OpenWay : std::uint8_t { holds, fails, opposite };

/// The program with the change, and where its edges come from. Signed overflow wraps in it.
struct ChangedProgram {
  frontend::Program program;
  std::vector<std::optional<frontend::EdgeId>> origin;  ///< by edge; nothing: it assigns an arbitrary value
};
[[nodiscard]] ChangedProgram changed_program(const ProgramChange& change, OpenWay way = OpenWay::fails);

/// A step of a program made from another one, beside this edge of it.
[[nodiscard]] frontend::Edge internal_edge(frontend::Statement statement, const frontend::Edge& like);
/// May evaluating it have undefined behaviour, signed overflow apart?
[[nodiscard]] bool may_be_undefined(const frontend::Expr& expr);

}  // namespace bireach::checker
