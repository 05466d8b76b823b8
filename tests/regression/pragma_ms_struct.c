// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
#pragma ms_struct on
struct mixed {
  char a;
  int b : 4;
  char c;
};
#pragma ms_struct off
int main(void) { assert(sizeof(struct mixed) != 4); }
