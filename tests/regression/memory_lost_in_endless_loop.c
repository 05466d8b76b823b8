// SPDX-License-Identifier: Apache-2.0
// EXPECT: UNKNOWN
// OPTIONS: --property valid-memtrack
#include <stdlib.h>
int main(void) {
  while (1) {
    int *p = malloc(sizeof(int));
    *p = 1;
  }
}
