// SPDX-License-Identifier: Apache-2.0
// Numbers in a text are no matter of streams.
// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>
int main(void) {
  int number;
  ungetc('7', stdin);
  if (sscanf("12", "%d", &number) == 1) assert(number == 12);
  assert(getchar() == '7');
  return 0;
}
