// SPDX-License-Identifier: Apache-2.0
#include "checker/report/text/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace bireach::checker {

namespace {

/// Columns of a character: East Asian wide ones and pictures take two (Unicode Standard Annex 11), combining ones none.
std::size_t columns_of(char32_t c) {
  struct Range {
    char32_t first, last;
  };
  static constexpr Range combining[] = {{0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
                                        {0x064B, 0x065F}, {0x0900, 0x0902}, {0x0E34, 0x0E3A}, {0x1AB0, 0x1AFF},
                                        {0x1DC0, 0x1DFF}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F},
                                        {0xFE20, 0xFE2F}};
  static constexpr Range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0x33FF}, {0x3400, 0x4DBF},
                                   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},  {0xAC00, 0xD7A3}, {0xF900, 0xFAFF},
                                   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
                                   {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
  const auto holds = [c](const Range& range) { return range.first <= c && c <= range.last; };
  if (std::any_of(std::begin(combining), std::end(combining), holds)) return 0;
  return std::any_of(std::begin(wide), std::end(wide), holds) ? 2 : 1;
}

}  // namespace

std::size_t columns(const std::string& text) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
    const std::size_t length = byte(i) < 0x80 ? 1 : byte(i) >= 0xF0 ? 4 : byte(i) >= 0xE0 ? 3 : 2;
    char32_t c = length == 1 ? byte(i) : byte(i) & (0xFFU >> (length + 1));
    std::size_t end = i + 1;
    for (; end < std::min(i + length, text.size()) && (byte(end) & 0xC0U) == 0x80U; ++end)
      c = c << 6U | (byte(end) & 0x3FU);
    sum += columns_of(c);
    i = end;
  }
  return sum;
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t used = columns(text);
  return used >= width ? text : text + std::string(width - used, ' ');
}

std::string counted(std::size_t number, const std::string& noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string marker(relevance::Relevance relevance) {
  return relevance == relevance::Relevance::relevant ? "*" : relevance == relevance::Relevance::unknown ? "?" : " ";
}

void TextPage::line(const std::string& content) {
  const std::size_t end = content.find_last_not_of(' ');
  text_ += end == std::string::npos ? "" : content.substr(0, end + 1);
  text_ += '\n';
}

void TextPage::paragraph(const std::string& content, std::size_t indent) {
  item(std::string(indent, ' '), content);
}

void TextPage::item(const std::string& mark, const std::string& content, const char* colour) {
  constexpr std::size_t narrowest = 24;  // below that breaking lines helps nobody
  // Spaces before the content belong to the margin.
  std::string margin = mark + content.substr(0, std::min(content.find_first_not_of(' '), content.size()));
  const std::size_t indent = columns(margin);
  const auto add = [&](const std::string& text) { line(colour == nullptr ? text : in_colour(text, colour)); };
  const std::size_t used = columns(mark) + columns(content);
  if (used <= style_.width || style_.width < indent + narrowest) {
    add(mark + content);
    return;
  }
  std::istringstream words(content);
  std::string current;
  for (std::string word; words >> word;) {
    if (!current.empty() && indent + columns(current) + 1 + columns(word) > style_.width) {
      add(margin + current);
      margin.assign(indent, ' ');
      current.clear();
    }
    current += (current.empty() ? "" : " ") + word;
  }
  add(margin + current);
}

std::string TextPage::in_colour(const std::string& content, const char* code) const {
  return style_.colour ? fmt::format("\033[{}m{}\033[0m", code, content) : content;
}

}  // namespace bireach::checker
