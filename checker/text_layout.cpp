// SPDX-License-Identifier: Apache-2.0
#include "checker/text_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace bireach::checker {

std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
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

void TextPage::item(const std::string& mark, const std::string& content) {
  constexpr std::size_t narrowest = 40;  // below that breaking lines helps nobody
  const std::size_t indent = columns(mark);
  std::string margin = mark;
  if (style_.width < indent + narrowest) {
    line(margin + content);
    return;
  }
  std::istringstream words(content);
  std::string current;
  for (std::string word; words >> word;) {
    if (!current.empty() && indent + columns(current) + 1 + columns(word) > style_.width) {
      line(margin + current);
      margin.assign(indent, ' ');
      current.clear();
    }
    current += (current.empty() ? "" : " ") + word;
  }
  line(margin + current);
}

std::string TextPage::in_colour(const std::string& content, const char* code) const {
  return style_.colour ? fmt::format("\033[{}m{}\033[0m", code, content) : content;
}

}  // namespace bireach::checker
