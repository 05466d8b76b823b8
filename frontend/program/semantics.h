// SPDX-License-Identifier: Apache-2.0
/// The meaning of a program's statements as transition formulas, in both arithmetics.
///
/// integer: mathematical integers. Unsigned arithmetic and conversions are exact modulo 2^n; so are signed operations
///   if the program's overflow wraps. Else executions in which a signed operation overflows are left out by the guard;
///   those that divide by zero, shift out of range or leave an array always are. Bit
///   operations that linear arithmetic cannot express are over-approximated by a fresh auxiliary with valid bounds, and
///   the transition is marked inexact (sound for proofs only).
/// bitvector: bit-precise; the same executions are left out by the guard.
/// Every variable keeps a value in its type's range: guards of havocs say so, and `range_of` gives it for queries.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/program/program.h"
#include "logic/hoare/transition_formula.h"

namespace bireach::frontend {

enum class Arithmetic { integer, bitvector };

/// What a read outside an array's bounds means.
enum class OutOfBoundsReads {
  left_out,  ///< the guard excludes it, as all undefined behaviour
  arbitrary  ///< any value: what a proof must count with, since real programs go on
};

class Semantics {
 public:
  Semantics(logic::TermManager& terms, const Program& program, Arithmetic arithmetic,
            OutOfBoundsReads reads = OutOfBoundsReads::left_out);

  [[nodiscard]] Arithmetic arithmetic() const { return arithmetic_; }
  [[nodiscard]] logic::TermManager& terms() const { return terms_; }
  [[nodiscard]] logic::Sort sort_of(const Variable& variable) const;
  /// The term of a program variable; its name is the variable's.
  [[nodiscard]] logic::Term variable(VariableId id) const { return variables_[id]; }
  [[nodiscard]] const std::vector<logic::Term>& variables() const { return variables_; }
  /// Type range of a variable's term (also of an SSA instance or auxiliary known to stand for it); true for
  /// bit-vectors, arrays and unknown terms. Array elements: the guard of each read says the element's range.
  [[nodiscard]] logic::Term range_of(logic::Term variable) const;
  [[nodiscard]] logic::Term in_range(logic::Term value, const ScalarType& type) const;

  /// The meaning of one edge. For a Havoc edge `auxiliaries[0]` is the chosen value. Auxiliaries are fresh per call.
  [[nodiscard]] logic::TransitionFormula transition(EdgeId edge) const;
  /// The meanings of an Assume edge and of its complement, with common auxiliaries: whatever values these have, exactly
  /// one of both guards holds (where the condition is defined).
  [[nodiscard]] std::pair<logic::TransitionFormula, logic::TransitionFormula> branch(EdgeId edge) const;

  /// Values between terms' models and C: a bit-vector model value is unsigned, a C value of a signed type is not.
  [[nodiscard]] logic::Value to_c_value(const logic::Value& model_value, const Variable& variable) const;
  [[nodiscard]] logic::Value to_model_value(const logic::Value& c_value, const Variable& variable) const;

 private:
  [[nodiscard]] logic::TransitionFormula assignment(const Assign& assign) const;
  [[nodiscard]] logic::TransitionFormula choice(const Havoc& havoc) const;
  /// The program variable of this name, or whose instance or auxiliary it names; null if there is none.
  [[nodiscard]] const Variable* stands_for(const std::string& name) const;

  logic::TermManager& terms_;
  const Program& program_;
  Arithmetic arithmetic_;
  OutOfBoundsReads reads_;
  std::vector<logic::Term> variables_;
  std::unordered_map<std::string, VariableId> by_name_;
};

/// Does any reachable edge need bit operations that integer arithmetic over-approximates?
[[nodiscard]] bool needs_bit_vectors(const Program& program);

}  // namespace bireach::frontend
