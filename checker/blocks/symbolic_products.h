// SPDX-License-Identifier: Apache-2.0
/// Clauses without products of variables, which Spacer hardly reasons about: what arrays hold is often a polynomial of
/// the index, and of the index variable, which no step changes, a power is just one more parameter.
#pragma once

#include <vector>

#include "logic/interpolation/horn_clauses.h"
#include "logic/terms/term_manager.h"

namespace bireach::checker {

struct SymbolicProducts {
  logic::HornSystem system;     ///< predicates with an index variable have its powers as further parameters
  logic::Substitution meaning;  ///< of those parameters; empty: there is no product, the system is as it was
};

/// Products are multiplied out. Each monomial becomes a variable of its clause, of which it is known that monomials of
/// equal factors are equal, and that even powers are not negative: a solution also solves the clauses as they were.
[[nodiscard]] SymbolicProducts with_symbolic_products(logic::TermManager& terms, const logic::HornSystem& system,
                                                      const std::vector<logic::Term>& indices);

}  // namespace bireach::checker
