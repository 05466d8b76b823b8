// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 7
// compilers: gcc=fails clang=fails
#include <assert.h>
static int start;
__attribute__((constructor)) static void set(void) { start = 5; }
int main(void) { assert(start != 5); }
