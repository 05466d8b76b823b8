// SPDX-License-Identifier: Apache-2.0
/// The parts of formula_text: terms to C text with what is known of them. Internal to formula_*.cpp.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "checker/report/text/variable_text.h"
#include "frontend/program/interval.h"
#include "logic/terms/linear.h"
#include "logic/terms/term.h"

namespace bireach::checker {

struct LinearText;

/// Text of an integer, bit-vector or array.
struct CText {
  std::string text;
  CLevel level = CLevel::primary;
  frontend::Interval range{};        ///< of its value, as the text reads
  bool is_signed = true;             ///< bit-vectors: how the text reads the bits
  std::string remainder;             ///< "a % b", if the value is zero iff that is; people ask for zero or not
  bool is_boolean = false;           ///< C's _Bool
  std::vector<std::uint32_t> order;  ///< ids of its variables, sorted
  frontend::ScalarType type = frontend::int_type;  ///< bit-vectors: what C takes the text's type to be, promoted
  std::shared_ptr<const LinearText> cast_of =
      nullptr;  ///< Int: the text is the value of this sum modulo 2^n in `range`
  std::shared_ptr<const std::function<std::string(const logic::Integer&)>> value_name = nullptr;  ///< see VariableText
  bool addresses_are_known = false;                                                               ///< see VariableText
  std::string pointee{};                                                                          ///< see VariableText
  std::uint64_t pointee_size = 0;                                                                 ///< see VariableText
};

/// sum of coefficient * base, plus constant; bases differ in their text.
struct LinearText {
  struct Part {
    CText base;
    logic::Integer coefficient;
  };
  std::vector<Part> parts;
  logic::Integer constant = 0;
};

/// A formula whose atoms are text. Comparisons of a linear term with a constant stay open to merging.
struct CFormula {
  enum class Kind : std::uint8_t { constant, bound, text, conjunction, disjunction };
  enum class Relation : std::uint8_t { at_most, at_least, equal, distinct };
  Kind kind = Kind::constant;
  bool value = true;                    ///< constant
  std::vector<LinearText::Part> parts;  ///< bound: `parts` relation `limit`; first coefficient positive
  Relation relation = Relation::equal;  ///< bound
  logic::Integer limit;                 ///< bound
  CText positive, negative;             ///< text, and the text of its negation
  std::vector<CFormula> children;       ///< conjunction, disjunction
};

/// The text is too long to be of use to anybody.
class TextTooLong : public std::runtime_error {
 public:
  TextTooLong() : std::runtime_error("text too long") {}
};

/// Translates terms, each once.
class FormulaPrinter {
 public:
  explicit FormulaPrinter(const VariableNames& names) : names_(names) {}

  [[nodiscard]] CFormula formula(logic::Term term);
  [[nodiscard]] CText text(const CFormula& formula);
  [[nodiscard]] CText condition(logic::Term term) { return text(formula(term)); }
  [[nodiscard]] const VariableText& name(logic::Term variable);

 private:
  // formula_text.cpp
  CFormula connective(logic::Term term);
  CFormula equality(logic::Term left, logic::Term right);
  CFormula choice(logic::Term term);

  // formula_integer.cpp
  CFormula comparison(logic::Term left, logic::Term right, CFormula::Relation relation, bool solve = true);
  CText integer(logic::Term term);
  LinearText linear(logic::Term term);
  CText base(logic::Term term);
  void add_base(LinearText& sum, logic::Term term, const logic::Integer& factor);
  CText conditional(logic::Term term, const CText& then_text, const CText& else_text);
  std::optional<CText> wrapped(logic::Term ite);
  std::optional<CText> truncated_division(logic::Term ite);
  CText euclidean(logic::Kind kind, logic::Term dividend, logic::Term divisor);

