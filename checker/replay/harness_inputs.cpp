// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/harness_inputs.h"

#include "frontend/clang/library/library_text.h"

namespace bireach::checker {
namespace {

constexpr const char* helpers = R"(
typedef __SIZE_TYPE__ size_t;
struct _IO_FILE;
extern void *realloc(void *, size_t);
extern int *__errno_location(void);
#define bireach_errno (*__errno_location())
#define bireach_outside() bireach_end("a value is not possible\n", 122)
#define bireach_refuse(what) bireach_end(what "\n", 122)
#define bireach_assume_clock()
#define bireach_input_int() ((int)bireach_input())
#define bireach_input_character() bireach_input_int()
#define bireach_input_long_long() ((long long)bireach_input())
static __attribute__((unused)) double bireach_input_double(void) {
  unsigned long long bits = (unsigned long long)bireach_input();
  double number;
  __builtin_memcpy(&number, &bits, sizeof number);
  return number;
}
#define FAILS(result) { bireach_errno = bireach_input_int(); return result; }
#define INPUT_BYTE(name) int name = bireach_input_int();
)";

/// Takes the values in the order in which frontend/clang/library/scanned_text.cpp has them.
constexpr const char* scanning = R"(
static int bireach_scan(const char *format, __builtin_va_list list) {
  int count = 0;
  for (; *format; format++) {
    int is_suppressed = 0, width = 0, is_set = 0, got, bytes = sizeof(int);
    if (*format == ' ' || (*format >= 9 && *format <= 13)) continue;
    if (*format == '%' && format[1] != '%') {
      format++;
      if (*format == '*') is_suppressed = 1, format++;
      while (*format >= '0' && *format <= '9') width = width * 10 + *format++ - '0';
      for (;; format++) {
        if (*format == 'l') bytes = bytes == sizeof(int) ? sizeof(long) : sizeof(long long);
        else if (*format == 'h') bytes = bytes == sizeof(int) ? sizeof(short) : 1;
        else if (*format == 'j') bytes = sizeof(long long);
        else if (*format == 'z' || *format == 't') bytes = sizeof(size_t);
        else break;
      }
    } else {
      if (*format == '%') format++;
      is_set = -1;
    }
    got = bireach_input_int();
    if (got == -1) return count ? count : -1;
    if (got == 0) return count;
    if (is_set == -1) continue;
    if (*format == '[') {
      is_set = 1;
      format++;
      if (*format == '^') format++;
      if (*format == ']') format++;
      while (*format && *format != ']') format++;
    }
    if (is_set || *format == 's' || *format == 'c') {
      char *to = is_suppressed ? 0 : __builtin_va_arg(list, char *);
      int length = 0, most = width ? width : !is_set && *format == 'c' ? 1 : 0x7fffffff;
      for (; length < most; length++) {
        int c = bireach_input_int();
        if (c == -1) break;
        if (to) to[length] = (char)c;
      }
      if (!is_set && *format == 'c') {
        if (length < most) return count ? count : -1;
      } else if (to) {
        to[length] = 0;
      }
    } else if (!is_suppressed) {
      unsigned long long value = (unsigned long long)bireach_input();
      int is_floating = 0;
      for (const char *kind = "fFeEgGaA"; *kind; kind++) is_floating |= *kind == *format;
      if (is_floating) bytes = bytes == sizeof(int) ? 4 : 8;
      __builtin_memcpy(__builtin_va_arg(list, void *), &value, (size_t)bytes);
    }
    if (!is_suppressed) count++;
  }
  return count;
}
#define BIREACH_SCANS(name, ...)                                                     \
  int name(__VA_ARGS__ const char *format, ...) {                                    \
    __builtin_va_list list;                                                          \
    __builtin_va_start(list, format);                                                \
    int result = bireach_scan(format, list);                                         \
    __builtin_va_end(list);                                                          \
    return result;                                                                   \
  }
BIREACH_SCANS(scanf, )
BIREACH_SCANS(__isoc99_scanf, )
BIREACH_SCANS(fscanf, struct _IO_FILE *stream, )
BIREACH_SCANS(__isoc99_fscanf, struct _IO_FILE *stream, )
)";

bool scans(const std::string& function) {
  return function == "scanf" || function == "fscanf";
}

}  // namespace

bool reads_input(const std::string& function) {
  return scans(function) || !frontend::replayed_text(function).empty();
}

std::string input_functions(const std::set<std::string>& functions) {
  std::set<std::string> texts;
  for (const std::string& function : functions)
    texts.insert(scans(function) ? scanning : frontend::replayed_text(function));
  std::string result = helpers;
  for (const std::string& text : texts) result += text;
  return result;
}

}  // namespace bireach::checker
