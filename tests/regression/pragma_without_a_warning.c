// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
// A pragma keeps Clang from saying that it ignores another one.
#include <assert.h>
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC optimize("single-precision-constant")
int main(void) {
  double tenth = 0.1;
  assert(tenth != (double)(float)tenth);
}
