// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model LP64
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int written = 0;
  for (int i = 0; i < 3; i++) {
    int length = printf("%g\n", 1.5);
    if (length < 0) return 1;
    written += length > 0;
  }
  if (written != 3) reach_error();
  return 0;
}
