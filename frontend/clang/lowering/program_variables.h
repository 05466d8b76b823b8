// SPDX-License-Identifier: Apache-2.0
/// The variables of the program that is made: what each is part of, and whose activation it belongs to.
#pragma once

#include <clang/AST/Decl.h>

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "frontend/clang/analysis/storage.h"

namespace bireach::frontend {

/// Whose a variable is.
struct VariableOwner {
  const clang::VarDecl* variable = nullptr;  ///< declared in C, which it is a part of; null: none
  /// To whose activation it belongs, so that a recursive call has to save it; null: to none.
  const clang::FunctionDecl* function = nullptr;
};

class ProgramVariables {
 public:
  explicit ProgramVariables(Program& program) : program_(program), builder_(program) {}

  /// Whose variables are made and found from now on: those of the thread of this number; 0: of the first thread, and
  /// what all share. `name`: what its functions' variables are called after ("worker#2"), which `start` begins.
  struct Instance {
    std::uint32_t thread = 0;
    std::string name;
    std::string start;
  };
  /// Returns the one so far.
  Instance set_instance(Instance instance) { return std::exchange(instance_, std::move(instance)); }
  [[nodiscard]] const Instance& instance() const { return instance_; }
  /// The name with that of the thread before it, if it is not the first.
  [[nodiscard]] std::string own_name(const std::string& name) const {
    return instance_.thread == 0 ? name : instance_.name + "::" + name;
  }

  /// Variables for an object of this type, for one scalar, and one of a shape of its own.
  [[nodiscard]] Storage create(StorageBuilder::Origin origin, clang::QualType type, const clang::ASTContext& context,
                               VariableOwner owner);
  [[nodiscard]] Storage create_scalar(StorageBuilder::Origin origin, ScalarType type, VariableOwner owner);
  [[nodiscard]] VariableId add(Variable variable, VariableOwner owner);

  /// What lowering itself stores for a node of the syntax tree (a call's result, a temporary), by its purpose; null:
  /// nothing yet.
  [[nodiscard]] const Storage* internal(const void* node, const std::string& purpose) const {
    return internal(instance_.thread, node, purpose);
  }
  /// The same of a thread.
  [[nodiscard]] const Storage* internal(std::uint32_t thread, const void* node, const std::string& purpose) const;
  /// Keeps such a storage; the reference stays valid.
  const Storage& keep_internal(const void* node, const std::string& purpose, Storage storage);

  /// Of the lengths of variable-length arrays, those of the thread, and of another one.
  [[nodiscard]] LengthVariables& lengths() { return lengths_[instance_.thread]; }
  [[nodiscard]] const LengthVariables& lengths(std::uint32_t thread) { return lengths_[thread]; }

  [[nodiscard]] const VariableOwner& owner(VariableId variable) const { return owners_[variable]; }
  [[nodiscard]] VariableId count() const { return static_cast<VariableId>(owners_.size()); }
  [[nodiscard]] Variable& operator[](VariableId variable) { return program_.variables[variable]; }
  [[nodiscard]] const Variable& operator[](VariableId variable) const { return program_.variables[variable]; }

 private:
  /// Variables of a function are called after the thread that runs it.
  void rename(StorageBuilder::Origin& origin) const;

  Program& program_;
  StorageBuilder builder_;
  Instance instance_;
  std::vector<VariableOwner> owners_;  ///< by VariableId
  std::map<std::tuple<std::uint32_t, const void*, std::string>, Storage> internals_;
  std::map<std::uint32_t, LengthVariables> lengths_;  ///< by thread
};

}  // namespace bireach::frontend
