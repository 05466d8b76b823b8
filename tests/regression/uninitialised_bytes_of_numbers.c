// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property uninitialised-read --data-model LP64
// ASSUMES: numeric values of addresses | was stored before | stay inside of objects
// Bytes of numbers that nobody stored: it is not followed where they go, and the answer says so.
#include <string.h>

int main(void) {
  int numbers[2];
  unsigned char bytes[8];
  memcpy(bytes, numbers, 8);
  return bytes[1] > 0;
}
