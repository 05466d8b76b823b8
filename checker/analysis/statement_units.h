// SPDX-License-Identifier: Apache-2.0
/// The statements of the whole program as reports show them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/report/program_report.h"
#include "checker/report/report_place.h"
#include "checker/slicing/slice_units.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// Those that a user would recognise, each with all its copies, in the order of the source. The program outlives it.
class StatementUnits {
 public:
  explicit StatementUnits(const frontend::Program& program);

  /// As slice_units has them, in its order.
  [[nodiscard]] const std::vector<SliceUnit>& units() const { return units_; }
  /// Their numbers in the order of the source, and the place of a number in that.
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }
  [[nodiscard]] std::size_t position(std::size_t unit) const { return positions_[unit]; }

  [[nodiscard]] const std::string& key(std::size_t unit) const { return numbers_.key_of_edge[speaking_edge(unit)]; }
  /// As written; of a branch the condition.
  [[nodiscard]] std::string text(std::size_t unit) const;
  /// "assign", "havoc", "branch"
  [[nodiscard]] std::string kind(std::size_t unit) const;
  [[nodiscard]] ReportPlace place(std::size_t unit) const;
  /// Of blocks and calls around it.
  [[nodiscard]] unsigned depth(std::size_t unit) const;
  [[nodiscard]] bool is_loop(std::size_t unit) const;

 private:
  /// The edge that says what the statement is: of a branch that on which the condition holds.
  [[nodiscard]] frontend::EdgeId speaking_edge(std::size_t unit) const;

  const frontend::Program& program_;
  const StatementNumbers numbers_;
  std::vector<SliceUnit> units_;
  std::vector<std::size_t> order_;
  std::vector<std::size_t> positions_;
};

/// Does something lead back to the begin of the block?
[[nodiscard]] bool is_loop(const frontend::Program& program, const SliceBlock& block);

}  // namespace bireach::checker
