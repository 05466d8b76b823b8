// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
#include <assert.h>
static void check(int *p) { assert(*p != 4); }
int main(void) {
  int x __attribute__((cleanup(check))) = 4;
  return 0;
}
