// SPDX-License-Identifier: Apache-2.0
/// What is special about error traces of several threads. After Holzer, Schwartz-Narbonne, Tabaei Befrouei,
/// Weissenbacher, Wies, "Error invariants for concurrent traces", FM 2016.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/program/program.h"
#include "relevance/trace/trace_accesses.h"

namespace bireach::relevance {

enum class SwitchNeed : std::uint8_t {
  /// Without it no execution of these steps reaches the error: the threads' own steps in their order kept, and no
  /// thread interrupted but at the other switches that are needed or not decided yet, or where it creates or joins
  /// a thread. What is needed is a minimal set.
  needed,
  any_order,  ///< some such execution does
  undecided
};
/// Why the thread before a switch went no further.
enum class SwitchCause : std::uint8_t {
  interrupted,  ///< it could have gone on
  waits,        ///< its next step has to wait: for another thread's end, for a lock, …
  ended         ///< it takes no further step in this trace
};
/// The thread of a step is another one than that of the step before.
struct ContextSwitch {
  std::size_t after = 0;   ///< position of the last step (no choice of the scheduler) of `from`
  std::size_t before = 0;  ///< of the first step of `to`
  std::uint32_t from = 0;  ///< threads: indices into Program::threads
  std::uint32_t to = 0;
  SwitchNeed need = SwitchNeed::undecided;
  std::vector<std::size_t> hazards = {};  ///< indices of those because of which it is needed
  SwitchCause cause = SwitchCause::interrupted;
  /// Of `any_order`: positions of the trace in an order that reaches the error without the switch, as the interpreter
  /// confirmed (steps of other threads that come after the error are left out).
  std::vector<std::size_t> other_order = {};
};

enum class ConcurrencyPattern : std::uint8_t {
  none,                 ///< not recognised
  sequential,           ///< no switch is needed
  atomicity_violation,  ///< steps of one thread that belong together are torn apart by another's access
  order_violation,      ///< a thread is too early: it reads what another has not written yet, or not any more
  data_race,
  deadlock
};

/// What happened, for one sentence. Positions are those of the trace.
struct ConcurrencyFacts {
  enum class Kind : std::uint8_t {
    none,
    lost_update,        ///< `thread` read at `first`, `other` wrote at `between`, which `thread` overwrote at `last`
    changed_between,    ///< `thread` read at `first` and `last`, and `other` wrote at `between`
    overwritten,        ///< `thread` wrote at `first` and read at `last` what `other` wrote at `between`
    intermediate_read,  ///< `thread` wrote at `first` and `last`, and `other` read at `between`
    torn,               ///< the same with `variable` at `first` and another one, `last_variable`, at `last`
    too_early,  ///< `other` accessed `variable` at `between` before `thread` wrote it at `last` (absent: it never
                ///< did; `pending` is that write's edge in the threads' graphs)
    too_late,   ///< `other` accessed `variable` at `between` after `thread` had written it at `first`
    race        ///< `thread` accessed `variable` at `first`, `other` at `between`, and nothing orders the two
  };
  Kind kind = Kind::none;
  std::uint32_t thread = 0;
  std::uint32_t other = 0;
  frontend::VariableId variable = 0;
  frontend::VariableId last_variable = 0;
  std::optional<std::size_t> first, between, last;
  std::optional<frontend::EdgeId> pending;
};

struct ConcurrentExplanation {
  std::vector<ContextSwitch> switches;
  std::vector<Hazard> hazards;  ///< that the error rests on, by `from`; none that creation and join force
  ConcurrencyPattern pattern = ConcurrencyPattern::none;
  ConcurrencyFacts facts;
  /// By position: is the step one of those that the error rests on (under the chosen encoding)?
  std::vector<bool> kept;
  std::string reason;  ///< why something is undecided or missing; empty: nothing is
  double seconds = 0;
};

}  // namespace bireach::relevance
