// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// One byte too many is copied over the byte that is tested.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *to = malloc(6), *from = malloc(6);
  if (!to || !from) return 0;
  for (int i = 0; i < 6; i++) to[i] = 1, from[i] = 2;
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 4) return 0;
  memcpy(to + 1, from, count);
  if (to[4] != 1) reach_error();
  free(to);
  free(from);
  return 0;
}
