// SPDX-License-Identifier: Apache-2.0
#include "frontend/clang/library/program_header.h"

namespace bireach::frontend {
namespace {

constexpr std::string_view text = R"(/* SPDX-License-Identifier: Apache-2.0
 *
 * What bireach is told by a program: its inputs, what is assumed of them, and what is an error.
 *
 *   #include <bireach.h>
 *   int main(void) {
 *     int minutes = bireach_nondet_int();
 *     bireach_assume(minutes >= 1 && minutes <= 24 * 60);
 *     bireach_assert(fee_of(minutes) >= 150);
 *   }
 *
 * bireach finds this file by itself (and defines __BIREACH__). With another compiler, and no harness of bireach's, the
 * inputs are the numbers on the standard input, in their order, and 0 after the last one; a false assumption ends the
 * program with status 0, an error aborts it.
 *
 * The names behind the macros are those of the competition SV-COMP, so that other verifiers understand the program too.
 */
#ifndef BIREACH_H
#define BIREACH_H

#if !defined __BIREACH__ && defined __GNUC__
)"
                                  "#include <stdio.h>\n#include <stdlib.h>\n"
                                  R"(#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The program must never get here. */
#define bireach_error() reach_error()
/* It must be true here. */
#define bireach_assert(condition) ((condition) ? (void)0 : reach_error())
/* Executions in which it is false do not count. */
#define bireach_assume(condition) __VERIFIER_assume(!!(condition))

#if defined __BIREACH__ || !defined __GNUC__
#define BIREACH_NONDET(type, name) extern type __VERIFIER_nondet_##name(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int condition);
#else
/* A harness of bireach's defines them as well, and is heeded. */
#define BIREACH_OWN __attribute__((weak, unused))
BIREACH_OWN void reach_error(void) { abort(); }
BIREACH_OWN void __VERIFIER_assume(int condition) {
  if (!condition) exit(0);
}
static inline double bireach_next_number(void) {
  double value = 0;
  return scanf("%lf", &value) == 1 ? value : 0;
}
static inline long long bireach_next_integer(void) {
  long long value = 0;
  return scanf("%lli", &value) == 1 ? value : 0;
}
#define bireach_has_fractions(type) ((type)0.5 != (type)1 && (type)0.5 != (type)0)
#define BIREACH_NONDET(type, name)                                                                     \
  BIREACH_OWN type __VERIFIER_nondet_##name(void) {                                                    \
    return bireach_has_fractions(type) ? (type)bireach_next_number() : (type)bireach_next_integer();   \
  }
#endif

/* Any value of the type. */
#ifdef __cplusplus
BIREACH_NONDET(bool, bool)
#else
BIREACH_NONDET(_Bool, bool)
#endif
BIREACH_NONDET(char, char)
BIREACH_NONDET(signed char, schar)
BIREACH_NONDET(unsigned char, uchar)
BIREACH_NONDET(short, short)
BIREACH_NONDET(unsigned short, ushort)
BIREACH_NONDET(int, int)
BIREACH_NONDET(unsigned, uint)
BIREACH_NONDET(long, long)
BIREACH_NONDET(unsigned long, ulong)
BIREACH_NONDET(long long, longlong)
BIREACH_NONDET(unsigned long long, ulonglong)
BIREACH_NONDET(__SIZE_TYPE__, size_t)
BIREACH_NONDET(float, float)
BIREACH_NONDET(double, double)

#define bireach_nondet_bool() __VERIFIER_nondet_bool()
#define bireach_nondet_char() __VERIFIER_nondet_char()
#define bireach_nondet_schar() __VERIFIER_nondet_schar()
#define bireach_nondet_uchar() __VERIFIER_nondet_uchar()
#define bireach_nondet_short() __VERIFIER_nondet_short()
#define bireach_nondet_ushort() __VERIFIER_nondet_ushort()
#define bireach_nondet_int() __VERIFIER_nondet_int()
#define bireach_nondet_uint() __VERIFIER_nondet_uint()
#define bireach_nondet_long() __VERIFIER_nondet_long()
#define bireach_nondet_ulong() __VERIFIER_nondet_ulong()
#define bireach_nondet_longlong() __VERIFIER_nondet_longlong()
#define bireach_nondet_ulonglong() __VERIFIER_nondet_ulonglong()
#define bireach_nondet_size_t() __VERIFIER_nondet_size_t()
#define bireach_nondet_float() __VERIFIER_nondet_float()
#define bireach_nondet_double() __VERIFIER_nondet_double()

#undef BIREACH_NONDET
#ifdef __cplusplus
}
#endif
#endif
)";

}  // namespace

std::string_view program_header() {
  return text;
}

}  // namespace bireach::frontend
