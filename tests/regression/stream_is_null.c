// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --check undefined-call
// A file that cannot be opened gives no stream.
#include <stdio.h>

int main(void) {
  FILE *file = fopen("numbers", "r");
  int first = fgetc(file);
  fclose(file);
  return first == 'x';
}
