// SPDX-License-Identifier: Apache-2.0
// EXPECT: TRUE
// A function of the library that has no definition here is called through a pointer.
#include <stdio.h>

int main(void) {
  FILE *file = fopen("name", "w");
  int (*close)(FILE *) = fclose;
  if (file) close(file);
  return 0;
}
