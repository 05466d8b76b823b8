// SPDX-License-Identifier: Apache-2.0
/// What a proof says of the executions that are at a location, as symbolic states: of annotations, also between the
/// annotated locations, and of programs that were unrolled until all executions had ended.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "checker/answer/verdict.h"
#include "frontend/program/program.h"
#include "frontend/program/semantics.h"

namespace bireach::checker {

/// Executions whose path condition holds and whose variables have these values, over free variables that stand for any
/// value of their type. A value that is null is not known.
struct ProofState {
  std::vector<logic::Term> path;
  std::vector<logic::Term> values;  ///< by variable
};

class ProofStates {
 public:
  virtual ~ProofStates() = default;
  /// Owns all terms.
  [[nodiscard]] virtual logic::TermManager& terms() const = 0;
  [[nodiscard]] virtual const frontend::Semantics& semantics() const = 0;
  /// All executions that are at the location are in one of these states; null: the proof does not say.
  [[nodiscard]] const std::vector<ProofState>* at(frontend::LocationId location) const {
    const auto found = states_.find(location);
    return found == states_.end() ? nullptr : &found->second;
  }
  /// The predicates that the proof itself has for the location, or for those that lead to it.
  [[nodiscard]] const std::vector<logic::Term>& predicates(frontend::LocationId location) const {
    static const std::vector<logic::Term> none;
    const auto found = predicates_.find(location);
    return found == predicates_.end() ? none : found->second;
  }

 protected:
  std::map<frontend::LocationId, std::vector<ProofState>> states_;
  std::map<frontend::LocationId, std::vector<logic::Term>> predicates_;
};

/// Does the condition, over the program's variables, hold in the state? Only if cvc5 says so.
[[nodiscard]] bool holds_in(const ProofStates& states, const ProofState& state, logic::Term condition,
                            std::chrono::milliseconds limit, std::stop_token stop);

struct ProofStateLimits {
  std::size_t max_nodes;   ///< predicates of an annotation at one location
  std::size_t max_values;  ///< of all states of an unrolled program together
};

/// What the evidence says of these locations. The evidence must outlive the result.
/// Of an annotation: as it stands at annotated locations (unless it has more than `max_nodes` predicates there); else
/// what follows from the annotated locations before, by symbolic execution of the loop-free way (not for procedure
/// summaries). Signed overflow wraps on the way, so that more executions are counted with rather than fewer. Null: it
/// has no terms.
/// Of an unrolling: unrolls the program again as the proof does (signed overflow wraps, reads outside of arrays are
/// arbitrary, cvc5 confirms what has no execution). Null, unless all executions have ended before `stop`. Locations
/// with more than `max_values` have no states. Time as the proof's.
/// Of an enumeration: the same, if that takes no more than some seconds.
[[nodiscard]] std::unique_ptr<ProofStates> proof_states(const frontend::Program& program, const ProofEvidence& evidence,
                                                        const std::vector<frontend::LocationId>& locations,
                                                        const ProofStateLimits& limits, std::stop_token stop);

}  // namespace bireach::checker
