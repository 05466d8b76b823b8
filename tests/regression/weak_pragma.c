// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// compilers: gcc=fails clang=fails
#include <assert.h>
#pragma weak absent
extern int absent;
int main(void) { assert(&absent); }
