// SPDX-License-Identifier: Apache-2.0
#include "abstraction/fixpoint/thresholds.h"

#include <algorithm>
#include <unordered_set>

namespace bireach::abstraction {

using frontend::Expr;
using frontend::ExprPtr;

namespace {

/// Conditions of checks name the same addresses thousands of times: each number is kept once.
using Numbers = std::unordered_set<logic::Integer>;

void collect(const Expr& expr, Numbers& found) {
  if (expr.kind == Expr::Kind::Constant && !expr.type.is_floating()) found.insert(expr.value);
  for (const ExprPtr& operand : expr.operands) collect(*operand, found);
}

}  // namespace

Thresholds thresholds_of(const frontend::Program& program) {
  Numbers numbers{0};
  for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge)
    for (const ExprPtr& expr : frontend::evaluated_expressions(program.edge(edge).statement)) collect(*expr, numbers);
  Thresholds found;
  for (const logic::Integer& number : numbers)
    for (const int offset : {-1, 0, 1}) found.emplace_back(number + offset);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace bireach::abstraction
