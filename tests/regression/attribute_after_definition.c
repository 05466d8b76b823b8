// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
static int start;
static void set(void) { start = 1; }
static void set(void) __attribute__((constructor));
int main(void) { assert(start == 0); }
