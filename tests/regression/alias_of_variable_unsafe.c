// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
#include <assert.h>
int a;
extern int b __attribute__((alias("a")));
int main(void) {
  b = 1;
  assert(a == 0);
}
