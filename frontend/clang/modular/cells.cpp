// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/modular/cells.h"

#include <algorithm>

namespace bireach::frontend {

namespace {

/// Of enumerations the integer that they are.
const clang::Type* integer_of(const clang::Type* type) {
  if (const auto* enumeration = llvm::dyn_cast<clang::EnumType>(type)) {
    const clang::QualType integer = enumeration->getDecl()->getIntegerType();
    if (!integer.isNull()) type = integer.getCanonicalType().getTypePtr();
  }
  return type;
}

/// An object may be accessed by the type of the other sign (C11 6.5p7).
bool are_compatible(const clang::Type* a, const clang::Type* b) {
  a = integer_of(a);
  b = integer_of(b);
  if (a == b) return true;
  using Builtin = clang::BuiltinType;
  const auto* left = llvm::dyn_cast<Builtin>(a);
  const auto* right = llvm::dyn_cast<Builtin>(b);
  if (!left || !right) return false;
  static constexpr std::pair<Builtin::Kind, Builtin::Kind> pairs[] = {{Builtin::Short, Builtin::UShort},
                                                                      {Builtin::Int, Builtin::UInt},
                                                                      {Builtin::Long, Builtin::ULong},
                                                                      {Builtin::LongLong, Builtin::ULongLong},
                                                                      {Builtin::Int128, Builtin::UInt128}};
  return std::any_of(std::begin(pairs), std::end(pairs), [&](const auto& pair) {
    return pair == std::pair(left->getKind(), right->getKind()) || pair == std::pair(right->getKind(), left->getKind());
  });
}

}  // namespace

bool may_alias(const AccessPath& stored, const AccessPath& read) {
  const bool in_one_variable = stored.is_direct && read.is_direct && stored.root == read.root && stored.root != nullptr;
  if (stored.in_union && read.in_union && in_one_variable) return true;
  if (!stored.in_memory || !read.in_memory) return false;
  if (stored.is_direct && read.is_direct && stored.root != read.root) return false;
  if (stored.in_union || read.in_union) return true;
  const auto is_character = [](const AccessPath& path) { return path.type == nullptr || path.type->isCharType(); };
  if (is_character(stored) || is_character(read)) return true;
  if (stored.field && read.field && stored.field->getParent() == read.field->getParent())
    return stored.field == read.field;
  const auto is_whole_variable = [](const AccessPath& path) { return path.is_direct && !path.field; };
  if (is_whole_variable(stored) && is_whole_variable(read)) return stored.root == read.root;
  const bool with_field = stored.field || read.field;
  const bool both_named = (stored.field || is_whole_variable(stored)) && (read.field || is_whole_variable(read));
  return !with_field || !both_named || are_compatible(stored.type, read.type);
}

void Cells::begin(Program& program, const std::string& function) {
  program_ = &program;
  function_ = function;
  for (NamedCell& cell : cells_) make_variable(cell);
}

void Cells::make_variable(NamedCell& cell) {
  cell.variable = static_cast<VariableId>(program_->variables.size());
  Variable variable;
  variable.name = function_ + "::" + cell.path.text + "#" + std::to_string(cell.variable);
  variable.user_name = cell.path.text;
  variable.c_type = cell.c_type;
  variable.type = cell.type;
  variable.function = function_;
  variable.is_pointer = cell.is_pointer;
  program_->variables.push_back(std::move(variable));
}

const NamedCell& Cells::at(const AccessPath& path, const ScalarType& type, bool is_pointer, const std::string& c_type) {
  const auto [entry, is_new] = by_key_.emplace(path.key, cells_.size());
  if (is_new) {
    cells_.push_back({path, type, is_pointer, c_type, 0});
    make_variable(cells_.back());
  }
  return cells_[entry->second];
}

/// `written` changes, too, but is not among the results.
template <typename Predicate>
std::vector<std::size_t> Cells::closure(Predicate&& changes, const std::string& written) const {
  std::vector<bool> changed(cells_.size());
  std::set<std::string> keys;
  if (!written.empty()) keys.insert(written);
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (cells_[i].path.key != written && changes(cells_[i].path)) {
      changed[i] = true;
      keys.insert(cells_[i].path.key);
    }
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const AccessPath& path = cells_[i].path;
      if (changed[i] || std::none_of(path.pointers.begin(), path.pointers.end(),
                                     [&](const std::string& pointer) { return keys.contains(pointer); }))
        continue;
      // What was written may itself lie behind a pointer that it was: `p->next = q` where p == p->next.
      changed[i] = true;
      grown = keys.insert(path.key).second || grown;
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < cells_.size(); ++i)
    if (changed[i]) result.push_back(i);
  return result;
}

std::vector<std::size_t> Cells::changed_by_store(const AccessPath& path) const {
  return closure([&](const AccessPath& other) { return may_alias(path, other); }, path.key);
}

std::vector<std::size_t> Cells::changed_by_copy(const AccessPath& path) const {
  return closure(
      [&](const AccessPath& other) {
        return path.in_memory ? other.in_memory : other.root == path.root && other.is_direct;
      },
      {});
}

std::vector<std::size_t> Cells::changed_by_call() const {
  return closure([](const AccessPath& path) { return path.in_memory; }, {});
}

std::vector<std::size_t> Cells::changed_by_declaration(const clang::VarDecl* variable) const {
  return closure([&](const AccessPath& path) { return path.root == variable && path.is_direct; }, {});
}

}  // namespace bireach::frontend
