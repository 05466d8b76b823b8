// SPDX-License-Identifier: Apache-2.0
/// Linear expressions that give executions the values with which they end well.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "checker/trials/input_search.h"
#include "frontend/clang/edits/edits.h"

namespace bireach::checker {

/// Solves for coefficients at a place that takes any value. Which values an execution needs there, and which ones the
/// operands have, is read from executions: with a constant put in, and with one put in where an operand is at most c.
/// Where a place is evaluated more than once in an execution what is read may be wrong, so each answer has to be tried.
class LinearSearch {
 public:
  /// Does the execution end well with the change? Nothing: it was stopped.
  using EndsWell = std::function<std::optional<bool>(std::size_t edit, const frontend::Choice&, const KnownTrial&)>;

  /// `values` are constants that may be needed, beside small ones and those with which an execution ends.
  LinearSearch(const frontend::EditSpace& space, std::vector<std::int64_t> values, EndsWell ends_well)
      : space_(space), values_(std::move(values)), ends_well_(std::move(ends_well)) {}

  /// Values of a whole expression, the edit `value`, as constant + first · operand [+ second · operand] with
  /// coefficients of at most 99 (the second one: any), those with small numbers first; at most `most`. Of the
  /// trials the first must fail; some values must let it end well. The terms to be added to the expression are not
  /// solved: all small ones are returned by `added`.
  [[nodiscard]] std::vector<frontend::Linear> solve(std::size_t value, const std::vector<const KnownTrial*>& trials,
                                                    std::size_t most) const;
  /// Does any constant at the edit `value` let the execution end well?
  [[nodiscard]] bool can_repair(std::size_t value, const KnownTrial& trial) const;
  /// ± x and ± 2 · x, with -1, 0 or 1.
  [[nodiscard]] std::vector<frontend::Linear> added(std::size_t value) const;

 private:
  /// What one execution tells about the place.
  struct Reading {
    std::vector<std::int64_t> good;                     ///< values with which it ends well
    std::set<std::int64_t> bad;                         ///< … and with which it does not
    std::vector<std::optional<std::int64_t>> operands;  ///< their values
  };
  [[nodiscard]] std::vector<std::int64_t> values_for(const KnownTrial& trial) const;
  [[nodiscard]] std::optional<Reading> read(std::size_t value, const KnownTrial& trial) const;
  [[nodiscard]] std::optional<std::int64_t> operand_value(std::size_t value, std::size_t operand,
                                                          const KnownTrial& trial, std::int64_t constant,
                                                          bool is_good) const;
  [[nodiscard]] std::vector<std::size_t> usable_operands(std::size_t value) const;

  const frontend::EditSpace& space_;
  std::vector<std::int64_t> values_;
  EndsWell ends_well_;
};

}  // namespace bireach::checker
