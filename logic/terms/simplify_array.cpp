// SPDX-License-Identifier: Apache-2.0
/// Builders of array operators, with local simplification.
#include <algorithm>

#include "logic/terms/term_internal.h"

namespace bireach::logic {

namespace {

constexpr int max_stores_passed = 1024;   // bounds the cost of one select
constexpr int max_stores_rewritten = 64;  // bounds the cost of one store

constexpr std::size_t max_merged_elements = 64;

/// The array of which `term` is what is left after stores at constant indices.
struct Contents {
  Term base;
  const StoredElement* root;
  [[nodiscard]] Term at(TermManager& m, Term index) const {
    const Term value = StoredElements{base, root}.find(index);
    return value.is_null() ? m.select(base, index) : value;
  }
};

Contents contents(Term array) {
  const StoredElements* stored = TermAccess::stored(array);
  return stored == nullptr ? Contents{array, nullptr} : Contents{stored->base, stored->root};
}

}  // namespace

Term merge_arrays(TermManager& m, Term condition, Term a, Term b) {
  const Contents then_elements = contents(a);
  const Contents else_elements = contents(b);
  if (then_elements.base != else_elements.base) return {};
  std::vector<Term> differing;
  const auto note = [&](Term index) {
    if (std::find(differing.begin(), differing.end(), index) != differing.end()) return true;
    if (then_elements.at(m, index) != else_elements.at(m, index)) differing.push_back(index);
    return differing.size() <= max_merged_elements;
  };
  if (!StoredElements::differences(then_elements.root, else_elements.root, note)) return {};
  Term result = b;
  for (const Term index : differing)
    result = m.store(result, index, m.ite(condition, then_elements.at(m, index), else_elements.at(m, index)));
  return result;
}

Term TermManager::select(Term array, Term index) {
  require(array.sort().is_array(), "select: not an array");
  require(array.sort().index() == index.sort(), "select: index of another sort");
  if (index.is_constant()) {
    while (const StoredElements* stored = TermAccess::stored(array)) {
      if (const Term value = stored->find(index); !value.is_null()) return value;
      array = stored->base;
    }
  }
  for (int passed = 0; array.kind() == Kind::Store && passed < max_stores_passed; ++passed) {
    if (array[1] == index) return array[2];
    if (!differ_by_constant(array[1], index)) break;
    array = array[0];
  }
  if (array.kind() == Kind::ConstArray) return array[0];
  return TermAccess::make(*this, Kind::Select, array.sort().element(), {array, index});
}

Term TermManager::store(Term array, Term index, Term value) {
  require(array.sort().is_array(), "store: not an array");
  require(array.sort().index() == index.sort(), "store: index of another sort");
  require(array.sort().element() == value.sort(), "store: value of another sort");
  if (value.kind() == Kind::Select && value[0] == array && value[1] == index) return array;
  const StoredElements* stored = index.is_constant() ? TermAccess::stored(array) : nullptr;
  if (stored != nullptr && stored->base.kind() != Kind::Store) {
    const Term held = stored->find(index);
    if (held == value) return array;
    if (held.is_null()) {
      if (stored->base.kind() == Kind::ConstArray && stored->base[0] == value) return array;
      return TermAccess::make(*this, Kind::Store, array.sort(), {array, index, value});
    }
  }
  // An earlier store to the same index is dead if everything in between goes elsewhere.
  TermVector between;
  Term base = array;
  for (int passed = 0; passed < max_stores_rewritten && base.kind() == Kind::Store; ++passed) {
    if (base[1] == index || !differ_by_constant(base[1], index)) break;
    between.push_back(base);
    base = base[0];
  }
  if (base.kind() == Kind::Store && base[1] == index) {
    Term rest = base[0];
    for (auto it = between.rbegin(); it != between.rend(); ++it)
      rest = TermAccess::make(*this, Kind::Store, array.sort(), {rest, (*it)[1], (*it)[2]});
    array = rest;
    if (array.kind() == Kind::ConstArray && array[0] == value) return array;
  } else if (base.kind() == Kind::ConstArray && base[0] == value) {
    return array;  // the index was never written
  }
  return TermAccess::make(*this, Kind::Store, array.sort(), {array, index, value});
}

Term TermManager::const_array(Sort array_sort, Term value) {
  require(array_sort.is_array(), "const_array: not an array sort");
  require(array_sort.element() == value.sort(), "const_array: value of another sort");
  return TermAccess::make(*this, Kind::ConstArray, array_sort, {value});
}

}  // namespace bireach::logic
