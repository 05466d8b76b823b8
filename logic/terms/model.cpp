// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/model.h"

namespace bireach::logic {

const Value* Model::find(Term variable) const {
  const auto found = values_.find(variable);
  return found == values_.end() ? nullptr : &found->second;
}

Value Model::get(Term variable) const {
  const Value* value = find(variable);
  return value != nullptr ? *value : default_value(variable.sort());
}

Value default_value(Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool:
      return false;
    case SortKind::Int:
    case SortKind::BitVec:
      return Integer{0};
    case SortKind::Array:
      return ArrayValue{};
  }
  return false;
}

}  // namespace bireach::logic
