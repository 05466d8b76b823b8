// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/variable_sizes.h"

namespace bireach::frontend {

VariableId VariableSizes::variable(const clang::VariableArrayType* array, const clang::FunctionDecl* function) {
  LengthVariables& lengths = variables_.lengths();
  const auto known = lengths.find(array->getSizeExpr());
  if (known != lengths.end()) return known->second;
  StorageBuilder::Origin origin;
  origin.declared = emitter_.range(array->getSizeExpr());
  origin.function = emitter_.copy().name;
  origin.name = origin.function + "::(length)@" + std::to_string(origin.declared.line) + ":" +
                std::to_string(origin.declared.column);
  const VariableId made = variables_.create_scalar(std::move(origin), length_type, {nullptr, function}).variable;
  variables_[made].c_type = "long long";
  lengths.emplace(array->getSizeExpr(), made);
  const LengthVariables& of_first = variables_.lengths(0);
  if (const auto first = of_first.find(array->getSizeExpr()); first != of_first.end() && first->second != made)
    emitter_.note_twin(made, first->second);
  return made;
}

ExprPtr VariableSizes::count(const clang::VariableArrayType* array, SourceRange where) {
  if (const auto constant = constant_length(*array, emitter_.context()))
    return make_constant(*constant, length_type, where);
  const LengthVariables& lengths = variables_.lengths();
  const auto known = lengths.find(array->getSizeExpr());
  if (known != lengths.end()) return make_variable(known->second, length_type, where);
  if (emitter_.alive())
    emitter_.unsupported_at("variable-length array by a type that is evaluated nowhere", Origin{nullptr, where, {}});
  return make_constant(0, length_type, where);
}

ExprPtr VariableSizes::bytes(clang::QualType type, const ScalarType& as, SourceRange where) {
  const clang::ASTContext& context = emitter_.context();
  const auto* array = context.getAsVariableArrayType(type);
  if (!array) return make_constant(logic::Integer(context.getTypeSizeInChars(type).getQuantity()), as);
  const ExprPtr count = make_cast(this->count(array, where), as);
  return make_binary(BinaryOp::Mul, count, bytes(array->getElementType(), as, where), as, where);
}

}  // namespace bireach::frontend
