// SPDX-License-Identifier: Apache-2.0
/// Clauses in which large constants are parameters. Spacer, which counts up to a bound that it knows, must then find
/// what holds for all bounds; what it finds holds for the constants, too.
#pragma once

#include "logic/interpolation/horn_clauses.h"
#include "logic/terms/term_manager.h"

namespace bireach::checker {

struct SymbolicConstants {
  logic::HornSystem system;       ///< each predicate has all parameters that stand for constants as further ones
  logic::Substitution constants;  ///< of those parameters; empty: there is no large constant, the system is as it was
};

/// Integers of more than a few bits that are neither factors nor divisors nor bounds of types. Those that differ by
/// little, or by that from a small multiple, have a parameter in common. Of parameters it is only known that they are
/// positive, and so are the constants.
[[nodiscard]] SymbolicConstants with_symbolic_constants(logic::TermManager& terms, const logic::HornSystem& system);

}  // namespace bireach::checker
