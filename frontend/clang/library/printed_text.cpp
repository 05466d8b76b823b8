// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/printed_text.h"

#include "frontend/clang/library/library_parts.h"
#include "frontend/clang/library/text_format.h"

namespace bireach::frontend {
namespace {

/// C11 7.21.6.1. `n` is how many characters have been made; those that find no room are counted too.
constexpr std::string_view helpers = R"(
#define LEFT 1
#define ALTERNATIVE 2
#define ZERO 4
#define PUT(c)                                                                       \
  {                                                                                  \
    if (n + 1 < size) to[n] = (char)(c);                                             \
    n++;                                                                             \
  }
/* How many digits are known before the digits are: texts of a bounded length need no more. */
#define UP_TO(bound, count) value < bound ? count :
#define DIGITS_OF_INT                                                                \
  (value == 0 ? 0 : UP_TO(10u, 1) UP_TO(100u, 2) UP_TO(1000u, 3) UP_TO(10000u, 4) UP_TO(100000u, 5) \
   UP_TO(1000000u, 6) UP_TO(10000000u, 7) UP_TO(100000000u, 8) UP_TO(1000000000u, 9) 10)
#define DIGITS_OF_LONG                                                               \
  (value < 1000000000u ? DIGITS_OF_INT : UP_TO(10000000000ull, 10) UP_TO(100000000000ull, 11) \
   UP_TO(1000000000000ull, 12) UP_TO(10000000000000ull, 13) UP_TO(100000000000000ull, 14) \
   UP_TO(1000000000000000ull, 15) UP_TO(10000000000000000ull, 16) UP_TO(100000000000000000ull, 17) \
   UP_TO(1000000000000000000ull, 18) UP_TO(10000000000000000000ull, 19) 20)
#define PUT_NUMBER(name, type, most)                                                     \
  static size_t name(char *to, size_t size, size_t n, type value, int sign, int base, int letter, int flags, \
                     int width, int precision) {                                     \
    char digits[24];                                                                 \
    int count = 0, has_prefix = base == 16 && (flags & ALTERNATIVE) && value;        \
    type rest = value;                                                               \
    if (base == 10)                                                                  \
      for (const int all = most; count < all; rest /= 10) digits[count++] = (char)('0' + (int)(rest % 10)); \
    else if (base == 8)                                                              \
      for (; rest; rest /= 8) digits[count++] = (char)('0' + (int)(rest % 8));       \
    else                                                                             \
      for (; rest; rest /= 16) {                                                     \
        int digit = (int)(rest % 16);                                                \
        digits[count++] = (char)(digit < 10 ? '0' + digit : letter + digit - 10);    \
      }                                                                              \
    int zeros = (precision < 0 ? 1 : precision) - count;                             \
    if (zeros < 0) zeros = 0;                                                        \
    if (base == 8 && (flags & ALTERNATIVE) && zeros == 0) zeros = 1;                 \
    int blanks = width - count - zeros - (has_prefix ? 2 : 0) - (sign ? 1 : 0);      \
    if ((flags & ZERO) && !(flags & LEFT) && precision < 0 && blanks > 0) {          \
      zeros += blanks;                                                               \
      blanks = 0;                                                                    \
    }                                                                                \
    if (!(flags & LEFT))                                                             \
      for (; blanks > 0; blanks--) PUT(' ')                                          \
    if (sign) PUT(sign)                                                              \
    if (has_prefix) PUT('0')                                                         \
    if (has_prefix) PUT(letter == 'a' ? 'x' : 'X')                                   \
    for (; zeros > 0; zeros--) PUT('0')                                              \
    while (count > 0) {                                                              \
      count--;                                                                       \
      PUT(digits[count])                                                             \
    }                                                                                \
    for (; blanks > 0; blanks--) PUT(' ')                                            \
    return n;                                                                        \
  }
PUT_NUMBER(bireach_put, unsigned, DIGITS_OF_INT)
PUT_NUMBER(bireach_put_long, unsigned long long, DIGITS_OF_LONG)
extern int bireach_reads_texts(void);
static void bireach_read_text(const char *text, int precision) {
  if (!text) bireach_undefined();
  if (bireach_reads_texts())
    for (size_t i = 0; (precision < 0 || i < (size_t)precision) && text[i]; i++) {
    }
}
static size_t bireach_put_text(char *to, size_t size, size_t n, const char *text, int flags, int width, int precision) {
  if (!text) bireach_undefined();
  int length = 0;
  if (width > 0)
    while ((precision < 0 || length < precision) && text[length]) length++;
  if (!(flags & LEFT))
    for (; length < width; length++) PUT(' ')
  for (int i = 0; (precision < 0 || i < precision) && text[i]; i++) PUT(text[i])
  for (; length < width; length++) PUT(' ')
  return n;
}
/* The digits behind the point are those of the exact value, 96 bits of it: what is below decides no rounding where the
   precision is 9 at most. */
static size_t bireach_put_fixed(char *to, size_t size, size_t n, double value, int letter, int plus, int flags, int width,
                                int precision) {
  const int sign = __builtin_signbit(value) ? '-' : plus, has_point = precision > 0 || (flags & ALTERNATIVE);
  double part = __builtin_signbit(value) ? -value : value;
  int blanks = width - (sign ? 1 : 0) - 3;
  if (part != part) bireach_refuse("a NaN, which has a sign, printed as text");
  if (__builtin_isinf(part)) {
    if (!(flags & LEFT))
      for (; blanks > 0; blanks--) PUT(' ')
    if (sign) PUT(sign)
    PUT(letter == 'f' ? 'i' : 'I')
    PUT(letter == 'f' ? 'n' : 'N')
    PUT(letter)
    for (; blanks > 0; blanks--) PUT(' ')
    return n;
  }
  if (part >= 9223372036854775808.0) bireach_refuse("a number of 2^63 or more, printed as text with all its digits");
  /* Its bits are shifted apart: solvers multiply numbers of floating point slowly. */
  unsigned long long bits, whole = 0, high = 0, fraction = 0, unit = 1;
  memcpy(&bits, &part, sizeof bits);
  const int exponent = (int)(bits >> 52), shift = 1075 - exponent;
  bits = (bits & 0xfffffffffffffull) | (exponent ? 0x10000000000000ull : 0);
  unsigned third = 0;
  if (shift <= 0) {
    whole = bits << -shift;
  } else if (shift < 64) {
    whole = bits >> shift;
    high = bits << (64 - shift);
  } else if (shift < 117) {
    high = bits >> (shift - 64);
    third = (unsigned)((shift == 64 ? 0 : bits << (128 - shift)) >> 32);
  }
  unsigned first = (unsigned)(high >> 32), second = (unsigned)high;
  for (int i = 0; i < precision; i++) {
    unsigned long long product = third * 10ull;
    third = (unsigned)product;
    product = second * 10ull + (product >> 32);
    second = (unsigned)product;
    product = first * 10ull + (product >> 32);
    first = (unsigned)product;
    fraction = fraction * 10 + (product >> 32);
    unit *= 10;
  }
  const int is_odd = (int)((precision > 0 ? fraction : whole) & 1);
  if (first > 0x80000000u || (first == 0x80000000u && (second || third || is_odd))) fraction++;
  if (fraction == unit) {
    fraction = 0;
    whole++;
  }
  const size_t before = n;
  const int rest = has_point ? precision + 1 : 0;
  n = bireach_put_long(to, size, n, whole, sign, 10, 'a', flags & ZERO, flags & LEFT ? 0 : width - rest, -1);
  if (has_point) PUT('.')
  if (precision > 0) n = bireach_put_long(to, size, n, fraction, 0, 10, 'a', 0, 0, precision);
  for (blanks = width - (int)(n - before); blanks > 0; blanks--) PUT(' ')
  return n;
}
static size_t bireach_put_character(char *to, size_t size, size_t n, int c, int flags, int width) {
  if (!(flags & LEFT))
    for (; width > 1; width--) PUT(' ')
  PUT(c)
  for (; width > 1; width--) PUT(' ')
  return n;
}
)";

/// Digits behind the point, of which bireach_put_fixed rounds the last one right.
constexpr int most_precise = 9;

/// What printf's kin that get a list do with a format that is known when it is executed.
constexpr std::string_view of_lists = R"(
#define FORMAT_NUMBER(number)                                                        \
  for (; *format >= '0' && *format <= '9'; format++) number = number * 10 + (*format - '0');
#define PUT_GIVEN(value)                                                             \
  if (length > 0) n = bireach_put_long(to, size, n, value, sign, base, letter, flags, width, precision); \
  else n = bireach_put(to, size, n, (unsigned)(value), sign, base, letter, flags, width, precision);
int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list list) {
  size_t n = 0;
  for (; *format; format++) {
    if (*format != '%') {
      PUT(*format)
      continue;
    }
    int flags = 0, plus = 0, width = 0, precision = -1, length = 0;
    for (format++;; format++) {
      if (*format == '-') flags |= LEFT;
      else if (*format == '0') flags |= ZERO;
      else if (*format == '#') flags |= ALTERNATIVE;
      else if (*format == '+') plus = '+';
      else if (*format == ' ') plus = plus ? plus : ' ';
      else break;
    }
    if (*format == '*') {
      width = __builtin_va_arg(list, int);
      if (width < 0) flags |= LEFT;
      if (width < 0) width = -width;
      format++;
    } else {
      FORMAT_NUMBER(width)
    }
    if (*format == '.') {
      format++;
      precision = 0;
      if (*format == '*') {
        precision = __builtin_va_arg(list, int);
        format++;
      } else {
        FORMAT_NUMBER(precision)
      }
    }
    if (*format == 'z' || *format == 't') {
      length = 3;
      format++;
    }
    for (; *format == 'l'; format++) length++;
    for (; *format == 'h'; format++) length--;
    const char kind = *format;
    if (kind == '%') {
      PUT('%')
    } else if (kind == 'c' && length == 0) {
      const int character = __builtin_va_arg(list, int);
      n = bireach_put_character(to, size, n, character, flags, width);
    } else if (kind == 's' && length == 0) {
      const char *text = __builtin_va_arg(list, const char *);
      n = bireach_put_text(to, size, n, text, flags, width, precision);
    } else if (kind == 'd' || kind == 'i') {
      long long given;
      if (length == 3) given = __builtin_va_arg(list, __PTRDIFF_TYPE__);
      else if (length == 2) given = __builtin_va_arg(list, long long);
      else if (length == 1) given = __builtin_va_arg(list, long);
      else given = __builtin_va_arg(list, int);
      if (length == -1) given = (short)given;
      if (length == -2) given = (signed char)given;
      const int sign = given < 0 ? '-' : plus, base = 10, letter = 'a';
      PUT_GIVEN(given < 0 ? 0 - (unsigned long long)given : (unsigned long long)given)
    } else if (kind == 'u' || kind == 'o' || kind == 'x' || kind == 'X') {
      unsigned long long given;
      if (length == 3) given = __builtin_va_arg(list, size_t);
      else if (length == 2) given = __builtin_va_arg(list, unsigned long long);
      else if (length == 1) given = __builtin_va_arg(list, unsigned long);
      else given = __builtin_va_arg(list, unsigned);
      if (length == -1) given = (unsigned short)given;
      if (length == -2) given = (unsigned char)given;
      const int sign = 0, base = kind == 'o' ? 8 : kind == 'u' ? 10 : 16, letter = kind == 'X' ? 'A' : 'a';
      PUT_GIVEN(given)
    } else if ((kind == 'f' || kind == 'F') && (length == 0 || length == 1) && precision <= 9) {
      const double given = __builtin_va_arg(list, double);
      n = bireach_put_fixed(to, size, n, given, kind, plus, flags, width, precision < 0 ? 6 : precision);
    } else {
      bireach_refuse("a conversion of vsnprintf that is not modelled");
    }
  }
  if (size) to[n < size ? n : size - 1] = 0;
  return (int)n;
}
int vsprintf(char *to, const char *format, __builtin_va_list list) { return vsnprintf(to, __SIZE_MAX__, format, list); }
int vasprintf(char **result, const char *format, __builtin_va_list list) {
  int any;  /* the right size: the list cannot be read twice */
  if (any < 1) bireach_outside();
  char *to = malloc((size_t)any);
  if (!to) return -1;
  if (vsnprintf(to, (size_t)any, format, list) != any - 1) bireach_outside();
  *result = to;
  return any - 1;
}
/* With formats that are no literals. */
#define WITH_LIST(call)                                                              \
  __builtin_va_list list;                                                            \
  __builtin_va_start(list, format);                                                  \
  const int result = call;                                                           \
  __builtin_va_end(list);                                                            \
  return result;
