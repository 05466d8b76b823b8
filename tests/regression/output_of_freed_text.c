// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *text = malloc(2);
  text[0] = 'a';
  text[1] = 0;
  free(text);
  puts(text);
  return 0;
}
