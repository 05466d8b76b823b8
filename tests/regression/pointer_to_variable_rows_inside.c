// SPDX-License-Identifier: Apache-2.0
// OPTIONS: --property valid-deref
// EXPECT: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int m = __VERIFIER_nondet_int();
  if (m < 1 || m > 3) return 0;
  int(*p)[m] = malloc(sizeof(int[2][m]));
  if (!p) return 0;
  int last = m - 1;
  m = 100;
  p++;
  (*p)[last] = 1;
  p[-1][0] = 2;
  free(p - 1);
  return 0;
}
