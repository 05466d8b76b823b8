// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/text_format.h"

#include <cctype>

namespace bireach::frontend {
namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// What is left of a format.
class Rest {
 public:
  explicit Rest(std::string_view text) : text_(text.substr(0, text.find('\0'))) {}

  [[nodiscard]] bool is_empty() const { return text_.empty(); }
  [[nodiscard]] char front() const { return text_.empty() ? '\0' : text_.front(); }

  char take() {
    const char first = front();
    if (!text_.empty()) text_.remove_prefix(1);
    return first;
  }

  bool take(char wanted) {
    if (text_.empty() || front() != wanted) return false;
    take();
    return true;
  }

  /// Digits, if there are any; nothing also where they are too many.
  std::optional<int> number() {
    constexpr int most = 1'000'000;
    if (!is_digit(front())) return std::nullopt;
    int value = 0;
    while (is_digit(front())) {
      if (value > most) is_bad_ = true;
      value = value > most ? value : value * 10 + (take() - '0');
      if (is_bad_) take();
    }
    return value;
  }

  std::string length() {
    std::string result;
    while (!text_.empty() && std::string_view("hlzjtL").find(front()) != std::string_view::npos) result += take();
    return result;
  }

  [[nodiscard]] bool is_bad() const { return is_bad_; }
  [[nodiscard]] std::string_view text() const { return text_; }

 private:
  std::string_view text_;
  bool is_bad_ = false;
};

void add_text(std::vector<FormatPiece>& pieces, char c) {
  if (pieces.empty() || pieces.back().kind != 0) pieces.emplace_back();
  pieces.back().text += c;
}

/// What the conversion says that started here, and whether it is one of these.
void finish(FormatPiece& piece, std::string_view start, const Rest& rest, std::string_view kinds) {
  piece.written = "%" + std::string(start.substr(0, start.size() - rest.text().size()));
  if (piece.kind == 0 || kinds.find(piece.kind) == std::string_view::npos || rest.is_bad()) piece.kind = '?';
}

/// Behind the `[`: the characters of the set, with ranges written out; a '^' in front of them if it is the other ones.
std::optional<std::string> scan_set(Rest& rest) {
  std::string result;
  if (rest.take('^')) result = "^";
  const std::size_t start = result.size();
  while (!rest.is_empty()) {
    if (rest.front() == ']' && result.size() > start) {
      rest.take();
      return result;
    }
    const char c = rest.take();
    const bool is_range = c == '-' && result.size() > start && rest.front() != ']';
    if (!is_range) {
      result += c;
      continue;
    }
    const auto first = static_cast<unsigned char>(result.back());
    const auto last = static_cast<unsigned char>(rest.take());
    for (unsigned next = first + 1U; next <= last; ++next) result += static_cast<char>(next);
  }
  return std::nullopt;
}

}  // namespace

std::vector<FormatPiece> printed_pieces(std::string_view format) {
  std::vector<FormatPiece> pieces;
  Rest rest(format);
  while (!rest.is_empty()) {
    const char c = rest.take();
    if (c != '%' || rest.take('%')) {
      add_text(pieces, c);
      continue;
    }
    FormatPiece piece;
    const std::string_view start = rest.text();
    while (!rest.is_empty() && std::string_view("-+ #0").find(rest.front()) != std::string_view::npos)
      piece.flags += rest.take();
    piece.takes_width = rest.take('*');
    if (!piece.takes_width) piece.width = rest.number();
    if (rest.take('.')) {
      piece.takes_precision = rest.take('*');
      if (!piece.takes_precision) piece.precision = rest.number().value_or(0);
    }
    piece.length = rest.length();
    piece.kind = rest.take();
    finish(piece, start, rest, "diuoxXcsnpfFeEgGaA");
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::vector<FormatPiece> scanned_pieces(std::string_view format) {
  std::vector<FormatPiece> pieces;
  Rest rest(format);
  while (!rest.is_empty()) {
    const char c = rest.take();
    if (is_space(c)) {
      while (is_space(rest.front())) rest.take();
      pieces.emplace_back().text = " ";
      continue;
    }
    if (c != '%') {
      pieces.emplace_back().text = c;
      continue;
    }
    FormatPiece piece;
    const std::string_view start = rest.text();
    piece.is_suppressed = rest.take('*');
    piece.width = rest.number();
    piece.length = rest.length();
    piece.kind = rest.take();
    if (piece.kind == '[') {
      const auto set = scan_set(rest);
      if (set)
        piece.text = *set;
      else
        piece.kind = '?';
    }
    finish(piece, start, rest, "diuoxXcsnfFeEgGaA%[");
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

}  // namespace bireach::frontend
