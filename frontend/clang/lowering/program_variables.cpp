// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/program_variables.h"

namespace bireach::frontend {

Storage ProgramVariables::create(StorageBuilder::Origin origin, clang::QualType type, const clang::ASTContext& context,
                                 VariableOwner owner) {
  rename(origin);
  Storage result = builder_.create(std::move(origin), type, context, lengths());
  const bool is_static = owner.variable != nullptr && owner.function == nullptr;
  for (std::size_t made = owners_.size(); made < program_.variables.size(); ++made) {
    program_.variables[made].is_static = is_static;
    program_.variables[made].is_read_only = is_static && is_read_only(*owner.variable);
  }
  owners_.resize(program_.variables.size(), owner);
  return result;
}

Storage ProgramVariables::create_scalar(StorageBuilder::Origin origin, ScalarType type, VariableOwner owner) {
  rename(origin);
  Storage result = builder_.create_integer(std::move(origin), type);
  owners_.resize(program_.variables.size(), owner);
  return result;
}

VariableId ProgramVariables::add(Variable variable, VariableOwner owner) {
  program_.variables.push_back(std::move(variable));
  owners_.push_back(owner);
  return count() - 1;
}

void ProgramVariables::rename(StorageBuilder::Origin& origin) const {
  const std::string function = origin.function + "::";
  if (instance_.thread == 0 || origin.function.empty() || !origin.name.starts_with(function)) return;
  const std::string inner = origin.function == instance_.start ? "" : "/" + origin.function;
  origin.name = instance_.name + inner + "::" + origin.name.substr(function.size());
}

const Storage* ProgramVariables::internal(std::uint32_t thread, const void* node, const std::string& purpose) const {
  const auto found = internals_.find({thread, node, purpose});
  return found == internals_.end() ? nullptr : &found->second;
}

const Storage& ProgramVariables::keep_internal(const void* node, const std::string& purpose, Storage storage) {
  return internals_.emplace(std::make_tuple(instance_.thread, node, purpose), std::move(storage)).first->second;
}

}  // namespace bireach::frontend
