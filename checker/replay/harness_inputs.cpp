// SPDX-License-Identifier: Apache-2.0
#include "checker/replay/harness_inputs.h"

#include <algorithm>

#include "frontend/clang/library/library_text.h"
#include "frontend/clang/library/scanned_text.h"
#include "frontend/clang/library/stream_state_text.h"

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
#define bireach_input_outcome() bireach_input_int()
#define bireach_input_failure() bireach_input_int()
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
extern struct _IO_FILE *stdin;
static int bireach_scan(struct _IO_FILE *stream, const char *format, __builtin_va_list list) {
  int count = 0;
  for (; *format; format++) {
    int is_suppressed = 0, width = 0, is_set = 0, got, bytes = sizeof(int);
    if (*format == ' ' || (*format >= 9 && *format <= 13)) {
      while (format[1] == ' ' || (format[1] >= 9 && format[1] <= 13)) format++;
      SCAN_LOOKS_ON(stream)
      continue;
    }
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
    got = SCAN_OUTCOME(stream);
    if (got == -1) {
      SCAN_ENDS(stream)
      return count ? count : -1;
    }
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
      } else {
        if (to) to[length] = 0;
        if (length < most) {
          SCAN_LOOKS_ON(stream)
        }
      }
    } else if (!is_suppressed) {
      unsigned long long value = (unsigned long long)bireach_input();
      int is_floating = 0;
      for (const char *kind = "fFeEgGaA"; *kind; kind++) is_floating |= *kind == *format;
      if (is_floating) bytes = bytes == sizeof(int) ? 4 : 8;
      __builtin_memcpy(__builtin_va_arg(list, void *), &value, (size_t)bytes);
      SCAN_LOOKS_ON(stream)
    }
    if (!is_suppressed) count++;
  }
  return count;
}
#define BIREACH_SCANS(name, stream, ...)                                             \
  int name(__VA_ARGS__ const char *format, ...) {                                    \
    __builtin_va_list list;                                                          \
    __builtin_va_start(list, format);                                                \
    int result = bireach_scan(stream, format, list);                                 \
    __builtin_va_end(list);                                                          \
    return result;                                                                   \
  }
BIREACH_SCANS(scanf, stdin, )
BIREACH_SCANS(__isoc99_scanf, stdin, )
BIREACH_SCANS(fscanf, stream, struct _IO_FILE *stream, )
BIREACH_SCANS(__isoc99_fscanf, stream, struct _IO_FILE *stream, )
)";

bool scans(const std::string& function) {
  return function == "scanf" || function == "fscanf";
}

}  // namespace

bool reads_input(const std::string& function, bool streams_have_state) {
  return scans(function) || !frontend::replayed_text(function, streams_have_state).empty();
}

std::string input_functions(const std::set<std::string>& functions, bool streams_have_state) {
  std::set<std::string> texts;
  if (streams_have_state) texts.insert(frontend::replayed_text("feof", true));
  for (const std::string& function : functions)
    if (!scans(function)) texts.insert(frontend::replayed_text(function, streams_have_state));
  std::string result = helpers;
  if (streams_have_state) result += frontend::keeps_streams_macro;
  if (functions.contains("ferror") || functions.contains("ferror_unlocked")) result += frontend::writes_streams_macro;
  for (const std::string& text : texts) result += text;
  // Behind the state of the streams.
  if (std::any_of(functions.begin(), functions.end(), scans))
    result.append(frontend::scanning_streams()).append(scanning);
  return result;
}

}  // namespace bireach::checker
