// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// COMMAND: explain
// TRACES: 1-11
// Elimination over memory and bit-vectors at once.
#include <assert.h>
int main(void) {
  unsigned h = 5381;
  for (const char *s = "hash"; *s; s++) h = h * 33 ^ (unsigned char)*s;
  assert(h % 1000000 != 809207);
  return 0;
}
