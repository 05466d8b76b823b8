// SPDX-License-Identifier: Apache-2.0
#include "checker/blocks/condition_terms.h"

#include <algorithm>

#include "frontend/program/expression_translator.h"

namespace bireach::checker {

using frontend::BinaryOp;
using frontend::Expr;
using logic::Term;

namespace {

void split(const frontend::ExprPtr& condition, std::vector<frontend::ExprPtr>& parts) {
  if (condition->kind == Expr::Kind::Binary && condition->binary == BinaryOp::LogicalAnd) {
    for (const frontend::ExprPtr& operand : condition->operands) split(operand, parts);
    return;
  }
  // A bound on one side often is enough, and refutes more.
  const bool is_equation = condition->kind == Expr::Kind::Binary && condition->binary == BinaryOp::Eq;
  if (is_equation && condition->operands[1]->kind == Expr::Kind::Constant) {
    for (const BinaryOp bound : {BinaryOp::Le, BinaryOp::Ge})
      parts.push_back(frontend::make_binary(bound, condition->operands[0], condition->operands[1], frontend::int_type));
    return;
  }
  parts.push_back(condition);
}

}  // namespace

std::vector<Term> condition_terms(const frontend::Program& program, const frontend::Semantics& semantics,
                                  const ControlFlow& flow, frontend::LocationId location,
                                  const frontend::ExprPtr& condition) {
  if (!condition) return {};
  const std::vector<Term>& variables = semantics.variables();
  const auto is_live = [&](Term variable) {
    const auto found = std::find(variables.begin(), variables.end(), variable);
    return found != variables.end() && flow.live[location][static_cast<std::size_t>(found - variables.begin())];
  };
  std::vector<frontend::ExprPtr> parts;
  split(condition, parts);
  std::vector<Term> result;
  for (const frontend::ExprPtr& part : parts) {
    const auto translator = semantics.arithmetic() == frontend::Arithmetic::integer
                                ? frontend::make_integer_translator(semantics.terms(), program, variables)
                                : frontend::make_bitvector_translator(semantics.terms(), program, variables);
    const frontend::Condition meaning = translator->condition(*part);
    if (!translator->exact()) continue;
    const std::vector<Term> used = logic::free_variables(meaning.holds);
    if (std::all_of(used.begin(), used.end(), is_live)) result.push_back(meaning.holds);
  }
  return result;
}

}  // namespace bireach::checker
