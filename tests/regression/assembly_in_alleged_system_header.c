// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=fails
#include <assert.h>
# 1 "alleged.h" 3
__asm__(".globl hidden\n.data\nhidden: .long 5\n.text");
# 7 "assembly_in_alleged_system_header.c"
extern int hidden __attribute__((weak));
int main(void) { assert(!&hidden); }
