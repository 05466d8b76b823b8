// SPDX-License-Identifier: Apache-2.0
/// What edges of a program do, and the questions that all who look at statements ask. Each is answered for every kind:
/// a new kind does not compile before it has its answers here, and its function wherever `match` stands.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/program/expr.h"
#include "frontend/program/overloaded.h"

namespace bireach::frontend {

/// What an assigning statement changes: a variable, or one element of an array variable.
struct LValue {
  VariableId variable = 0;
  ExprPtr index;  ///< null: the whole variable
};
/// target := value. For a whole array: value is either a Variable expression of an array of the same shape (copy), a
/// Table, or an integer expression that every element gets.
struct Assign {
  LValue target;
  ExprPtr value;
};
/// Blocks unless condition != 0.
struct Assume {
  ExprPtr condition;
};
/// target := an arbitrary value of its type (every element, for a whole array).
struct Havoc {
  LValue target;
  std::string
      function;  ///< whose call returns the value ("__VERIFIER_nondet_int", an undefined extern); empty: uninitialised
  /// Is it the choice whether an allocation fails, and of an object where?
  enum class Allocation : std::uint8_t { none, heap, stack } allocation = Allocation::none;

  /// Of a whole array: at which indices its elements get one, all others stay; null: all do. The values mean nothing.
  std::shared_ptr<const logic::ElementMap> elements = {};

  /// What an error trace does that goes on with a value that is not negative, since what happens then is not modelled
  /// exactly; only executions with a negative one count (math_results.h). Empty: all do. Where whole arrays or unsigned
  /// numbers of the same doubt follow, those that do not depend on them count as well (dependence.h).
  std::string doubt = {};

  [[nodiscard]] bool decides_allocation() const { return allocation != Allocation::none; }
};
using Statement = std::variant<Assign, Assume, Havoc>;

/// Calls the function for the statement's kind. There has to be one for every kind, all with the same result.
template <typename... Functions>
decltype(auto) match(const Statement& statement, Functions&&... functions) {
  return std::visit(Overloaded{std::forward<Functions>(functions)...}, statement);
}

/// "assign", "assume", "havoc"
[[nodiscard]] std::string_view kind_name(const Statement& statement);
/// What a statement of one kind says; null for the others.
[[nodiscard]] const Assign* as_assign(const Statement& statement);
[[nodiscard]] const Assume* as_assume(const Statement& statement);
[[nodiscard]] const Havoc* as_havoc(const Statement& statement);
/// Does it only let executions pass or block them?
[[nodiscard]] inline bool is_assume(const Statement& statement) {
  return as_assume(statement) != nullptr;
}
/// Does it choose a value arbitrarily?
[[nodiscard]] inline bool is_havoc(const Statement& statement) {
  return as_havoc(statement) != nullptr;
}
/// What an assigning statement changes; null for Assume.
[[nodiscard]] const LValue* assigned_target(const Statement& statement);
/// The variable of it; nothing for Assume.
[[nodiscard]] std::optional<VariableId> assigned_variable(const Statement& statement);
/// An arbitrary value for just what an assigning statement changes. Throws std::invalid_argument for Assume.
[[nodiscard]] Havoc havoc_instead(const Statement& assigning);
/// The Table that the statement assigns; null if it assigns none.
[[nodiscard]] const Expr* assigned_table(const Statement& statement);
/// Does the statement change some elements of an array, without an index, and keep all others?
[[nodiscard]] bool keeps_other_elements(const Statement& statement);
/// The whole expressions that it evaluates: a target's index, then the value or condition. A value may be an array.
[[nodiscard]] std::vector<ExprPtr> evaluated_expressions(const Statement& statement);

/// Calls `f` for each node of the expression that reads a variable or an element of one, those above first.
template <typename Function>
void for_each_read(const Expr& expr, Function&& f) {
  if (is_read(expr)) f(expr);
  for (const ExprPtr& operand : expr.operands) for_each_read(*operand, f);
}
/// The same for all that the statement evaluates.
template <typename Function>
void for_each_read(const Statement& statement, Function&& f) {
  for (const ExprPtr& expr : evaluated_expressions(statement)) for_each_read(*expr, f);
}
/// Is some node that reads a variable such that `predicate`?
template <typename Predicate>
[[nodiscard]] bool any_read(const Expr& expr, Predicate&& predicate) {
  if (is_read(expr) && predicate(expr)) return true;
  for (const ExprPtr& operand : expr.operands)
    if (any_read(*operand, predicate)) return true;
  return false;
}
/// On whose values before it the statement depends, sorted: those that it reads, and an array of which it changes some
/// elements, since the others are kept.
[[nodiscard]] std::vector<VariableId> variables_read(const Statement& statement);

}  // namespace bireach::frontend
