// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// OPTIONS: --property valid-memsafety
// memset stays within the object, which no other statement reads or writes.
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *p = malloc(10);
  memset(p, 0, 10);
  free(p);
  return 0;
}
