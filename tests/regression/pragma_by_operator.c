// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
#define OPTION(text) _Pragma(#text)
OPTION(GCC optimize("single-precision-constant"))
int main(void) {
  double tenth = 0.1;
  assert(tenth != (double)(float)tenth);
}
