// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/library_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "frontend/clang/library/library_parts.h"
#include "frontend/clang/library/special_text.h"
#include "frontend/clang/library/stream_state_text.h"
#include "frontend/clang/library/synchronisation_text.h"

namespace bireach::frontend {
namespace {

/// Prefix of functions that only gcc's `__builtin_` names mean.
constexpr std::string_view own_prefix = "bireach_";
constexpr std::string_view builtin_prefix = "__builtin_";
constexpr std::string_view input_prefix = "bireach_input_";
constexpr std::string_view arbitrary_prefix = "bireach_any_";

/// ISO/IEC 9899:2011, clauses 7.4 (in the "C" locale), 7.8, 7.12, 7.22 and 7.24; gcc's manual, "Other Built-in
/// Functions".
const std::vector<LibraryPart>& basic_parts() {
  static const std::vector<LibraryPart> result{
      {{"bireach_undefined"}, "extern void bireach_undefined(void), bireach_misuse(const char *what);\n"},
      // XSH pthread_key_create; C11 7.26.6. At the end of a thread that is `bireach_run_destructors`, which it calls.
      // Those of two keys run in either order; rounds as in glibc (PTHREAD_DESTRUCTOR_ITERATIONS).
      {{"pthread_key_create", "pthread_key_delete", "pthread_getspecific", "pthread_setspecific", "tss_create",
        "tss_delete", "tss_get", "tss_set", "bireach_run_destructors"},
       R"(
extern void bireach_atomic_begin(void);
extern void bireach_atomic_end(void);
extern void bireach_refuse(const char *what);
static unsigned bireach_keys;
static unsigned bireach_destructor_count;
static void (*bireach_destructors[16])(void *);
static _Thread_local void *bireach_specific[16];
#define KEY_CREATE                                                                   \
  unsigned created;                                                                  \
  bireach_atomic_begin();                                                            \
  if (bireach_keys == 16) bireach_refuse("more than 16 keys of thread-specific data"); \
  created = bireach_keys;                                                            \
  bireach_keys = created + 1;                                                        \
  if (destructor) {                                                                  \
    if (bireach_destructor_count == 2)                                               \
      bireach_refuse("more than two destructors of thread-specific data");           \
    bireach_destructor_count = bireach_destructor_count + 1;                         \
    bireach_destructors[created] = destructor;                                       \
  }                                                                                  \
  bireach_atomic_end();                                                              \
  *key = created;                                                                    \
  return 0;
#define KEY_DELETE                                                                   \
  bireach_atomic_begin();                                                            \
  if (bireach_destructors[key]) bireach_destructors[key] = 0;                        \
  bireach_atomic_end();
int pthread_key_create(unsigned *key, void (*destructor)(void *)) { KEY_CREATE }
int tss_create(unsigned *key, void (*destructor)(void *)) { KEY_CREATE }
int pthread_key_delete(unsigned key) {
  KEY_DELETE
  return 0;
}
void tss_delete(unsigned key) { KEY_DELETE }
void *pthread_getspecific(unsigned key) { return bireach_specific[key]; }
void *tss_get(unsigned key) { return bireach_specific[key]; }
int pthread_setspecific(unsigned key, const void *value) {
  bireach_specific[key] = (void *)value;
  return 0;
}
int tss_set(unsigned key, void *value) {
  bireach_specific[key] = value;
  return 0;
}
void bireach_run_destructors(void) {
  for (int round = 0; round < 4; round++) {
    int any;
    int is_upwards = any;
    int has_run = 0;
    unsigned keys;
    bireach_atomic_begin();
    keys = bireach_keys;
    bireach_atomic_end();
    for (unsigned i = 0; i < keys; i++) {
      unsigned key = is_upwards ? i : keys - 1 - i;
      void *value = bireach_specific[key];
      void (*destructor)(void *);
      bireach_atomic_begin();
      destructor = bireach_destructors[key];
      bireach_atomic_end();
      if (value && destructor) {
        bireach_specific[key] = 0;
        destructor(value);
        has_run = 1;
      }
    }
    if (!has_run) return;
  }
}
)"},
      {{"abs", "labs", "llabs", "imaxabs"},
       R"(
int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }
)"},
      {{"isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace",
        "isupper", "isxdigit", "tolower", "toupper", "isascii", "toascii"},
       R"(
#define CLASS(name, condition)                                                       \
  int name(int c) {                                                                  \
    int any;                                                                         \
    if (c < -1 || c > 255) bireach_misuse("a number that is neither EOF nor an unsigned char"); \
    return !(condition) ? 0 : any ? any : 1;                                         \
  }
#define IN(low, high) (c >= low && c <= high)
CLASS(isalnum, IN('0', '9') || IN('A', 'Z') || IN('a', 'z'))
CLASS(isalpha, IN('A', 'Z') || IN('a', 'z'))
CLASS(isblank, c == ' ' || c == '\t')
CLASS(iscntrl, IN(0, 31) || c == 127)
CLASS(isdigit, IN('0', '9'))
CLASS(isgraph, IN(33, 126))
CLASS(islower, IN('a', 'z'))
CLASS(isprint, IN(32, 126))
CLASS(ispunct, IN(33, 47) || IN(58, 64) || IN(91, 96) || IN(123, 126))
CLASS(isspace, c == ' ' || IN(9, 13))
CLASS(isupper, IN('A', 'Z'))
CLASS(isxdigit, IN('0', '9') || IN('A', 'F') || IN('a', 'f'))
int tolower(int c) {
  if (c < -1 || c > 255) bireach_misuse("a number that is neither EOF nor an unsigned char");
  return IN('A', 'Z') ? c + 32 : c;
}
int toupper(int c) {
  if (c < -1 || c > 255) bireach_misuse("a number that is neither EOF nor an unsigned char");
  return IN('a', 'z') ? c - 32 : c;
}
int isascii(int c) { int any; return !IN(0, 127) ? 0 : any ? any : 1; }
int toascii(int c) { return c & 127; }
)"},
      {{"strlen", "strnlen", "strcpy", "strncpy", "strcat", "strncat", "strcmp", "strncmp", "strchr", "strrchr"},
       R"(
typedef __SIZE_TYPE__ size_t;
size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}
size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}
char *strcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}
char *strncpy(char *to, const char *from, size_t count) {
  size_t i = 0;
  while (i < count && from[i]) {
    to[i] = from[i];
    i++;
  }
  while (i < count) to[i++] = 0;
  return to;
}
char *strcat(char *to, const char *from) {
  size_t end = 0, i = 0;
  while (to[end]) end++;
  while (from[i]) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}
char *strncat(char *to, const char *from, size_t count) {
  size_t end = 0, i = 0;
  while (to[end]) end++;
  while (i < count && from[i]) {
    to[end + i] = from[i];
    i++;
  }
  to[end + i] = 0;
  return to;
}
#define COMPARE(more)                                                                \
  int any;                                                                           \
  size_t i = 0;                                                                      \
  while (more a[i] && a[i] == b[i]) i++;                                             \
  if (more (unsigned char)a[i] < (unsigned char)b[i]) return any < 0 ? any : -1;     \
  if (more (unsigned char)a[i] > (unsigned char)b[i]) return any > 0 ? any : 1;      \
  return 0;
int strcmp(const char *a, const char *b) { COMPARE() }
int strncmp(const char *a, const char *b, size_t count) { COMPARE(i < count &&) }
char *strchr(const char *s, int c) {
  size_t i = 0;
  while (s[i] && s[i] != (char)c) i++;
  return s[i] == (char)c ? (char *)s + i : 0;
}
char *strrchr(const char *s, int c) {
  size_t i = 0;
  char *last = 0;
  for (;; i++) {
    if (s[i] == (char)c) last = (char *)s + i;
    if (!s[i]) return last;
  }
}
)"},
      {{"memset", "memcpy", "memmove", "memcmp", "memchr"},
       R"(
void *memset(void *object, int c, size_t count) {
  unsigned char *to = object;
  for (size_t i = 0; i < count; i++) to[i] = (unsigned char)c;
  return object;
}
void *memcpy(void *object, const void *source, size_t count) {
  unsigned char *to = object;
  const unsigned char *from = source;
  for (size_t i = 0; i < count; i++) to[i] = from[i];
  return object;
}
void *memmove(void *object, const void *source, size_t count) {
  unsigned char *to = object;
  const unsigned char *from = source;
  if ((__UINTPTR_TYPE__)to <= (__UINTPTR_TYPE__)from) {
    for (size_t i = 0; i < count; i++) to[i] = from[i];
  } else {
    for (size_t i = count; i-- > 0;) to[i] = from[i];
  }
  return object;
}
int memcmp(const void *first, const void *second, size_t count) {
  const unsigned char *a = first;
  const unsigned char *b = second;
  int any;
  size_t i = 0;
  while (i < count && a[i] == b[i]) i++;
  if (i == count) return 0;
  return a[i] < b[i] ? (any < 0 ? any : -1) : any > 0 ? any : 1;
}
void *memchr(const void *object, int c, size_t count) {
  const unsigned char *bytes = object;
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
  }
  return 0;
}
)"},
      {{"ffs", "ffsl", "ffsll", "bireach_ctz", "bireach_ctzl", "bireach_ctzll", "bireach_clz", "bireach_clzl",
        "bireach_clzll", "bireach_clrsb", "bireach_clrsbl", "bireach_clrsbll", "bireach_popcount", "bireach_popcountl",
        "bireach_popcountll", "bireach_parity", "bireach_parityl", "bireach_parityll"},
       R"(
#define EACH8(m, i) m(i) m(i + 1) m(i + 2) m(i + 3) m(i + 4) m(i + 5) m(i + 6) m(i + 7)
#define EACH32(m, i) EACH8(m, i) EACH8(m, i + 8) EACH8(m, i + 16) EACH8(m, i + 24)
#define EACH64(m, i) EACH32(m, i) EACH32(m, i + 32)
#define BIT(i) + (int)(x >> (i) & 1)
#define ODD(i) ^ (int)(x >> (i) & 1)
#define LOWEST(i) x >> (i) & 1 ? (i) :
#define ABOVE(i) x >> (width - 1 - (i)) ? (i) :
#define BITS(suffix, type, EACH)                                                     \
  int bireach_popcount##suffix(unsigned type x) { return 0 EACH(BIT, 0); }           \
  int bireach_parity##suffix(unsigned type x) { return 0 EACH(ODD, 0); }             \
  int bireach_ctz##suffix(unsigned type x) {                                         \
    if (!x) bireach_undefined();                                                     \
    return EACH(LOWEST, 0) 0;                                                        \
  }                                                                                  \
  int bireach_clz##suffix(unsigned type x) {                                         \
    enum { width = 8 * sizeof x };                                                   \
    if (!x) bireach_undefined();                                                     \
    return EACH(ABOVE, 0) 0;                                                         \
  }                                                                                  \
  int bireach_clrsb##suffix(type y) {                                                \
    enum { width = 8 * sizeof y };                                                   \
    unsigned type x = y < 0 ? ~y : y;                                                \
    return (EACH(ABOVE, 0) width) - 1;                                               \
  }                                                                                  \
  int ffs##suffix(type y) {                                                          \
    unsigned type x = y;                                                             \
    return (EACH(LOWEST, 0) -1) + 1;                                                 \
  }
