// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
#include <stdlib.h>
void reach_error(void) { abort(); }
void harmless(void) __attribute__((alias("reach_error")));
int main(void) { harmless(); }
