// SPDX-License-Identifier: Apache-2.0
/// Short notation for transitions in tests, and random small ones with everything in a tiny domain.
#pragma once

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "logic/hoare/transition_formula.h"
#include "logic/interpolation/interpolation.h"
#include "logic/terms/model.h"

namespace bireach::test {

using logic::HornProblem;
using logic::InterpolationProblem;
using logic::Model;
using logic::Sort;
using logic::Term;
using logic::TermManager;
using logic::TransitionFormula;

/// Builds transitions over variables of one numeric sort; the same program text in Int and in bit-vectors.
class Notation {
 public:
  Notation(TermManager& terms, Sort sort) : m(terms), sort_(sort) {}

  Term var(const std::string& name) { return m.variable(name, sort_); }
  Term num(int value) { return m.constant(value, sort_); }
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term mul(int factor, Term a);
  Term mod(Term a, int divisor);  ///< unsigned in bit-vectors
  Term less(Term a, Term b);      ///< signed in bit-vectors
  Term less_equal(Term a, Term b);

  TransitionFormula assume(Term condition);
  TransitionFormula assign(const std::string& name, Term value);
  TransitionFormula havoc(const std::string& name);
  /// havoc with low <= value <= high
  TransitionFormula choose(const std::string& name, int low, int high);
  TransitionFormula seq(const std::vector<TransitionFormula>& parts);
  /// if (condition) then_part else else_part, as one transition with ites.
  TransitionFormula branch(Term condition, const TransitionFormula& then_part, const TransitionFormula& else_part);

  TermManager& m;

 private:
  Sort sort_;
};

/// Every state of the given variables over the given values.
std::vector<Model> all_states(const std::vector<Term>& variables, const std::vector<logic::Value>& values);

/// Successor states of a state under a transition, enumerating its auxiliaries over `values`.
std::vector<Model> successors(const TransitionFormula& transition, const Model& state,
                              const std::vector<logic::Value>& values);

}  // namespace bireach::test
