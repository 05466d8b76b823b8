// SPDX-License-Identifier: Apache-2.0
#include "checker/engines/assumptions.h"

#include <algorithm>

#include "frontend/program/interval.h"
#include "frontend/program/memory_accesses.h"

namespace bireach::checker {

using frontend::BinaryOp;
using frontend::Expr;

namespace {

constexpr const char* array_accesses = "no array element outside the array is written";
constexpr const char* pointer_accesses = "accesses through pointers stay inside of objects that exist";

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

/// The one quotient that does not fit into its type.
bool may_divide_least_by_minus_one(const Expr& expr) {
  return expr.type.is_signed() && frontend::value_range(*expr.operands[0]).contains(expr.type.min()) &&
         frontend::value_range(*expr.operands[1]).contains(-1);
}

void collect_binary(const Expr& expr, Risks& risks) {
  const Expr& right = *expr.operands[1];
  const bool constant_right = right.kind == Expr::Kind::Constant;
  switch (expr.binary) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
    case BinaryOp::Mul:
      risks.overflow = risks.overflow || expr.type.is_signed();
      break;
    case BinaryOp::Div:
    case BinaryOp::Rem:
      risks.division = risks.division || frontend::value_range(right).contains(0);
      risks.quotient = risks.quotient || may_divide_least_by_minus_one(expr);
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
  switch (expr.kind) {
    case Expr::Kind::Element:
      risks.memory = risks.memory || program.memory.cells.contains(expr.variable);
      break;
    case Expr::Kind::Binary:
      collect_binary(expr, risks);
      break;
    case Expr::Kind::Unary:
      risks.overflow = risks.overflow || (expr.unary == frontend::UnaryOp::Minus && expr.type.is_signed());
      break;
    case Expr::Kind::Floating:
      risks.conversion = risks.conversion || (!expr.type.is_floating() && !logic::is_float_predicate(expr.floating));
      break;
    case Expr::Kind::Constant:
    case Expr::Kind::Variable:
    case Expr::Kind::Conditional:
    case Expr::Kind::Cast:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      break;
  }
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
  frontend::match(
      statement,
      [&](const frontend::Assign& assign) {
        collect(program, assign.target, risks);
        if (assign.value->kind == Expr::Kind::Table && program.memory.cells.contains(assign.target.variable))
          risks.memory = true;
        collect(program, *assign.value, risks);
      },
      [&](const frontend::Assume& assume) { collect(program, *assume.condition, risks); },
      [&](const frontend::Havoc& havoc) { collect(program, havoc.target, risks); });
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

bool may_leave_members(const frontend::Program& program) {
  const auto& cells = program.memory.cells;
  return std::any_of(cells.begin(), cells.end(), [](const auto& entry) {
    return !entry.second.members.empty() || !entry.second.allocated_members.empty();
  });
}

}  // namespace

bool is_about_memory(const std::string& assumption) {
  return assumption == array_accesses || assumption == pointer_accesses || assumption == frontend::members_are_kept;
}

bool may_overflow(const frontend::Program& program, const ControlFlow& flow) {
  return risks_of(program, flow).overflow;
}

std::vector<std::string> proof_assumptions(const frontend::Program& program, const ControlFlow& flow) {
  const Risks risks = risks_of(program, flow);
  const bool wraps = program.signed_overflow == frontend::SignedOverflow::wraps;
  std::vector<std::string> assumptions = program.assumptions;
  using frontend::Violation;
  const auto is_proved = [&](Violation violation) { return program.property.has(violation); };
  if (risks.overflow && !wraps && !is_proved(Violation::no_overflow))
    assumptions.emplace_back("signed overflow does not happen");
  if (risks.quotient && !is_proved(Violation::no_overflow))
    assumptions.emplace_back("the least value of a signed type is not divided by -1 (INT_MIN / -1, INT_MIN % -1)");
  if (risks.division && !is_proved(Violation::division_by_zero))
    assumptions.emplace_back("division by zero does not happen");
  if (risks.shift && !is_proved(Violation::shift_out_of_range))
    assumptions.emplace_back("shift amounts are not negative and less than the operand's width");
  if (risks.index && !is_proved(Violation::valid_deref)) assumptions.emplace_back(array_accesses);
  if (risks.memory && !is_proved(Violation::valid_deref)) {
    assumptions.emplace_back(pointer_accesses);
    const bool is_told =
        std::find(assumptions.begin(), assumptions.end(), frontend::members_are_kept) != assumptions.end();
    if (!is_told && may_leave_members(program)) assumptions.emplace_back(frontend::members_are_kept);
  }
  if (risks.conversion) assumptions.emplace_back("floating-point values converted to integers are in range");
  return assumptions;
}

std::vector<std::string> proof_assumptions(const frontend::Program& program) {
  return proof_assumptions(program, analyze_control_flow(program, BlockEncoding::none));
}

}  // namespace bireach::checker
