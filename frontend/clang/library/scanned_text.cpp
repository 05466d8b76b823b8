// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/scanned_text.h"

#include "frontend/clang/library/text_format.h"

namespace bireach::frontend {
namespace {

constexpr std::string_view ends_of_streams = R"(
/* Of streams that have a state (stream_state_text.h): the call stops at their end, and what reads a number or a word has seen
   the end if it comes next. */
#ifdef KEEPS_STREAMS
#define SCAN_BEGINS(stream)                                                          \
  if (bireach_ungetc_stream && bireach_ungetc_stream == (stream)) bireach_refuse("scanf behind ungetc");
#define HAS_SCANNED_ALL(stream) (bireach_stream_ended && bireach_ended_stream == (stream))
#define SCAN_OUTCOME(stream) HAS_SCANNED_ALL(stream) ? -1 : bireach_input_outcome()
#define SCAN_ENDS(stream)                                                            \
  if (!HAS_SCANNED_ALL(stream)) {                                                    \
    MEET_END(stream, bireach_input_outcome() != 1)                                   \
  }
#define SCAN_LOOKS_ON(stream)                                                        \
  if (!HAS_SCANNED_ALL(stream)) {                                                    \
    int behind = bireach_input_outcome();                                            \
    if (behind == -1) {                                                              \
      MEET_END(stream, bireach_input_outcome() != 1)                                 \
    } else if (behind != 1) bireach_outside();                                       \
  }
#else
#define SCAN_BEGINS(stream)
#define SCAN_OUTCOME(stream) bireach_input_outcome()
#define SCAN_ENDS(stream)
#define SCAN_LOOKS_ON(stream)
#endif
)";

/// C11 7.21.6.2 for a text: where a number ends, and whether it is one. `most` characters belong to it at most.
constexpr std::string_view scan_helpers = R"(
#define SCAN_NUMBER(name, base, digit)                                               \
  static int name(const char *s, int most) {                                         \
    int i = 0, first;                                                                \
    if (i < most && (s[i] == '-' || s[i] == '+')) i++;                               \
    first = i;                                                                       \
    if (base == 16 && i + 1 < most && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X')) { \
      if (i + 2 >= most || !digit(s[i + 2])) bireach_refuse("0x without digits in a text that sscanf reads"); \
      i += 2;                                                                        \
    }                                                                                \
    while (i < most && digit(s[i])) i++;                                             \
    return i > first ? i : 0;                                                        \
  }
#define IS_DECIMAL(c) ((c) >= '0' && (c) <= '9')
#define IS_OCTAL(c) ((c) >= '0' && (c) <= '7')
#define IS_HEXADECIMAL(c) (DIGIT(c, 16) < 16)
SCAN_NUMBER(bireach_scan_10, 10, IS_DECIMAL)
SCAN_NUMBER(bireach_scan_8, 8, IS_OCTAL)
SCAN_NUMBER(bireach_scan_16, 16, IS_HEXADECIMAL)
#define SCANNED(name, type, wide, positive, negative)                                \
  static type name(const char *s, int length, int base) {                            \
    int i = 0, is_negative = 0, too_large = 0;                                       \
    wide value = 0, limit;                                                           \
    if (s[i] == '-' || s[i] == '+') is_negative = s[i++] == '-';                     \
    limit = is_negative ? negative : positive;                                       \
    if (base == 16 && i + 1 < length && (s[i + 1] == 'x' || s[i + 1] == 'X')) i += 2; \
    for (; i < length; i++) {                                                        \
      int d = DIGIT(s[i], 0);                                                        \
      if (base == 10) too_large |= value > (limit - d) / 10;                         \
      else too_large |= value > (limit - d) / base;                                  \
      value = base == 10 ? value * 10 + d : value * base + d;                        \
    }                                                                                \
    if (too_large) bireach_errno = ERANGE;                                           \
    if (too_large) return (type)limit;                                               \
    return (type)(is_negative ? 0 - value : value);                                  \
  }
static int bireach_base(const char *s) {
  int i = s[0] == '-' || s[0] == '+';
  return s[i] != '0' ? 10 : s[i + 1] == 'x' || s[i + 1] == 'X' ? 16 : 8;
}
static int bireach_scan_any(const char *s, int most, int base) {
  return base == 10 ? bireach_scan_10(s, most) : base == 16 ? bireach_scan_16(s, most) : bireach_scan_8(s, most);
}
/* strtod takes the part of a text that is a number; scanf takes what may become one, and fails then. */
static void bireach_scan_floating(const char *end) {
  if (*end == 'e' || *end == 'E' || *end == 'i' || *end == 'I' || *end == '(')
    bireach_refuse("part of a floating number in a text that sscanf reads");
}
SCANNED(bireach_scanned, long, unsigned long, __LONG_MAX__, (unsigned long)__LONG_MAX__ + 1)
SCANNED(bireach_scanned_long, long long, unsigned long long, __LONG_LONG_MAX__, (unsigned long long)__LONG_LONG_MAX__ + 1)
SCANNED(bireach_scanned_unsigned, unsigned long, unsigned long, (__LONG_MAX__ * 2UL + 1), (__LONG_MAX__ * 2UL + 1))
SCANNED(bireach_scanned_unsigned_long, unsigned long long, unsigned long long, (__LONG_LONG_MAX__ * 2ULL + 1),
        (__LONG_LONG_MAX__ * 2ULL + 1))
)";

constexpr const char* no_limit = "0x7fffffff";

/// What a conversion of a number stores.
std::string stored_type(const FormatPiece& piece) {
  const bool is_signed = piece.kind == 'd' || piece.kind == 'i';
  const std::string& length = piece.length;
  if (length.empty()) return is_signed ? "int" : "unsigned int";
  if (length == "h") return is_signed ? "short" : "unsigned short";
  if (length == "hh") return is_signed ? "signed char" : "unsigned char";
  if (length == "l") return is_signed ? "long" : "unsigned long";
  if (length == "ll" || length == "j") return is_signed ? "long long" : "unsigned long long";
  if (length == "z" || length == "t") return is_signed ? "__PTRDIFF_TYPE__" : "size_t";
  return {};
}

std::string floating_type(const FormatPiece& piece) {
  if (piece.length.empty()) return "float";
  return piece.length == "l" ? "double" : "";
}

bool is_number(char kind) {
  return std::string_view("diuoxX").find(kind) != std::string_view::npos;
}

bool is_floating(char kind) {
  return std::string_view("fFeEgGaA").find(kind) != std::string_view::npos;
}

/// May a character `c` be part of what the conversion takes?
std::string accepts(const FormatPiece& piece) {
  if (piece.kind == 'c') return "1";
  if (piece.kind == 's') return "!SPACE(c)";
  const bool is_other = piece.text.starts_with("^");
  std::string any;
  for (const char c : piece.text.substr(is_other ? 1 : 0))
    any += (any.empty() ? "" : " || ") + ("c == " + std::to_string(static_cast<int>(static_cast<unsigned char>(c))));
  return is_other ? "!(" + any + ")" : "(" + any + ")";
}

std::string stream_of(const SpecialCall& call) {
  return call.function == "scanf" ? "stdin" : "s";
}

/// Writes the statements of one kind of source.
class Scanner {
 public:
  explicit Scanner(const SpecialCall& call) : call_(call), next_(call.format_argument + 1) {}

  /// Empty: something is not modelled.
  std::string statements(const std::vector<FormatPiece>& pieces) {
    std::string result;
    for (const FormatPiece& piece : pieces) {
      result += call_.function == "sscanf" ? from_text(piece) : from_stream(piece);
      if (is_known_) continue;
      unmodelled_ = piece.written;
      return {};
    }
    return result;
  }

  /// The conversion that ended statements().
  [[nodiscard]] const std::string& unmodelled() const { return unmodelled_; }

 private:
  /// Where the next value goes; empty: nowhere.
  std::string target(const FormatPiece& piece) {
    if (piece.is_suppressed) return {};
    if (next_ >= call_.arguments.size() || !call_.arguments[next_].ends_with("*")) {
      is_known_ = false;
      return {};
    }
    return "a" + std::to_string(next_++);
  }

  std::string stores(const FormatPiece& piece, const std::string& type, const std::string& value) {
    const std::string to = target(piece);
    if (to.empty()) return {};
    return "    *(" + type + " *)" + to + " = (" + type + ")" + value + ";\n    count++;\n";
  }

  std::string refused() {
    is_known_ = false;
    return {};
  }

  // From a text

  std::string from_text(const FormatPiece& piece) {
    std::string skip = "  while (SPACE(s[i])) i++;\n";
    const std::string at_end = "  if (!s[i]) return count ? count : -1;\n";
    if (piece.kind == 0 || piece.kind == '%') {
      if (piece.text == " ") return skip;
      const std::string c = piece.kind == '%' ? "37" : std::to_string(static_cast<int>(piece.text.front()));
      return (piece.kind == '%' ? skip : "") + at_end + "  if (s[i] != " + c + ") return count;\n  i++;\n";
    }
    if (piece.kind == 'n') return piece.length.empty() ? position(piece) : refused();
    if (is_number(piece.kind)) return skip + at_end + number(piece);
    if (is_floating(piece.kind)) return skip + at_end + floating(piece);
    if (piece.kind == 's' || piece.kind == 'c' || piece.kind == '[')
      return piece.length.empty() ? (piece.kind == 's' ? skip : "") + at_end + text(piece) : refused();
    return refused();
  }

  std::string position(const FormatPiece& piece) {
    const std::string to = target(piece);
    return to.empty() ? "" : "  *" + to + " = (int)i;\n";
  }

  std::string number(const FormatPiece& piece) {
    const std::string type = stored_type(piece);
    const bool has_no_width = piece.width == 0;  // C asks for more; libraries differ
    if (type.empty() || has_no_width || (piece.kind == 'i' && piece.width)) return refused();
    if (piece.kind == 'd' || piece.kind == 'u') return decimal(piece, type);
    const bool is_any = piece.kind == 'i';
    const std::string base = is_any ? "base" : piece.kind == 'o' ? "8" : "16";
    const std::string width = piece.width ? std::to_string(*piece.width) : no_limit;
    const std::string value = std::string("bireach_scanned") + (is_any ? "" : "_unsigned") +
                              (is_long_long(type) ? "_long" : "") + "(s + i, length, " + base + ")";
    const std::string length =
        is_any ? "int base = bireach_base(s + i), length = bireach_scan_any(s + i, " + width + ", base)"
               : "int length = bireach_scan_" + base + "(s + i, " + width + ")";
    return "  {\n    " + length + ";\n    if (!length) return count;\n" + stores(piece, type, value) +
           "    i += length;\n  }\n";
  }

  static bool is_long_long(std::string_view type) { return type == "long long" || type == "unsigned long long"; }

  /// By far the most frequent ones are read and computed in one loop.
  std::string decimal(const FormatPiece& piece, const std::string& type) {
    constexpr int always_fits = 9;
    const bool fits = piece.width && *piece.width <= always_fits;
    const bool is_signed = piece.kind == 'd';
    const std::string wide = fits ? "unsigned" : is_long_long(type) ? "unsigned long long" : "unsigned long";
    const std::string largest = is_long_long(type) ? "__LONG_LONG_MAX__" : "__LONG_MAX__";
    const std::string limit = is_signed ? "(" + wide + ")" + largest + " + is_negative" : "(" + wide + ")-1";
    const std::string bound = piece.width ? "length < " + std::to_string(*piece.width) + " && " : "";
    std::string result = "  {\n    int length = 0, is_negative = 0, first;\n    " + wide + " value = 0;\n";
    result += "    if (s[i] == '-' || s[i] == '+') is_negative = s[i + length++] == '-';\n    first = length;\n";
    if (!fits) result += "    int too_large = 0;\n    " + wide + " limit = " + limit + ";\n";
    result += "    while (" + bound + "IS_DECIMAL(s[i + length])) {\n      int d = s[i + length++] - '0';\n";
    if (!fits) result += "      too_large |= value > (limit - d) / 10;\n";
    result += "      value = value * 10 + d;\n    }\n    if (length == first) return count;\n";
    if (!fits) result += "    if (too_large) bireach_errno = ERANGE;\n";
    const std::string given =
        fits ? "is_negative ? -(int)value : (int)value" : "too_large ? limit : is_negative ? 0 - value : value";
    return result + stores(piece, type, "(" + given + ")") + "    i += length;\n  }\n";
  }

  std::string floating(const FormatPiece& piece) {
    const std::string type = floating_type(piece);
    if (type.empty() || piece.width) return refused();
    return "  {\n    char *end;\n    " + type + " number = " + (type == "float" ? "strtof" : "strtod") +
           "(s + i, &end);\n    bireach_scan_floating(end);\n    if (end == s + i) return count;\n" +
           stores(piece, type, "number") + "    i = (size_t)(end - s);\n  }\n";
  }

  /// C calls that a matching failure, glibc does not.
  static std::string ends_early(const std::string& most) {
    return "    if (!length) return count ? count : -1;\n    if (length < " + most + ") " + refused_early(most);
  }
  static std::string refused_early(const std::string& most) {
    return "bireach_refuse(\"less than %" + most + "c asks for\");\n";
  }

  std::string text(const FormatPiece& piece) {
    const std::string to = target(piece);
    const std::string most = std::to_string(piece.width.value_or(piece.kind == 'c' ? 1 : 0x7fffffff));
    std::string result = "  {\n    int length = 0;\n    while (length < " + most +
                         " && s[i]) {\n      int c = (unsigned char)s[i];\n      if (!" + accepts(piece) + ") break;\n";
    if (!to.empty()) result += "      " + to + "[length] = (char)c;\n";
    result += "      length++;\n      i++;\n    }\n";
    if (piece.kind == '[') result += "    if (!length) return count;\n";
    if (piece.kind == 'c') result += ends_early(most);
    if (!to.empty() && piece.kind != 'c') result += "    " + to + "[length] = 0;\n";
    if (!to.empty()) result += "    count++;\n";
    return result + "  }\n";
  }

  // From a stream

  std::string from_stream(const FormatPiece& piece) {
    if (piece.kind == 0 || piece.kind == '%') {
      if (piece.text != " ") may_fail_ = true;
      return piece.text == " " ? looks_on() : ends(true);
    }
    if (piece.kind == 'n' || piece.kind == '?') return refused();
    const bool is_value = is_number(piece.kind) || is_floating(piece.kind);
    const std::string end = ends(is_value || piece.kind == '[');
    if (is_value) return end + value(piece) + looks_on();
    return piece.length.empty() ? end + "  {\n" + characters(piece) + "  }\n" : refused();
  }

  /// The input ends, or (`may_differ`) does not match.
  [[nodiscard]] std::string ends(bool may_differ) const {
    const std::string differs = may_differ ? "    if (got == 0) return count;\n" : "";
    return "  {\n    int got = SCAN_OUTCOME(" + stream() + ");\n    if (got == -1) {\n      SCAN_ENDS(" + stream() +
           ")\n      return count ? count : -1;\n    }\n" + differs + "    if (got != 1) bireach_outside();\n  }\n";
  }

  [[nodiscard]] std::string looks_on() const { return "  SCAN_LOOKS_ON(" + stream() + ")\n"; }
  [[nodiscard]] std::string stream() const { return stream_of(call_); }

  std::string value(const FormatPiece& piece) {
    const std::string type = is_floating(piece.kind) ? floating_type(piece) : stored_type(piece);
    const bool fits = piece.width && piece.kind == 'd' && *piece.width > 0 && *piece.width < 10;
    if (type.empty() || (piece.width && !fits)) return refused();  // not any number has so few characters
    const bool is_wide = type.find("long") != std::string::npos || type == "size_t" || type == "__PTRDIFF_TYPE__";
    const std::string input = is_floating(piece.kind) ? "bireach_input_" + type + "()"
                              : is_wide               ? "bireach_input_long_long()"
                                                      : "bireach_input_int()";
    if (!fits) return "  {\n" + stores(piece, type, input) + "  }\n";
    const std::string nines(static_cast<std::size_t>(*piece.width - 1), '9');
    return "  {\n    long long given = " + input + ";\n    if (given > 9" + nines + " || given < -" +
           (nines.empty() ? "0" : nines) + ") bireach_outside();\n" + stores(piece, type, "given") + "  }\n";
  }

  std::string characters(const FormatPiece& piece) {
    const std::string to = target(piece);
    const std::string most = std::to_string(piece.width.value_or(piece.kind == 'c' ? 1 : 0x7fffffff));
    std::string result = "    int length = 0;\n    for (; length < " + most +
                         "; length++) {\n      int c = bireach_input_character();\n      if (c == -1) break;\n"
                         "      if (c < 0 || c > 255 || !" +
                         accepts(piece) + ") bireach_outside();\n";
    if (!to.empty()) result += "      " + to + "[length] = (char)c;\n";
    result += "    }\n";
    result += "    if (!length) bireach_outside();\n    if (length < " + most + ") {\n    " +
              (piece.kind == 'c' ? refused_early(most) : looks_on()) + "    }\n";
    if (!to.empty() && piece.kind != 'c') result += "    " + to + "[length] = 0;\n";
    if (!to.empty()) result += "    count++;\n";
    return result;
  }

  const SpecialCall& call_;
  unsigned next_;
  bool may_fail_ = false;
  bool is_known_ = true;
  std::string unmodelled_;
};

std::string scan_parameters(const SpecialCall& call) {
  std::string result;
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    const std::string name = i == call.format_argument ? "format" : i == 0 ? "s" : "a" + std::to_string(i);
    result +=
        (i == 0 ? "" : ", ") + (i > call.format_argument || i == 0 ? call.arguments[i] + " " : "const char *") + name;
  }
  return result;
}

}  // namespace

std::string scanning_helpers() {
  return std::string(ends_of_streams).append(scan_helpers);
}

std::string_view scanning_streams() {
  return ends_of_streams;
}

std::string unmodelled_scan(const SpecialCall& call) {
  Scanner scanner(call);
  static_cast<void>(scanner.statements(scanned_pieces(*call.format)));
  return scanner.unmodelled();
}

std::optional<std::string> scanning_text(const SpecialCall& call) {
  const std::vector<FormatPiece> pieces = scanned_pieces(*call.format);
  const std::string statements = Scanner(call).statements(pieces);
  if (statements.empty() && !pieces.empty()) return std::nullopt;
  const bool is_text = call.function == "sscanf";
  return "int " + call.symbol + "(" + scan_parameters(call) + ") {\n  int count = 0;\n" +
         (is_text ? "  size_t i = 0;\n" : "  SCAN_BEGINS(" + stream_of(call) + ")\n") + statements +
         "  return count;\n}\n";
}

}  // namespace bireach::frontend