int snprintf(char *to, size_t size, const char *format, ...) { WITH_LIST(vsnprintf(to, size, format, list)) }
int sprintf(char *to, const char *format, ...) { WITH_LIST(vsnprintf(to, __SIZE_MAX__, format, list)) }
int asprintf(char **to, const char *format, ...) { WITH_LIST(vasprintf(to, format, list)) }
)";

bool has(const FormatPiece& piece, char flag) {
  return piece.flags.find(flag) != std::string::npos;
}

/// What stands before numbers that are not negative.
std::string plus(const FormatPiece& piece) {
  return has(piece, '+') ? "'+'" : has(piece, ' ') ? "' '" : "0";
}

std::string type_of(const std::string& length) {
  if (length == "l") return "long";
  if (length == "ll" || length == "j") return "long long";
  if (length == "z" || length == "t") return "__PTRDIFF_TYPE__";
  if (length == "h") return "short";
  if (length == "hh") return "signed char";
  return length.empty() ? "int" : "";
}

std::string unsigned_of(const std::string& type) {
  if (type == "signed char") return "unsigned char";
  return type == "__PTRDIFF_TYPE__" ? "size_t" : "unsigned " + type;
}

bool is_number(const std::string& type) {
  return type.find('*') == std::string::npos && type != "double" && type != "float" && type != "long double";
}

