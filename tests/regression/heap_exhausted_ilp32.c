// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --data-model ILP32
// Addresses do not wrap around.
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  for (int i = 0; i < 5; i++) {
    char *p = malloc(0x3ffffff0);
    if (!p) reach_error();
    free(p);
  }
  return 0;
}