BITS(, int, EACH32)
#if __SIZEOF_LONG__ == 8
BITS(l, long, EACH64)
#else
BITS(l, long, EACH32)
#endif
BITS(ll, long long, EACH64)
)"},
      {{"bireach_rotateleft8", "bireach_rotateleft16", "bireach_rotateleft32", "bireach_rotateleft64",
        "bireach_rotateright8", "bireach_rotateright16", "bireach_rotateright32", "bireach_rotateright64"},
       R"(
#define ROTATIONS(width, type)                                                 \
  type bireach_rotateleft##width(type x, type n) {                             \
    n %= width;                                                                \
    return n ? (type)(x << n | x >> (width - n)) : x;                          \
  }                                                                            \
  type bireach_rotateright##width(type x, type n) {                            \
    n %= width;                                                                \
    return n ? (type)(x >> n | x << (width - n)) : x;                          \
  }
ROTATIONS(8, unsigned char)
ROTATIONS(16, unsigned short)
ROTATIONS(32, unsigned)
ROTATIONS(64, unsigned long long)
)"},
      {{"fmin", "fminf", "fminl", "fmax", "fmaxf", "fmaxl", "fdim", "fdimf", "fdiml", "modf", "modff", "modfl"},
       R"(
#define FLOATING(suffix, type)                                                       \
  type fmin##suffix(type x, type y) {                                                \
    int any;                                                                         \
    if (x != x) return y;                                                            \
    if (x == y) return any ? x : y;                                                  \
    return y < x ? y : x;                                                            \
  }                                                                                  \
  type fmax##suffix(type x, type y) {                                                \
    int any;                                                                         \
    if (x != x) return y;                                                            \
    if (x == y) return any ? x : y;                                                  \
    return x < y ? y : x;                                                            \
  }                                                                                  \
  type fdim##suffix(type x, type y) { return x <= y ? 0 : x - y; }                   \
  type modf##suffix(type x, type *whole) {                                           \
    *whole = __builtin_trunc##suffix(x);                                             \
    return __builtin_copysign##suffix(__builtin_isinf(x) ? 0 : x - *whole, x);       \
  }
