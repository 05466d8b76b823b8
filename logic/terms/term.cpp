// SPDX-License-Identifier: Apache-2.0
#include "logic/terms/term.h"

#include <stdexcept>

namespace bireach::logic {

Sort Sort::array(Sort index, Sort element) {
  const auto scalar = [](Sort s) { return s.is_int() || s.is_bit_vector(); };
  if (!scalar(index) || !scalar(element))
    throw std::invalid_argument("array sort: index and element must be Int or BitVec");
  return Sort{SortKind::Array, index.first_, element.first_};
}

Sort Sort::index() const {
  return first_ == 0 ? integer() : bit_vector(first_);
}
Sort Sort::element() const {
  return second_ == 0 ? integer() : bit_vector(second_);
}

std::string Sort::to_string() const {
  switch (kind_) {
    case SortKind::Bool:
      return "Bool";
    case SortKind::Int:
      return "Int";
    case SortKind::BitVec:
      return "(_ BitVec " + std::to_string(first_) + ")";
    case SortKind::Array:
      return "(Array " + index().to_string() + " " + element().to_string() + ")";
  }
  throw std::logic_error("Sort::to_string: invalid kind");
}

std::size_t Sort::hash() const {
  std::uint64_t h = static_cast<std::uint64_t>(kind_) * 0x9E3779B97F4A7C15ULL;
  h = (h ^ first_) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ second_ ^ (h >> 29)) * 0x94D049BB133111EBULL;
  return h ^ (h >> 31);
}

}  // namespace bireach::logic
