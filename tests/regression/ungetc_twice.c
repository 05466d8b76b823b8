// SPDX-License-Identifier: Apache-2.0
// C promises one character.
// EXPECT: UNKNOWN
#include <stdio.h>
int main(void) {
  ungetc('a', stdin);
  ungetc('b', stdin);
  if (getchar() != 'b') __builtin_abort();
  return 0;
}
