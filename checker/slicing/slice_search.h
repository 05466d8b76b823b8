// SPDX-License-Identifier: Apache-2.0
/// Which statements of a program its errors need.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "checker/answer/statistics.h"
#include "checker/engines/verify_options.h"
#include "checker/slicing/program_change.h"
#include "frontend/program/interpreter.h"

namespace bireach::checker {

/// A *failing input* is what the havocs of an execution choose that reaches an error without undefined behaviour
/// (overflow wraps where the program says so). The *changed program* has in the place of a statement, at each execution
/// of each of its copies: `exact`, any value for what it assigns; `paper`, nothing. In the place of a branch with its
/// block: `exact`, any values for all that the block may assign; `paper`, nothing. Of a branch without a block:
/// `exact`, either way; `paper`, as if the condition failed. Signed overflow wraps in the changed program.
enum class SliceStatus : std::uint8_t {
  /// *Certified irrelevant*: with every failing input every execution of the changed program reaches an error, too,
  /// without other undefined behaviour (inputs that it reads beyond these may be any).
  irrelevant,
  /// With some failing input some execution of the changed program ends without an error and without other undefined
  /// behaviour, or never ends; or, of a statement that only `paper` keeps, see SliceEvidence::invariant.
  relevant,
  undecided  ///< neither is known
};
/// "irrelevant", "relevant", "undecided"
[[nodiscard]] std::string_view to_string(SliceStatus status);

/// How that is known.
enum class SliceEvidence : std::uint8_t {
  none,           ///< of undecided
  independence,   ///< irrelevant: no branch and no access of the program depends on what it assigns
  proof,          ///< irrelevant: it was proved, and the proof certified, that program and changed program stay in step
  inevitability,  ///< irrelevant: … that the changed program ends, and nowhere but in an error
  block,          ///< irrelevant: it lies in a block that is
  execution,      ///< relevant: both executions were executed
  invariant       ///< relevant in the paper's sense: the error invariant behind it does not follow from that before it
};
/// "none", "independence", …
[[nodiscard]] std::string_view to_string(SliceEvidence evidence);

struct SliceDecision {
  SliceStatus status = SliceStatus::undecided;
  SliceEvidence evidence = SliceEvidence::none;
  /// Part of the slice: certified irrelevant statements are not, together. That all of them can go at once is proved,
  /// too, so a few may be kept.
  bool kept = true;
  std::optional<std::size_t> block;     ///< the outermost branch with which it is left out
  std::optional<logic::Integer> value;  ///< of relevant by execution: which, everywhere instead, lets an execution pass
  std::string reason;                   ///< of undecided
};

struct SliceResult {
  std::vector<SliceUnit> units;
  std::vector<SliceDecision> decisions;  ///< by unit
  bool complete = false;                 ///< false: it was stopped before all was asked
};

struct SliceSetting {
  SliceMode mode = SliceMode::exact;
  VerifyOptions verify;                         ///< all but the deadline and overflow
  std::chrono::milliseconds proof_limit{4000};  ///< for one statement
  std::chrono::milliseconds trial_limit{200};   ///< for one statement
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::stop_token stop;
  /// Of `paper`: does the error invariant behind the unit follow from that before it? Nothing: not known. Empty: not
  /// asked.
  std::function<std::optional<bool>(const SliceUnit&)> invariant_follows;
  /// What may be known to hold at a location in every execution that fails; a proposal. Empty: nothing is proposed.
  std::function<std::vector<frontend::ExprPtr>(frontend::LocationId)> condition_at;
  /// Told whenever more is known.
  std::function<void(const SliceResult&)> known = [](const SliceResult&) {};
};

/// `failing` reaches an error and keeps its states; the program reads signed overflow as it does. Never folds an open
/// question into an answer. Statements are tried on executions first; a proof each where that does not tell. What was
/// counted is added to `statistics`.
[[nodiscard]] SliceResult find_slice(const frontend::Program& program, const frontend::Execution& failing,
                                     std::vector<SliceUnit> units, const SliceSetting& setting,
                                     VerifyStatistics& statistics);

}  // namespace bireach::checker
