// SPDX-License-Identifier: Apache-2.0
/// Data races beside another property, of which C leaves programs undefined that have one (C11 5.1.2.4p25).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "checker/analysis/context.h"
#include "checker/answer/budget.h"

namespace bireach::checker {

struct RaceAnswer {
  enum class Kind : std::uint8_t { not_asked, none, some, unknown } kind = Kind::not_asked;
  std::string text;  ///< of some: which; of unknown: why
};

/// Whether the program, whose answer to another question is known, has a data race, as far as that is known within
/// `limit`; not asked: it has no threads, or was asked for races or deadlocks itself.
[[nodiscard]] RaceAnswer look_for_data_races(const AnalysisContext& context, Clock::duration limit);

/// The answer as a sentence, empty if it was not asked for.
[[nodiscard]] std::string race_sentence(const RaceAnswer& races);

struct ErrorWithoutRace {
  std::shared_ptr<const frontend::Program> program;  ///< of the same threads, for the question that was asked
  frontend::Execution execution;
};

/// An error of the same kind that an execution reaches in which no two accesses are known to race, if one is found
/// within `limit` and nothing on its way is undefined. Not a proof that none do: frees are no accesses to vector
/// clocks, and library functions count as synchronising. Sources and findings are as the context has them.
[[nodiscard]] std::optional<ErrorWithoutRace> find_error_without_race(const AnalysisContext& context,
                                                                      Clock::duration limit);

}  // namespace bireach::checker
