// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --data-model LP64
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char size = __VERIFIER_nondet_uchar();
  char *text = malloc(size + 1UL);
  if (!text) return 0;
  if (((uintptr_t)(text + size) & 15) == 7) reach_error();
  return 0;
}