bool is_floating(const std::string& type) {
  return type == "double" || type == "float";
}

bool is_text(const std::string& type) {
  return type == "char *" || type == "const char *";
}

class Printer {
 public:
  explicit Printer(const SpecialCall& call) : call_(call), next_(call.format_argument + 1) {}

  /// The texts that the call reads; empty: there are none that are no literals, or something is not modelled.
  std::string reads(const std::vector<FormatPiece>& pieces) {
    std::string result;
    for (const FormatPiece& piece : pieces) {
      if (piece.kind == 0) continue;
      if (piece.kind == 'n' || piece.kind == '?') return {};
      if (piece.takes_width) argument(is_number);
      std::string precision = std::to_string(piece.precision.value_or(-1));
      if (piece.takes_precision) precision = "(int)" + argument(is_number);
      const unsigned number = next_++;
      if (!is_known_ || number >= call_.arguments.size()) return {};
      if (piece.kind != 's' || call_.are_literals.at(number)) continue;
      if (!piece.length.empty() || !is_text(call_.arguments[number])) return {};
      result += "  bireach_read_text(a" + std::to_string(number) + ", " + precision + ");\n";
    }
    return result;
  }

  /// Empty: something is not modelled.
  std::string statements(const std::vector<FormatPiece>& pieces) {
    std::string result;
    for (const FormatPiece& piece : pieces) {
      if (piece.kind == 0) {
        for (const char c : piece.text) result += "  PUT(" + std::to_string(static_cast<int>(c)) + ")\n";
        continue;
      }
      result += conversion(piece);
      if (is_known_) continue;
      unmodelled_ = piece.written;
      return {};
    }
    return result;
  }

