// SPDX-License-Identifier: Apache-2.0
/// Checks of a program's automaton (check_well_formed).
#include <set>

#include "frontend/program/program.h"

namespace bireach::frontend {
namespace {

constexpr unsigned max_width = 128;

class FormChecker {
 public:
  explicit FormChecker(const Program& program) : program_(program) {}

  std::vector<std::string> run() {
    check_variables();
    if (program_.initial >= program_.location_count()) report("the initial location does not exist");
    check_call_paths();
    for (EdgeId edge = 0; edge < program_.edge_count(); ++edge) check_edge(edge);
    for (LocationId location = 0; location < program_.location_count(); ++location) check_location(location);
    return std::move(problems_);
  }

 private:
  void report(const std::string& problem) { problems_.push_back(problem); }
  void report_edge(const std::string& problem) { report("edge " + std::to_string(edge_) + ": " + problem); }

  void check_type(const ScalarType& type, const std::string& what) {
    if (type.width == 0 || type.width > max_width)
      report(what + ": width " + std::to_string(type.width) + " is not in 1..128");
    if (type.is_floating() && (type.is_signed() || type.is_boolean() || !logic::float_format(type.width)))
      report(what + ": no floating-point format has this form");
    if (type.is_boolean() && type.width != 1) report(what + ": _Bool has width 1");
  }

  void check_variables() {
    std::set<std::string> names;
    for (const Variable& variable : program_.variables) {
      if (variable.name.empty()) report("a variable has no name");
      if (!names.insert(variable.name).second) report("two variables are named " + variable.name);
      check_type(variable.type, "variable " + variable.name);
      if (variable.array && variable.array->size < 0) report("array " + variable.name + " has a negative size");
    }
  }

  void check_call_paths() {
    if (program_.call_paths.empty()) report("there is no root call path");
    for (std::size_t i = 1; i < program_.call_paths.size(); ++i)
      if (program_.call_paths[i].parent >= i)
        report("call path " + std::to_string(i) + " does not come after its parent");
  }

  void check_location(LocationId id) {
    const std::string name = "location " + std::to_string(id);
    const auto& outgoing = program_.outgoing(id);
    if (program_.location(id).kind == LocationKind::Error && !program_.location(id).violation)
      report(name + " is an error without a property that it violates");
    if (program_.location(id).kind != LocationKind::Normal) {
      if (!outgoing.empty()) report(name + " ends the program but has an outgoing edge");
      return;
    }
    if (outgoing.empty())
      report(name + " has no outgoing edge");
    else if (outgoing.size() > 2)
      report(name + " has more than two outgoing edges");
    else if (outgoing.size() == 2 && !complementary(outgoing[0], outgoing[1]))
      report(name + " branches on conditions that are not complementary assumes");
  }

  bool complementary(EdgeId first, EdgeId second) const {
    const Assume* a = as_assume(program_.edge(first).statement);
    const Assume* b = as_assume(program_.edge(second).statement);
    if (a == nullptr || b == nullptr || !a->condition || !b->condition) return false;
    const ExprPtr not_a = make_not(a->condition);
    const ExprPtr not_b = make_not(b->condition);
    return same_expression(*not_a, *b->condition) || same_expression(*not_b, *a->condition) ||
           same_expression(*make_not(not_a), *not_b);
  }

  void check_edge(EdgeId id) {
    edge_ = id;
    const Edge& edge = program_.edge(id);
    if (edge.call_path >= program_.call_paths.size()) report_edge("its call path does not exist");
    match(
        edge.statement, [this](const Assign& assign) { check_assign(assign); },
        [this](const Assume& assume) {
          check_expr(assume.condition);
          if (assume.condition) check_integer(*assume.condition);
        },
        [this](const Havoc& havoc) {
          if (!check_target(havoc.target) || !havoc.elements) return;
          if (havoc.target.index) report_edge("one element and several are chosen");
          check_elements(program_.variables[havoc.target.variable], *havoc.elements);
        });
  }

  void check_assign(const Assign& assign) {
    if (!check_target(assign.target) || !assign.value) {
      if (!assign.value) report_edge("an expression is missing");
      return;
    }
    const Variable& target = program_.variables[assign.target.variable];
    const bool whole_array = target.array && !assign.target.index;
    if (const Variable* copied = whole_array ? copied_array(*assign.value) : nullptr) {
      if (copied->array != target.array || copied->type != target.type)
        report_edge("an array is copied from one of another shape");
      return;
    }
    if (whole_array && assign.value->kind == Expr::Kind::Table)
      check_table(target, *assign.value);
    else
      check_expr(assign.value);
    if (assign.value->type != target.type) report_edge("the type of the value is not that of " + target.name);
  }

  void check_table(const Variable& target, const Expr& table) {
    const Expr* others = table.operands.size() == 1 ? table.operands[0].get() : nullptr;
    const Variable* copied = others != nullptr ? copied_array(*others) : nullptr;
    if (others == nullptr || !table.elements || (copied == nullptr && others->kind != Expr::Kind::Constant))
      return report_edge("a table has no elements or no value for the others");
    if (copied != nullptr && (copied->array != target.array || copied->type != target.type))
      report_edge("a table replaces elements of an array of another shape");
    if (copied == nullptr && !table.type.contains(others->value)) report_edge("a table's value is out of range");
    check_elements(target, *table.elements);
    for (const auto& [index, element] : *table.elements)
      if (!table.type.contains(element)) return report_edge("an element of a table is out of range");
  }

  void check_elements(const Variable& array, const logic::ElementMap& elements) {
    for (const auto& [index, element] : elements)
      if (index < 0 || !array.array || index >= array.array->size)
        return report_edge("an element lies outside of " + array.name);
  }

