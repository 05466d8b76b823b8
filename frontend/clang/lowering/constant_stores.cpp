// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/constant_stores.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bireach::frontend {

bool ConstantStores::take(const Program& program, const Statement& statement, const SourceRange& source, EdgeRole role,
                          const Part& part) {
  const Assign* assign = as_assign(statement);
  if (assign == nullptr || assign->value->kind != Expr::Kind::Constant) return false;
  const LValue& target = assign->target;
  const auto& shape = program.variables[target.variable].array;
  if (!shape) return false;
  if (target.index) {
    const Expr& index = *target.index;
    if (index.kind != Expr::Kind::Constant || index.value < 0 || index.value >= shape->size) return false;
  }
  auto known = std::find_if(written_.begin(), written_.end(),
                            [&](const Written& w) { return w.first.target.variable == target.variable; });
  if (known == written_.end()) {
    written_.push_back({*assign, source, role, part, 0, std::nullopt, {}});
    known = std::prev(written_.end());
  }
  ++known->count;
  if (role != EdgeRole::Internal) known->role = role;
  if (target.index) {
    known->elements.insert_or_assign(target.index->value, assign->value->value);
  } else {
    known->all = assign->value->value;
    known->elements = {};
  }
  return true;
}

Assign as_one_statement(const Program& program, const ConstantStores::Written& written) {
  if (written.count == 1) return written.first;
  const VariableId array = written.first.target.variable;
  const ScalarType& type = program.variables[array].type;
  logic::ElementMap elements;
  logic::Integer count = 0;
  for (const auto& [index, element] : written.elements) {
    ++count;
    if (element != written.all) elements.insert_or_assign(index, element);
  }
  const LValue whole{array, nullptr};
  ExprPtr others = make_variable(array, type);
  if (written.all || count == program.variables[array].array->size)
    others = make_constant(written.all.value_or(0), type);
  if (written.all && elements.empty()) return {whole, std::move(others)};
  return {whole, make_table(std::move(others), std::move(elements))};
}

}  // namespace bireach::frontend
