// SPDX-License-Identifier: Apache-2.0
/// Lines of text for people: columns, colours, the width of a terminal.
#pragma once

#include <cstddef>
#include <string>

#include "checker/report/text/text_style.h"
#include "relevance/statements/relevance.h"

namespace bireach::checker {

/// Columns that a UTF-8 text takes on a terminal, near enough: wide characters take two, combining ones none.
[[nodiscard]] std::size_t columns(const std::string& text);
[[nodiscard]] std::string padded(const std::string& text, std::size_t width);
/// "1 trace", "2 traces"
[[nodiscard]] std::string counted(std::size_t number, const std::string& noun);
/// "*" relevant, "?" undecided, " " otherwise.
[[nodiscard]] std::string marker(relevance::Relevance relevance);

class TextPage {
 public:
  explicit TextPage(const TextStyle& style) : style_(style) {}

  /// Without spaces at its end.
  void line(const std::string& content = {});
  /// Words, broken where the terminal ends; every line is indented.
  void paragraph(const std::string& content, std::size_t indent = 0);
  /// The same after a mark, below which the other lines are indented; each line in the colour, if one is given.
  void item(const std::string& mark, const std::string& content, const char* colour = nullptr);
  [[nodiscard]] std::string in_colour(const std::string& content, const char* code) const;
  [[nodiscard]] const TextStyle& style() const { return style_; }
  /// What was written; the page is empty afterwards.
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  TextStyle style_;
  std::string text_;
};

}  // namespace bireach::checker
