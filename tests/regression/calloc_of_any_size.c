// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-deref
// A part of an int at the end of allocated memory is not accessed, so that it does not matter what it holds.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  unsigned size = (unsigned)argc;
  if (size > 20) return 0;
  int *numbers = calloc(1, size);
  if (size >= 8) {
    assert(numbers[1] == 0);
    numbers[0] = 5;
    assert(numbers[0] + numbers[1] == 5);
  }
  free(numbers);
  return 0;
}
