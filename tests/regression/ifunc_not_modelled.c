// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=passes clang=passes
#include <assert.h>
static int real(int x) { return x + 1; }
static int (*choose(void))(int) { return real; }
int function(int x) __attribute__((ifunc("choose")));
int main(void) { assert(function(3) == 4); }
