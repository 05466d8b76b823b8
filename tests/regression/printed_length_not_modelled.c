// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --data-model LP64
// How many characters a number takes that is no integer is not modelled: only eight of them are written here.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int length = printf("%g", 1.0);
  if (length >= 0 && length != 8) reach_error();
  return 0;
}
