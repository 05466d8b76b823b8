// SPDX-License-Identifier: Apache-2.0
/// What the relevance analysis knows of a trace before any solver: who reads and writes what, the statements that the
/// definition speaks of (`havoc(x)` for each assigning statement, the complement of each assumption), and concrete
/// runs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"

namespace bireach::relevance {

/// One distinct edge of the trace.
struct TraceEdge {
  std::vector<frontend::VariableId> reads;  ///< also the array of which only one element is written
  std::optional<frontend::LValue> target;   ///< of an assigning statement
  bool is_havoc = false;
  bool is_assume = false;
  frontend::EdgeId own = 0;                 ///< in the helper program: the statement itself,
  std::optional<frontend::EdgeId> havoc;    ///< havoc(target) of an assigning statement,
  std::optional<frontend::EdgeId> negated;  ///< the complement of an assumption
};

/// Immutable after construction; shared by all threads.
class TraceContext {
 public:
  /// Throws std::invalid_argument if the execution does not hold a state for each position. The references must
  /// outlive this.
  TraceContext(const frontend::Program& program, const frontend::Execution& execution);
  TraceContext(const TraceContext&) = delete;
  TraceContext& operator=(const TraceContext&) = delete;

  [[nodiscard]] std::size_t length() const { return index_.size(); }
  [[nodiscard]] const TraceEdge& at(std::size_t position) const { return edges_[index_[position]]; }
  [[nodiscard]] const frontend::Program& program() const { return program_; }
  [[nodiscard]] const frontend::Execution& execution() const { return execution_; }
  /// Holds the statements of the trace and those derived from them, over the same variables.
  [[nodiscard]] const frontend::Program& helper() const { return helper_; }
  [[nodiscard]] const frontend::Variable& target_variable(std::size_t position) const;
  /// The position's target is a whole array.
  [[nodiscard]] bool assigns_whole_array(std::size_t position) const;
  /// The value the target has after this position in the given execution.
  [[nodiscard]] logic::Value assigned_value(std::size_t position) const;
  /// The element that an element assignment writes in the given execution.
  [[nodiscard]] logic::Integer target_index(std::size_t position) const;
  /// Does integer arithmetic express all statements of the trace exactly?
  [[nodiscard]] bool integer_is_exact() const;

 private:
  void add_edge(frontend::EdgeId edge);

  const frontend::Program& program_;
  const frontend::Execution& execution_;
  frontend::Program helper_;
  std::vector<TraceEdge> edges_;
  std::vector<std::uint32_t> index_;
};

/// Follows which variables depend on a havoc of the trace's suffix.
class HavocDependence {
 public:
  explicit HavocDependence(const TraceContext& trace) : depends_(trace.program().variables.size(), false) {}
  [[nodiscard]] bool reads_dependent(const TraceEdge& edge) const;
  void step(const TraceEdge& edge);

 private:
  std::vector<bool> depends_;
};

/// How the suffix ends when the target gets another value in the given execution and havocs keep theirs.
enum class SuffixEnd : std::uint8_t { passes, assumption, undefined };

struct ConcreteOutcome {
  logic::Integer value;  ///< the constant assigned instead, as C value
  SuffixEnd end = SuffixEnd::passes;
  /// The block does not depend on any havoc of the suffix, so every execution of it from this state blocks: the
  /// definition of relevance is met.
  bool certain = false;
};

/// Runs the suffix after `position` with the integer target set to `value`. Only statements that see a difference to
/// the given execution are executed. Linear in the length of the suffix.
[[nodiscard]] ConcreteOutcome run_with_constant(const TraceContext& trace, std::size_t position,
                                                const logic::Integer& value);

}  // namespace bireach::relevance
