// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// compilers: gcc=fails clang=passes
// clang does not know the attribute.
#include <assert.h>
struct __attribute__((scalar_storage_order("big-endian"))) big {
  int x;
};
union both {
  struct big number;
  unsigned char bytes[4];
};
int main(void) {
  union both u;
  u.number.x = 1;
  assert(u.bytes[3] != 1);
}