  const Variable* copied_array(const Expr& value) const {
    if (value.kind != Expr::Kind::Variable || value.variable >= program_.variables.size()) return nullptr;
    const Variable& variable = program_.variables[value.variable];
    return variable.array ? &variable : nullptr;
  }

  bool check_target(const LValue& target) {
    if (target.variable >= program_.variables.size()) {
      report_edge("its target does not exist");
      return false;
    }
    if (target.index) {
      if (!program_.variables[target.variable].array)
        report_edge("an element of " + program_.variables[target.variable].name + ", which is no array, is changed");
      check_expr(target.index);
    }
    return true;
  }

  void check_expr(const ExprPtr& expr) {
    if (!expr) {
      report_edge("an expression is missing");
      return;
    }
    check_type(expr->type, "edge " + std::to_string(edge_));
    if (expr->operands.size() != operand_count(*expr)) {
      report_edge("an expression has a wrong number of operands");
      return;
    }
    for (const ExprPtr& operand : expr->operands) {
      check_expr(operand);
      if (!operand) return;
    }
    check_node(*expr);
  }

  static std::size_t operand_count(const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::Constant:
      case Expr::Kind::Variable:
        return 0;
      case Expr::Kind::Element:
      case Expr::Kind::Unary:
      case Expr::Kind::Cast:
        return 1;
      case Expr::Kind::Binary:
        return 2;
      case Expr::Kind::Conditional:
        return 3;
      case Expr::Kind::Floating:
        return logic::arity(expr.floating);
      case Expr::Kind::Pattern:
      case Expr::Kind::Table:
        return 1;
    }
    return 0;
  }

  void check_node(const Expr& expr) {
    switch (expr.kind) {
      case Expr::Kind::Constant:
        if (!expr.type.contains(expr.value)) report_edge("a constant is out of the range of its type");
        break;
      case Expr::Kind::Variable:
      case Expr::Kind::Element:
        check_read(expr);
        break;
      case Expr::Kind::Unary:
        check_unary(expr);
        break;
      case Expr::Kind::Binary:
        check_binary(expr);
        break;
      case Expr::Kind::Conditional:
        if (expr.operands[1]->type != expr.type || expr.operands[2]->type != expr.type)
          report_edge("the branches of a conditional expression are not of its type");
        break;
      case Expr::Kind::Cast:
        if (expr.type.is_floating() || expr.operands[0]->type.is_floating())
          report_edge("a conversion of floating point is a cast of integers");
        break;
      case Expr::Kind::Floating:
        check_floating(expr);
        break;
      case Expr::Kind::Pattern:
        if (expr.type.width != expr.operands[0]->type.width || expr.type.is_signed() ||
            expr.operands[0]->type.is_signed())
          report_edge("a pattern is read with another width");
        break;
      case Expr::Kind::Table:
        report_edge("a table is used as a number");
        break;
    }
    if (expr.kind == Expr::Kind::Unary || expr.kind == Expr::Kind::Binary)
      for (const ExprPtr& operand : expr.operands) check_integer(*operand);
    else if (expr.kind == Expr::Kind::Conditional || expr.kind == Expr::Kind::Element)
      check_integer(*expr.operands[0]);
  }

  void check_integer(const Expr& expr) {
    if (expr.type.is_floating()) report_edge("a floating-point value is used as an integer");
  }

  void check_floating(const Expr& expr) {
    const ScalarType& first = expr.operands[0]->type;
    bool good = logic::is_float_predicate(expr.floating) ? expr.type == int_type
                                                         : expr.type.is_floating() == logic::gives_float(expr.floating);
    for (const ExprPtr& operand : expr.operands)
      good = good && operand->type == first && operand->type.is_floating() == logic::takes_float(expr.floating);
    const bool changes_type = expr.floating == logic::FloatOp::Convert || !first.is_floating();
    if (logic::gives_float(expr.floating) && !changes_type) good = good && expr.type == first;
    if (!good) report_edge("the operands of a floating-point operation do not fit its type");
  }

  void check_read(const Expr& expr) {
    if (expr.variable >= program_.variables.size()) {
      report_edge("a variable does not exist");
      return;
    }
    const Variable& variable = program_.variables[expr.variable];
    const bool element = expr.kind == Expr::Kind::Element;
    if (element != variable.array.has_value()) {
      report_edge(element ? "an element of " + variable.name + ", which is no array, is read"
                          : "the array " + variable.name + " is used as an integer");
    } else if (expr.type != variable.type) {
      report_edge(variable.name + " is read with another type than its own");
    }
  }

  void check_unary(const Expr& expr) {
    if (expr.unary == UnaryOp::LogicalNot ? expr.type != int_type : expr.operands[0]->type != expr.type)
      report_edge("a unary operator has a wrong type");
  }

  void check_binary(const Expr& expr) {
    const ScalarType& left = expr.operands[0]->type;
    const ScalarType& right = expr.operands[1]->type;
    bool good = true;
    if (is_logical(expr.binary))
      good = expr.type == int_type;
    else if (is_comparison(expr.binary))
      good = expr.type == int_type && left == right;
    else if (expr.binary == BinaryOp::Shl || expr.binary == BinaryOp::Shr)
      good = left == expr.type;
    else
      good = left == expr.type && right == expr.type;
    // C's arithmetic promotes its operands, so none happens in _Bool.
    good = good && !expr.type.is_boolean();
    if (!good) report_edge("the operands of a binary operator do not fit its type");
  }

  const Program& program_;
  EdgeId edge_ = 0;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> check_well_formed(const Program& program) {
  return FormChecker(program).run();
}

}  // namespace bireach::frontend