FLOATING(, double)
FLOATING(f, float)
FLOATING(l, long double)
)"},
      {{"sin",    "sinf",   "sinl",   "cos",   "cosf",   "cosl",   "tan",    "tanf",   "tanl",   "asin",   "asinf",
        "asinl",  "acos",   "acosf",  "acosl", "atan",   "atanf",  "atanl",  "sinh",   "sinhf",  "sinhl",  "cosh",
        "coshf",  "coshl",  "tanh",   "tanhf", "tanhl",  "asinh",  "asinhf", "asinhl", "acosh",  "acoshf", "acoshl",
        "atanh",  "atanhf", "atanhl", "exp",   "expf",   "expl",   "exp2",   "exp2f",  "exp2l",  "expm1",  "expm1f",
        "expm1l", "log",    "logf",   "logl",  "log2",   "log2f",  "log2l",  "log10",  "log10f", "log10l", "log1p",
        "log1pf", "log1pl", "cbrt",   "cbrtf", "cbrtl",  "erf",    "erff",   "erfl",   "erfc",   "erfcf",  "erfcl",
        "pow",    "powf",   "powl",   "atan2", "atan2f", "atan2l", "hypot",  "hypotf", "hypotl"},
       R"(
/* Annex F.10, and the range of the function; `r` is any number but NaN. The bounds of angles are a little above pi.
   NaNs are quiet. */
extern void bireach_outside(void);
#define NUMBER(name, suffix, type)                                                   \
  type r = bireach_any_##name##suffix();                                             \
  if (r != r) bireach_outside();
#define KEEP(condition)                                                              \
  if (!(condition)) bireach_outside();                                               \
  return r;
#define FUNCTION(name, suffix, type, cases, condition)                               \
  extern type bireach_any_##name##suffix(void);                                      \
  type name##suffix(type x) {                                                        \
    if (x != x) return x;                                                            \
    cases                                                                            \
    NUMBER(name, suffix, type)                                                       \
    KEEP(condition)                                                                  \
  }
