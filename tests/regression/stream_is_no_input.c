// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// RELEVANT: 0 9 11
// OPTIONS: --timeout 30
// What a function reads from is its own business: the stream behind the pointer is no input.
#include <stdio.h>
extern void reach_error(void);
int main(void) {
  FILE *file = fopen("name", "r");
  if (!file) return 0;
  int c = getc(file);
  if (c == 'x') reach_error();
  fclose(file);
  return 0;
}
