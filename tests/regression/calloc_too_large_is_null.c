// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
// OPTIONS: --data-model LP64
// No object has so many bytes that their number is no size_t.
#include <stdlib.h>
extern void reach_error(void);
static volatile unsigned long half = 1UL << 63, three = 3;
int main(void) {
  char *volatile p = calloc(half, 2);
  if (p) reach_error();
  unsigned long count = -1UL / three + 1;
  int *volatile q = calloc(count, three);
  if (q) reach_error();
  int *r = calloc(2, sizeof *r);
  if (!r || r[1] != 0) reach_error();
  free(r);
  return 0;
}
