// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/statement.h"

#include <algorithm>
#include <stdexcept>

namespace bireach::frontend {
namespace {

/// The statement if it is of this kind, for `match`: all kinds have to be named, so that a new one is decided here.
template <typename Kind>
struct Only {
  const Kind* operator()(const Kind& statement) const { return &statement; }
};
template <typename Kind, typename Result>
struct Not {
  const Result* operator()(const Kind& /*statement*/) const { return nullptr; }
};

}  // namespace

std::string_view kind_name(const Statement& statement) {
  return match(
      statement, [](const Assign&) { return std::string_view("assign"); },
      [](const Assume&) { return std::string_view("assume"); }, [](const Havoc&) { return std::string_view("havoc"); });
}

const Assign* as_assign(const Statement& statement) {
  return match(statement, Only<Assign>{}, Not<Assume, Assign>{}, Not<Havoc, Assign>{});
}

const Assume* as_assume(const Statement& statement) {
  return match(statement, Only<Assume>{}, Not<Assign, Assume>{}, Not<Havoc, Assume>{});
}

const Havoc* as_havoc(const Statement& statement) {
  return match(statement, Only<Havoc>{}, Not<Assign, Havoc>{}, Not<Assume, Havoc>{});
}

const LValue* assigned_target(const Statement& statement) {
  return match(
      statement, [](const Assign& assign) { return &assign.target; }, Not<Assume, LValue>{},
      [](const Havoc& havoc) { return &havoc.target; });
}

std::optional<VariableId> assigned_variable(const Statement& statement) {
  const LValue* target = assigned_target(statement);
  return target != nullptr ? std::optional(target->variable) : std::nullopt;
}

Havoc havoc_instead(const Statement& assigning) {
  const LValue* target = assigned_target(assigning);
  if (target == nullptr) throw std::invalid_argument("havoc_instead: the statement assigns nothing");
  Havoc result{*target, {}};
  if (!keeps_other_elements(assigning)) return result;
  const Havoc* havoc = as_havoc(assigning);
  result.elements = havoc != nullptr ? havoc->elements : assigned_table(assigning)->elements;
  return result;
}

const Expr* assigned_table(const Statement& statement) {
  const Assign* assign = as_assign(statement);
  return assign != nullptr && assign->value->kind == Expr::Kind::Table ? assign->value.get() : nullptr;
}

bool keeps_other_elements(const Statement& statement) {
  if (const Expr* table = assigned_table(statement)) {
    const Expr& others = *table->operands[0];
    return others.kind == Expr::Kind::Variable && others.variable == assigned_target(statement)->variable;
  }
  const Havoc* havoc = as_havoc(statement);
  return havoc != nullptr && havoc->elements != nullptr;
}

std::vector<ExprPtr> evaluated_expressions(const Statement& statement) {
  std::vector<ExprPtr> result;
  const auto add = [&result](const ExprPtr& expr) {
    if (expr) result.push_back(expr);
  };
  match(
      statement,
      [&](const Assign& assign) {
        add(assign.target.index);
        add(assign.value);
      },
      [&](const Assume& assume) { add(assume.condition); }, [&](const Havoc& havoc) { add(havoc.target.index); });
  return result;
}

std::vector<VariableId> variables_read(const Statement& statement) {
  std::vector<VariableId> read;
  for_each_read(statement, [&read](const Expr& expr) { read.push_back(expr.variable); });
  const LValue* target = assigned_target(statement);
  if (target != nullptr && (target->index || keeps_other_elements(statement))) read.push_back(target->variable);
  std::sort(read.begin(), read.end());
  read.erase(std::unique(read.begin(), read.end()), read.end());
  return read;
}

}  // namespace bireach::frontend