  /// The conversion that ended statements().
  [[nodiscard]] const std::string& unmodelled() const { return unmodelled_; }

 private:
  /// The next argument, of a type that satisfies the condition.
  std::string argument(bool (*fits)(const std::string&)) {
    const unsigned number = next_++;
    if (number >= call_.arguments.size() || !fits(call_.arguments[number])) {
      is_known_ = false;
      return {};
    }
    return "a" + std::to_string(number);
  }

  std::string conversion(const FormatPiece& piece) {
    std::string flags = has(piece, '-') ? "LEFT" : "0";
    if (has(piece, '#')) flags += " | ALTERNATIVE";
    if (has(piece, '0')) flags += " | ZERO";
    std::string width = std::to_string(piece.width.value_or(0));
    if (piece.takes_width) {
      const std::string given = argument(is_number);
      width = "(int)(" + given + " < 0 ? -" + given + " : " + given + ")";
      flags += " | (" + given + " < 0 ? LEFT : 0)";
    }
    std::string precision = std::to_string(piece.precision.value_or(-1));
    if (piece.takes_precision) precision = "(int)" + argument(is_number);
    const std::string start = "to, size, n, ";
    switch (piece.kind) {
      case 'c':
        if (!piece.length.empty()) break;
        return "  n = bireach_put_character(" + start + "(int)" + argument(is_number) + ", " + flags + ", " + width +
               ");\n";
      case 's':
        if (!piece.length.empty()) break;
        return "  n = bireach_put_text(" + start + argument(is_text) + ", " + flags + ", " + width + ", " + precision +
               ");\n";
      case 'f':
      case 'F':
        if ((!piece.length.empty() && piece.length != "l") || piece.takes_precision ||
            piece.precision.value_or(0) > most_precise)
          break;
        return "  n = bireach_put_fixed(" + start + argument(is_floating) + ", '" + piece.kind + "', " + plus(piece) +
               ", " + flags + ", " + width + ", " + std::to_string(piece.precision.value_or(6)) + ");\n";
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        return number(piece, flags + ", " + width + ", " + precision);
      default:
        break;
    }
    is_known_ = false;
    return {};
  }

