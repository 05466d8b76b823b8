// SPDX-License-Identifier: Apache-2.0
// EXPECT: FALSE
// OPTIONS: --property valid-deref
// As printf does, error reads the texts that its format asks for.
#include <error.h>
#include <stdlib.h>
int main(void) {
  char *text = malloc(2);
  text[0] = text[1] = 'a';
  error(0, 0, "%s", text);
  free(text);
  return 0;
}
