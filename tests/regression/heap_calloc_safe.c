// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// calloc gives zeros, for each element and member, also if their number is not known.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct pair {
  short a;
  long b;
};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 2 || n > 4) return 0;
  struct pair *p = calloc(n, sizeof *p);
  p[0].a = 5;
  if (p[1].a || p[n - 1].b) reach_error();
  return 0;
}
