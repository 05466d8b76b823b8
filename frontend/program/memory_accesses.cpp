// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/memory_accesses.h"

#include <algorithm>
#include <map>
#include <optional>

namespace bireach::frontend {

using logic::Integer;

namespace {

class Accesses {
 public:
  explicit Accesses(const Program& program) : program_(program), is_shared_(program.variables.size(), false) {
    for (const auto& [cells, layout] : program.memory.cells) {
      is_shared_[cells] = !layout.of_one_field;
      count_ += is_shared_[cells] ? 1U : 0U;
    }
  }

  [[nodiscard]] bool are_possible() const { return count_ > 1; }

  /// False: the statement accesses a byte through other cells than one before.
  bool visit(const Statement& statement, const ConcreteState& state, EdgeId edge) {
    state_ = &state;
    edge_ = edge;
    match(
        statement,
        [this](const Assign& assign) {
          const bool whole = !assign.target.index && program_.variables[assign.target.variable].array.has_value();
          if (!whole) visit(*assign.value);
          note(assign.target);
          if (assign.value->kind == Expr::Kind::Table) note(assign.target.variable, *assign.value->elements);
        },
        [this](const Assume& assume) { visit(*assume.condition); },
        [this](const Havoc& havoc) {
          note(havoc.target);
          if (havoc.elements) note(havoc.target.variable, *havoc.elements);
        });
    return agree_;
  }

 private:
  [[nodiscard]] Integer value(const Expr& expr) const {
    std::vector<UndefinedEvent> ignored;
    return evaluate(program_, expr, *state_, edge_, ignored);
  }

  void visit(const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::Binary: {
        visit(*expr.operands[0]);
        const bool is_true = is_logical(expr.binary) && value(*expr.operands[0]) != 0;
        if (!is_logical(expr.binary) || is_true == (expr.binary == BinaryOp::LogicalAnd)) visit(*expr.operands[1]);
        return;
      }
      case Expr::Kind::Conditional:
        visit(*expr.operands[0]);
        return visit(value(*expr.operands[0]) != 0 ? *expr.operands[1] : *expr.operands[2]);
      case Expr::Kind::Element:
        visit(*expr.operands[0]);
        return note(expr.variable, *expr.operands[0]);
      case Expr::Kind::Constant:
      case Expr::Kind::Variable:
      case Expr::Kind::Unary:
      case Expr::Kind::Cast:
      case Expr::Kind::Floating:
      case Expr::Kind::Pattern:
      case Expr::Kind::Table:
        for (const ExprPtr& operand : expr.operands) visit(*operand);
        return;
    }
  }

  void note(const LValue& target) {
    if (!target.index) return;
    visit(*target.index);
    note(target.variable, *target.index);
  }

  void note(VariableId cells, const Expr& index) {
    if (is_shared_[cells]) note(cells, value(index));
  }

  void note(VariableId cells, const logic::ElementMap& elements) {
    if (!is_shared_[cells]) return;
    for (const auto& [index, element] : elements) note(cells, index);
  }

  void note(VariableId cells, const Integer& index) {
    const Memory::Cells& layout = program_.memory.cells.at(cells);
    const Integer address = index + layout.shift;
    for (std::uint64_t i = 0; i < layout.size; ++i)
      agree_ = bytes_.emplace(address + i, cells).first->second == cells && agree_;
  }

  const Program& program_;
  std::vector<bool> is_shared_;
  unsigned count_ = 0;
  const ConcreteState* state_ = nullptr;
  EdgeId edge_ = 0;
  std::map<Integer, VariableId> bytes_;
  bool agree_ = true;
};

}  // namespace

bool cells_are_disjoint(const Program& program, const Execution& execution) {
  Accesses accesses(program);
  if (!accesses.are_possible()) return true;
  for (std::size_t step = 0; step < execution.trace.size(); ++step) {
    const EdgeId edge = execution.trace[step];
    if (!accesses.visit(program.edge(edge).statement, execution.states[step], edge)) return false;
  }
  return true;
}

}  // namespace bireach::frontend
