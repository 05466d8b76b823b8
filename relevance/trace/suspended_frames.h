// SPDX-License-Identifier: Apache-2.0
/// Traces of recursive programs without the explicit stack: calls and returns belong together by their nesting (Alur,
/// Madhusudan, "Adding Nesting Structure to Words", JACM 2009), so a trace needs neither depth nor return places, and
/// what a suspended activation keeps is a variable of its own.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "frontend/program/interpreter.h"
#include "frontend/program/semantics.h"

namespace bireach::relevance {

/// Of one arithmetic. A *suspended variable* stands for an element of an array of the explicit stack.
class SuspendedFrames {
 public:
  /// The references must outlive this.
  SuspendedFrames(const frontend::Program& program, const frontend::Semantics& semantics)
      : program_(program), semantics_(semantics) {}

  /// What the edge at a position means without the stack: nothing for returns' branches and for what only counts; an
  /// assignment for what saves or restores a value. No value: the edge does not use the stack.
  [[nodiscard]] std::optional<logic::TransitionFormula> meaning(const frontend::Execution& execution,
                                                                std::size_t position);
  /// The array and the index that the term stands for, if it is a suspended variable.
  [[nodiscard]] std::optional<std::pair<frontend::VariableId, logic::Integer>> element(logic::Term variable) const;

 private:
  [[nodiscard]] bool is_stack(frontend::VariableId variable) const;
  [[nodiscard]] logic::Term suspended(frontend::VariableId stack, const logic::Integer& index);

  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  std::map<logic::Term, std::pair<frontend::VariableId, logic::Integer>> elements_;
};

/// Is it a branch on where a recursive call returns to?
[[nodiscard]] bool is_return_branch(const frontend::Program& program, frontend::EdgeId edge);

/// A suspended variable as the user knows it: the name of its variable (Variable::name) and the number of the
/// activation, 1 for the outermost one. Nothing for other terms. For elements of arrays the number counts elements.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> suspended_name(logic::Term variable);

}  // namespace bireach::relevance
