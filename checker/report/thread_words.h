// SPDX-License-Identifier: Apache-2.0
/// What is special about traces of several threads, in words and rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/report/report.h"

namespace bireach::checker {

/// "T1 worker"
[[nodiscard]] std::string thread_words(const ReportTrace& trace, std::size_t thread);

/// "atomicity violation"; empty: not recognised.
[[nodiscard]] std::string pattern_words(relevance::ConcurrencyPattern pattern);
/// "atomicity-violation"; empty: not recognised.
[[nodiscard]] std::string_view to_string(relevance::ConcurrencyPattern pattern);
[[nodiscard]] std::string_view to_string(relevance::HazardKind kind);  ///< "raw", "war", "waw"

/// What hazards that belong together mean: "T1 wrote `balance` (line 7) between T2's read (line 5) and write (line 9):
/// T1's update is lost". Of an access by one thread between two of another one the four that no serial execution has
/// are told as one (Lu, Tucek, Qin, Zhou, "AVIO: Detecting Atomicity Violations via Access Interleaving Invariants",
/// ASPLOS 2006).
struct HazardSentence {
  std::string text;
  std::vector<std::size_t> hazards;  ///< indices into ConcurrentExplanation::hazards; none: it says the pattern only
  std::vector<std::size_t> steps;    ///< with which people see the accesses, in order
};
/// First what the pattern is recognised by, then in the order of their first steps.
[[nodiscard]] std::vector<HazardSentence> hazard_sentences(const ReportTrace& trace);

/// The variable of a hazard as the user wrote it: "balance", "heap#1.next", of a lock its name.
[[nodiscard]] std::string hazard_variable(const ReportTrace& trace, const relevance::Hazard& hazard);

/// "needed (1, 2)": numbers of sentences, from 1; "needed, T0 has to wait": no sentence is about it; "any order",
/// "undecided".
[[nodiscard]] std::string switch_words(const relevance::ContextSwitch& context_switch,
                                       const std::vector<HazardSentence>& sentences);

/// A line of a trace of several threads.
struct ThreadRow {
  enum class Kind : std::uint8_t {
    step,      ///< the step `at`
    left_out,  ///< `count` steps
    moved      ///< from one thread to another
  } kind = Kind::step;
  std::size_t at = 0;
  std::size_t count = 0;
  std::size_t from = 0, to = 0;  ///< of a switch: threads
  std::optional<std::size_t> context_switch =
      std::nullopt;  ///< into ConcurrentExplanation::switches; nothing is known else
};
/// Those that the error rests on, with what makes them readable (creation, locks, what hazards and needed switches are
/// about); all if `all`, or nobody knows which. Switches that are not needed stand only between steps that are shown.
[[nodiscard]] std::vector<ThreadRow> thread_rows(const ReportTrace& trace, bool all);

}  // namespace bireach::checker
