// SPDX-License-Identifier: Apache-2.0
/// Proofs for programs with recursive procedures: procedure summaries found by Spacer and certified by cvc5.
#pragma once

#include <optional>
#include <stop_token>

#include "checker/procedure_clauses.h"
#include "checker/verify.h"

namespace bireach::checker {

/// Attempts with growing time limits. A failed one says nothing about the program.
class RecursionProver {
 public:
  RecursionProver(const frontend::Program& program, const ControlFlow& flow, frontend::Arithmetic arithmetic,
                  std::chrono::milliseconds query_time_limit, std::stop_token stop, logic::SolverStatistics& statistics)
      : program_(program),
        flow_(flow),
        arithmetic_(arithmetic),
        query_time_limit_(query_time_limit),
        stop_(std::move(stop)),
        statistics_(statistics) {}

  /// One attempt: an annotation whose clauses cvc5 has confirmed, if there is one.
  [[nodiscard]] std::optional<InductiveAnnotation> attempt();
  /// Is a further attempt of use?
  [[nodiscard]] bool is_hopeless() const { return is_hopeless_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] frontend::Arithmetic arithmetic() const { return arithmetic_; }

 private:
  const frontend::Program& program_;
  const ControlFlow& flow_;
  frontend::Arithmetic arithmetic_;
  std::chrono::milliseconds query_time_limit_;
  std::stop_token stop_;
  logic::SolverStatistics& statistics_;
  std::chrono::milliseconds time_limit_{500};
  TypeBounds bounds_ = TypeBounds::none;
  bool is_hopeless_ = false;
  std::string reason_;
};

}  // namespace bireach::checker
