// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
#include <assert.h>
#include <stddef.h>
void *get(size_t size) __asm__("malloc");
int main(void) { assert(get(4) == 0); }
