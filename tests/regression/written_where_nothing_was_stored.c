// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property uninitialised-read --data-model LP64
// What is written need not have been stored, whatever its type.
#include <stdio.h>

int main(void) {
  short numbers[4];
  numbers[0] = 1;
  return fwrite(numbers, sizeof *numbers, 4, stdout) > 4;
}
