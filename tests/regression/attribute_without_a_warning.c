// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// A pragma keeps Clang from saying that it ignores something.
#pragma GCC diagnostic ignored "-Wattributes"
struct __attribute__((scalar_storage_order("big-endian"))) big {
  int x;
};
int main(void) { return 0; }
