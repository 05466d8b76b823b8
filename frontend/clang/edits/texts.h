// SPDX-License-Identifier: Apache-2.0
/// Pieces of C as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bireach::frontend {

/// Bytes [begin, end) of a file.
struct Span {
  std::size_t begin = 0, end = 0;
  auto operator<=>(const Span&) const = default;
  [[nodiscard]] bool contains(const Span& other) const { return begin <= other.begin && other.end <= end; }
};

/// How strongly operators bind (C11 6.5), weakest first.
enum Binding : int {
  binds_comma,
  binds_assignment,
  binds_conditional,
  binds_or,
  binds_and,
  binds_bit_or,
  binds_xor,
  binds_bit_and,
  binds_equal,
  binds_less,
  binds_shift,
  binds_sum,
  binds_product,
  binds_unary,
  binds_postfix,
  binds_all
};

// Places in the text of a change that are filled later.
inline constexpr char hole = '\1';           ///< the value that a choice gives
inline constexpr char first_operand = '\2';  ///< of the expression that is changed
inline constexpr char second_operand = '\3';
inline constexpr char linear_hole = '\4';

[[nodiscard]] bool is_word(char c);
/// The text on one line and without comments; nothing: it holds a directive.
[[nodiscard]] std::optional<std::string> on_one_line(std::string_view text);
/// In parentheses if `binding` is weaker than what the place needs.
[[nodiscard]] std::string in_place(const std::string& text, int binding, int needs);
/// Each `place` becomes `by`.
[[nodiscard]] std::string replaced(const std::string& text, char place, const std::string& by);
/// Each word `word` becomes `by`.
[[nodiscard]] std::string replaced_word(const std::string& text, const std::string& word, const std::string& by);
/// As C writes it.
[[nodiscard]] std::string number_text(std::int64_t number);

}  // namespace bireach::frontend
