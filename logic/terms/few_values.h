// SPDX-License-Identifier: Apache-2.0
/// Which part of an address takes few values, and makes a number of it when it is fixed.
///
/// A pointer that was read where the place depends on inputs (the bucket of a hash table, a row of a table of texts) is
/// a term over memory. Where few values of its parts decide the place, a path for each of them has numbers instead
/// (KLEE forks over the objects that a pointer may lead to; here over what decides it).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "logic/terms/term.h"

namespace bireach::logic {

class FewValues {
 public:
  /// A part of the address, of few values, on which it depends; null: it is a number, nothing of it was read or chosen,
  /// or it depends on more. Linear in the DAG, once for each term.
  [[nodiscard]] Term deciding(Term address);

 private:
  struct Known {
    std::uint32_t values;       ///< how many the term has at most
    bool is_read;               ///< from an array, or chosen by a condition
    bool is_open;               ///< depends on more than few values
    std::vector<Term> depends;  ///< the parts; what arrays hold is left out, as which of it is read matters
  };

  [[nodiscard]] Known combined(Term term) const;
  [[nodiscard]] std::uint32_t values_of(Term term) const;
  const Known& known(Term term);

  std::unordered_map<Term, Known, TermHash> known_;
};

}  // namespace bireach::logic
