// SPDX-License-Identifier: Apache-2.0
/// The answer to whether an Error location of a program can be reached, with its evidence.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "frontend/program/interpreter.h"
#include "frontend/program/overloaded.h"
#include "frontend/program/semantics.h"
#include "logic/terms/term.h"

namespace bireach::checker {

using frontend::Overloaded;

/// An inductive annotation of the original program: for each location a set of predicates whose disjunction holds
/// there; error (and unsupported) locations have none but false.
struct InductiveAnnotation {
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;
  std::shared_ptr<logic::TermManager> terms;  ///< owns the predicates
  std::map<frontend::LocationId, std::vector<logic::Term>> predicates;
};

/// Unrolled over so many blocks, every execution has ended without an error, or is in a state that it was in before.
struct Unrolling {
  std::size_t depth = 0;
  bool repeats = false;   ///< some may not end
  std::size_t paths = 0;  ///< each unrolled for itself; 0: they were merged
  bool by_loops = false;  ///< where they were merged: after each iteration of loops, not at each depth
};

/// Every execution was executed: from each place where an input is needed, with each value that it may have there.
struct Enumeration {
  std::size_t executions = 0;
  std::size_t bounds = 0;  ///< of inputs that a solver confirmed
};

/// An annotation whose predicates are procedure summaries: at the entry of a recursive function, what holds of calls of
/// it; elsewhere in it, also over the values that variables x had at the entry, called old(x).
struct ProcedureSummaries {
  InductiveAnnotation annotation;
};

/// Invariants of threads wherever they are, which hold whatever the others do; for any number of those of which there
/// may be any. They speak of the threads' own graphs, not of their interleaving.
struct ThreadModularProof {
  struct Invariant {
    std::vector<frontend::LocationId> places;  ///< of one thread, or of two; what is the second's own ends in `@2`
    logic::Term formula;                       ///< over variables, and ghosts: started(t), ended(t), wrote(x)
  };
  std::shared_ptr<const frontend::Program> graphs;
  frontend::Arithmetic arithmetic = frontend::Arithmetic::integer;
  std::shared_ptr<logic::TermManager> terms;  ///< owns the formulas
  std::vector<Invariant> invariants;
};

struct Safe;

/// Of each error one proof says that no execution reaches it before another one: so none reaches a first error. What a
/// proof says of locations holds of the whole program, too.
struct SeparateProofs {
  std::vector<Safe> proofs;
};

/// Why no execution reaches an error.
using ProofEvidence =
    std::variant<InductiveAnnotation, Unrolling, ProcedureSummaries, Enumeration, ThreadModularProof, SeparateProofs>;
/// The predicates of the evidence, of either kind; null: it has none of its own.
[[nodiscard]] inline const InductiveAnnotation* annotation_of(const ProofEvidence& evidence) {
  using Annotation = const InductiveAnnotation*;
  return std::visit(Overloaded{[](const InductiveAnnotation& annotation) -> Annotation { return &annotation; },
                               [](const ProcedureSummaries& summaries) -> Annotation { return &summaries.annotation; },
                               [](const Unrolling&) -> Annotation { return nullptr; },
                               [](const Enumeration&) -> Annotation { return nullptr; },
                               [](const ThreadModularProof&) -> Annotation { return nullptr; },
                               [](const SeparateProofs&) -> Annotation { return nullptr; }},
                    evidence);
}

struct Safe {
  ProofEvidence evidence;
  std::vector<std::string> assumptions;
};
struct Unsafe {
  /// Reaches an Error location; replayed by the interpreter. `undefined` is empty, or holds the signed overflows on the
  /// way: then no execution without one was found.
  frontend::Execution execution;
};
struct Unknown {
  std::string reason;
  /// What is not modelled, though executions come there, or what reaches an error with undefined behaviour: no time is
  /// enough for a proof.
  std::string obstacle = {};
};
using Verdict = std::variant<Safe, Unsafe, Unknown>;

}  // namespace bireach::checker
