// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/pointer_origin.h"

#include <algorithm>

namespace bireach::frontend {

ExprPtr pointer_origin(const Program& program, const ExprPtr& expr, const logic::Integer& shift) {
  switch (expr->kind) {
    case Expr::Kind::Variable:
      return program.variables[expr->variable].is_pointer && !program.variables[expr->variable].array ? expr : nullptr;
    case Expr::Kind::Element:
      return program.variables[expr->variable].is_pointer ? expr : nullptr;
    case Expr::Kind::Constant: {
      const auto& objects = program.memory.objects;
      const logic::Integer address = expr->value + shift;
      const auto holds = [&](const Memory::Object& o) { return o.address <= address && address < o.address + o.size; };
      const bool is_named = program.memory.apart.contains(address);  // of which accesses need no address
      return is_named || std::any_of(objects.begin(), objects.end(), holds) ? expr : nullptr;
    }
    case Expr::Kind::Cast:
      return expr->operands[0]->type.width == expr->type.width ? pointer_origin(program, expr->operands[0], shift)
                                                               : nullptr;
    case Expr::Kind::Binary: {
      if (expr->binary != BinaryOp::Add && expr->binary != BinaryOp::Sub) return nullptr;
      ExprPtr left = pointer_origin(program, expr->operands[0], shift);
      if (expr->binary == BinaryOp::Sub)  // of two pointers it is a number; what is subtracted is no index of cells
        return left && pointer_origin(program, expr->operands[1], 0) ? nullptr : left;
      return left ? left : pointer_origin(program, expr->operands[1], shift);
    }
    case Expr::Kind::Conditional: {
      // An element of an array within an object, or null if the index is out of the array's bounds.
      const Expr& other = *expr->operands[2];
      const bool is_guarded = other.kind == Expr::Kind::Constant && other.value == 0;
      return is_guarded ? pointer_origin(program, expr->operands[1], shift) : nullptr;
    }
    case Expr::Kind::Unary:
    case Expr::Kind::Floating:
    case Expr::Kind::Pattern:
    case Expr::Kind::Table:
      return nullptr;
  }
  return nullptr;
}

}  // namespace bireach::frontend
