// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property unreach-call --property valid-deref
// The pointer leads into a structure or into a buffer of numbers.
#include <assert.h>
#include <stdlib.h>
struct pair { int first, second; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct pair *pair = calloc(1, sizeof *pair);
  int *numbers = calloc(4, sizeof *numbers);
  int *p = __VERIFIER_nondet_int() ? &pair->first : numbers;
  p[1] = 7;
  assert(pair->second == 0);
  free(pair);
  free(numbers);
  return 0;
}
