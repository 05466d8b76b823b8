// SPDX-License-Identifier: Apache-2.0
/// Certification of thread-modular proofs: re-checks what is claimed of each thread, or of each two, wherever they are,
/// with obligations made from the threads' graphs anew. Shares nothing with the search but the graphs, the terms and
/// the meaning of single edges.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/certification/certify.h"

namespace bireach::checker {

/// Formulas speak of the program's variables and of ghosts, which say what has happened. What is a thread's own (its
/// variables, and whether it wrote a word last) is named with `@2` at its end where it is the second one's of a pair.
struct ThreadAnnotation {
  struct Invariant {
    std::vector<frontend::LocationId> places;  ///< one thread's or two threads', sorted; the second never is the first
    logic::Term formula;
  };
  std::vector<Invariant> invariants;  ///< no two for the same places; places without one: threads are never there
  /// Where threads wait for each other: they do steps from one of these to the next.
  std::vector<frontend::LocationId> waiting;
  bool of_pairs = false;
};

/// A thread of this index has been started at some time.
[[nodiscard]] logic::Term started_ghost(logic::TermManager& terms, std::uint32_t thread);
/// It has ended.
[[nodiscard]] logic::Term ended_ghost(logic::TermManager& terms, std::uint32_t thread);
/// The thread itself wrote the variable last.
[[nodiscard]] logic::Term wrote_ghost(logic::TermManager& terms, const frontend::Variable& variable);
/// The same of the second thread of a pair.
[[nodiscard]] logic::Term of_second_thread(logic::TermManager& terms, logic::Term own);

/// Nothing if the annotation proves that no thread of the graphs, however many there are of those of which there may be
/// any number, reaches an Error or Unsupported location. Checked: threads wait at their entries, before each step that
/// others see or that depends on them, and somewhere on each cycle; what is claimed holds at the start; steps keep it,
/// the threads' own and those of any other one beside them. Variables of which nothing is claimed may have any value at
/// each read. Precondition: each edge outside of atomic regions has at most one access of a shared variable.
[[nodiscard]] std::optional<std::string> certify_threads(logic::TermManager& terms, const frontend::Program& graphs,
                                                         const frontend::Semantics& semantics,
                                                         const ThreadAnnotation& annotation,
                                                         const CertifierConfig& config);

}  // namespace bireach::checker