#define FUNCTION2(name, suffix, type, cases, condition)                              \
  extern type bireach_any_##name##suffix(void);                                      \
  type name##suffix(type x, type y) {                                                \
    cases                                                                            \
    if (x != x) return x;                                                            \
    if (y != y) return y;                                                            \
    NUMBER(name, suffix, type)                                                       \
    KEEP(condition)                                                                  \
  }
#define INFINITE(x) __builtin_isinf(x)
#define NOT_A_NUMBER __builtin_nan("")
#define INFINITY_ __builtin_inf()
#define SAME_SIGN (x < 0 ? r <= 0 : r >= 0)
#define PI_ 3.1416f
#define AT_0(value) if (x == 0) return value;
#define AT_INFINITY(value) if (INFINITE(x)) return value;
#define OUTSIDE(condition) if (condition) return NOT_A_NUMBER;
#define TRANSCENDENTAL(suffix, type)                                                                     \
  FUNCTION(sin, suffix, type, AT_0(x) AT_INFINITY(NOT_A_NUMBER), r >= -1 && r <= 1)                       \
  FUNCTION(cos, suffix, type, AT_0(1) AT_INFINITY(NOT_A_NUMBER), r >= -1 && r <= 1)                       \
  FUNCTION(tan, suffix, type, AT_0(x) AT_INFINITY(NOT_A_NUMBER), 1)                                       \
  FUNCTION(asin, suffix, type, AT_0(x) OUTSIDE(x > 1 || x < -1),                                          \
           SAME_SIGN && r >= -PI_ / 2 && r <= PI_ / 2)                                                    \
  FUNCTION(acos, suffix, type, if (x == 1) return 0; OUTSIDE(x > 1 || x < -1), r >= 0 && r <= PI_)        \
  FUNCTION(atan, suffix, type, AT_0(x), SAME_SIGN && r >= -PI_ / 2 && r <= PI_ / 2)                       \
  FUNCTION(sinh, suffix, type, AT_0(x) AT_INFINITY(x), SAME_SIGN)                                         \
  FUNCTION(cosh, suffix, type, AT_0(1) AT_INFINITY(INFINITY_), r >= 1)                                    \
  FUNCTION(tanh, suffix, type, AT_0(x) AT_INFINITY(x > 0 ? 1 : -1), SAME_SIGN && r >= -1 && r <= 1)       \
  FUNCTION(asinh, suffix, type, AT_0(x) AT_INFINITY(x), SAME_SIGN)                                        \
  FUNCTION(acosh, suffix, type, if (x == 1) return 0; OUTSIDE(x < 1) AT_INFINITY(x), r >= 0)              \
  FUNCTION(atanh, suffix, type, AT_0(x) OUTSIDE(x > 1 || x < -1)                                          \
           if (x == 1) return INFINITY_; if (x == -1) return -INFINITY_;, SAME_SIGN)                      \
  FUNCTION(exp, suffix, type, AT_0(1) AT_INFINITY(x > 0 ? x : 0), x > 0 ? r >= 1 : r >= 0 && r <= 1)      \
  FUNCTION(exp2, suffix, type, AT_0(1) AT_INFINITY(x > 0 ? x : 0), x > 0 ? r >= 1 : r >= 0 && r <= 1)     \
  FUNCTION(expm1, suffix, type, AT_0(x) AT_INFINITY(x > 0 ? x : -1), SAME_SIGN && r >= -1)                \
  FUNCTION(log, suffix, type, AT_0(-INFINITY_) if (x == 1) return 0; OUTSIDE(x < 0) AT_INFINITY(x),       \
           x > 1 ? r >= 0 : r <= 0)                                                                       \
  FUNCTION(log2, suffix, type, AT_0(-INFINITY_) if (x == 1) return 0; OUTSIDE(x < 0) AT_INFINITY(x),      \
           x > 1 ? r >= 0 : r <= 0)                                                                       \
  FUNCTION(log10, suffix, type, AT_0(-INFINITY_) if (x == 1) return 0; OUTSIDE(x < 0) AT_INFINITY(x),     \
           x > 1 ? r >= 0 : r <= 0)                                                                       \
  FUNCTION(log1p, suffix, type, AT_0(x) if (x == -1) return -INFINITY_; OUTSIDE(x < -1) AT_INFINITY(x),   \
           SAME_SIGN)                                                                                     \
  FUNCTION(cbrt, suffix, type, AT_0(x) AT_INFINITY(x), SAME_SIGN)                                         \
  FUNCTION(erf, suffix, type, AT_0(x) AT_INFINITY(x > 0 ? 1 : -1), SAME_SIGN && r >= -1 && r <= 1)        \
  FUNCTION(erfc, suffix, type, AT_INFINITY(x > 0 ? 0 : 2), r >= 0 && r <= 2)                              \
  FUNCTION2(pow, suffix, type, if (y == 0 || x == 1) return 1;                                            \
            OUTSIDE(x < 0 && !INFINITE(x) && y != __builtin_trunc##suffix(y)),                            \
            x >= 0 && !__builtin_signbit(x) ? r >= 0 : 1)                                                 \
  FUNCTION2(atan2, suffix, type, , (__builtin_signbit(x) ? r <= 0 : r >= 0) && r >= -PI_ && r <= PI_)     \
  FUNCTION2(hypot, suffix, type, if (INFINITE(x) || INFINITE(y)) return INFINITY_;, r >= 0)
TRANSCENDENTAL(, double)
TRANSCENDENTAL(f, float)
TRANSCENDENTAL(l, long double)
)"},
      {{"bireach_bswap16", "bireach_bswap32", "bireach_bswap64"},
       R"(
#define BYTE(type, i) (type)(x >> 8 * (i) & 255) << 8 * (sizeof x - 1 - (i))
unsigned short bireach_bswap16(unsigned short x) { return BYTE(unsigned, 0) | BYTE(unsigned, 1); }
unsigned bireach_bswap32(unsigned x) {
  return BYTE(unsigned, 0) | BYTE(unsigned, 1) | BYTE(unsigned, 2) | BYTE(unsigned, 3);
}
__UINT64_TYPE__ bireach_bswap64(__UINT64_TYPE__ x) {
  return BYTE(__UINT64_TYPE__, 0) | BYTE(__UINT64_TYPE__, 1) | BYTE(__UINT64_TYPE__, 2) | BYTE(__UINT64_TYPE__, 3) |
         BYTE(__UINT64_TYPE__, 4) | BYTE(__UINT64_TYPE__, 5) | BYTE(__UINT64_TYPE__, 6) | BYTE(__UINT64_TYPE__, 7);
}
)"}};
  return result;
}

