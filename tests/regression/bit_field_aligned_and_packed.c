// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
#include <assert.h>
#pragma pack(1)
struct bits {
  unsigned long a : 17;
  unsigned b : 28 __attribute__((aligned(8)));
};
#pragma pack()
int main(void) { assert(sizeof(struct bits) != 7); }
