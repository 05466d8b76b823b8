// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
union word {
  void *pointer;
  uintptr_t number;
};
int main(void) {
  char *text = malloc(__VERIFIER_nondet_uchar() + 1UL);
  union word word;
  word.pointer = malloc(8);
  if (!text || !word.pointer) return 0;
  if (word.number % 16 != 0) reach_error();
  return 0;
}
