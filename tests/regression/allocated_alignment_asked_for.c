// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char *text = malloc(__VERIFIER_nondet_uchar() + 1UL);
  char *line = aligned_alloc(64, 64);
  if (!text || !line) return 0;
  if (((uintptr_t)line & 63) != 0) reach_error();
  return 0;
}
