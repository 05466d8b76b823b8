// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// memcmp of a length that the input says: zero exactly if all bytes agree, and the sign is that of the first difference.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char *a = malloc(3), *b = malloc(3);
  if (!a || !b) return 0;
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_uchar(), b[i] = __VERIFIER_nondet_uchar();
  unsigned count = __VERIFIER_nondet_uint() % 4;
  int result = memcmp(a, b, count);
  int wanted = 0;
  for (unsigned i = 0; i < count && !wanted; i++) wanted = a[i] < b[i] ? -1 : a[i] > b[i];
  if ((result < 0) != (wanted < 0) || (result > 0) != (wanted > 0)) reach_error();
  free(a);
  free(b);
  return 0;
}
