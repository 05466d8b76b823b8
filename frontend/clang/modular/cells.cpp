// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/modular/cells.h"

#include <algorithm>

namespace bireach::frontend {

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
  return !with_field || !both_named || stored.type == read.type;
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