  std::string number(const FormatPiece& piece, const std::string& layout) {
    const std::string type = type_of(piece.length);
    const std::string given = argument(is_number);
    if (type.empty()) is_known_ = false;
    const bool is_long = type != "int" && type != "short" && type != "signed char";
    const std::string wide = is_long ? "unsigned long long" : "unsigned";
    const std::string put = is_long ? "bireach_put_long" : "bireach_put";
    const bool is_signed = piece.kind == 'd' || piece.kind == 'i';
    std::string text = "  {\n    " + (is_signed ? type : unsigned_of(type)) + " given = (" +
                       (is_signed ? type : unsigned_of(type)) + ")" + given + ";\n";
    const std::string value = is_signed ? "given < 0 ? 0 - (" + wide + ")given : (" + wide + ")given" : "given";
    const std::string sign = is_signed ? "given < 0 ? '-' : " + plus(piece) : "0";
    const std::string base = piece.kind == 'o' ? "8" : piece.kind == 'x' || piece.kind == 'X' ? "16" : "10";
    text += "    n = " + put + "(to, size, n, " + value + ", " + sign + ", " + base + ", " +
            (piece.kind == 'X' ? "'A'" : "'a'") + ", " + layout + ");\n  }\n";
    return text;
  }

  const SpecialCall& call_;
  unsigned next_;
  bool is_known_ = true;
  std::string unmodelled_;
};

std::string parameters(const SpecialCall& call) {
  std::string result;
  for (unsigned i = call.format_argument + 1; i < call.arguments.size(); ++i) {
    const std::string& type = call.arguments[i];
    result += ", " + type + (type.ends_with("*") ? "a" : " a") + std::to_string(i);
  }
  return result;
}

}  // namespace

