// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=fails
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 99;
  printf("abc%n\n", &x);
  assert(x == 99);
}
