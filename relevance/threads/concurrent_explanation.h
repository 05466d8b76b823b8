// SPDX-License-Identifier: Apache-2.0
/// What is special about error traces of several threads. After Holzer, Schwartz-Narbonne, Tabaei Befrouei,
/// Weissenbacher, Wies, "Error invariants for concurrent traces", FM 2016.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "frontend/program/expr.h"

namespace bireach::relevance {

/// Two conflicting accesses of different threads whose order matters: read after write, write after read, write after
/// write.
enum class HazardKind : std::uint8_t { raw, war, waw };
struct Hazard {
  HazardKind kind = HazardKind::raw;
  frontend::VariableId variable = 0;
  std::size_t from = 0;  ///< position in the trace of the earlier access
  std::size_t to = 0;    ///< of the later one
};

enum class SwitchNeed : std::uint8_t {
  needed,     ///< without it, the threads' own steps in their order kept, no execution of these steps reaches the error
  any_order,  ///< some execution without it does
  undecided
};
/// The thread of a step is another one than that of the step before.
struct ContextSwitch {
  std::size_t after = 0;   ///< position of the last step (no choice of the scheduler) of `from`
  std::size_t before = 0;  ///< of the first step of `to`
  std::uint32_t from = 0;  ///< threads: indices into Program::threads
  std::uint32_t to = 0;
  SwitchNeed need = SwitchNeed::undecided;
  std::vector<std::size_t> hazards = {};  ///< indices of those because of which it is needed
};

enum class ConcurrencyPattern : std::uint8_t {
  none,                 ///< not recognised
  sequential,           ///< no switch is needed
  atomicity_violation,  ///< steps of one thread that belong together are torn apart by another's access
  order_violation,      ///< a thread is too early: it reads what another has not written yet, or not any more
  data_race,
  deadlock
};

struct ConcurrentExplanation {
  std::vector<ContextSwitch> switches;
  std::vector<Hazard> hazards;  ///< that the error rests on, by `from`
  ConcurrencyPattern pattern = ConcurrencyPattern::none;
  /// By position: is the step one of those that the error rests on (under the chosen encoding)?
  std::vector<bool> kept;
};

}  // namespace bireach::relevance
