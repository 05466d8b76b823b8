// SPDX-License-Identifier: Apache-2.0
/// What is likely to be wrong, and changes that make the program right, as report data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/report/report_place.h"
#include "relevance/statements/relevance.h"

namespace bireach::checker {

enum class SuspectKind : std::uint8_t { assignment, condition, argument, returned, missing };
/// "assignment", "condition", "argument", "return", "missing"
[[nodiscard]] std::string_view to_string(SuspectKind kind);

/// The best change of a suspect that executions know, none of which it has been proved with.
struct ReportTrial {
  std::string text;                     ///< "`<` becomes `<=`"
  std::size_t failing = 0, fixed = 0;   ///< failing executions tried, and those of them that end well with the change
  std::size_t passing = 0, broken = 0;  ///< passing executions tried, and those of them that fail with the change
  unsigned size = 1;                    ///< of the change, from 1
  bool evades = false;                  ///< some failing execution ends well without the assertion that it violated
};

/// What speaks for a suspect. Counts of traces are of those analysed.
struct ReportSuspectEvidence {
  std::size_t traces = 0;                         ///< analysed
  std::size_t relevant = 0;                       ///< … in which it is relevant
  std::size_t needed = 0;                         ///< … whose explanation needs it
  std::size_t blocking = 0;                       ///< … in which one value of it blocks every input
  std::size_t failing = 0, failing_executed = 0;  ///< failing executions, and those of them that execute it
  std::size_t passing = 0, passing_executed = 0;  ///< passing executions, and those of them that execute it
  /// With all its occurrences and copies changed at once, on the first trace: may other values keep the execution from
  /// its end, does some other way at the condition end without error? Nothing: nobody asked.
  std::optional<relevance::Relevance> values, other_way;
  double nearness = 0;  ///< of its last execution to the error on the first trace, from 0, the begin, to 1
  std::optional<relevance::Relevance> left_out;   ///< does the first trace's execution end well without the call?
  std::optional<relevance::Relevance> insertion;  ///< may an assignment before it keep it from the trace's end?
  std::vector<std::string> insertable;            ///< … to these variables, if relevant
  std::optional<ReportTrial> trial;
  std::optional<std::size_t> repair;  ///< rank of a repair at this place
};

/// One entry of the ranked list.
struct ReportSuspect {
  std::size_t rank = 0;  ///< from 1
  ReportPlace place;
  std::string statement;  ///< "s17"; empty: nothing stands there yet, or it is on no trace
  SuspectKind kind = SuspectKind::assignment;
  std::string text;    ///< what the user wrote there; of `missing` what it would stand before
  std::string reason;  ///< one sentence
  ReportSuspectEvidence evidence;
  std::vector<std::size_t> traces;  ///< on which it stands, from 1
};

/// A failing and a passing execution, as little apart as was found.
struct ReportContrast {
  struct Input {
    std::string source;  ///< "__VERIFIER_nondet_int() at a.c:7"
    std::string failing, passing;
  };
  /// In the order in which they are read, as long as both read the same; without uninitialised variables that are
  /// alike.
  std::vector<Input> inputs;
  /// What both execute, up to where they part: the last decision that differs.
  std::optional<ReportPlace> parting;
  std::string parting_text;       ///< the condition there
  bool failing_takes_it = false;  ///< whether it holds in the failing execution
  /// Lines that both execute until they part, with a value where they differ: "x = 16 | 60".
  std::vector<std::pair<ReportPlace, std::string>> differences;
};

struct ReportSuspects {
  std::vector<ReportSuspect> ranked;
  std::vector<std::string> trusted;      ///< functions that are the specification, no suspects
  bool trust_is_guessed = false;         ///< … by names and what the assertion compares
  std::size_t failing = 0, passing = 0;  ///< executions that the ranking rests on
  std::vector<ReportContrast> contrasts;
  std::string note;  ///< what cut the search short; empty: nothing
};

enum class RepairStatus : std::uint8_t { proved, bounded };
/// "proved", "bounded"
[[nodiscard]] std::string_view to_string(RepairStatus status);

/// A change with which the program has no error.
struct ReportRepair {
  /// One piece of text that is replaced.
  struct Change {
    ReportPlace place;  ///< of what is replaced, in the unpatched file; empty range: an insertion
    std::string text;   ///< what stands there instead
  };
  std::size_t rank = 0;  ///< from 1
  RepairStatus status = RepairStatus::bounded;
  std::string bound;  ///< of `bounded`: what is known, "no error in 12 blocks"
  /// Of `proved`: what the proof rests on, as those of a report: "function 'f' has no body: it returns an arbitrary
  /// value".
  std::vector<std::string> assumptions;
  std::string title;  ///< "`<` becomes `<=`"
  std::vector<Change> changes;
  std::string patch;                     ///< unified diff, for `patch -p1`
  std::vector<unsigned> lines;           ///< of the unpatched file
  std::optional<std::size_t> suspect;    ///< its rank
  std::size_t failing = 0, passing = 0;  ///< executions that it was tried with; all end well
  bool evades = false;                   ///< some failing execution ends well without the assertion that it violated
  std::size_t changed_passing = 0;       ///< passing executions that compute something else
  std::string changed_example;           ///< the inputs of one of them, and what differs
};

/// The answer of `repair`.
struct ReportRepairs {
  std::vector<ReportRepair> ranked;
  std::uint64_t candidates = 0;  ///< tried on executions
  std::uint64_t verified = 0;    ///< of which a proof was tried
  std::string note;              ///< why there are none, or not more
};

}  // namespace bireach::checker
