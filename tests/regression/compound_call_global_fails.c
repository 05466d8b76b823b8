// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
// The call on the right of a compound assignment comes before the value on its left is read (C11 6.5.16.2p3).
#include <assert.h>

static int level = 3;

static int refill(void) {
  level = 20;
  return 4;
}

int main(void) {
  level += refill();
  assert(level != 24);
  return 0;
}
