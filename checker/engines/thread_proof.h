// SPDX-License-Identifier: Apache-2.0
/// Proofs for programs with threads that speak of one or two threads at a time, and so hold for any number of them.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "checker/blocks/thread_clauses.h"
#include "checker/engines/engine.h"
#include "checker/engines/engine_setting.h"

namespace bireach::checker {

/// Solves Horn clauses over the threads' own graphs: those that stand for any number of threads, if there are such.
/// Each step is an attempt, with growing time limits; cvc5 confirms each obligation of what is found. A failed attempt
/// says nothing about the program.
class ThreadProver final : public Engine {
 public:
  /// Precondition: the program has threads.
  explicit ThreadProver(const EngineSetting& setting);

  static constexpr std::string_view engine_name = "thread-modular proofs";
  [[nodiscard]] std::string_view name() const override { return engine_name; }
  /// Exhausted: further attempts are of no use.
  [[nodiscard]] StepResult step() override;

 private:
  struct Attempt {
    ThreadLevel level;
    TypeBounds bounds;
    bool wraps;  ///< are overflowing executions there when the proof is looked for? When it is confirmed they are
    bool by_candidates = false;  ///< by conjunctions of simple formulas, else by Spacer
  };
  [[nodiscard]] StepResult attempt(const Attempt& attempt);
  [[nodiscard]] std::optional<Proved> certified(const ThreadClauses& clauses, const std::vector<logic::Term>& solution,
                                                const std::shared_ptr<logic::TermManager>& terms) const;

  const EngineSetting& setting_;
  /// As the program is read: overflow wraps if executions with it count.
  std::shared_ptr<const frontend::Program> graphs_;
  std::optional<ThreadFlow> flow_;
  std::vector<Attempt> attempts_;  ///< those that may still succeed, in their order
  std::size_t next_ = 0;
  std::chrono::milliseconds time_limit_{1000};
  std::chrono::milliseconds longest_{0};
};

}  // namespace bireach::checker
