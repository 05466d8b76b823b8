// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/edits/texts.h"

#include <cctype>
#include <limits>

namespace bireach::frontend {
namespace {

/// Where the string or character constant that begins here ends.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

}  // namespace

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::optional<std::string> on_one_line(std::string_view text) {
  std::string result;
  bool space = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
      space = true;
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string_view::npos ? text.size() : end + 2;
      space = true;
    } else if (rest.starts_with("\\\n") || rest.starts_with("\\\r\n")) {
      i = text.find('\n', i) + 1;
    } else if (std::isspace(static_cast<unsigned char>(text[i])) != 0) {
      const std::size_t next = text[i] == '\n' ? text.find_first_not_of(" \t", i + 1) : std::string_view::npos;
      if (next != std::string_view::npos && text[next] == '#') return std::nullopt;
      space = true;
      ++i;
    } else {
      if (space && !result.empty()) result += ' ';
      space = false;
      const std::size_t end = text[i] == '"' || text[i] == '\'' ? end_of_quoted(text, i) : i + 1;
      result += text.substr(i, end - i);
      i = end;
    }
  }
  return result;
}

std::string in_place(const std::string& text, int binding, int needs) {
  return binding < needs ? "(" + text + ")" : text;
}

std::string replaced(const std::string& text, char place, const std::string& by) {
  std::string result;
  for (const char c : text)
    if (c == place)
      result += by;
    else
      result += c;
  return result;
}

std::string replaced_word(const std::string& text, const std::string& word, const std::string& by) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_word(text[i])) {
      result += text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string found = text.substr(i, end - i);
    result += found == word ? by : found;
    i = end;
  }
  return result;
}

std::string number_text(std::int64_t number) {
  if (number == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807 - 1)";
  return std::to_string(number);
}

}  // namespace bireach::frontend
