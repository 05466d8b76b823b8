// SPDX-License-Identifier: Apache-2.0
/// Proofs by one system of Horn clauses for the whole program, with invariants over all elements of arrays.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "abstraction/fixpoint/invariants.h"
#include "checker/blocks/cell_clauses.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"

namespace bireach::checker {

/// Spacer is asked about ever more precise clauses, then about all again with more time. What it finds is certified as
/// any annotation is; if an attempt fails, that says nothing about the program.
class CellProver final : public Engine {
 public:
  explicit CellProver(const EngineSetting& setting);

  [[nodiscard]] std::string_view name() const override { return "Horn clauses"; }
  /// One attempt. Exhausted: no further one is of use.
  [[nodiscard]] StepResult step() override;

 private:
  struct Attempt {
    CellAbstraction cells;
    bool with_invariants;
    bool symbolic;  ///< large constants become parameters, and powers of indices
    int weight;     ///< its share of the time
  };
  StepResult attempt(const Attempt& attempt);
  [[nodiscard]] std::vector<std::vector<logic::Term>> known_conditions(const frontend::Semantics& semantics,
                                                                       const ControlFlow& flow) const;

  const EngineSetting& setting_;
  abstraction::Invariants invariants_;
  std::vector<Attempt> attempts_;  ///< those that may still succeed, in their order
  std::size_t next_ = 0;
  std::size_t round_ = 0;
  int last_rounds_ = 0;  ///< after those in which each attempt had its longest time
  std::chrono::milliseconds time_limit_{500};
  std::chrono::milliseconds longest_;
};

}  // namespace bireach::checker
