// SPDX-License-Identifier: Apache-2.0
/// From a witness and a program to a program whose verification decides about the witness: the waypoints of a violation
/// are counted in a variable, and the invariants of a proof become assertions.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "checker/answer/verdict.h"
#include "checker/witness/witness.h"
#include "frontend/clang/reading/parse_options.h"
#include "frontend/program/program.h"

namespace bireach::checker {

/// What the witness says that it is about. Throws PropertyError or UnsupportedProperty.
[[nodiscard]] frontend::Property specified_property(const Witness& witness);

/// Does the witness speak of these files, this property and this data model? Throws WitnessRejected if not.
/// `sha256` by file.
void check_witness_task(const Witness& witness, const std::vector<std::string>& files,
                        const std::vector<std::pair<std::string, std::string>>& sha256,
                        const frontend::ParseOptions& parse);

/// How executions have to follow the waypoints of a violation.
enum class Following : std::uint8_t {
  strict,  ///< a waypoint is passed the first time its place is reached, or the execution is left out
  free     ///< as the format says: at any visit
};

struct GuidedProgram {
  frontend::Program program;
  std::vector<std::string>
      unused;  ///< waypoints without a place that can be watched, with the reason; they are ignored
};

/// Its Error locations are reached by those executions of the program that pass the waypoints in their order and then
/// the target. Waypoints of GraphML that fit nowhere are ignored, those of YAML rejected.
/// Throws WitnessRejected for places and constraints that do not fit the program, ParseError.
[[nodiscard]] GuidedProgram guided_program(const Witness& witness, const std::vector<std::string>& files,
                                           const frontend::ParseOptions& parse, Following following);

struct AssertedProgram {
  frontend::Program program;
  std::vector<frontend::EdgeId> passing;   ///< edges that assume the invariants
  std::vector<frontend::EdgeId> inserted;  ///< all edges that are none of the program's own
  /// The number (index into Witness::invariants) of the invariant that an Error location stands for; nothing: it is the
  /// property's own.
  [[nodiscard]] static std::optional<std::size_t> violated(const frontend::Location& location);
};

/// The edges at which executions could get lost in the evaluation of the invariants, because it may be undefined (a
/// division by zero, a null pointer); for all others cvc5 confirmed bit-precisely that no state of the variables is
/// lost. A proof of the program with the assertions says nothing of the program before these edges are settled.
[[nodiscard]] std::vector<frontend::EdgeId> doubtful_evaluations(const AssertedProgram& asserted, std::stop_token stop);

/// By the proof of the program with the assertions: can executions get lost at these edges in a state that the proof
/// allows there? Then the text of such an edge; empty: none can, which cvc5 confirmed state by state.
[[nodiscard]] std::string lost_evaluation(const frontend::Program& program, const Safe& proof,
                                          const std::vector<frontend::EdgeId>& edges, std::stop_token stop);

/// The program with an assertion for each invariant: safe iff the program is and all invariants hold.
/// Throws WitnessRejected for invariants that are no C expression in their place, ParseError.
[[nodiscard]] AssertedProgram asserted_program(const Witness& witness, const std::vector<std::string>& files,
                                               const frontend::ParseOptions& parse);

}  // namespace bireach::checker
