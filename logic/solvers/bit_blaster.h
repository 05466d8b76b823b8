// SPDX-License-Identifier: Apache-2.0
/// Formulas of bit-vectors as circuits (D. Kroening, O. Strichman, "Decision Procedures", ch. 6.2).
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "logic/solvers/bit_circuit.h"
#include "logic/terms/term_map.h"

namespace bireach::logic {

/// Each term becomes gates once, however often it is asked about; the terms' manager has to outlive it.
class BitBlaster {
 public:
  /// Bits of the term, the least significant one first; one of a Bool. Its subterms must be Bool or bit-vectors,
  /// without floating point and quantifiers. The result is valid until the next call.
  [[nodiscard]] std::span<const Bit> bits(Term term);
  [[nodiscard]] const BitCircuit& circuit() const { return circuit_; }

 private:
  using Bits = std::vector<Bit>;
  struct Place {
    std::size_t first = 0;
    unsigned count = 0;
  };
  [[nodiscard]] Bits known(Term term);
  [[nodiscard]] Bits made(Term term);
  [[nodiscard]] Bits by_bit(Term term, Bit (BitCircuit::*operation)(Bit, Bit));
  [[nodiscard]] Bit equal(const Bits& a, const Bits& b);
  [[nodiscard]] Bit below(const Bits& a, const Bits& b, bool or_equal);
  [[nodiscard]] Bits sum(const Bits& a, const Bits& b, Bit carry);
  [[nodiscard]] Bits negated(const Bits& a);
  [[nodiscard]] Bits choice(Bit condition, const Bits& then, const Bits& otherwise);
  [[nodiscard]] Bits product(const Bits& a, const Bits& b);
  [[nodiscard]] const std::pair<Bits, Bits>& quotient(const Bits& a, const Bits& b);
  [[nodiscard]] Bits signed_division(const Bits& a, const Bits& b, bool is_remainder);
  [[nodiscard]] Bits shifted(const Bits& a, const Bits& by, Kind kind);

  BitCircuit circuit_;
  std::vector<Bit> pool_;
  TermMap<Place> places_;
  std::map<std::pair<Bits, Bits>, std::pair<Bits, Bits>> quotients_;  ///< with the remainder
};

}  // namespace bireach::logic
