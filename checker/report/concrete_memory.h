// SPDX-License-Identifier: Apache-2.0
/// Formulas that speak of where objects are, for people.
#pragma once

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"

namespace bireach::checker {

/// Programs do not have what the model knows of memory: where the next object is put, which object stands for all,
/// whether a variable's life is over. Formulas about these say something to a person only with the values that they,
/// and the pointers compared with them, have in the execution: "buf + 4 * i < start + size" is "i < 8" then, and
/// "start <= p && p < end" is "p == &heap#1".
class ConcreteMemory {
 public:
  /// All must outlive it. Without all states of the execution formulas remain as they are.
  ConcreteMemory(const frontend::Program& program, const frontend::Semantics& semantics,
                 const frontend::Execution& execution);

  /// The formula with each conjunct that speaks of the model's own variables made concrete at this position of the
  /// trace. It holds there if and only if the formula does; where it holds, whoever satisfies it satisfies the formula
  /// with the objects where they are in this execution.
  [[nodiscard]] logic::Term at(logic::Term formula, std::size_t position) const;
  [[nodiscard]] bool is_of_model(frontend::VariableId variable) const;

 private:
  /// One that implies it, and holds at this position if it does, without cases; if it does not, one that it implies.
  [[nodiscard]] logic::Term simpler(logic::Term conjunct, std::size_t position) const;
  [[nodiscard]] logic::Term concrete(logic::Term conjunct, std::size_t position) const;

  const frontend::Program& program_;
  const frontend::Semantics& semantics_;
  const frontend::Execution& execution_;
  std::vector<bool> of_model_;
  bool has_any_ = false;
};

}  // namespace bireach::checker
