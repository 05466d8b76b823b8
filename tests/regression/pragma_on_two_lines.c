// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
#pragma /* to gcc */ GCC \
    optimize("single-precision-constant")
int main(void) {
  double tenth = 0.1;
  assert(tenth != (double)(float)tenth);
}
