// SPDX-License-Identifier: Apache-2.0
/// The verification loop (DESIGN: trace abstraction by subtracting Floyd-Hoare automata) and its answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "frontend/interpreter.h"
#include "frontend/program.h"
#include "frontend/semantics.h"
#include "logic/interpolation.h"
#include "logic/solver_statistics.h"

namespace bireach::checker {

enum class ArithmeticChoice { automatic, integer, bitvector };
enum class BlockEncoding {
  none,       ///< every location is a cut point
  sequence,   ///< locations where paths meet or part are
  loop_free,  ///< only loop heads are
  chains      ///< as `sequence`, with one letter for each path (words of letters = traces of single statements)
};

struct VerifyOptions {
  ArithmeticChoice arithmetic = ArithmeticChoice::automatic;
  /// Nothing: automatic (engines in order of cost).
  std::optional<logic::InterpolationEngineKind> interpolation;
  BlockEncoding block_encoding = BlockEncoding::loop_free;
  /// wraps: the verdict holds for executions in which signed operations overflow, too, or says that it assumes there
  /// are none. Errors are looked for without overflow first.
  frontend::SignedOverflow signed_overflow = frontend::SignedOverflow::wraps;
  bool bounded_search = true;  ///< look for feasible traces by bounded unrolling between refinements
  /// With automatic interpolation: the engines that look at the refuted trace alone come before the path program.
  bool trace_engines_first = false;
  bool check_interpolants = false;
  /// Assume edges whose conditions may be what a proof needs: offered as predicates, never trusted.
  std::vector<frontend::EdgeId> hints;
  std::chrono::milliseconds query_time_limit{20000};
  /// When `stop` will be requested, if that is known: so that work that may be left out leaves time for the rest.
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

/// Time spent by phase, seconds.
struct PhaseTimes {
  double frontend = 0, trace_check = 0, interpolation = 0, hoare_checks = 0, difference = 0, bounded_search = 0,
         certification = 0, danger_automata = 0, relevance = 0, error_invariants = 0;
};

struct VerifyStatistics {
  std::uint64_t iterations = 0;
  std::uint64_t infeasible_traces = 0;
  std::uint64_t feasible_traces = 0;
  std::uint64_t automaton_states = 0;  ///< of the remaining error traces, now
  std::uint64_t bounded_depth = 0;
  bool exhausted = false;
  PhaseTimes time;
  logic::SolverStatistics solver;
};

/// An inductive annotation of the original program: for each location a set of predicates whose disjunction holds
/// there; error (and unsupported) locations have none but false.
struct InductiveAnnotation {
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;
  std::shared_ptr<logic::TermManager> terms;  ///< owns the predicates
  std::map<frontend::LocationId, std::vector<logic::Term>> predicates;
};
struct Safe {
  InductiveAnnotation proof;  ///< without predicates if `unrolled`
  std::vector<std::string> assumptions;
  /// The other kind of proof: unrolled over so many blocks, every execution has ended without an error.
  std::optional<std::size_t> unrolled;
  /// The predicates are procedure summaries: at the entry of a recursive function, what holds of calls of it; elsewhere
  /// in it, also over the values that variables x had at the entry, called old(x).
  bool has_summaries = false;
};
struct Unsafe {
  /// Reaches an Error location; replayed by the interpreter. `undefined` is empty, or holds the signed overflows on the
  /// way: then no execution without one was found.
  frontend::Execution execution;
};
struct Unknown {
  std::string reason;
};
using Verdict = std::variant<Safe, Unsafe, Unknown>;

struct Progress {
  std::uint64_t iterations = 0, refuted = 0, states = 0, depth = 0, feasible = 0;
};

/// Verifies that no Error location is reachable. Every Safe was certified by the solver that did not find it, every
/// Unsafe replayed bit-precisely. Stops early, with Unknown, when `stop` is requested.
[[nodiscard]] Verdict verify(const frontend::Program& program, const VerifyOptions& options, std::stop_token stop,
                             VerifyStatistics& statistics, const std::function<void(const Progress&)>& progress = {});

}  // namespace bireach::checker
