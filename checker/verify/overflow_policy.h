// SPDX-License-Identifier: Apache-2.0
/// What a verification does about signed overflow, which it leaves out first: whether it has to be counted with, and
/// how a proof or an error without it becomes an answer that counts with it.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

#include "checker/answer/verdict.h"
#include "checker/blocks/control_flow.h"
#include "checker/engines/engine.h"
#include "checker/engines/verify_options.h"
#include "frontend/program/program.h"

namespace bireach::checker {

class OverflowPolicy {
 public:
  /// Verifies another program over the same graph and variables.
  using VerifyOther = std::function<Verdict(const frontend::Program&, const VerifyOptions&, std::stop_token,
                                            const std::optional<Seeds>&)>;
  /// The references must outlive this.
  OverflowPolicy(const frontend::Program& program, const ControlFlow& flow, const VerifyOptions& options,
                 std::stop_token stop, VerifyOther verify_other);

  /// The program if its overflow wraps; null: that makes no difference, or was not asked for.
  [[nodiscard]] const frontend::Program* wrapping() const { return wrapping_ ? &*wrapping_ : nullptr; }
  /// The verdict for a proof: where it leaves out executions with overflow, these are looked at, too.
  [[nodiscard]] Verdict judge(Proved proved) const;
  /// The verdict for an execution to an Error location.
  [[nodiscard]] Verdict judge(frontend::Execution execution) const;
  /// Verifies again with overflow that wraps, perhaps from the predicates of a proof without. Nothing: no answer.
  [[nodiscard]] std::optional<Verdict> look_beyond(const std::optional<Seeds>& seeds) const;

 private:
  [[nodiscard]] bool is_impossible(const std::optional<Seeds>& seeds) const;
  [[nodiscard]] std::optional<Verdict> verify_within(const frontend::Program& program,
                                                     const std::optional<Seeds>& seeds, double seconds) const;
  [[nodiscard]] double seconds_left() const;

  const frontend::Program& program_;
  const ControlFlow& flow_;
  const VerifyOptions& options_;
  std::stop_token stop_;
  VerifyOther verify_other_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::optional<frontend::Program> wrapping_;
};

}  // namespace bireach::checker
