// SPDX-License-Identifier: Apache-2.0
/// Terms to and from cvc5 terms. Includes cvc5/cvc5.h, so only adapters may include this header.
#pragma once

#include <cvc5/cvc5.h>

#include <optional>
#include <unordered_map>
#include <vector>

#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// Does some bit-vector variable, free or bound, occur? cvc5 1.0.3 must not be asked about quantified formulas with
/// bit-vectors: its SAT solver then aborts the whole process now and then ("can only get value in satisfied state").
[[nodiscard]] bool mentions_bit_vectors(Term term);

/// Translates between the terms of one manager and those of one cvc5 solver, with a cache in the direction to cvc5.
/// Not thread-safe. Uses explicit stacks. Variables keep their names; each becomes one cvc5 constant.
class Cvc5Translator {
 public:
  /// Both must outlive this.
  Cvc5Translator(cvc5::Solver& solver, TermManager& terms) : solver_(solver), terms_(terms) {}

  [[nodiscard]] cvc5::Sort to_cvc5(Sort sort);
  /// Linear in the DAG (cached between calls). Int div and mod by a divisor that is not a non-zero constant get the
  /// evaluator's values (0 and the dividend) for a zero divisor. Throws cvc5::CVC5ApiException if cvc5 fails, and
  /// std::invalid_argument for what cvc5 cannot express. A formula with floating-point operations comes with the
  /// definitions of their results: it is equivalent to the term where it stands as an assertion or assumption, but must
  /// not be negated. Below quantifiers such operations are refused.
  [[nodiscard]] cvc5::Term to_cvc5(Term term);

  [[nodiscard]] std::optional<Sort> from_cvc5(const cvc5::Sort& sort);
  /// The term of a cvc5 term; constants become variables of the same name; bound variables of quantifiers become fresh
  /// variables. Nothing for an operator that terms do not have (or a name already used with another sort).
  [[nodiscard]] std::optional<Term> from_cvc5(const cvc5::Term& term);
  /// The value of a cvc5 value term (numeral, true/false, store chain over a constant array); nothing for other forms.
  [[nodiscard]] std::optional<Value> value_from_cvc5(const cvc5::Term& term);

  [[nodiscard]] cvc5::Solver& solver() { return solver_; }
  [[nodiscard]] TermManager& terms() { return terms_; }

 private:
  using Cache = std::unordered_map<Term, cvc5::Term, TermHash>;
  cvc5::Term translate(Term term, Cache& cache);
  cvc5::Term translate_quantifier(Term term, const Cache& scope);
  cvc5::Term build(Term term, const std::vector<cvc5::Term>& arguments);
  // Floating point (cvc5_floating.cpp)
  cvc5::Term build_floating(Term term, const std::vector<cvc5::Term>& arguments);
  cvc5::Term float_to_integer(Term term, const cvc5::Term& x);
  /// The number that a pattern stands for.
  cvc5::Term as_float(Term term, const cvc5::Term& pattern);
  cvc5::Term with_definitions(Term term, const cvc5::Term& translated);

  struct Float {
    cvc5::Term number;
    cvc5::Term definition;  ///< says what the constant that stands for the pattern is
  };

  cvc5::Solver& solver_;
  TermManager& terms_;
  Cache cache_;
  std::unordered_map<Term, Float, TermHash> floats_;  ///< the computed patterns
};

}  // namespace bireach::logic
