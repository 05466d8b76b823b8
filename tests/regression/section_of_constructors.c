// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=fails
#include <assert.h>
static int start;
static void set(void) { start = 1; }
__attribute__((section(".init_array"), used)) static void (*const pointer)(void) = set;
int main(void) { assert(start == 0); }
