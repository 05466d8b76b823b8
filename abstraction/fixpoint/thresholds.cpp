// SPDX-License-Identifier: Apache-2.0
#include "abstraction/fixpoint/thresholds.h"

#include <algorithm>

namespace bireach::abstraction {

using frontend::Expr;
using frontend::ExprPtr;

namespace {

void collect(const Expr& expr, Thresholds& found) {
  if (expr.kind == Expr::Kind::Constant && !expr.type.is_floating())
    for (const int offset : {-1, 0, 1}) found.emplace_back(expr.value + offset);
  for (const ExprPtr& operand : expr.operands) collect(*operand, found);
}

}  // namespace

Thresholds thresholds_of(const frontend::Program& program) {
  Thresholds found{-1, 0, 1};
  for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge)
    for (const ExprPtr& expr : frontend::evaluated_expressions(program.edge(edge).statement)) collect(*expr, found);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace bireach::abstraction
