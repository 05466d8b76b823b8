// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-memsafety
// memset goes one character beyond the object, which no other statement reads or writes.
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(10);
  memset(p, 0, 11);
  free(p);
  return 0;
}
