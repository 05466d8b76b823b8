// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
static int calls;
#pragma clang attribute push(__attribute__((constructor)), apply_to = function)
void call(void) { ++calls; }
#pragma clang attribute pop
int main(void) { assert(calls == 1); }
