// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/program_variables.h"

namespace bireach::frontend {

Storage ProgramVariables::create(StorageBuilder::Origin origin, clang::QualType type, const clang::ASTContext& context,
                                 VariableOwner owner) {
  Storage result = builder_.create(std::move(origin), type, context);
  owners_.resize(program_.variables.size(), owner);
  return result;
}

Storage ProgramVariables::create_scalar(StorageBuilder::Origin origin, ScalarType type, VariableOwner owner) {
  Storage result = builder_.create_integer(std::move(origin), type);
  owners_.resize(program_.variables.size(), owner);
  return result;
}

VariableId ProgramVariables::add(Variable variable, VariableOwner owner) {
  program_.variables.push_back(std::move(variable));
  owners_.push_back(owner);
  return count() - 1;
}

const Storage* ProgramVariables::internal(const void* node, const std::string& purpose) const {
  const auto found = internals_.find({node, purpose});
  return found == internals_.end() ? nullptr : &found->second;
}

const Storage& ProgramVariables::keep_internal(const void* node, const std::string& purpose, Storage storage) {
  return internals_.emplace(std::make_pair(node, purpose), std::move(storage)).first->second;
}

}  // namespace bireach::frontend
