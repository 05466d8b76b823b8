// SPDX-License-Identifier: Apache-2.0
/// Hash map keyed by terms for traversals: open addressing, no allocation per entry, no iteration.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "logic/terms/term.h"

namespace bireach::logic {

template <class V>
class TermMap {
 public:
  /// Pointer to the value of the term or null; invalidated by the next set().
  [[nodiscard]] V* find(Term t) {
    if (slots_.empty()) return nullptr;
    for (std::size_t slot = TermHash{}(t) >> shift_;; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].first == t) return &slots_[slot].second;
      if (slots_[slot].first.is_null()) return nullptr;
    }
  }
  [[nodiscard]] bool contains(Term t) { return find(t) != nullptr; }
  /// False if the term was there already (its value stays).
  bool set(Term t, V value) {
    if ((size_ + 1) * 2 > slots_.size()) grow();
    std::size_t slot = TermHash{}(t) >> shift_;
    for (; !slots_[slot].first.is_null(); slot = (slot + 1) & (slots_.size() - 1))
      if (slots_[slot].first == t) return false;
    slots_[slot] = {t, std::move(value)};
    ++size_;
    return true;
  }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void grow() {
    std::vector<std::pair<Term, V>> old = std::move(slots_);
    const std::size_t capacity = old.empty() ? 16 : old.size() * 2;
    slots_.clear();
    slots_.resize(capacity);
    shift_ = 64;
    for (std::size_t c = capacity; c > 1; c /= 2) --shift_;
    size_ = 0;
    for (auto& [term, value] : old)
      if (!term.is_null()) set(term, std::move(value));
  }

  std::vector<std::pair<Term, V>> slots_;
  std::size_t size_ = 0;
  unsigned shift_ = 64;
};

/// Calls visit(t) once for each node below the roots, children first, with an explicit stack. `enter(t)`: false skips
/// the node and what is below it.
template <class Enter, class Visit>
void for_each_post_order(Term root, const Enter& enter, const Visit& visit) {
  std::vector<std::pair<Term, std::size_t>> stack;
  if (enter(root)) stack.emplace_back(root, 0);
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    if (next < term.children().size()) {
      const Term child = term[next++];
      if (enter(child)) stack.emplace_back(child, 0);
      continue;
    }
    const Term done = term;
    stack.pop_back();
    visit(done);
  }
}

}  // namespace bireach::logic
