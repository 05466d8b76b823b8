// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// compilers: gcc=passes clang=passes
#include <assert.h>
#pragma GCC push_options
#pragma GCC optimize("O1")
#pragma omp parallel
__attribute__((noipa, noclone, optimize("O2"), hot)) static int next(int x) { return x + 1; }
#pragma GCC pop_options
static int kept __attribute__((section(".kept"), used, unused)) = 2;
int main(void) { assert(next(kept) == 3); }