/// In an order in which what is used stands before its uses.
const std::vector<LibraryPart>& parts() {
  static const std::vector<LibraryPart> result = [] {
    std::vector<LibraryPart> all;
    for (const auto* some :
         {&basic_parts(), &string_parts(), &number_parts(), &stream_parts(), &stream_state_parts(), &system_parts(),
          &network_parts(), &file_parts(), &environment_parts(), &time_parts(), &fortified_parts(), &wide_parts(),
          &locale_parts(), &exponent_parts(), &option_parts(), &printed_parts()})
      all.insert(all.end(), some->begin(), some->end());
    return all;
  }();
  return result;
}

bool is_defined(std::string_view symbol) {
  const auto is_among = [symbol](const auto& names) {
    return std::find(names.begin(), names.end(), symbol) != names.end();
  };
  const auto defines = [&](const LibraryPart& part) { return is_among(part.names); };
  return is_among(synchronisation_functions()) || std::any_of(parts().begin() + 1, parts().end(), defines);
}

}  // namespace

std::optional<std::string> library_symbol(const std::string& name) {
  if (name.starts_with(own_prefix)) return std::nullopt;
  if (is_defined(name)) return name;
  if (!name.starts_with(builtin_prefix)) return std::nullopt;
  const std::string rest = name.substr(builtin_prefix.size());
  if (is_defined(rest)) return rest;
  std::string own = std::string(own_prefix) + rest;
  return is_defined(own) ? std::optional(own) : std::nullopt;
}