  // formula_memory.cpp
  /// The value, read as the array's elements are.
  CText stored_text(logic::Term store);
  CText element(logic::Term array, logic::Term index);
  LinearText address(logic::Term term, const logic::Integer& modulus);
  static logic::Integer all_addresses(logic::Term index);
  void add_address(LinearText& sum, logic::Term term, const logic::Integer& factor, const logic::Integer& modulus);
  static std::string indexed(const VariableText& shown, const LinearText& sum);
  static std::string indexed_in_each(const VariableText& shown, const LinearText& sum);
  static std::optional<CText> pointed(const CellsText& cells, LinearText sum);

  // formula_bit_vector.cpp
  CFormula bit_comparison(logic::Kind kind, logic::Term left, logic::Term right);
  bool reads_signed(logic::Term term);
  frontend::ScalarType read_type(logic::Term term) {
    return frontend::integer_of(term.sort().width(), reads_signed(term));
  }
  /// Text that reads the bits as this type does, which has their width; the others as far as that comes naturally.
  CText bits(logic::Term term, frontend::ScalarType type);
  CText bit_base(logic::Term term, const frontend::ScalarType& type);
  CText bit_operation(logic::Term term, frontend::ScalarType type);
  CText bit_sum(logic::Term term, const frontend::ScalarType& type);
  CText array(logic::Term term);

  // formula_floating.cpp
  CFormula floating_formula(logic::Term term);
  /// Equal patterns; shown as ==, though that does not tell the zeros apart.
  CFormula floating_equality(logic::Term left, logic::Term right);
  /// Is the bit-vector a pattern, by what it is made of?
  bool is_floating(logic::Term term);
  static bool is_sign_operation(logic::Term term);
  CText floating(logic::Term term);
  CText floating_operation(logic::Term term);
  CText float_to_integer(logic::Term term);

  /// Either sort.
  CText number(logic::Term term) { return term.sort().is_int() ? integer(term) : bits(term, read_type(term)); }

  const VariableNames& names_;
  std::unordered_map<logic::Term, VariableText, logic::TermHash> known_names_;
  std::unordered_map<logic::Term, CFormula, logic::TermHash> formulas_;
  std::unordered_map<logic::Term, CText, logic::TermHash> bases_;
};

/// Wider than any type: nothing is known.
[[nodiscard]] const frontend::Interval& all_integers();
/// The operand in parentheses if it binds less tightly than `least`.
[[nodiscard]] std::string operand(const CText& text, CLevel least);
/// Throws TextTooLong.
[[nodiscard]] CText checked(CText text);
[[nodiscard]] std::vector<std::uint32_t> merged(const std::vector<std::uint32_t>& a,
                                                const std::vector<std::uint32_t>& b);
[[nodiscard]] CText number_text(const logic::Integer& value);
[[nodiscard]] frontend::Interval range_of(const LinearText& sum);
void add_part(LinearText& sum, CText base, const logic::Integer& factor);
/// The relation of the negated sides.
[[nodiscard]] CFormula::Relation mirrored(CFormula::Relation relation);
/// "x + 2 * y - 3"
[[nodiscard]] CText sum_text(const LinearText& sum);
/// The same of a sum that is no part of another: what is added to a pointer counts what it points to, as in C.
[[nodiscard]] CText whole_sum_text(const LinearText& sum);
/// parts relation limit, in a normal form; a constant where the ranges of the bases decide. `solve`: conversions of
/// single variables are undone.
[[nodiscard]] CFormula make_bound(std::vector<LinearText::Part> parts, CFormula::Relation relation,
                                  logic::Integer limit, bool solve = true);
[[nodiscard]] CFormula make_constant_formula(bool value);
[[nodiscard]] CFormula make_text(CText positive, CText negative);
/// `left symbol right` at the level of the operator; both operands bind tighter.
[[nodiscard]] CText binary_text(const CText& left, const std::string& symbol, const CText& right, CLevel level,
                                CLevel least_left, CLevel least_right);
[[nodiscard]] CText bound_text(const CFormula& bound);
/// "unsigned int"
[[nodiscard]] std::string type_name(const frontend::ScalarType& type);
[[nodiscard]] inline frontend::ScalarType unsigned_type(logic::Term bits) {
  return frontend::unsigned_integer(bits.sort().width());
}

}  // namespace bireach::checker
