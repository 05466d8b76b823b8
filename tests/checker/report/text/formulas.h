// SPDX-License-Identifier: Apache-2.0
/// Formulas over named variables, for tests of their text.
#pragma once

#include <map>
#include <string>

#include "checker/report/text/formula_text.h"
#include "logic/terms/term_manager.h"

namespace bireach::test {

using checker::CellsText;
using checker::CLevel;
using checker::VariableNames;
using checker::VariableText;
using frontend::bool_type;
using frontend::int_type;
using frontend::ScalarType;
using frontend::signed_integer;
using frontend::unsigned_integer;
using logic::Integer;
using logic::Sort;
using logic::Term;

/// Variables of some C types, as Int or as bit-vectors.
class Formulas {
 public:
  logic::TermManager terms;

  Term variable(const std::string& name, const ScalarType& type, bool bits = false) {
    const Term result = terms.variable(name, bits ? Sort::bit_vector(type.width) : Sort::integer());
    types_[name] = type;
    return result;
  }
  Term array(const std::string& name, const ScalarType& element) {
    types_[name] = element;
    return terms.variable(name, Sort::array(Sort::integer(), Sort::integer()));
  }
  /// `name` is that of the elements' variable: "points.x" for "points[1].x".
  Term array_of_arrays(const std::string& name, std::vector<frontend::Variable::Index> indices) {
    indices_[name] = std::move(indices);
    return array(name, int_type);
  }
  Term pointer(const std::string& name, const std::string& pointee, bool bits = false) {
    pointees_[name] = pointee;
    return variable(name, unsigned_integer(64), bits);
  }
  /// Integers in memory, or with `bits` bit-vectors.
  Term cells(const std::string& name, CellsText cells, bool bits = false) {
    types_[name] = int_type;
    cells_[name] = std::move(cells);
    const Sort address = bits ? Sort::bit_vector(64) : Sort::integer();
    return terms.variable(name, Sort::array(address, bits ? Sort::bit_vector(32) : Sort::integer()));
  }
  Term number(const Integer& value) { return terms.integer(value); }

  [[nodiscard]] VariableNames names() const {
    return [this](Term variable) {
      const auto type = types_.find(variable.name());
      VariableText text{variable.name(), CLevel::primary,
                        type == types_.end() ? std::nullopt : std::optional(type->second)};
      if (const auto pointee = pointees_.find(variable.name()); pointee != pointees_.end())
        text.pointee = pointee->second;
      if (const auto indices = indices_.find(variable.name()); indices != indices_.end())
        text.indices = indices->second;
      if (const auto cells = cells_.find(variable.name()); cells != cells_.end()) {
        text.cells = cells->second;
        text.element_name = std::make_shared<const std::function<std::string(const Integer&)>>(row);
      }
      return text;
    };
  }
  /// Three structures of eight bytes from 1000 on.
  static std::string row(const Integer& address) {
    const Integer distance = address - 1000;
    if (distance < 0 || distance >= 24 || distance % 4 != 0) return "";
    return "row[" + Integer(distance / 8).str() + "]" + (distance % 8 == 0 ? ".x" : ".y");
  }
  [[nodiscard]] std::string operator()(Term formula) const { return formula_text(formula, names()); }
  [[nodiscard]] const std::map<std::string, ScalarType>& types() const { return types_; }

 private:
  std::map<std::string, ScalarType> types_;
  std::map<std::string, std::string> pointees_;
  std::map<std::string, CellsText> cells_;
  std::map<std::string, std::vector<frontend::Variable::Index>> indices_;
};

inline const ScalarType unsigned_type = unsigned_integer(32);

}  // namespace bireach::test
