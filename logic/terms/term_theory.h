// SPDX-License-Identifier: Apache-2.0
/// Which theories a term needs.
#pragma once

#include "logic/terms/term_map.h"

namespace bireach::logic {

/// Only Bool and bit-vector operators, those of floating point on patterns among them, without quantifiers? `known`:
/// terms of which that was found before.
[[nodiscard]] inline bool is_of_bit_vectors(Term term, TermMap<char>& known) {
  bool pure = !term.has_quantifier();
  for_each_post_order(
      term, [&](Term t) { return pure && known.set(t, 1); },
      [&](Term t) { pure = pure && (t.sort().is_bool() || t.sort().is_bit_vector()); });
  return pure;
}

}  // namespace bireach::logic