const std::vector<LibraryPart>& printed_parts() {
  static const std::string text = std::string(helpers) + std::string(of_lists);
  static const std::vector<LibraryPart> result{
      {{"vsnprintf", "vsprintf", "vasprintf", "snprintf", "sprintf", "asprintf"}, text}};
  return result;
}

std::optional<std::string> printing_text(const SpecialCall& call) {
  const std::vector<FormatPiece> pieces = printed_pieces(*call.format);
  const std::string statements = Printer(call).statements(pieces);
  if (statements.empty() && !pieces.empty()) return std::nullopt;
  const std::string rest = "const char *format" + parameters(call) + ") {\n  size_t n = 0;\n";
  const std::string end = "  if (size) to[n < size ? n : size - 1] = 0;\n";
  const std::string start = "int " + call.symbol;
  if (call.function == "snprintf")
    return start + "(char *to, size_t size, " + rest + statements + end + "  return (int)n;\n}\n";
  if (call.function == "sprintf")
    return start + "(char *to, " + rest + "  const size_t size = __SIZE_MAX__;\n" + statements + end +
           "  return (int)n;\n}\n";
  return start + "(char **result, " + rest + "  char *to = 0;\n  size_t size = 0;\n" + statements +
         "  size = n + 1;\n  n = 0;\n  to = malloc(size);\n  if (!to) return -1;\n" + statements + end +
         "  *result = to;\n  return (int)n;\n}\n";
}

std::string unmodelled_print(const SpecialCall& call) {
  Printer printer(call);
  static_cast<void>(printer.statements(printed_pieces(*call.format)));
  return printer.unmodelled();
}

std::optional<std::string> output_text(const SpecialCall& call) {
  const std::string failed_or = "  int any;\n  return any < 0 ? ";
  if (!call.format) {  // puts, fputs, perror
    if (call.arguments.empty() || !is_text(call.arguments[0]) || call.are_literals.at(0)) return std::nullopt;
    const bool is_perror = call.function == "perror";
    const std::string rest = call.arguments.size() > 1 ? ", " + call.arguments[1] + " stream" : "";
    return (is_perror ? "void " : "int ") + call.symbol + "(" + call.arguments[0] + " text" + rest + ") {\n" +
           (is_perror ? "  if (text) " : "  ") + "bireach_read_text(text, -1);\n" +
           (is_perror ? "" : failed_or + "-1 : any;\n") + "}\n";
  }
  const std::vector<FormatPiece> pieces = printed_pieces(*call.format);
  if (call.function.starts_with("error")) {
    const std::string reads = Printer(call).reads(pieces);
    const bool is_at_line = call.format_argument == 4;
    const bool is_as_declared =  // a program may have a function of its own of this name elsewhere
        call.arguments[0] == "int" && call.arguments[1] == "int" &&
        (!is_at_line || (is_text(call.arguments[2]) && call.arguments[3] == "unsigned int"));
    if (reads.empty() || !is_as_declared) return std::nullopt;
    return "extern void exit(int status);\nvoid " + call.symbol + "(int status, int number, " +
           (is_at_line ? "const char *file, unsigned line, " : "") + "const char *format" + parameters(call) + ") {\n" +
           reads + "  if (status) exit(status);\n}\n";
  }
  std::string statements = call.is_used ? Printer(call).statements(pieces) : "";
  const bool is_counted = !statements.empty();
  if (!is_counted) statements = Printer(call).reads(pieces);
  if (statements.empty() || (call.is_used && !is_counted)) return std::nullopt;
  std::string start = "int " + call.symbol + "(";
  if (call.format_argument == 1) start += call.arguments[0] + " stream, ";
  start += "const char *format" + parameters(call) + ") {\n";
  if (!is_counted) return start + statements + "  return 0;\n}\n";
  return start + "  char *const to = 0;\n  const size_t size = 0;\n  size_t n = 0;\n" + statements + failed_or +
         "any : (int)n;\n}\n";
}

}  // namespace bireach::frontend
