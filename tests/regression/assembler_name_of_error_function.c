// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
extern void harmless(void) __asm__("reach_error");
int main(void) { harmless(); }