std::string library_text(const std::map<std::string, std::string>& integers) {
  std::string text;
  for (const LibraryPart& part : parts()) text += part.text;
  return text.append(synchronisation_declarations(integers)).append(synchronisation_text());
}

std::string replayed_text(const std::string& function, bool streams_have_state) {
  const auto is_named = [&](std::string_view name) {
    return name == function || (streams_have_state && function_with_state(std::string(name)) == function);
  };
  for (const auto* some : {&stream_state_parts(), &stream_parts(), &system_parts(), &network_parts(), &file_parts(),
                           &environment_parts(), &time_parts(), &locale_parts()}) {
    for (const LibraryPart& part : *some) {
      const std::string_view text = part.replayed.empty() ? part.text : part.replayed;
      const bool reads = text.find(input_prefix) != text.npos || text.find("INPUT_BYTE") != text.npos;
      if (reads && std::any_of(part.names.begin(), part.names.end(), is_named)) return std::string(text);
    }
  }
  return {};
}

bool is_input(const std::string& symbol) {
  return symbol.starts_with(input_prefix);
}

std::string arbitrary_result_of(const std::string& symbol) {
  return symbol.starts_with(arbitrary_prefix) ? symbol.substr(arbitrary_prefix.size()) : std::string();
}

std::string library_name(const std::string& symbol) {
  if (std::string special = special_function(symbol); !special.empty()) return special;
  if (std::string reading = function_with_state(symbol); !reading.empty()) return reading;
  return symbol.starts_with(own_prefix) ? std::string(builtin_prefix) + symbol.substr(own_prefix.size()) : symbol;
}

}  // namespace bireach::frontend
