// SPDX-License-Identifier: Apache-2.0
/// Expressions to terms: what both arithmetics share (evaluation order, conditions, definedness); internal to the
/// semantics.
#pragma once

#include <memory>
#include <vector>

#include "frontend/program/interval.h"
#include "frontend/program/program.h"
#include "logic/terms/term_manager.h"

namespace bireach::frontend {

/// A C value as a term.
struct Translated {
  logic::Term value;
  logic::Term defined;          ///< evaluation meets no undefined behaviour; also bounds of auxiliaries and elements
  Interval range;               ///< of the C value, where defined
  unsigned trailing_zeros = 0;  ///< the value is a multiple of 2^trailing_zeros
};

/// A truth value as a Bool term.
struct Condition {
  logic::Term holds;
  logic::Term defined;
};

/// Translates the expressions of one edge. `value` and `condition` keep integers and truth values apart, so that
/// conditions do not go through 0 and 1. Only evaluated operands count for definedness.
class ExpressionTranslator {
 public:
  ExpressionTranslator(logic::TermManager& terms, const Program& program, const std::vector<logic::Term>& variables)
      : terms_(terms), program_(program), variables_(variables) {}
  virtual ~ExpressionTranslator() = default;
  ExpressionTranslator(const ExpressionTranslator&) = delete;
  ExpressionTranslator& operator=(const ExpressionTranslator&) = delete;

  [[nodiscard]] Translated value(const Expr& expr);
  /// expr != 0, or expr == 0 if not `positive`.
  [[nodiscard]] Condition condition(const Expr& expr, bool positive = true);
  /// The value converted to the type.
  [[nodiscard]] Translated value_as(const Expr& expr, const ScalarType& type);
  /// The term of an index into the array, in the array's index sort; `defined` includes the bounds.
  [[nodiscard]] Translated index(VariableId array, const Expr& expr);

  /// Reads outside an array's bounds: any value (inexact), instead of undefined.
  void set_arbitrary_reads(bool arbitrary) { arbitrary_reads_ = arbitrary; }

  /// Fresh variables for results that the arithmetic cannot express; empty while `exact`.
  [[nodiscard]] const std::vector<logic::Term>& auxiliaries() const { return auxiliaries_; }
  [[nodiscard]] bool exact() const { return auxiliaries_.empty(); }

 protected:
  [[nodiscard]] virtual logic::Term constant(const logic::Integer& value, const ScalarType& type) = 0;
  /// Minus and BitNot.
  [[nodiscard]] virtual Translated unary(UnaryOp op, const Translated& operand, const ScalarType& type) = 0;
  /// All but comparisons and logical operators. Its own definedness only; the caller adds the operands'.
  [[nodiscard]] virtual Translated binary(BinaryOp op, const Translated& left, const Translated& right,
                                          const ScalarType& type, const ScalarType& right_type) = 0;
  [[nodiscard]] virtual logic::Term compare(BinaryOp op, const Translated& left, const Translated& right,
                                            const ScalarType& type) = 0;
  /// A value that is zero iff left % right is; its own definedness only.
  [[nodiscard]] virtual Translated divisibility(const Translated& left, const Translated& right,
                                                const ScalarType& type) {
    return binary(BinaryOp::Rem, left, right, type, type);
  }
  /// A floating-point operation that is no predicate, with patterns as values; its own definedness only.
  [[nodiscard]] virtual Translated floating(logic::FloatOp op, const std::vector<Translated>& operands,
                                            const ScalarType& operand_type, const ScalarType& type) = 0;
  /// A floating-point predicate; its own definedness only.
  [[nodiscard]] virtual Condition floating_predicate(logic::FloatOp op, const std::vector<Translated>& operands) = 0;
  /// Keeps `operand.defined`.
  [[nodiscard]] virtual Translated cast(const Translated& operand, const ScalarType& from, const ScalarType& to) = 0;
  [[nodiscard]] virtual logic::Term in_range(logic::Term value, const ScalarType& type) = 0;
  /// 0 <= index < size, where the intervals do not already tell.
  [[nodiscard]] virtual logic::Term in_bounds(const Translated& index, const ScalarType& type,
                                              const logic::Integer& size) = 0;
  [[nodiscard]] virtual logic::Term index_term(const Translated& index, const ScalarType& type,
                                               const logic::Sort& sort) = 0;

  /// Signed results that do not fit wrap, instead of being undefined.
  [[nodiscard]] bool overflow_wraps() const { return program_.signed_overflow == SignedOverflow::wraps; }
  /// A translated constant.
  [[nodiscard]] Translated literal(const logic::Integer& value, const ScalarType& type);
  [[nodiscard]] logic::Term fresh_auxiliary(const logic::Sort& sort);

  logic::TermManager& terms_;

 private:
  /// Where objects in memory may be; coarse, since only replaying an execution tells for sure. In proofs: not null.
  [[nodiscard]] logic::Term in_memory(VariableId cells, const Translated& index, const ScalarType& type);
  [[nodiscard]] Translated element(const Expr& expr);
  [[nodiscard]] Translated conditional(const Expr& expr);
  [[nodiscard]] Translated truth_value(const Expr& expr, const ScalarType& type);
  [[nodiscard]] Condition comparison(const Expr& expr, bool positive);
  [[nodiscard]] Condition compare_values(BinaryOp op, const Translated& left, const Translated& right,
                                         const ScalarType& type);
  /// The comparison of a truth value with a constant; `op` stands between truth value and constant, in this order.
  [[nodiscard]] Condition compare_truth(BinaryOp op, const Expr& truth, const logic::Integer& constant, bool positive);
  /// expr == 0 or expr != 0.
  [[nodiscard]] Condition compare_with_zero(BinaryOp op, const Expr& expr);
  [[nodiscard]] Condition logical(const Expr& expr, bool positive);
  [[nodiscard]] Translated floating_value(const Expr& expr);
  [[nodiscard]] Condition floating_condition(const Expr& expr, bool positive);
  /// The operands, and that all of them are defined.
  [[nodiscard]] std::pair<std::vector<Translated>, logic::Term> operands_of(const Expr& expr);

  const Program& program_;
  const std::vector<logic::Term>& variables_;
  std::vector<logic::Term> auxiliaries_;
  bool arbitrary_reads_ = false;
};

[[nodiscard]] std::unique_ptr<ExpressionTranslator> make_integer_translator(logic::TermManager& terms,
                                                                            const Program& program,
                                                                            const std::vector<logic::Term>& variables);
[[nodiscard]] std::unique_ptr<ExpressionTranslator> make_bitvector_translator(
    logic::TermManager& terms, const Program& program, const std::vector<logic::Term>& variables);

/// min <= value <= max over Int.
[[nodiscard]] logic::Term integer_in_range(logic::TermManager& terms, logic::Term value, const ScalarType& type);

}  // namespace bireach::frontend
