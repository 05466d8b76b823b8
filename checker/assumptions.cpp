// SPDX-License-Identifier: Apache-2.0
#include "checker/assumptions.h"

#include <algorithm>

namespace bireach::checker {

using frontend::BinaryOp;
using frontend::Expr;

namespace {

/// Kinds of undefined behaviour that evaluation of an expression may show.
struct Risks {
  bool overflow = false;
  bool division = false;
  bool quotient = false;  ///< of the least value by -1
  bool shift = false;
  bool index = false;   ///< of a write
  bool memory = false;  ///< accesses through pointers
  bool conversion = false;
};

void collect_binary(const Expr& expr, Risks& risks) {
  const Expr& right = *expr.operands[1];
  const bool constant_right = right.kind == Expr::Kind::Constant;
  switch (expr.binary) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
      risks.overflow = risks.overflow || expr.type.is_signed;
      break;
    case BinaryOp::Div:
    case BinaryOp::Rem:
      risks.division = risks.division || !constant_right || right.value == 0;
      risks.quotient = risks.quotient || (expr.type.is_signed && (!constant_right || right.value == -1));
      break;
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      risks.shift = risks.shift || !constant_right || right.value < 0 || right.value >= expr.type.width;
      break;
    default:
      break;
  }
}

void collect(const frontend::Program& program, const Expr& expr, Risks& risks) {
  for (const auto& operand : expr.operands) collect(program, *operand, risks);
  if (expr.kind == Expr::Kind::Element && program.memory.cells.contains(expr.variable)) risks.memory = true;
  if (expr.kind == Expr::Kind::Binary) collect_binary(expr, risks);
  if (expr.kind == Expr::Kind::Floating && !expr.type.is_floating && !logic::is_float_predicate(expr.floating))
    risks.conversion = true;
  if (expr.kind == Expr::Kind::Unary && expr.unary == frontend::UnaryOp::Minus)
    risks.overflow = risks.overflow || expr.type.is_signed;
}

void collect(const frontend::Program& program, const frontend::LValue& target, Risks& risks) {
  if (!target.index) return;
  collect(program, *target.index, risks);
  if (program.memory.cells.contains(target.variable)) {
    risks.memory = true;
    return;
  }
  const auto& shape = program.variables[target.variable].array;
  risks.index = risks.index || !shape || target.index->kind != Expr::Kind::Constant || target.index->value < 0 ||
                target.index->value >= shape->size;
}

void collect(const frontend::Program& program, const frontend::Statement& statement, Risks& risks) {
  if (const auto* assign = std::get_if<frontend::Assign>(&statement)) {
    collect(program, assign->target, risks);
    collect(program, *assign->value, risks);
  } else if (const auto* assume = std::get_if<frontend::Assume>(&statement)) {
    collect(program, *assume->condition, risks);
  } else {
    collect(program, std::get<frontend::Havoc>(statement).target, risks);
  }
}

Risks risks_of(const frontend::Program& program, const ControlFlow& flow) {
  Risks risks;
  // The stack of recursive calls is larger than that of any machine; its depth does not overflow.
  const auto is_of_stack = [&program](frontend::EdgeId edge) {
    const auto target = frontend::assigned_variable(program.edge(edge).statement);
    return target && std::binary_search(program.stack.begin(), program.stack.end(), *target);
  };
  for (frontend::EdgeId edge = 0; edge < program.edge_count(); ++edge)
    if (flow.reaches_target[program.target(edge)] && !is_of_stack(edge))
      collect(program, program.edge(edge).statement, risks);
  return risks;
}

}  // namespace

bool may_overflow(const frontend::Program& program, const ControlFlow& flow) {
  return risks_of(program, flow).overflow;
}

std::vector<std::string> proof_assumptions(const frontend::Program& program, const ControlFlow& flow) {
  const Risks risks = risks_of(program, flow);
  const bool wraps = program.signed_overflow == frontend::SignedOverflow::wraps;
  std::vector<std::string> assumptions = program.assumptions;
  if ((risks.overflow || risks.quotient) && !wraps) assumptions.emplace_back("signed overflow does not happen");
  if (risks.quotient && wraps) assumptions.emplace_back("the least value of a type is not divided by -1");
  if (risks.division) assumptions.emplace_back("division by zero does not happen");
  if (risks.shift) assumptions.emplace_back("shift amounts are not negative and less than the operand's width");
  if (risks.index) assumptions.emplace_back("no array element outside the array is written");
  if (risks.memory) assumptions.emplace_back("accesses through pointers stay inside of objects that exist");
  if (risks.conversion) assumptions.emplace_back("floating-point values converted to integers are in range");
  return assumptions;
}

}  // namespace bireach::checker
