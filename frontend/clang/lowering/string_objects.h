// SPDX-License-Identifier: Apache-2.0
/// The arrays that string literals make.
#pragma once

#include <clang/AST/Expr.h>

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "frontend/clang/analysis/storage.h"
#include "frontend/clang/reading/linker.h"

namespace bireach::frontend {

/// A string literal whose array is used.
struct StringObject {
  const clang::StringLiteral* literal;
  const Unit* unit;
  Place place;
  bool is_read = false;
};

class StringObjects {
 public:
  /// In the order in which they were met.
  [[nodiscard]] const std::vector<StringObject>& all() const { return all_; }
  /// Notes the literal's array, once.
  void add(const clang::StringLiteral* literal, const Unit* unit, const Place& array);
  /// Is this the array of a string, or its element, outside of memory?
  [[nodiscard]] bool contains(const Storage* array_or_element) const { return by_storage_.contains(array_or_element); }
  /// Some character of the array is read, if it is one: the program has to start with its contents.
  void note_read(const Storage* array);

 private:
  std::vector<StringObject> all_;
  std::map<const Storage*, std::size_t> by_storage_;  ///< their arrays and elements
  std::set<const clang::StringLiteral*> in_memory_;
};

}  // namespace bireach::frontend
