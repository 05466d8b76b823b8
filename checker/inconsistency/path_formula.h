// SPDX-License-Identifier: Apache-2.0
/// All paths through the acyclic view of a function as one formula ("Explaining Inconsistent Code", section 3: path
/// formulas), over which edges are taken.
#pragma once

#include <vector>

#include "checker/blocks/symbolic_execution.h"
#include "checker/inconsistency/acyclic_view.h"
#include "frontend/clang/modular/function_program.h"
#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"

namespace bireach::checker {

/// What a formula about paths through a function is made from. Neither copied nor moved, since its parts refer to each
/// other.
struct FunctionPaths {
  explicit FunctionPaths(const frontend::FunctionProgram& all);
  FunctionPaths(const FunctionPaths&) = delete;
  FunctionPaths& operator=(const FunctionPaths&) = delete;

  const frontend::FunctionProgram& function;  ///< has to outlive this
  logic::TermManager terms;
  frontend::Semantics semantics;  ///< bit-precise
  EdgeSemantics edges;
  AcyclicView view;
  ControlFlow flow;
};

/// A model of `constraints` is a path from the start: the taken edges, in which each variable has one value at each
/// place. It ends anywhere unless `ended_well` is assumed as well.
struct PathFormula {
  std::vector<logic::Term> constraints;
  std::vector<logic::Term> taken;      ///< by edge; false: it cannot be
  logic::Term ended_well;              ///< a Boolean variable: it implies that the path ends without an error
  std::vector<logic::Term> selectors;  ///< by edge, Boolean variables; null: the edge's meaning is always there
  [[nodiscard]] std::vector<frontend::EdgeId> taken_edges(const logic::Model& model) const;
};

/// What can be switched off, by not assuming its selector.
enum class Relaxed : std::uint8_t {
  beliefs,    ///< edges on which a belief holds: then they are passed whether it does or not
  statements  ///< every edge: a condition does not block, an assignment gives any value
};

/// One constraint for each edge and for each variable that differs where ways meet.
[[nodiscard]] PathFormula path_formula(FunctionPaths& paths, Relaxed relaxed);

}  // namespace bireach::checker
