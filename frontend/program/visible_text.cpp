// SPDX-License-Identifier: Apache-2.0
#include "frontend/program/visible_text.h"

#include <array>
#include <cstdio>

namespace bireach::frontend {
namespace {

/// The code point of a valid sequence.
char32_t decoded(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) return byte(0);
  char32_t value = byte(0) & (0xFFU >> (sequence.size() + 1));
  for (std::size_t i = 1; i < sequence.size(); ++i) value = value << 6U | (byte(i) & 0x3FU);
  return value;
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

/// Characters that reorder what stands beside them, or break lines (Boucher, Anderson: Trojan Source, 2021).
bool is_layout(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029 || c == 0x200E ||
         c == 0x200F || c == 0x061C;
}

/// Backslash, letter, and so many hexadecimal digits.
std::string escaped(char letter, int digits, char32_t c) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "\\%c%0*x", letter, digits, static_cast<unsigned>(c));
  return text.data();
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  const unsigned second = byte(1);
  const bool bad = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                   (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return bad ? 0 : length;
}

std::string visible_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view sequence = text.substr(0, length);
    const char32_t c = length == 0 ? 0xFFFD : decoded(sequence);
    if (length == 0)
      result += "\xEF\xBF\xBD";
    else if (is_control(c))
      result += escaped('x', 2, c);
    else if (is_layout(c))
      result += escaped('u', 4, c);
    else
      result += sequence;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace bireach::frontend
