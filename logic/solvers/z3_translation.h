// SPDX-License-Identifier: Apache-2.0
/// Terms to and from Z3 expressions. Includes z3++.h, so only adapters may include this header.
#pragma once

#include <z3++.h>

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/terms/model.h"
#include "logic/terms/term_manager.h"

namespace bireach::logic {

/// Translates between the terms of one manager and the expressions of one Z3 context, with a cache in the direction
/// to Z3. Not thread-safe. Uses explicit stacks: deep terms do not exhaust the call stack. Variables keep their names.
class Z3Translator {
 public:
  /// Both must outlive this.
  Z3Translator(z3::context& context, TermManager& terms) : context_(context), terms_(terms) {}

  [[nodiscard]] z3::sort to_z3(Sort sort);
  /// Linear in the DAG (cached between calls). Int div and mod by a divisor that is not a non-zero constant get the
  /// evaluator's values (0 and the dividend) for a zero divisor. Throws z3::exception if Z3 fails.
  [[nodiscard]] z3::expr to_z3(Term term);
  [[nodiscard]] z3::expr_vector to_z3(std::span<const Term> terms);

  /// The sort; nothing for one that terms do not have (Real, uninterpreted, nested arrays, functions).
  [[nodiscard]] std::optional<Sort> from_z3(const z3::sort& sort);
  /// The term of an expression; uninterpreted constants become variables of the same name. Nothing for an operator
  /// that terms do not have (or a name already used with another sort). `bound[i]` stands for the free de Bruijn
  /// variable i (as in Spacer's cover formulas); bound variables of quantifiers become fresh variables.
  [[nodiscard]] std::optional<Term> from_z3(const z3::expr& expression, std::span<const Term> bound = {});
  /// The value of a variable-free expression (numeral, true/false, store chain over a constant array) as it stands in
  /// Z3's models; nothing for other forms.
  [[nodiscard]] std::optional<Value> value_from_z3(const z3::expr& expression);

  [[nodiscard]] z3::context& context() { return context_; }
  [[nodiscard]] TermManager& terms() { return terms_; }

 private:
  z3::expr build(Term term, const z3::expr_vector& arguments);
  // Floating point (z3_floating.cpp)
  z3::expr build_floating(Term term, const z3::expr_vector& arguments);
  /// The number that a pattern stands for.
  z3::expr as_float(Term term, const z3::expr& pattern);
  /// Keeps the number of a pattern made by an Ite or a change of the sign of known numbers.
  void keep_float(Term term, const z3::expr_vector& arguments);

  z3::context& context_;
  TermManager& terms_;
  std::unordered_map<Term, z3::expr, TermHash> cache_;
  /// The numbers of computed patterns, so that a chain of operations never goes through patterns.
  std::unordered_map<Term, z3::expr, TermHash> floats_;
};

/// An equivalent of a quantifier-free formula without operators of floating point, over bit-vectors only.
[[nodiscard]] z3::expr without_floats(const z3::expr& formula);

}  // namespace bireach::logic
