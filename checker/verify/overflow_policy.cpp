// SPDX-License-Identifier: Apache-2.0
#include "checker/verify/overflow_policy.h"

#include <algorithm>
#include <utility>

#include "checker/answer/stop_timer.h"
#include "checker/engines/assumptions.h"
#include "frontend/program/overflow_program.h"

namespace bireach::checker {

using frontend::SignedOverflow;
using Clock = std::chrono::steady_clock;

namespace {

/// For what signed overflow may change about a proof, where time is not limited: at least these seconds. The share of
/// it for a proof that there is no overflow.
constexpr double overflow_seconds = 8;
constexpr double impossibility_share = 0.4;

}  // namespace

OverflowPolicy::OverflowPolicy(const frontend::Program& program, const ControlFlow& flow, const VerifyOptions& options,
                               std::stop_token stop, VerifyOther verify_other)
    : program_(program),
      flow_(flow),
      options_(options),
      stop_(std::move(stop)),
      verify_other_(std::move(verify_other)) {
  // Where overflow is an error, nothing comes after it.
  if (program.property.has(frontend::Violation::no_overflow)) return;
  if (options.signed_overflow != SignedOverflow::wraps || program.signed_overflow != SignedOverflow::undefined ||
      !may_overflow(program, flow))
    return;
  wrapping_.emplace(program);
  wrapping_->signed_overflow = SignedOverflow::wraps;
}

Verdict OverflowPolicy::judge(Proved proved) const {
  if (!wrapping_ || proved.overflow == Proved::Overflow::covered) return std::move(proved.proof);
  if (is_impossible(proved.seeds)) {
    proved.proof.assumptions = proof_assumptions(*wrapping_, flow_);
    return std::move(proved.proof);
  }
  if (auto verdict = look_beyond(proved.seeds)) return std::move(*verdict);
  return Unknown{
      "proved for executions without signed overflow only; --signed-overflow undefined takes that for a proof"};
}

Verdict OverflowPolicy::judge(frontend::Execution execution) const {
  Unsafe unsafe{std::move(execution)};
  if (wrapping_ || program_.signed_overflow == SignedOverflow::wraps)
    unsafe.execution.undefined = frontend::signed_overflows(program_, unsafe.execution);
  return unsafe;
}

std::optional<Verdict> OverflowPolicy::look_beyond(const std::optional<Seeds>& seeds) const {
  if (!wrapping_) return std::nullopt;
  return verify_within(*wrapping_, seeds, seconds_left());
}

/// Is it proved that no execution overflows on its way to a target?
bool OverflowPolicy::is_impossible(const std::optional<Seeds>& seeds) const {
  const auto overflowing = frontend::overflow_program(program_, flow_.reaches_target);
  if (!overflowing) return false;
  const auto verdict = verify_within(*overflowing, seeds, impossibility_share * seconds_left());
  return verdict && std::holds_alternative<Safe>(*verdict);
}

/// What is left; without a limit, some times what the proof took.
double OverflowPolicy::seconds_left() const {
  if (options_.deadline) return std::chrono::duration<double>(*options_.deadline - Clock::now()).count();
  return std::max(overflow_seconds, 4 * std::chrono::duration<double>(Clock::now() - start_).count());
}

std::optional<Verdict> OverflowPolicy::verify_within(const frontend::Program& program,
                                                     const std::optional<Seeds>& seeds, double seconds) const {
  const auto limit = std::chrono::milliseconds(std::max<std::int64_t>(1, static_cast<std::int64_t>(seconds * 1000)));
  VerifyOptions options = options_;
  options.signed_overflow = SignedOverflow::undefined;  // the program says how it is read
  options.query_time_limit = std::min(limit, options_.query_time_limit);
  const StopTimer timer(stop_, limit);
  Verdict verdict = verify_other_(program, options, timer.token(), seeds);
  if (std::holds_alternative<Unknown>(verdict)) return std::nullopt;
  return verdict;
}

}  // namespace bireach::checker
