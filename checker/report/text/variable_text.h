// SPDX-License-Identifier: Apache-2.0
/// How formulas are to show their variables.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "frontend/program/program.h"
#include "logic/terms/term.h"

namespace bireach::checker {

/// Precedence levels of C (higher binds tighter), as far as formulas need them.
enum class CLevel : std::uint8_t {
  conditional,
  logical_or,
  logical_and,
  bit_or,
  bit_xor,
  bit_and,
  equality,
  relation,
  shift,
  sum,
  product,
  unary,
  primary
};

/// An array that stands for places in memory, by their address.
struct CellsText {
  std::string type;          ///< of what lies there, as C names it
  logic::Integer shift;      ///< address of a cell - its index
  std::uint64_t size;        ///< of it, in bytes
  std::string member;        ///< which member of structures; the addresses are theirs; empty: of none
  std::string owner;         ///< … their tag; empty: they have none
  logic::Integer addresses;  ///< how many there are; they wrap
};

/// How a variable is shown.
struct VariableText {
  std::string text;  ///< "x", "f()"; for what only stands for something an expression, "a + 1"
  CLevel level = CLevel::primary;
  /// Of the variable or, for an array, of its elements; nothing: any integer.
  std::optional<frontend::ScalarType> type;
  /// A value it may equal as it should be shown ("&x" for a pointer), or an element of an array by its index
  /// ("s.next"); no function, or empty text: the number, the index.
  std::shared_ptr<const std::function<std::string(const logic::Integer&)>> value_name = nullptr;
  std::shared_ptr<const std::function<std::string(const logic::Integer&)>> element_name = nullptr;
  /// Of pointers: the reader is told of this execution's addresses, so order, too, is shown by the names of values.
  bool addresses_are_known = false;
  std::string pointee{};                          ///< of pointers (an array's elements): the type they point to
  std::uint64_t pointee_size = 0;                 ///< … in bytes; 0: not known
  std::optional<CellsText> cells = std::nullopt;  ///< shown as what a pointer leads to, where one says the address
  std::vector<frontend::Variable::Index> indices = {};  ///< Variable::indices
};
/// Asked for each variable of a formula.
using VariableNames = std::function<VariableText(logic::Term)>;

}  // namespace bireach::checker
