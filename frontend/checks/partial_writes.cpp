// SPDX-License-Identifier: Apache-2.0
#include "frontend/checks/partial_writes.h"

#include <algorithm>

namespace bireach::frontend {
namespace {

/// The least width that the read is converted to on the way up; 0: it is no part of the expression.
unsigned bits_in(const Expr& expr, const Expr& read, unsigned wanted) {
  if (&expr == &read) return std::min(wanted, expr.type.width);
  const bool cuts = expr.kind == Expr::Kind::Cast && !expr.type.is_boolean();
  const bool keeps = expr.kind == Expr::Kind::Pattern;
  for (const ExprPtr& operand : expr.operands) {
    const unsigned inner = cuts ? std::min(wanted, expr.type.width) : keeps ? wanted : operand->type.width;
    if (const unsigned bits = bits_in(*operand, read, inner); bits != 0) return bits;
  }
  return 0;
}

}  // namespace

std::optional<unsigned> written_part(const Statement& statement) {
  const Assign* assign = as_assign(statement);
  if (assign == nullptr) return std::nullopt;
  // What the user computes of the variable itself has a place.
  const Expr* value = assign->value.get();
  while (value->kind == Expr::Kind::Cast || value->kind == Expr::Kind::Pattern) value = value->operands[0].get();
  if (value->kind != Expr::Kind::Binary || value->binary != BinaryOp::BitOr) return std::nullopt;
  const Expr& kept = *value->operands[0];
  if (kept.kind != Expr::Kind::Binary || kept.binary != BinaryOp::BitAnd) return std::nullopt;
  const Expr& whole = *kept.operands[0];
  const Expr& mask = *kept.operands[1];
  const bool is_read = whole.kind == Expr::Kind::Variable || whole.kind == Expr::Kind::Element;
  if (!is_read || whole.variable != assign->target.variable || whole.source.is_known()) return std::nullopt;
  if (mask.kind != Expr::Kind::Constant || mask.value <= 0) return std::nullopt;
  return static_cast<unsigned>(lsb(mask.value));
}

unsigned bits_read(const Statement& statement, const Expr& read) {
  for (const ExprPtr& expr : evaluated_expressions(statement))
    if (const unsigned bits = bits_in(*expr, read, expr->type.width); bits != 0) return bits;
  return read.type.width;
}

}  // namespace bireach::frontend
