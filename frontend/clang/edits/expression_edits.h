// SPDX-License-Identifier: Apache-2.0
/// Changes of expressions.
#pragma once

#include <clang/AST/Expr.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/clang/edits/facts.h"
#include "frontend/clang/edits/gate_draft.h"
#include "frontend/clang/edits/names.h"
#include "frontend/clang/edits/source_file.h"

namespace bireach::frontend {

class ExpressionEdits {
 public:
  ExpressionEdits(const SourceFile& file, const Facts& facts, const Visible& visible, NameFinder& names,
                  Collected& collected)
      : file_(file), facts_(facts), visible_(visible), names_(names), collected_(collected) {}

  void condition(const clang::Expr* expression, std::size_t site);
  /// A value that is converted to the type. Without `to`: an array element, or what is not a number.
  void value(const clang::Expr* expression, std::size_t site, clang::QualType to, int needs = binds_assignment);
  /// `target = value` and its like, as a statement or part of one.
  void assignment(const clang::BinaryOperator* pair, const Spot& place, bool whole);
  void call(const clang::CallExpr* call, const Spot& place, bool whole);
  void visit(const clang::Expr* expression, Spot place);
  /// Expressions within what is written to.
  void visit_target(const clang::Expr* expression, std::size_t site);
  /// True: the unit has drafts.
  std::size_t commit(GateDraft draft);

 private:
  [[nodiscard]] std::optional<GateDraft> open(const clang::Expr* expression, const Spot& place) const;
  [[nodiscard]] bool fits(const Spot& place, const std::string& type, const std::string& other) const;
  [[nodiscard]] std::string written(const clang::Expr* expression, int needs) const;
  [[nodiscard]] std::string flat(const clang::Expr* expression) const;
  void add_neighbours(GateDraft& unit, const clang::Expr* expression, unsigned size) const;
  void add_calls(GateDraft& unit, const std::string& type) const;
  void strengthen(const clang::Expr* whole, const Spot& place);
  void compare_with_zero(const clang::Expr* whole, const Spot& place);
  bool constant(const clang::Expr* expression, const Spot& place);
  void variable(const clang::DeclRefExpr* use, const Spot& place);
  void member(const clang::MemberExpr* use, const Spot& place);
  void element(const clang::ArraySubscriptExpr* use, const Spot& place);
  void unary(const clang::UnaryOperator* single, const Spot& place);
  void increment(const clang::UnaryOperator* single, const Spot& place);
  void binary(const clang::BinaryOperator* pair, const Spot& place);
  void exchange(GateDraft& unit, const clang::BinaryOperator* pair, const Span& op) const;
  void leave_out(GateDraft& unit, const clang::BinaryOperator* pair) const;
  void swap(GateDraft& unit, const clang::BinaryOperator* pair, const Span& op) const;
  void associate(GateDraft& unit, const clang::BinaryOperator* pair) const;
  void logical(const clang::BinaryOperator* pair, const Spot& place);
  void conditional(const clang::ConditionalOperator* choice, const Spot& place);
  void negate(const clang::Expr* expression, const Spot& place);
  void swap_arguments(const clang::CallExpr* call, const Spot& place);
  void swap_subscripts(const clang::ArraySubscriptExpr* use, std::size_t site);
  Draft& exchange_places(const clang::Expr* left, const clang::Expr* right, const Spot& place, int needs);
  [[nodiscard]] std::string joined(const clang::BinaryOperator* pair, const Span& op, const std::string& other,
                                   int binding) const;

  const SourceFile& file_;
  const Facts& facts_;
  const Visible& visible_;
  NameFinder& names_;
  Collected& collected_;
  std::set<Span> seen_;       ///< a macro may use its argument twice
  std::set<Span> exchanged_;  ///< … and pairs in it
};

/// Is its value 0 or 1?
[[nodiscard]] bool is_truth(const clang::Expr* expression);
[[nodiscard]] int binding_of(const clang::Expr* expression);
[[nodiscard]] int binding_of(clang::BinaryOperatorKind op);

}  // namespace bireach::frontend
