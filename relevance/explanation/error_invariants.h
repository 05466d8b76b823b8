// SPDX-License-Identifier: Apache-2.0
/// Why an error trace fails: error invariants and abstract error traces (Ermis, Schäf, Wies, "Error Invariants", FM
/// 2012), flow-sensitively (Christ, Ermis, Schäf, Wies, "Flow-sensitive Fault Localization", VMCAI 2013).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"
#include "logic/interpolation/interpolation_engines.h"
#include "logic/solvers/solver.h"
#include "relevance/trace/control_dependence.h"
#include "relevance/trace/trace_accesses.h"

namespace bireach::relevance {

enum class ExplanationKind : std::uint8_t { plain, flow_sensitive };
[[nodiscard]] std::string_view to_string(ExplanationKind kind);  ///< "plain", "flow-sensitive"

/// Of interleaved traces: may the core rely on a read's value only together with what another thread writes to the
/// variable before the last write (write after write), or after the read (write after read)? ("Error invariants for
/// concurrent traces", encoding hs.) Traces of one thread have no such writes.
struct HazardSensitivity {
  bool war = true;
  bool waw = true;
  /// Also where creation and join leave no other order, as the paper has it.
  bool also_forced = false;
  /// A write is there only if the branches of its scope went as they did. Else it always is: what two threads check and
  /// then do to each other may depend on itself, and then nothing follows from the guarded formula.
  bool in_scope = true;
  [[nodiscard]] bool any() const { return war || waw; }
};

/// The position at which initial values are chosen.
inline constexpr std::nullopt_t initially = std::nullopt;

/// One conjunct of the error precondition: what an arbitrary value that the execution chose has to satisfy.
struct InputConstraint {
  std::optional<std::size_t> position;  ///< of the havoc in the trace; `initially`: of a variable that is read first
  frontend::VariableId variable = 0;
  std::optional<logic::Integer> index;  ///< of the element of an array
  logic::Integer value;                 ///< in the execution, as C value
  /// Least and greatest C value with which the error still follows. Both missing: the input is not needed.
  std::optional<logic::Integer> lower, upper;
};

/// A statement of the abstract error trace.
struct KeptStatement {
  std::size_t position = 0;
  /// Of a branch: variables that the other way might assign, so that what follows needs this way (frame conditions).
  std::vector<frontend::VariableId> framed;
};

/// The explanation of one error trace. Terms belong to the explainer.
struct ErrorExplanation {
  ExplanationKind kind = ExplanationKind::flow_sensitive;
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;
  logic::UnknownReason reason;  ///< why there is none; then nothing below holds
  [[nodiscard]] bool found() const { return reason.empty(); }

  /// The error (psi, pi, phi) of Definition 1: pi is the trace's prefix of this length; the branch at this position
  /// violates the assertion (at the trace's end: reaching it is the error).
  std::size_t assertion = 0;
  logic::Term holds;                          ///< phi, over program variables
  std::vector<InputConstraint> precondition;  ///< psi, in order of the trace
  /// An error invariant for each position 0 … `assertion`, over program variables; one that is inductive for an
  /// interval stands at all its positions.
  std::vector<logic::Term> invariants;
  std::vector<KeptStatement> kept;  ///< the statements between these intervals, in order
  /// Branches that had to go as they did for the kept statements to be reached; flow-sensitive only; in order.
  std::vector<std::size_t> needed_branches;
  /// Of interleaved traces, by `from`: the orders of accesses that the kept statements rest on. A write of another
  /// thread between or after those that matter is kept too, whatever it writes.
  std::vector<Hazard> hazards;
  std::string engine;  ///< that interpolated; "execution": the invariants are only the values of the execution,
  logic::UnknownReason engine_failure;  ///< … for this reason
  double seconds = 0;
};

struct ExplanationConfig {
  ExplanationKind kind = ExplanationKind::flow_sensitive;
  HazardSensitivity hazards;
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;  ///< falls back to bitvector if the trace needs it
  std::optional<logic::InterpolationEngineKind> interpolation;      ///< nothing: core-wp, then the others
  std::chrono::milliseconds time_limit{10000};                      ///< of one trace
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Explains the error traces of one program. Not thread-safe.
class ErrorExplainer {
 public:
  /// The program must outlive this.
  ErrorExplainer(const frontend::Program& program, ExplanationConfig config);
  ~ErrorExplainer();
  ErrorExplainer(const ErrorExplainer&) = delete;
  ErrorExplainer& operator=(const ErrorExplainer&) = delete;

  /// Precondition: the execution runs along an error trace and keeps all its states (else std::invalid_argument).
  /// When time is short the result is coarser; it is always checked by the solver that did not find it. There is none
  /// for an execution with undefined behaviour, or if the check could not be finished.
  /// `limit`: of this call, instead of the configuration's.
  [[nodiscard]] ErrorExplanation explain(const frontend::Execution& execution,
                                         std::optional<std::chrono::milliseconds> limit = std::nullopt);
  /// The class of a trace: the first one, numbered from 0 in order of the calls of classify(), whose sequence of error
  /// invariants also explains this trace (Podelski, Schäf, Wies, "Classifying Bugs with Interpolants", TAP 2016);
  /// itself if there is none, or if the trace has no explanation.
  [[nodiscard]] std::size_t classify(const frontend::Execution& execution, const ErrorExplanation& explanation);

  /// Each arithmetic has terms of its own: semantics(explanation.arithmetic).terms() made those of an explanation.
  [[nodiscard]] const frontend::Semantics& semantics(frontend::Arithmetic arithmetic);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bireach::relevance
