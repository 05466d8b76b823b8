// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// FILES: linked/weak_definitions_elsewhere.c
// compilers: gcc=fails clang=fails
#include <assert.h>
__attribute__((weak)) int chosen(void) { return 1; }
int main(void) { assert(chosen() != 2); }
