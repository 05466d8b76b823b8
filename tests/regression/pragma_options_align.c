// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
#pragma options align = packed
struct pair {
  char a;
  int b;
};
#pragma options align = reset
int main(void) { assert(sizeof(struct pair) == 5); }
