// SPDX-License-Identifier: Apache-2.0
// Where a character waits the end is not reached.
// EXPECT: TRUE
#include <assert.h>
#include <stdio.h>
static int rest_of_line(void) {
  int count = 0;
  while (getchar() != '\n' && count < 3) count++;
  return count;
}
int main(void) {
  rest_of_line();
  ungetc('a', stdin);
  assert(!feof(stdin));
  assert(getchar() == 'a');
  return 0;
}
