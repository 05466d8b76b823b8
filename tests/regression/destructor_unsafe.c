// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
#include <assert.h>
#include <stdlib.h>
static int end;
__attribute__((destructor)) static void check(void) { assert(end != 3); }
static void leave(void) { exit(0); }
int main(void) {
  end = 3;
  leave();
}
