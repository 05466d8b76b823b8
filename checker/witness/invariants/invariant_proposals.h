// SPDX-License-Identifier: Apache-2.0
/// Texts that may be invariants at a place: of what the proof says there, and of templates for the values that are
/// possible there. Nothing of it is trusted.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "checker/witness/invariants/invariant_names.h"
#include "checker/witness/invariants/invariant_places.h"
#include "checker/witness/invariants/proof_states.h"
#include "frontend/program/program.h"

namespace bireach::checker {

struct InvariantProposal {
  std::string text;                                         ///< a C expression without effects
  std::string widened;                                      ///< the same, computed in long long; may be empty
  std::vector<std::vector<std::string>> alternatives = {};  ///< of a disjunction: the conjuncts of each
};

struct InvariantProposals {
  std::vector<InvariantProposal> proposals;
  std::size_t wanted = 0;  ///< conjuncts of predicates that the proof has there
};

/// Everything must outlive it.
class InvariantProposer {
 public:
  InvariantProposer(const frontend::Program& program, const InvariantNames& names, const ProofStates& states,
                    std::stop_token stop)
      : program_(program), names_(names), states_(states), stop_(std::move(stop)) {}

  /// Nothing where the proof does not say what states there are. Z3 is asked for values; the answers only guide.
  [[nodiscard]] InvariantProposals propose(const InvariantPlace& place) const;

 private:
  using Texts = std::vector<InvariantProposal>;
  [[nodiscard]] std::vector<std::string> texts(logic::Term predicate, std::size_t scope, Computed computed) const;
  void add_texts(logic::Term predicate, std::size_t scope, Texts& result) const;
  void add_disjunction(const std::vector<logic::Term>& predicates, std::size_t scope, Texts& result) const;
  void add_ways(const InvariantPlace& place, Texts& result) const;
  void add_templates(const InvariantPlace& place, Texts& result) const;

  const frontend::Program& program_;
  const InvariantNames& names_;
  const ProofStates& states_;
  std::stop_token stop_;
};

}  // namespace bireach::checker
