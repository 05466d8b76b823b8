// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
#pragma scalar_storage_order big-endian
struct big {
  int x;
};
int main(void) { return 0; }
