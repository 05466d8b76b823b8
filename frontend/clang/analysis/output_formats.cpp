// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/analysis/output_formats.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <cctype>

namespace bireach::frontend {
namespace {

constexpr std::int64_t int_max = 2147483647;

/// Digits of numbers of so many bits.
struct Digits {
  std::int64_t decimal;
  std::int64_t octal;
  std::int64_t hexadecimal;
};

/// Reads one conversion after another.
class FormatReader {
 public:
  FormatReader(const clang::CallExpr* call, unsigned format, llvm::StringRef text)
      : call_(call), next_(format + 1), text_(text.take_until([](char c) { return c == '\0'; })) {}

  WrittenText read() {
    result_.is_literal = true;
    result_.most = 0;
    while (!text_.empty()) {
      const char c = text_.front();
      text_ = text_.drop_front();
      if (c == '%')
        conversion();
      else
        add(1, 1);
    }
    result_.least = std::min(result_.least, int_max);
    if (result_.most && *result_.most > int_max) result_.most.reset();
    return result_;
  }

 private:
  void add(std::int64_t least, std::optional<std::int64_t> most) {
    result_.least = std::min(result_.least + least, int_max);
    if (result_.most && most)
      result_.most = std::min(*result_.most + *most, int_max + 1);
    else
      result_.most.reset();
  }

  std::optional<std::int64_t> number() {
    unsigned long long value = 0;
    if (text_.consume_front("*")) {
      ++next_;
      return std::nullopt;
    }
    if (text_.empty() || std::isdigit(static_cast<unsigned char>(text_.front())) == 0) return 0;
    text_.consumeInteger(10, value);
    return static_cast<std::int64_t>(std::min<unsigned long long>(value, static_cast<unsigned long long>(int_max)));
  }

  /// Of the arguments of this length: "", "l", …; nothing: not known.
  std::optional<Digits> digits(llvm::StringRef length) {
    const bool is_long = length == "l" || length == "z" || length == "t";
    const std::uint64_t long_bits = context().getTypeSize(context().LongTy);
    if (length.empty() || length == "h" || length == "hh" || (is_long && long_bits == 32)) return Digits{10, 11, 8};
    if (is_long || length == "ll" || length == "j" || length == "q") return Digits{20, 22, 16};
    return std::nullopt;
  }

  clang::ASTContext& context() { return call_->getDirectCallee()->getASTContext(); }

  void conversion() {
    if (text_.consume_front("%")) return add(1, 1);
    // A number and a dollar name the argument.
    const llvm::StringRef position = text_.take_while([](char c) { return c >= '0' && c <= '9'; });
    is_positional_ = is_positional_ || text_.drop_front(position.size()).startswith("$");
    if (text_.drop_front(position.size()).startswith("$")) text_ = text_.drop_front(position.size() + 1);
    const llvm::StringRef flags = text_.take_while([](char c) { return llvm::StringRef("-+ #0'I").contains(c); });
    text_ = text_.drop_front(flags.size());
    const std::optional<std::int64_t> width = number();
    const bool has_precision = text_.consume_front(".");
    const std::optional<std::int64_t> precision = has_precision ? number() : std::optional<std::int64_t>(0);
    const llvm::StringRef length = text_.take_while([](char c) { return llvm::StringRef("hljztLq").contains(c); });
    text_ = text_.drop_front(length.size());
    if (text_.empty()) return add(0, std::nullopt);  // undefined
    const char kind = text_.front();
    text_ = text_.drop_front();
    if (kind == 'n') result_.stores = true;
    const WrittenText written = converted(kind, flags, length, has_precision, precision);
    if (kind != 'm') ++next_;
    // With a width of `*` only the least width is known: none.
    std::optional<std::int64_t> most;
    if (width && written.most) most = std::max(*width, *written.most);
    add(std::max(written.least, width.value_or(0)), most);
  }

  /// Without the width.
  WrittenText converted(char kind, llvm::StringRef flags, llvm::StringRef length, bool has_precision,
                        std::optional<std::int64_t> precision) {
    WrittenText result;
    const std::optional<Digits> most = digits(length);
    const bool is_grouped = flags.contains('\'');
    switch (kind) {
      case 'c':
        if (length.empty()) result.least = 1;
        if (length.empty()) result.most = 1;
        return result;
      case 's':
        return string(length, has_precision, precision);
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X': {
        // Nothing at all is written of 0 with a precision of 0.
        result.least = has_precision ? precision.value_or(0) : 1;
        const bool has_sign = flags.contains('+') || flags.contains(' ');
        if ((kind == 'd' || kind == 'i') && has_sign) ++result.least;
        if (!most || !precision || is_grouped) return result;
        const std::int64_t number = kind == 'o'                  ? most->octal
                                    : kind == 'x' || kind == 'X' ? most->hexadecimal
                                                                 : most->decimal;
        result.most = std::max(number, *precision) + 2;  // a sign, or 0x
        return result;
      }
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
      case 'p':
        result.least = 1;
        return result;
      case 'n':
        result.most = 0;
        return result;
      default:
        return result;
    }
  }

  WrittenText string(llvm::StringRef length, bool has_precision, std::optional<std::int64_t> precision) {
    WrittenText result;
    if (has_precision && precision && length.empty()) result.most = *precision;
    if (is_positional_ || !length.empty() || next_ >= call_->getNumArgs()) return result;
    const auto* literal = llvm::dyn_cast<clang::StringLiteral>(call_->getArg(next_)->IgnoreParenCasts());
    if (!literal || !literal->isAscii() || !precision) return result;
    auto size = static_cast<std::int64_t>(literal->getString().split('\0').first.size());
    if (has_precision) size = std::min(size, *precision);
    result.least = size;
    result.most = size;
    return result;
  }

  const clang::CallExpr* call_;
  unsigned next_;  ///< argument
  llvm::StringRef text_;
  bool is_positional_ = false;
  WrittenText result_;
};

}  // namespace

WrittenText written_by_format(const clang::CallExpr* call, unsigned format) {
  const auto* literal = format < call->getNumArgs()
                            ? llvm::dyn_cast<clang::StringLiteral>(call->getArg(format)->IgnoreParenCasts())
                            : nullptr;
  if (!literal || !literal->isAscii()) return {};
  return FormatReader(call, format, literal->getString()).read();
}

}  // namespace bireach::frontend
