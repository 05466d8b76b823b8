// SPDX-License-Identifier: Apache-2.0
/// The invariants of a proof as C expressions at places of the program.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "checker/verify.h"
#include "checker/witness.h"
#include "frontend/parse.h"

namespace bireach::checker {

struct ProofInvariants {
  std::vector<WitnessInvariant> invariants;
  std::size_t left_out =
      0;  ///< conjuncts of the proof that are not among them, and annotated locations without a place
};

/// At each `while` and `for`: what the annotation says there in
/// every inlined copy of the function, over the user's variables that are visible there. Each conjunct is printed as C,
/// parsed again in its place by the frontend, and confirmed by cvc5: the annotation implies that it is evaluated
/// without undefined behaviour and holds. What is not confirmed, also after its variables were widened to long long,
/// is left out. Proofs by unrolling and by procedure summaries have no annotation of this kind: the result is empty.
/// `files[i]` is how the witness names the program's i-th file. One solver query a conjunct and annotation.
[[nodiscard]] ProofInvariants proof_invariants(const frontend::Program& program, const Safe& proof,
                                               const frontend::ParseOptions& parse,
                                               const std::vector<std::string>& files, std::stop_token stop);

}  // namespace bireach::checker
