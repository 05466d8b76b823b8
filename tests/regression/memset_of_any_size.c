// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property unreach-call --property valid-deref
// Some bytes of a number are cleared, the others stay.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  int numbers[4] = {-1, -1, -1, -1};
  unsigned size = (unsigned)argc;
  if (size > 8) return 0;
  int *start = argc > 7 ? numbers + 1 : numbers;
  memset(start, 0, size);
  if (size == 6) assert((unsigned)start[1] == 0xffff0000u);
  if (size > 4) assert(start[0] == 0);
  assert(numbers[3] == -1);
  return 0;
}
