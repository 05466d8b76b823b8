// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// As realloc_to_nothing.c: what was there is gone.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  if (count > 3) return 0;
  int *numbers = malloc(4 * sizeof *numbers);
  int *fewer = realloc(numbers, count * sizeof *numbers);
  if (fewer == NULL) numbers[0] = 1;
  free(fewer);
  return 0;
}
