// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/lowering/string_objects.h"

namespace bireach::frontend {

void StringObjects::add(const clang::StringLiteral* literal, const Unit* unit, const Place& array) {
  if (array.address) {  // through pointers that nobody follows here
    if (in_memory_.insert(literal).second) all_.push_back({literal, unit, array, true});
  } else if (array.storage->kind == Storage::Kind::Array && !contains(array.storage)) {
    by_storage_[array.storage] = by_storage_[&array.storage->children.front()] = all_.size();
    all_.push_back({literal, unit, array});
  }
}

void StringObjects::note_read(const Storage* array) {
  const auto found = by_storage_.find(array);
  if (found != by_storage_.end()) all_[found->second].is_read = true;
}

}  // namespace bireach::frontend
