// SPDX-License-Identifier: Apache-2.0
/// What conditions tell about inputs that have not been chosen yet: by intervals, and confirmed by a solver.
#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "checker/engines/input_state.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

class InputConditions {
 public:
  struct Config {
    frontend::SignedOverflow overflow;
    std::chrono::milliseconds query_time_limit;
    std::stop_token stop;
    logic::SolverStatistics* statistics;
  };
  /// The state must outlive this.
  InputConditions(InputState& state, Config config) : state_(state), config_(std::move(config)) {}

  /// Is the expression defined, and nonzero, or zero, for all values that inputs may have? Nothing: the intervals do
  /// not tell.
  [[nodiscard]] std::optional<bool> decide(const frontend::Expr& condition);
  /// The inputs of which the condition excludes values, and what it leaves of them (a hull); nothing: all of one.
  using Ranges = std::map<InputId, frontend::Interval>;
  [[nodiscard]] std::optional<Ranges> restrictions(const frontend::Expr& condition);
  /// Does a solver confirm that the condition holds for no values with which the input's is outside of `kept`?
  [[nodiscard]] bool excludes(const frontend::Expr& condition, InputId input, const frontend::Interval& kept);
  /// That it holds for no values at all?
  [[nodiscard]] bool is_impossible(const frontend::Expr& condition);
  /// What `decide` was asked last: may it be undefined for some values?
  [[nodiscard]] bool may_be_undefined() const { return may_be_undefined_; }
  /// How many different questions the solver has answered so far.
  [[nodiscard]] std::size_t queries() const { return asked_.size(); }

 private:
  struct Copy;
  struct Question;
  [[nodiscard]] frontend::Interval range_of(const frontend::Expr& expr);
  [[nodiscard]] frontend::Interval range_of_binary(const frontend::Expr& expr);
  [[nodiscard]] frontend::Interval fitted(const frontend::Interval& exact, const frontend::ScalarType& type);
  [[nodiscard]] std::optional<bool> compare(const frontend::Expr& comparison);
  bool restrict(const frontend::Expr& condition, bool positive, Ranges& ranges);
  bool restrict_side(const frontend::Expr& side, frontend::BinaryOp op, const frontend::Expr& other, Ranges& ranges);
  bool ask(const frontend::Expr& condition, std::optional<std::pair<InputId, frontend::Interval>> kept);
  frontend::ExprPtr specialised(const frontend::Expr& expr, Question& question);

  InputState& state_;
  Config config_;
  bool may_be_undefined_ = false;  ///< what the intervals were asked for last
  std::map<std::string, bool> asked_;
};

}  // namespace bireach::checker
