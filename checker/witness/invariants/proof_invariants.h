// SPDX-License-Identifier: Apache-2.0
/// The invariants of a proof as C expressions at places of the program.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "checker/answer/verdict.h"
#include "checker/witness/witness.h"
#include "frontend/clang/reading/parse_options.h"

namespace bireach::checker {

struct ProofInvariants {
  std::vector<WitnessInvariant> invariants;
  std::size_t left_out =
      0;  ///< conjuncts of the proof that are not among them, and annotated locations without a place
};

/// At loops and at statements that matter for the error (invariant_places.h): what the proof says there
/// (proof_states.h) in every inlined copy of the function, over the user's variables that are visible there; of proofs
/// by unrolling what a few templates say of all states. Each conjunct is printed as C, parsed again in its place by the
/// frontend, and confirmed by cvc5: the proof implies that it is evaluated without undefined behaviour and holds. What
/// is not confirmed, also after its variables were widened to long long, is left out. `files[i]` is how the witness
/// names the program's i-th file. One solver query a conjunct and state.
[[nodiscard]] ProofInvariants proof_invariants(const frontend::Program& program, const Safe& proof,
                                               const frontend::ParseOptions& parse,
                                               const std::vector<std::string>& files, std::stop_token stop);

}  // namespace bireach::checker
