// SPDX-License-Identifier: Apache-2.0
/// Executions that leave an error trace: at chosen points they go another way than the program would, and go on with
/// the program. Uses the interpreter, no solver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "relevance/source/source_config.h"
#include "relevance/trace/trace_context.h"

namespace bireach::relevance {

/// What such an execution does.
struct Detour {
  frontend::Trace trace;
  /// Positions in `trace` where it goes another way: at a condition the edge there is taken although its guard does not
  /// hold; of a call that is left out the edge there is the first one behind it (none, if the program ends there).
  std::vector<std::size_t> forced;
  bool returns = false;  ///< ends by the return from the entry function, not by `exit`, `abort` or an assumption
};

/// The states of a detour from the given execution, whose inputs it has: what the same havoc chose the same time
/// before, then 0. Linear in its length.
[[nodiscard]] frontend::Execution execution_of(const TraceContext& trace, const Detour& detour);

/// Is there another way that ends without error?
struct WayOut {
  Relevance relevance = Relevance::unknown;  ///< relevant: yes; irrelevant: every other way ends in an error
  std::optional<Detour> passing;             ///< of relevant
  logic::UnknownReason reason;               ///< of unknown
};

/// Where an execution can go another way: at one condition, or one call, of the source.
struct Forks {
  std::vector<bool> conditions;  ///< by location: of two edges, the other one
  struct Call {
    std::vector<bool> inside;     ///< by call path
    frontend::LocationId behind;  ///< where the program goes on after it
  };
  std::map<frontend::LocationId, Call> calls;  ///< by where they begin
};

/// Another way at some visits of the forks, counted from the beginning of the execution.
struct DetourPlan {
  std::vector<std::size_t> visits;  ///< ascending; not empty, or `from` is given
  std::optional<std::size_t> from;  ///< and every visit from this one on
};

enum class DetourEnd : std::uint8_t { passes, error, undefined, unsupported, blocked, too_long, stopped };

struct DetourOutcome {
  DetourEnd end = DetourEnd::stopped;
  /// What it does after it left the trace may depend on an input that the given execution did not read.
  bool reads_new_inputs = false;
  std::size_t visits = 0;  ///< of the forks, all
  std::size_t steps = 0;   ///< after it left the trace
  Detour detour;
};

/// The executions that leave the given one. The context and the configuration must outlive this.
class Detours {
 public:
  Detours(const TraceContext& trace, const SourceConfig& config);

  /// The positions on the trace before which it comes to a fork. Linear in the trace.
  [[nodiscard]] std::vector<std::size_t> visits(const Forks& forks) const;
  /// Goes the trace to the plan's first visit, another way there, on with the program, and so forth. Deterministic,
  /// linear in its length. `visits` is what visits() says of the forks; the plan's first visit must be one of them.
  [[nodiscard]] DetourOutcome run(const Forks& forks, const std::vector<std::size_t>& visits,
                                  const DetourPlan& plan) const;

 private:
  const TraceContext& trace_;
  const SourceConfig& config_;
};

/// What is known of one other way.
[[nodiscard]] WayOut way_out(const DetourOutcome& outcome, const std::stop_token& stop);

/// What exploring one condition or call finds.
struct Exploration {
  std::vector<WayOut> here;  ///< by visit: another way there, and after it as the program would go
  WayOut everywhere;         ///< at any of the visits, however many there are then
};

/// `everywhere` is exact where it is not unknown: with these inputs the executions that go any way at any visits are
/// finitely many, and all end in an error; or one that does not is found. They are tried in this order: another way at
/// one visit; at the first k visits; at every visit from the k-th on; at two, three … visits, until none is left or the
/// limits of SourceConfig are met. One that returns is preferred to one that ends otherwise.
[[nodiscard]] Exploration explore(const Detours& detours, const Forks& forks, const SourceConfig& config,
                                  std::chrono::steady_clock::time_point deadline);

}  // namespace bireach::relevance
