// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
#include <assert.h>
#include <stdio.h>
static char text[20];
int main(void) {
  int n = printf("%s", text);
  assert(n != 0);
}
