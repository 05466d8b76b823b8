// SPDX-License-Identifier: Apache-2.0
/// ISO/IEC 9899:2011, 7.12.6 and 7.12.11: exponents and neighbours of numbers, for each of the three types; errors as
/// glibc reports them.
#include "frontend/clang/library/library_parts.h"

namespace bireach::frontend {

const std::vector<LibraryPart>& exponent_parts() {
  static const std::vector<LibraryPart> result{
      {{"ldexp",    "ldexpf",  "ldexpl",    "scalbn",     "scalbnf",    "scalbnl",    "scalbln",     "scalblnf",
        "scalblnl", "frexp",   "frexpf",    "frexpl",     "ilogb",      "ilogbf",     "ilogbl",      "logb",
        "logbf",    "logbl",   "nextafter", "nextafterf", "nextafterl", "nexttoward", "nexttowardf", "nexttowardl",
        "sincos",   "sincosf", "sincosl",   "nan",        "nanf",       "nanl"},
       R"(
#define EDOM 33
#define IS_FINITE(x) ((x) == (x) && !__builtin_isinf(x))
/* `most` is the largest exponent, `digits` how many bits a significand has, `step` the largest power of two below
   `most`. A result is rounded once: what makes it too small for the normal numbers comes last. */
#define EXPONENTS(suffix, type, most, digits, step)                                  \
  static type bireach_power##suffix(int n) {                                         \
    type result = 1, factor = n < 0 ? 0.5f : 2;                                      \
    for (unsigned rest = n < 0 ? 0u - n : (unsigned)n; rest; rest /= 2) {            \
      if (rest % 2) result = result * factor;                                        \
      if (rest > 1) factor = factor * factor;                                        \
    }                                                                                \
    return result;                                                                   \
  }                                                                                  \
  static type bireach_scaled##suffix(type x, long n) {                               \
    type result = x;                                                                 \
    if (n > 4L * (most)) n = 4L * (most);                                            \
    if (n < -4L * (most)) n = -4L * (most);                                          \
    for (; n > most; n -= most) result = result * bireach_power##suffix(most);       \
    for (; n < 1 - most; n += most - 1 - digits)                                     \
      result = result * bireach_power##suffix(digits + 1 - most);                    \
    result = result * bireach_power##suffix((int)n);                                 \
    if (IS_FINITE(x) && (!IS_FINITE(result) || (result == 0 && x != 0))) bireach_errno = ERANGE; \
    return result;                                                                   \
  }                                                                                  \
  type ldexp##suffix(type x, int n) { return bireach_scaled##suffix(x, n); }         \
  type scalbn##suffix(type x, int n) { return bireach_scaled##suffix(x, n); }        \
  type scalbln##suffix(type x, long n) { return bireach_scaled##suffix(x, n); }      \
  type frexp##suffix(type x, int *exponent) {                                        \
    int n = 1;                                                                       \
    *exponent = 0;                                                                   \
    if (x == 0 || !IS_FINITE(x)) return x;                                           \
    type rest = x < 0 ? -x : x;                                                      \
    if (rest < bireach_power##suffix(1 - most)) {                                    \
      rest = rest * bireach_power##suffix(digits);                                   \
      n -= digits;                                                                   \
    }                                                                                \
    for (int k = step; k > 0; k /= 2)                                                \
      if (rest >= bireach_power##suffix(k)) {                                        \
        rest = rest * bireach_power##suffix(-k);                                     \
        n += k;                                                                      \
      }                                                                              \
    for (int k = step; k > 0; k /= 2)                                                \
      if (rest < bireach_power##suffix(1 - k)) {                                     \
        rest = rest * bireach_power##suffix(k);                                      \
        n -= k;                                                                      \
      }                                                                              \
    *exponent = n;                                                                   \
    return x < 0 ? -(rest / 2) : rest / 2;                                           \
  }                                                                                  \
  int ilogb##suffix(type x) {                                                        \
    int n;                                                                           \
    if (x == 0 || !IS_FINITE(x)) {                                                   \
      bireach_errno = EDOM;                                                          \
      return __builtin_isinf(x) ? 2147483647 : -2147483647 - 1;                      \
    }                                                                                \
    frexp##suffix(x, &n);                                                            \
    return n - 1;                                                                    \
  }                                                                                  \
  type logb##suffix(type x) {                                                        \
    int n;                                                                           \
    if (x == 0) {                                                                    \
      bireach_errno = ERANGE;                                                        \
      return -(type)__builtin_inf();                                                 \
    }                                                                                \
    if (x != x) return x;                                                            \
    if (__builtin_isinf(x)) return (type)__builtin_inf();                            \
    frexp##suffix(x, &n);                                                            \
    return n - 1;                                                                    \
  }                                                                                  \
  /* The next one behind x, on the side of the larger or the smaller numbers. */     \
  static type bireach_next##suffix(type x, int is_larger) {                          \
    const type least = bireach_power##suffix(1 - most) * bireach_power##suffix(1 - digits); \
    if (x == 0) return is_larger ? least : -least;                                   \
    const int grows = (x > 0) == is_larger;                                          \
    type size = x < 0 ? -x : x;                                                      \
    if (__builtin_isinf(x)) {                                                        \
      if (grows) return x;                                                           \
      type greatest = (2 - bireach_power##suffix(1 - digits)) * bireach_power##suffix(most); \
      return x < 0 ? -greatest : greatest;                                           \
    }                                                                                \
    int n;                                                                           \
    type part = frexp##suffix(size, &n);                                             \
    if (!grows && part == 0.5f) n--;                                                 \
    n = n - digits < 2 - most - digits ? 2 - most - digits : n - digits;             \
    type distance = bireach_power##suffix(1 - most);                                 \
    distance = n >= 1 - most ? bireach_power##suffix(n) : distance * bireach_power##suffix(n - 1 + most); \
    size = grows ? size + distance : size - distance;                                \
    return x < 0 ? -size : size;                                                     \
  }                                                                                  \
  static type bireach_towards##suffix(type x, int is_larger) {                       \
    type result = bireach_next##suffix(x, is_larger);                                \
    type size = result < 0 ? -result : result;                                       \
    if ((__builtin_isinf(result) && !__builtin_isinf(x)) || size < bireach_power##suffix(1 - most)) \
      bireach_errno = ERANGE;                                                        \
    return result;                                                                   \
  }                                                                                  \
  type nextafter##suffix(type x, type y) {                                           \
    if (x != x) return x;                                                            \
    if (y != y || x == y) return y;                                                  \
    return bireach_towards##suffix(x, x < y);                                        \
  }                                                                                  \
  type nexttoward##suffix(type x, long double y) {                                   \
    if (x != x) return x;                                                            \
    if (y != y || x == y) return (type)y;                                            \
    return bireach_towards##suffix(x, x < y);                                        \
  }                                                                                  \
  type nan##suffix(const char *tag) {                                                \
    if (tag[0] >= 48 && tag[0] <= 57) bireach_refuse("a NaN that tells what it is");   \
    return __builtin_nan##suffix("");                                                \
  }                                                                                  \
  void sincos##suffix(type x, type *s, type *c) {                                    \
    *s = sin##suffix(x);                                                             \
    *c = cos##suffix(x);                                                             \
  }
EXPONENTS(, double, 1023, 53, 512)
EXPONENTS(f, float, 127, 24, 64)
EXPONENTS(l, long double, 16383, 64, 8192)
)"},
  };
  return result;
}

}  // namespace bireach::frontend
