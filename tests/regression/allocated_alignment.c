// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
// What malloc returns is aligned for any type (C11 7.22.3p1), also behind an object of any size.
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char *text = malloc(__VERIFIER_nondet_uchar() + 1UL);
  void **node = malloc(2 * sizeof *node);
  if (!text || !node) return 0;
  uintptr_t tagged = (uintptr_t)node + 1;
  if ((tagged & 7) != 1) reach_error();
  return 0;
}
