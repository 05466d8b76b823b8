// SPDX-License-Identifier: Apache-2.0
/// Programs with recursive procedures as constrained Horn clauses with procedure summaries (Grebenshchikov, Lopes,
/// Popeea, Rybalchenko, "Synthesizing Software Verifiers from Proof Rules", PLDI 2012): which calls happen, what holds
/// at the cut points of an activation, and how its end depends on its start. The explicit stack has no part in it.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/blocks/control_flow.h"
#include "checker/blocks/symbolic_execution.h"
#include "logic/interpolation/horn_clauses.h"

namespace bireach::checker {

/// The graph of each procedure, with calls as steps over it, and what each reads and changes. Context 0 is the code
/// outside all procedures, context i+1 is program.procedures[i].
class ProcedureFlow {
 public:
  using Context = std::size_t;
  struct Call {
    Context caller;
    Context callee;
    const frontend::Procedure::Call* call;
    std::vector<frontend::EdgeId> passing;  ///< the edges from the start to the callee's entry that pass arguments
  };

  ProcedureFlow(const frontend::Program& program, const ControlFlow& flow);

  /// Why the clauses cannot be written; empty: they can.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const Call* call_at(frontend::LocationId start) const;
  /// Of a location that can be reached; several contexts may have their Error, Unsupported and Exit locations in
  /// common.
  [[nodiscard]] Context context_of(frontend::LocationId location) const {
    const auto found = context_of_.find(location);
    return found == context_of_.end() ? 0 : found->second;
  }
  [[nodiscard]] bool is_exit(Context context, frontend::LocationId location) const {
    return context != 0 && program_.procedures[context - 1].exit == location;
  }
  [[nodiscard]] bool is_loop_head(frontend::LocationId location) const { return loop_heads_.contains(location); }
  /// Variables whose values matter here, sorted; without those of the stack.
  [[nodiscard]] const std::set<frontend::VariableId>& live(frontend::LocationId location) const;
  /// Variables that differ after a call of the procedure, but for what the call keeps; context 0: all.
  [[nodiscard]] bool may_change(Context context, frontend::VariableId variable) const {
    return context == 0 || changed_[context].contains(variable);
  }

 private:
  using Variables = std::set<frontend::VariableId>;
  void explore(Context context, frontend::LocationId from);
  void find_passing_edges(Call& call);
  [[nodiscard]] std::vector<frontend::LocationId> successors(Context context, frontend::LocationId location) const;
  void find_changed();
  void find_live();
  /// By location: those before which other variables may be live once other ones are live at it.
  [[nodiscard]] std::map<frontend::LocationId, std::vector<frontend::LocationId>> dependents() const;
  [[nodiscard]] Variables live_before(Context context, frontend::LocationId location) const;
  [[nodiscard]] Variables live_at_call(const Call& call) const;
  void step_back(Variables& live, frontend::EdgeId edge) const;
  [[nodiscard]] bool is_stack(frontend::VariableId variable) const;
  /// Does the edge only work on the stack?
  [[nodiscard]] bool is_stack_edge(frontend::EdgeId edge) const;

  const frontend::Program& program_;
  const ControlFlow& flow_;
  std::string problem_;
  std::map<frontend::LocationId, Call> calls_;
  std::map<frontend::LocationId, Context> context_of_;
  std::set<frontend::LocationId> loop_heads_;
  std::vector<Variables> changed_;  ///< by context
  std::map<frontend::LocationId, Variables> live_;
};

/// The formula with comparisons with large numbers, where they stand positively, replaced by `true`.
[[nodiscard]] logic::Term without_bounds(logic::TermManager& terms, logic::Term formula);

/// The clauses, and where their predicates stand.
struct ProcedureClauses {
  logic::HornSystem system;
  struct Place {
    frontend::LocationId location;
    bool is_exit = false;
  };
  std::vector<Place> places;  ///< by predicate
};

/// What the clauses say of the bounds of types. All are sound: whatever is left out makes more executions possible.
enum class TypeBounds {
  none,     ///< not even that signed arithmetic does not overflow
  defined,  ///< that nothing overflows
  all       ///< also that all values are in range
};

/// The clauses have a solution if no Error or Unsupported location can be reached, whatever the size of the stack; a
/// solution is a proof of that. Values at the entry of an activation are called `old(x)`. Nothing: the code between a
/// call and its callee's entry branches, or the clauses become too many. Without `inline_resumptions` there is a
/// predicate behind every call.
[[nodiscard]] std::optional<ProcedureClauses> procedure_clauses(const frontend::Program& program,
                                                                const frontend::Semantics& semantics,
                                                                const ControlFlow& flow, TypeBounds bounds,
                                                                bool inline_resumptions = true);

}  // namespace bireach::checker
