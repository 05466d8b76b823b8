// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property unreach-call
// Two bytes of the second number are cleared, not all of it.
#include <assert.h>
#include <string.h>

int main(int argc, char **argv) {
  int numbers[4] = {-1, -1, -1, -1};
  unsigned size = (unsigned)argc;
  if (size > 8) return 0;
  memset(numbers, 0, size);
  if (size > 4) assert(numbers[1] == 0);
  return 0;
}
