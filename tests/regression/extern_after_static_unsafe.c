// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// FILES: linked/same_names.c
// compilers: gcc=fails clang=fails
#include <assert.h>
static int in_block = 1;
int main(void) {
  extern int in_block;
  assert(in_block == 2);
}
