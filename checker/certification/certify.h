// SPDX-License-Identifier: Apache-2.0
/// Certification of proofs: re-checks an inductive annotation of the program, given as a graph, with a solver and an
/// encoding of its own. Shares nothing with the search but the program, the terms and the meaning of single edges.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "frontend/program/semantics.h"
#include "logic/solvers/solver.h"

namespace bireach::checker {

/// A proof that no Error or Unsupported location is reachable: nodes annotate locations with conjunctions; executions
/// move from node to node. A location may have several nodes (their disjunction is the invariant there).
struct AnnotationGraph {
  struct Node {
    frontend::LocationId location;
    std::vector<logic::Term> conjuncts;  ///< sorted; empty: true
  };
  /// From node `source` to `target` (nothing: the way is impossible) for all paths from its location to `location` that
  /// meet no other annotated location. Each obligation's premises are among the source's conjuncts, and the conclusions
  /// of all together are the target's conjuncts (false, if there is no target).
  struct Obligation {
    std::vector<logic::Term> premises;
    std::vector<logic::Term> conclusions;
  };
  struct Step {
    std::size_t source;
    frontend::LocationId location;
    std::optional<std::size_t> target;
    std::vector<Obligation> obligations;
  };
  std::vector<frontend::LocationId> locations;  ///< all annotated locations; those without a node are unreachable
  std::vector<Node> nodes;                      ///< node 0: the initial location; true where all is zero
  std::vector<Step> steps;
};

struct CertifierConfig {
  logic::SolverKind solver = logic::SolverKind::cvc5;
  std::chrono::milliseconds query_time_limit{20000};
  std::stop_token stop;
  logic::SolverStatistics* statistics = nullptr;
};

/// Nothing if the annotation proves the program safe in this arithmetic; else what could not be confirmed. Checked:
/// node 0 is initial and holds where all variables are zero; annotated locations cut every cycle; no node stands on an
/// Error or Unsupported location; every node has a step for every such or annotated location that a path leads to;
/// every obligation holds and the obligations add up. One solver query an obligation at most.
[[nodiscard]] std::optional<std::string> certify(logic::TermManager& terms, const frontend::Program& program,
                                                 const frontend::Semantics& semantics,
                                                 const AnnotationGraph& annotation, const CertifierConfig& config);

}  // namespace bireach::checker
