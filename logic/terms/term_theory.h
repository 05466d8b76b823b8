// SPDX-License-Identifier: Apache-2.0
/// Which theories a term needs.
#pragma once

#include <algorithm>

#include "logic/terms/term_map.h"

namespace bireach::logic {

/// Does the predicate hold for the term and all below it? `known`: by term what was found before, with this predicate.
template <class Predicate>
[[nodiscard]] bool holds_throughout(Term term, TermMap<char>& known, const Predicate& predicate) {
  for_each_post_order(
      term, [&](Term t) { return !known.contains(t); },
      [&](Term t) {
        const auto children = t.children();
        const bool holds = predicate(t) && std::all_of(children.begin(), children.end(),
                                                       [&](Term child) { return *known.find(child) != 0; });
        known.set(t, holds ? 1 : 0);
      });
  return *known.find(term) != 0;
}

/// Only Bool and bit-vector operators, those of floating point on patterns among them, without quantifiers? `known`:
/// terms of which that was found out before.
[[nodiscard]] inline bool is_of_bit_vectors(Term term, TermMap<char>& known) {
  return holds_throughout(
      term, known, [](Term t) { return !t.has_quantifier() && (t.sort().is_bool() || t.sort().is_bit_vector()); });
}

/// The same without floating point.
[[nodiscard]] inline bool is_of_bits(Term term, TermMap<char>& known) {
  return holds_throughout(term, known, [](Term t) {
    return !t.has_quantifier() && t.kind() != Kind::Floating && (t.sort().is_bool() || t.sort().is_bit_vector());
  });
}

}  // namespace bireach::logic
