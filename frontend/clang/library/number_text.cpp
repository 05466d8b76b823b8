// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.8, 7.20 and 7.22; POSIX.1-2017; glibc where these leave the result open (a number in a text
/// that does not fit an int, say).
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& number_parts() {
  static const std::vector<LibraryPart> result{{{"__errno_location"},
                                                R"(
static _Thread_local int errno;
int *__errno_location(void) { return &errno; }
#define bireach_errno errno
#define EINVAL 22
#define ERANGE 34
)"},
                                               {{"div", "ldiv", "lldiv", "imaxdiv"},
                                                R"(
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
typedef struct { __INTMAX_TYPE__ quot; __INTMAX_TYPE__ rem; } imaxdiv_t;
#define DIVIDE(name, type)                                                           \
  name##_t name(type x, type y) {                                                    \
    name##_t result;                                                                 \
    result.quot = x / y;                                                             \
    result.rem = x % y;                                                              \
    return result;                                                                   \
  }
DIVIDE(div, int)
DIVIDE(ldiv, long)
DIVIDE(lldiv, long long)
DIVIDE(imaxdiv, __INTMAX_TYPE__)
)"},
                                               {{"strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax",
                                                 "strtoq", "strtouq", "atoi", "atol", "atoll"},
                                                R"(
#define SPACE(c) ((c) == ' ' || ((c) >= 9 && (c) <= 13))
#define DIGIT(c, none)                                                               \
  ((c) >= '0' && (c) <= '9' ? (c) - '0' : (c) >= 'a' && (c) <= 'z' ? (c) - 'a' + 10 : \
   (c) >= 'A' && (c) <= 'Z' ? (c) - 'A' + 10 : none)
/* The bases that programs use are numbers here: what is computed with them stays linear. */
#define DIGITS(base, digit)                                                          \
  for (;; i++) {                                                                     \
    int d = digit;                                                                   \
    if (d < 0 || d >= base) break;                                                   \
    has_digit = 1;                                                                   \
    if (value > (limit - d) / base) too_large = 1;                                   \
    else value = value * base + d;                                                   \
  }
#define CHARACTER char
#define DECIMAL(s) (s[i] >= '0' && s[i] <= '9' ? s[i] - '0' : -1)
#define TO_NUMBER(name, type, wide, positive, negative, negate)                      \
  type name(const CHARACTER *s, CHARACTER **end, int base) {                         \
    size_t i = 0;                                                                    \
    int is_negative = 0, has_digit = 0, too_large = 0;                               \
    wide value = 0, limit;                                                           \
    if (base < 0 || base == 1 || base > 36) {                                        \
      bireach_errno = EINVAL;                                                        \
      return 0;                                                                      \
    }                                                                                \
    while (SPACE(s[i])) i++;                                                         \
    if (s[i] == '-' || s[i] == '+') is_negative = s[i++] == '-';                     \
    limit = is_negative ? negative : positive;                                       \
    if ((base == 0 || base == 16) && s[i] == '0') {                                  \
      has_digit = 1;                                                                 \
      if (s[i + 1] == 'x' || s[i + 1] == 'X') {                                      \
        if (DIGIT(s[i + 2], 16) < 16) i += 2;                                        \
        base = 16;                                                                   \
      } else if (base == 0) {                                                        \
        base = 8;                                                                    \
      }                                                                              \
    } else if (base == 0) {                                                          \
      base = 10;                                                                     \
    }                                                                                \
    if (base == 10) { DIGITS(10, DECIMAL(s)) }                                       \
    else if (base == 16) { DIGITS(16, DIGIT(s[i], -1)) }                             \
    else if (base == 8) { DIGITS(8, DECIMAL(s)) }                                    \
    else { DIGITS(base, DIGIT(s[i], -1)) }                                           \
    if (end) *end = (CHARACTER *)s + (has_digit ? i : 0);                            \
    if (too_large) {                                                                 \
      bireach_errno = ERANGE;                                                        \
      return (type)limit;                                                            \
    }                                                                                \
    return (type)(is_negative ? negate : value);                                     \
  }
#define SIGNED(name, type, most) TO_NUMBER(name, type, unsigned type, most, (unsigned type)most + 1, 0 - value)
#define UNSIGNED(name, type, most) TO_NUMBER(name, type, type, most, most, 0 - value)
SIGNED(strtol, long, __LONG_MAX__)
SIGNED(strtoll, long long, __LONG_LONG_MAX__)
UNSIGNED(strtoul, unsigned long, (__LONG_MAX__ * 2UL + 1))
UNSIGNED(strtoull, unsigned long long, (__LONG_LONG_MAX__ * 2ULL + 1))
TO_NUMBER(strtoimax, __INTMAX_TYPE__, __UINTMAX_TYPE__, __INTMAX_MAX__, (__UINTMAX_TYPE__)__INTMAX_MAX__ + 1, 0 - value)
TO_NUMBER(strtoumax, __UINTMAX_TYPE__, __UINTMAX_TYPE__, __UINTMAX_MAX__, __UINTMAX_MAX__, 0 - value)
SIGNED(strtoq, long long, __LONG_LONG_MAX__)
UNSIGNED(strtouq, unsigned long long, (__LONG_LONG_MAX__ * 2ULL + 1))
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }
)"},
                                               {{"strtod", "strtof", "strtold", "atof"},
                                                R"(
extern void bireach_refuse(const char *what);
/* Where digits and power of ten are numbers of the type, one operation rounds as the standard wants (W. D. Clinger, How
   to Read Floating Point Numbers Accurately, PLDI 1990). */
#define LETTER(at, c) (s[i + at] == c || s[i + at] == c - 32)
#define TO_FLOATING(name, type, most, most_power, huge, tiny)                        \
  type name(const char *s, char **end) {                                             \
    size_t i = 0;                                                                    \
    int is_negative = 0, has_digit = 0, power = 0, too_long = 0;                     \
    unsigned long long digits = 0;                                                   \
    while (SPACE(s[i])) i++;                                                         \
    if (s[i] == '-' || s[i] == '+') is_negative = s[i++] == '-';                     \
    if (LETTER(0, 'i') && LETTER(1, 'n') && LETTER(2, 'f')) {                        \
      i += 3;                                                                        \
      if (LETTER(0, 'i') && LETTER(1, 'n') && LETTER(2, 'i') && LETTER(3, 't') && LETTER(4, 'y')) i += 5; \
      if (end) *end = (char *)s + i;                                                 \
      return is_negative ? -(type)__builtin_inf() : (type)__builtin_inf();           \
    }                                                                                \
    if (LETTER(0, 'n') && LETTER(1, 'a') && LETTER(2, 'n')) {                        \
      size_t behind = i + 3;                                                         \
      if (s[behind] == '(') {                                                        \
        behind++;                                                                    \
        while (DIGIT(s[behind], 99) < 36 || s[behind] == '_') behind++;              \
        behind = s[behind] == ')' ? behind + 1 : i + 3;                              \
      }                                                                              \
      if (end) *end = (char *)s + behind;                                            \
      return is_negative ? -(type)__builtin_nan("") : (type)__builtin_nan("");       \
    }                                                                                \
    if (s[i] == '0' && LETTER(1, 'x')) bireach_refuse("call of " #name " with hexadecimal digits"); \
    for (int is_fraction = 0;; i++) {                                                \
      if (s[i] == '.' && !is_fraction) {                                             \
        if (!has_digit && !(s[i + 1] >= '0' && s[i + 1] <= '9')) break;              \
        is_fraction = 1;                                                             \
        continue;                                                                    \
      }                                                                              \
      if (s[i] < '0' || s[i] > '9') break;                                           \
      has_digit = 1;                                                                 \
      if (digits > (most - 9) / 10) too_long = 1;                                    \
      else digits = digits * 10 + (unsigned long long)(s[i] - '0');                  \
      power -= is_fraction;                                                          \
    }                                                                                \
    if (!has_digit) {                                                                \
      if (end) *end = (char *)s;                                                     \
      return 0;                                                                      \
    }                                                                                \
    if (LETTER(0, 'e')) {                                                            \
      size_t at = i + 1;                                                             \
      int is_small = 0, exponent = 0;                                                \
      if (s[at] == '-' || s[at] == '+') is_small = s[at++] == '-';                   \
      if (s[at] >= '0' && s[at] <= '9') {                                            \
        for (; s[at] >= '0' && s[at] <= '9'; at++)                                   \
          if (exponent < 1000) exponent = exponent * 10 + (s[at] - '0');             \
        power += is_small ? -exponent : exponent;                                    \
        i = at;                                                                      \
      }                                                                              \
    }                                                                                \
    if (end) *end = (char *)s + i;                                                   \
    if (!digits && !too_long) return is_negative ? -(type)0 : 0;                     \
    if (power > huge || (power < -tiny && !too_long)) {                              \
      bireach_errno = ERANGE;                                                        \
      type limit = power > huge ? (type)__builtin_inf() : 0;                         \
      return is_negative ? -limit : limit;                                           \
    }                                                                                \
    if (too_long || power < -most_power || power > most_power)                       \
      bireach_refuse("call of " #name " with a number that is not rounded once");    \
    type value = digits, scale = 1;                                                  \
    for (int n = power < 0 ? -power : power; n > 0; n--) scale = scale * 10;         \
    value = power < 0 ? value / scale : value * scale;                               \
    return is_negative ? -value : value;                                             \
  }
TO_FLOATING(strtod, double, 9007199254740992ULL, 22, 310, 350)
TO_FLOATING(strtof, float, 16777216ULL, 10, 40, 60)
TO_FLOATING(strtold, long double, 9223372036854775807ULL, 27, 4950, 5000)
double atof(const char *s) { return strtod(s, 0); }
)"},
                                               {{"qsort"},
                                                R"(
/* Of elements that the call does not name; else special_text.cpp has it. Those that compare equal come in any order. */
void qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t i = 1; i < count; i++)
    for (size_t to = i; to > 0; to--) {
      int any;
      char *one = (char *)array + (to - 1) * size, *other = one + size;
      int order = compare(one, other);
      if (order < 0 || (order == 0 && any)) break;
      for (size_t k = 0; k < size; k++) {
        char moved = one[k];
        one[k] = other[k];
        other[k] = moved;
      }
    }
}
)"},
                                               {{"bsearch"},
                                                R"(
void *bsearch(const void *key, const void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const void *element = (const char *)array + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}
)"}};
  return result;
}

}  // namespace bireach::frontend
