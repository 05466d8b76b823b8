// SPDX-License-Identifier: Apache-2.0
/// What a chain of stores at constant indices holds, so that reading it does not walk the chain. Not for use outside
/// logic/.
#pragma once

#include <iterator>

#include "logic/terms/term.h"

namespace bireach::logic {

/// A persistent map from constant index terms to values: a trie over scrambled numbers of terms with one entry a node.
/// Adding an entry copies the nodes on its way, O(log n) of them; the older map stays as it is.
struct StoredElement {
  Term index;
  Term value;
  const StoredElement* below[4] = {nullptr, nullptr, nullptr, nullptr};
};

/// Of a Store term whose index is constant: the last values at the constant indices written since `base`, which is no
/// such Store.
struct StoredElements {
  Term base;
  const StoredElement* root = nullptr;

  /// Null if the index was not written.
  [[nodiscard]] Term find(Term index) const {
    std::uint32_t path = path_of(index);
    for (const StoredElement* node = root; node != nullptr; node = node->below[path & 3U], path >>= 2U)
      if (node->index == index) return node->value;
    return {};
  }

  /// `allocate(bytes)` gives memory that lives as long as the terms.
  template <class Allocate>
  static const StoredElement* with(const StoredElement* root, Term index, Term value, const Allocate& allocate) {
    const StoredElement* result = nullptr;
    const StoredElement** place = &result;
    std::uint32_t path = path_of(index);
    for (const StoredElement* node = root;; path >>= 2U) {
      auto* copy = new (allocate(sizeof(StoredElement))) StoredElement;
      if (node != nullptr) *copy = *node;
      *place = copy;
      if (node == nullptr || node->index == index) {
        copy->index = index;
        copy->value = value;
        return result;
      }
      place = &copy->below[path & 3U];
      node = node->below[path & 3U];
    }
  }

  /// Calls `visit` with the indices at which the maps may differ, some perhaps twice; quick where one was made from the
  /// other by few changes. False if `visit` returned false.
  template <class Visit>
  static bool differences(const StoredElement* a, const StoredElement* b, const Visit& visit) {
    if (a == b) return true;  // also what both took from an older map
    if (a != nullptr && !visit(a->index)) return false;
    if (b != nullptr && (a == nullptr || a->index != b->index) && !visit(b->index)) return false;
    for (std::size_t i = 0; i < std::size(StoredElement{}.below); ++i)
      if (!differences(a != nullptr ? a->below[i] : nullptr, b != nullptr ? b->below[i] : nullptr, visit)) return false;
    return true;
  }

 private:
  /// Sixteen levels of two bits; different for different terms, as the factor is odd.
  static std::uint32_t path_of(Term index) {
    const std::uint32_t scrambled = index.id() * 0x9E3779B1U;
    return (scrambled >> 16U) | (scrambled << 16U);
  }
};

}  // namespace bireach::logic
