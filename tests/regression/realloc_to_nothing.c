// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-memsafety
// compilers: gcc=passes
// The object is freed then, and the result is null; without an object there is a new one.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  volatile size_t none = 0;
  int *numbers = malloc(4 * sizeof *numbers);
  numbers[3] = 1;
  numbers = realloc(numbers, none);
  if (numbers != NULL) reach_error();
  numbers = realloc(NULL, none);
  if (numbers == NULL) reach_error();
  free(numbers);
  return 0;
}
