// SPDX-License-Identifier: Apache-2.0
/// The whole program as one system of constrained Horn clauses, a predicate for each cut point (Bjorner, Gurfinkel,
/// McMillan, Rybalchenko, "Horn Clause Solvers for Program Verification", 2015). Arrays are seen through cells at
/// indices that are arbitrary, but fixed before the run: prophecies (Mann et al., "Counterexample-guided prophecy for
/// model checking modulo the theory of arrays", TACAS 2021). What holds of the cell holds of all.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "checker/blocks/cell_anchors.h"
#include "checker/blocks/control_flow.h"
#include "checker/blocks/procedure_clauses.h"
#include "logic/interpolation/horn_clauses.h"

namespace bireach::checker {

/// What a predicate is told of arrays.
enum class CellShape : std::uint8_t {
  one,          ///< the cells of all arrays at one index
  one_of_each,  ///< for each array the cell at an index of its own
  two           ///< the cells of all arrays at two indices
};

/// What a clause is told of the state before its block.
enum class CellPremises : std::uint8_t {
  fewest,     ///< its cells at the indices of the clause's head: the clauses are linear, but for those of errors
  all_reads,  ///< also its cells at the indices that the block reads
  anchors     ///< of errors its cells at the given indices
};

struct CellAbstraction {
  CellShape shape = CellShape::one;
  CellPremises premises = CellPremises::fewest;
  TypeBounds bounds = TypeBounds::none;
  bool in_context =
      false;  ///< clauses are simplified by the bounds that they state (logic/terms/simplify_in_context.h)
};

/// The clauses, and how a solution of them speaks of the program.
struct CellClauses {
  logic::HornSystem system;
  std::vector<frontend::LocationId> places;  ///< by predicate; the first is the initial location
  std::vector<logic::Term> indices;          ///< the index variables; none: no array matters
  logic::Substitution elements;              ///< a predicate's parameters that are cells, as reads of the arrays
  std::vector<logic::Term> anchors;          ///< over the program's variables: where errors look at cells

  /// A predicate that holds for all values of the index variables, as conjuncts over the program's variables; also for
  /// the anchors' values each by itself, which a proof need not find.
  [[nodiscard]] std::vector<logic::Term> over_program(logic::TermManager& terms, logic::Term solution) const;
};

/// Does some array matter for the targets?
[[nodiscard]] bool has_live_arrays(const frontend::Program& program, const ControlFlow& flow);

/// The clauses have a solution only if no Error or Unsupported location can be reached, provided that `known` holds at
/// the locations (by location; terms that speak of variables live there; empty: nothing is known). Nothing: they become
/// too large, or it `is_over` before. A variable that is known to equal a term over others is no parameter.
/// Precondition: the program has no recursive procedures.
[[nodiscard]] std::optional<CellClauses> cell_clauses(
    const frontend::Program& program, const frontend::Semantics& semantics, const ControlFlow& flow,
    const CellAbstraction& abstraction, const std::vector<std::vector<logic::Term>>& known = {},
    const std::vector<CellAnchor>& anchors = {}, const std::function<bool()>& is_over = [] { return false; });

}  // namespace bireach::checker
