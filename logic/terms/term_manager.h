// SPDX-License-Identifier: Apache-2.0
/// Where terms are built.
#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "logic/terms/term.h"

namespace bireach::logic {

/// Builds terms, each once (hash-consing), with local simplification. Thread-safe. Terms live as long as it does.
/// Every builder checks sorts and throws std::invalid_argument on a misuse.
///
/// Normal forms a reader of terms may rely on: Less is never built over Int (a < b is a + 1 <= b); Add has at most one
/// constant, as first child, and Mul by a constant is Mul(constant, base); Int equalities and comparisons have positive
/// coefficients only, on both sides, no common summands, and coprime coefficients (see logic/terms/linear.h to take
/// them apart). BvAdd, BvMul, BvAnd, BvOr, BvXor have a constant operand on the left.
class TermManager {
 public:
  TermManager();
  ~TermManager();
  TermManager(const TermManager&) = delete;
  TermManager& operator=(const TermManager&) = delete;

  Term true_term();
  Term false_term();
  Term boolean(bool value) { return value ? true_term() : false_term(); }
  Term integer(const Integer& value);
  /// value is taken modulo 2^width.
  Term bit_vector(const Integer& value, unsigned width);
  /// A constant of sort Int or BitVec.
  Term constant(const Integer& value, Sort sort);
  /// The constant term of a value; arrays become stores into a constant array.
  Term from_value(const Value& value, Sort sort);
  /// The variable of this name; one name has one sort in a manager (else std::invalid_argument).
  Term variable(std::string_view name, Sort sort);
  /// A variable whose name starts with the prefix and was never used.
  Term fresh_variable(std::string_view prefix, Sort sort);

  Term not_(Term a);
  Term and_(Term a, Term b);
  Term and_(std::vector<Term> conjuncts);
  Term or_(Term a, Term b);
  Term or_(std::vector<Term> disjuncts);
  Term implies(Term a, Term b);
  Term equal(Term a, Term b);
  Term distinct(Term a, Term b) { return not_(equal(a, b)); }
  Term ite(Term condition, Term then_term, Term else_term);

  Term add(Term a, Term b);
  Term add(std::vector<Term> summands);
  Term sub(Term a, Term b);
  Term neg(Term a);
  Term mul(Term a, Term b);
  Term int_div(Term a, Term b);  ///< Euclidean
  Term int_mod(Term a, Term b);  ///< Euclidean
  Term less_equal(Term a, Term b);
  Term less(Term a, Term b);
  Term greater_equal(Term a, Term b) { return less_equal(b, a); }
  Term greater(Term a, Term b) { return less(b, a); }

  /// Unary bit-vector operator (BvNot, BvNeg).
  Term bv_unary(Kind kind, Term a);
  /// Binary bit-vector operator or comparison (BvAdd … BvSle, Concat).
  Term bv_binary(Kind kind, Term a, Term b);
  Term extract(Term a, unsigned high, unsigned low);
  Term zero_extend(Term a, unsigned bits);
  Term sign_extend(Term a, unsigned bits);

  /// An operation of floating point on patterns. `width` is that of the result; predicates (of sort Bool) ignore it.
  /// Negate, Absolute and CopySign become bit operations.
  Term floating(FloatOp op, std::span<const Term> operands, unsigned width);
  Term floating(FloatOp op, std::initializer_list<Term> operands, unsigned width) {
    return floating(op, std::span<const Term>(operands.begin(), operands.size()), width);
  }

  Term select(Term array, Term index);
  Term store(Term array, Term index, Term value);
  Term const_array(Sort array_sort, Term value);

  Term forall(std::vector<Term> variables, Term body);
  Term exists(std::vector<Term> variables, Term body);

  /// The term with the same operator over other children (re-simplified).
  Term rebuild(Term like, std::span<const Term> children);
  /// Simultaneous, capture-avoiding substitution; linear in the size of the DAG.
  Term substitute(Term term, const Substitution& map);
  /// The same with results kept in `cache` between calls with the same map.
  Term substitute(Term term, const Substitution& map, Substitution& cache);

  [[nodiscard]] std::size_t size() const;  ///< number of terms built

 private:
  friend struct TermAccess;  // the simplifiers, see term_internal.h
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bireach::logic
