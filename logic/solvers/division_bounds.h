// SPDX-License-Identifier: Apache-2.0
/// What is true of quotients and remainders of bit-vectors by constants, said where they are asserted. Solvers that
/// make circuits of them learn bit by bit that a remainder is less than the divisor, and do not in any time where the
/// dividend is a product.
#pragma once

#include "logic/terms/term_manager.h"
#include "logic/terms/term_map.h"

namespace bireach::logic {

class DivisionBounds {
 public:
  explicit DivisionBounds(TermManager& terms) : terms_(terms) {}

  /// The formula, and the bounds of all that it divides, which are true whatever the variables are. Formulas with
  /// quantifiers stay as they are. Constant time for a term known not to divide, else linear in it.
  [[nodiscard]] Term with_bounds(Term formula);

 private:
  [[nodiscard]] bool divides(Term formula);
  [[nodiscard]] Term bounds_of(Term division);

  TermManager& terms_;
  TermMap<char> divides_;  ///< or something below it
};

}  // namespace bireach::logic
